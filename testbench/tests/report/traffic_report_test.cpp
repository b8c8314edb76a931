// The tables of traffic --report against the measurement, which nothing watched, and against flits counted
// one by one; and the measurement again from its directory.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "schedules/core/error.h"
#include "schedules/tests/own_directory.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/report/explained_run.h"
#include "testbench/report/explained_traffic.h"
#include "testbench/report/page_data.h"
#include "testbench/report/story.h"
#include "testbench/results/traffic_record.h"
#include "testbench/tests/config/drawn_run.h"

namespace torusim {
namespace {

/// A row of a table, by the names of its columns.
using Row = std::map<std::string, std::string>;
std::vector<Row> table_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> names;
  std::vector<Row> rows;
  for (std::string line, cell; std::getline(file, line);) {
    std::istringstream cells(line + ",");
    if (names.empty()) {
      while (std::getline(cells, cell, ',')) names.push_back(cell);
    } else {
      rows.emplace_back();
      for (const std::string& name : names) std::getline(cells, rows.back()[name], ',');
    }
  }
  return rows;
}

double at(const Row& row, const std::string& column) {
  return row.at(column).empty() ? 0 : std::stod(row.at(column));
}

double sum(const std::vector<Row>& rows, const std::string& column) {
  double all = 0;
  for (const Row& row : rows) all += at(row, column);
  return all;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max({1.0, std::abs(a), std::abs(b)}); }

/// Counts the flits on every channel in the window, one by one.
class FlitsOfWindow : public Observer {
 public:
  FlitsOfWindow(const Hardware& hardware, const OpenLoopOptions& packets)
      : table_(hardware), packets_(packets), flits(static_cast<std::size_t>(table_.size())) {}
  void moved(Cycle cycle, std::span<const FlitMove> moves) override {
    if (cycle < packets_.warm_up || cycle >= packets_.warm_up + packets_.window) return;
    for (const FlitMove& move : moves) ++flits[static_cast<std::size_t>(table_.id(move.node, move.port))];
  }

 private:
  const ChannelTable table_;
  const OpenLoopOptions packets_;

 public:
  std::vector<std::int64_t> flits;
};

/// A measurement on any network, of a pattern or of flows, in an open or a closed loop.
test::DrawnRun any_traffic(const std::filesystem::path& directory) {
  test::DrawnRun run = test::any_run(true);
  const auto change = [&](const std::string& name, const std::string& value) {
    std::erase_if(run.words, [&](const auto& word) { return word.first == name; });
    run.add(name, value);
  };
  change("warmup", test::any_of({"0", "90"}));
  change("window", test::any_of({"30", "210"}));
  change("drain", test::any_of({"0", "2000"}));
  if (test::one_in(4)) change("classes", "2");
  if (test::one_in(4)) {
    change("clock", "1GHz");
    change("flit-bytes", "16");
  }
  if (test::one_in(3)) {
    std::erase_if(run.words, [](const auto& word) { return word.first == "load"; });
    change("reply", test::any_of({"1", "8"}));
    change("outstanding", test::any_of({"1", "3"}));
    change("service", test::any_of({"0", "11"}));
  }
  if (test::one_in(3)) {
    const std::string path = (directory / "flows.traffic").string();
    std::ofstream(path) << "traffic 1 flows\n0 3 0.3 8\n0 2 0.1 2\n3 2 0.4 1\n4 0 0.2 8\n";
    std::erase_if(run.words, [](const auto& word) { return word.first == "packet"; });
    change("pattern", path);
  }
  return run;
}

/// The sums of the packets in the window are those of the measurement.
void check_packets(const std::filesystem::path& directory, const TrafficOptions& options,
                   const TrafficResult& result) {
  const bool closed = options.traffic.closed.on();
  const double flits = static_cast<double>(options.traffic.window) * options.hardware.topology.nodes();
  const auto nodes = table_of(directory / "window_nodes.csv"), series = table_of(directory / "series.csv");
  for (const auto* rows : {&nodes, &series}) {
    RC_ASSERT(near(sum(*rows, "accepted_flits"), result.accepted * flits));
    RC_ASSERT((closed || near(sum(*rows, "offered_flits"), result.offered * flits)));
  }
  RC_ASSERT(near(sum(nodes, "received_flits"), result.accepted * flits));
  RC_ASSERT(sum(series, "packets") == static_cast<double>(result.measured));
  RC_ASSERT(at(series.back(), "end") ==
            static_cast<double>(options.traffic.warm_up + options.traffic.window));

  const std::string whole = closed ? "round trip" : "packet";
  const auto measured = static_cast<double>(result.measured);
  std::map<std::string, double> packets, cycles, longest;  // by kind
  std::map<std::string, double> bars, in_bars;             // by kind, class and length
  const auto group = [](const Row& row) { return row.at("kind") + row.at("class") + "," + row.at("flits"); };
  for (const Row& bar : table_of(directory / "latency_histogram.csv")) {
    bars[group(bar)] += at(bar, "packets");
    in_bars[group(bar)] += at(bar, "packets") * at(bar, "latency");
  }
  for (const Row& row : table_of(directory / "latency.csv")) {
    double parts = 0;
    for (const char* part : kLatencyParts) parts += at(row, part);
    RC_ASSERT(near(parts, at(row, "latency_mean")));
    RC_ASSERT(at(row, "source_queue") >= 0);
    RC_ASSERT((at(row, "blocked") >= 0 || options.hardware.adaptive));
    RC_ASSERT(bars[group(row)] == at(row, "packets"));
    RC_ASSERT(near(in_bars[group(row)], at(row, "packets") * at(row, "latency_mean")));
    packets[row.at("kind")] += at(row, "packets");
    cycles[row.at("kind")] += in_bars[group(row)];
    longest[row.at("kind")] = std::max(longest[row.at("kind")], at(row, "max"));
  }
  RC_ASSERT(packets[whole] == measured);
  RC_ASSERT((!closed || packets["reply"] == measured));
  RC_ASSERT(near(cycles[whole], measured * result.latency.mean));
  RC_ASSERT(longest[whole] == static_cast<double>(result.latency.max));
}

RC_GTEST_PROP(TrafficReport, SumsAreThoseOfTheMeasurement, ()) {
  const test::OwnDirectory directory("traffic-report");
  const test::DrawnRun drawn = any_traffic(directory.path());
  RC_LOG() << drawn.text() << "\n";
  RunConfig config = drawn.config();
  TrafficOptions options;
  try {
    options = traffic_setup(config);
  } catch (const UsageError&) {
    RC_TAG("refused");
    return;
  } catch (const InputError&) {
    RC_TAG("refused");
    return;
  }
  const TrafficResult unwatched = simulate_traffic(options);
  ExplainedTraffic explained(config, options, directory.path());
  FlitsOfWindow counted(options.hardware, options.traffic);
  options.observers.push_back(&counted);
  const TrafficResult result = simulate_traffic(options);
  RC_ASSERT(traffic_json(result, false) == traffic_json(unwatched, false));
  RC_TAG(std::string(to_text(result.verdict)));
  test::tag_kinds(drawn);
  RC_CLASSIFY(options.traffic.closed.on(), "closed");
  RC_CLASSIFY(options.pattern.table != nullptr, "flows");

  const Explanation explanation = explained.explain(result);
  write_traffic_json(directory.path(), config, options, result);
  explained.write(directory.path(), explanation);
  if (result.cycles >= options.traffic.warm_up + options.traffic.window) {
    check_packets(directory.path(), options, result);
    std::size_t row = 0;
    const auto links = table_of(directory.path() / "window_links.csv");
    const ChannelTable table(options.hardware);
    for (ChannelId c = 0; c < table.size(); ++c) {
      if (!table.exists(table.node(c), table.port(c))) continue;
      RC_ASSERT(at(links.at(row++), "flits") ==
                static_cast<double>(counted.flits[static_cast<std::size_t>(c)]));
    }
  }
  nlohmann::ordered_json page = page_data(explanation);
  RC_ASSERT(page["channels"]["rows"].size() == page["heat"].size());
  Replay replay(directory.path());
  replay.run();
  const nlohmann::ordered_json answer = explanation_json(replay.explanation());
  RC_ASSERT(answer["text"] == story(explanation));
  RC_ASSERT(answer["verdict"] == to_text(result.verdict));
  nlohmann::ordered_json again = page_data(replay.explanation());
  for (auto* data : {&page, &again}) (*data)["settings"].erase("level");  // a repetition is always fast
  RC_ASSERT(again == page);
}

}  // namespace
}  // namespace torusim
