// The functions of torusim.h about runs.
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/run/make_network.h"
#include "models/run/simulation.h"
#include "schedules/text/tcs_reader.h"
#include "testbench/cli/run_outcome.h"
#include "testbench/config/bandwidth.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/units.h"
#include "testbench/config/watchers.h"
#include "testbench/library/library_error.h"
#include "testbench/library/options_text.h"
#include "testbench/results/link_figures.h"

using namespace torusim;
using namespace torusim::library;

namespace {

using Column = std::vector<int64_t>;

/// The columns of the table of transfers: a figure of each message, by number.
class MessageColumns : public Observer {
 public:
  explicit MessageColumns(const Topology& topology) : topology_(topology) {}
  bool wants_moves() const override { return false; }
  void started(Cycle cycle, const Worm& worm) override {
    if (worm.is_signal()) return;
    if (worm.number >= rows_) {
      rows_ = worm.number + 1;
      for (Column& column : columns_) column.resize(rows_, -1);
    }
    put(worm, {worm.phase, worm.source, worm.destination, worm.message_class, worm.blocks, worm.flits,
               worm.route.hops(topology_), cycle, -1, -1, -1, worm.injection_channel, worm.ejection_channel});
  }
  void delivered(Cycle cycle, const Worm& worm) override {
    if (worm.is_signal()) return;
    columns_[8][worm.number] = worm.injected;
    columns_[9][worm.number] = worm.head_out;
    columns_[10][worm.number] = cycle;
  }

  void move_to(std::map<std::string, Column>& table) {
    constexpr std::array kNames{"phase",           "source",   "destination", "class",
                                "blocks",          "flits",    "hops",        "started",
                                "injected",        "head_out", "tail_out",    "injection_channel",
                                "ejection_channel"};
    static_assert(kNames.size() == kColumns);
    for (std::size_t i = 0; i < kColumns; ++i) table[kNames[i]] = std::move(columns_[i]);
  }

 private:
  static constexpr std::size_t kColumns = 13;
  void put(const Worm& worm, const std::array<int64_t, kColumns>& row) {
    for (std::size_t i = 0; i < kColumns; ++i) columns_[i][worm.number] = row[i];
  }

  const Topology& topology_;
  std::size_t rows_ = 0;
  std::array<Column, kColumns> columns_;
};

std::map<std::string, Column> phase_table(const RunResult& result) {
  std::map<std::string, Column> table{{"start", {}},  {"end", {}},        {"messages", {}},
                                      {"blocks", {}}, {"max_blocks", {}}, {"flit_hops", {}}};
  for (const PhaseTime& phase : result.phases) {
    table["start"].push_back(phase.start);
    table["end"].push_back(phase.end);
    table["messages"].push_back(phase.messages);
    table["blocks"].push_back(phase.blocks);
    table["max_blocks"].push_back(phase.max_blocks);
    table["flit_hops"].push_back(phase.flit_hops);
  }
  return table;
}

/// links.csv, with numbers for ports.
std::map<std::string, Column> link_table(const Hardware& hardware, const NetworkStatistics& statistics,
                                         Cycle last_cycle) {
  std::map<std::string, Column> table;
  const ChannelTable& channels = statistics.table();
  each_link(statistics, last_cycle, [&](ChannelId channel, const LinkStatistics& link) {
    table["node"].push_back(channels.node(channel));
    table["port"].push_back(channels.port(channel));
    table["to"].push_back(far_node(hardware, channels, channel));
    for (const LinkFigure& figure : kLinkFigures) table[figure.name].push_back(link.*figure.of);
  });
  return table;
}

/// Names of ports, by their number in the table of links.
std::vector<std::string> port_names(const Hardware& hardware) {
  const ChannelTable channels(hardware);
  std::vector<std::string> names;
  for (int port = 0; port < hardware.ports() + hardware.alpha; ++port) {
    names.push_back(port_text(hardware, channels, channels.id(0, port)));
  }
  return names;
}

/// The schedule given as text, or null.
std::unique_ptr<Schedule> schedule_of(RunConfig& config, const char* text) {
  if (text == nullptr) return nullptr;
  if (!config.algorithm.empty()) {
    throw UsageError("a schedule is given as text, and the algorithm " + config.algorithm + " too");
  }
  auto schedule = read_tcs_text(text, "schedule");
  config.algorithm = schedule->info().name.empty() ? "schedule" : schedule->info().name;
  return schedule;
}

std::string lines(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : "\n") + sentence;
  return text;
}

}  // namespace

struct torusim_result {
  RunResult run;
  int64_t nodes = 0, predicted = -1;
  std::string findings, summary, topology;
  std::map<std::string, double> values;  ///< with units
  std::vector<std::string> ports;
  std::map<std::string, std::map<std::string, Column>> tables;
};

namespace {

torusim_result* run(const char* options, const char* schedule_text, bool with_links,
                    torusim_progress progress, void* user) {
  return null_on_error([&] {
    struct {
      std::int64_t delivered = 0, total = 0;
      Cycle now = 0;
    } latest;
    const HostCall host([&] {
      return progress != nullptr && progress(user, latest.delivered, latest.total, latest.now) != 0;
    });
    RunConfig config;
    read_options(&given(options, "options"), "torusim_run", is_of_runs, config);
    config.quiet = true;
    if (config.level == Level::kPins) {
      throw UsageError("torusim_run has the levels fast and dense; the program torusim has the level pins");
    }
    std::unique_ptr<Schedule> given_schedule = schedule_of(config, schedule_text);
    PreparedRun prepared = prepare_run(std::move(config), std::move(given_schedule));
    const Hardware& hardware = prepared.hardware;
    RunOptions& run = prepared.options;
    MessageColumns messages(hardware.topology);
    run.observers.push_back(&messages);
    Watchers watchers(hardware, run, {.monitor = prepared.config.monitor, .statistics = with_links});
    prepared.config.monitor = watchers.monitored();
    watchers.observe(run.observers);
    const OutcomeWatch outcome_watch(prepared);
    run.progress = [&](std::int64_t delivered, std::int64_t total, Cycle now) {
      latest = {delivered, total, now};
      return !host.wanted();
    };
    auto result = std::make_unique<torusim_result>();
    RunResult own = simulate(*prepared.schedule, run, make_network_without_kernel);
    watchers.judge(own);
    const RunOutcome outcome = outcome_watch.outcome(std::move(own));
    result->run = outcome.result;
    result->nodes = hardware.topology.nodes();
    result->topology = hardware.topology.name();
    result->ports = port_names(hardware);
    if (*prepared.config.sync == Synchronisation::kBarrier) {
      result->predicted = 0;
      for (const Cycle cycles : outcome.predicted) result->predicted += cycles;
    }
    const Scale scale = scale_of(prepared.config);
    const Collective& collective = prepared.schedule->info().collective;
    const auto cycles = static_cast<double>(result->run.cycles);
    const double seconds = scale.timed() ? scale.seconds(cycles) : NAN;
    const double bytes = scale.sized() ? 1.0 * *prepared.config.block * scale.flit_bytes : NAN;
    const auto rates = result->run.verdict == Verdict::kVerified
                           ? bandwidth(hardware.topology, collective, bytes, seconds)
                           : std::nullopt;
    result->values = {{"time_ns", scale.timed() ? scale.nanoseconds(cycles) : NAN},
                      {"size_bytes", collective_bytes(hardware.topology, collective, bytes).value_or(NAN)},
                      {"algbw_gbs", rates ? rates->algorithm / 1e9 : NAN},
                      {"busbw_gbs", rates ? rates->bus / 1e9 : NAN}};
    result->findings = lines(result->run.findings);
    result->summary = outcome_summary(prepared, outcome);
    result->tables["phases"] = phase_table(result->run);
    messages.move_to(result->tables["transfers"]);
    if (with_links) {
      result->tables["links"] = link_table(hardware, watchers.statistics(), result->run.cycles);
    }
    return result.release();
  });
}

}  // namespace

torusim_result* torusim_run(const char* options, const char* schedule, torusim_progress progress,
                            void* user) {
  return run(options, schedule, false, progress, user);
}

torusim_result* torusim_run_with_links(const char* options, const char* schedule, torusim_progress progress,
                                       void* user) {
  return run(options, schedule, true, progress, user);
}

void torusim_result_destroy(torusim_result* result) { delete result; }

const char* torusim_result_verdict(const torusim_result* result) {
  return null_on_error([&] { return to_text(given(result, "result").run.verdict); });
}

const char* torusim_result_findings(const torusim_result* result) {
  return null_on_error([&] { return given(result, "result").findings.c_str(); });
}

const char* torusim_result_summary(const torusim_result* result) {
  return null_on_error([&] { return given(result, "result").summary.c_str(); });
}

uint64_t torusim_result_hash(const torusim_result* result) {
  return code_of([&] { return given(result, "result").run.ejection_hash; });
}

int64_t torusim_result_number(const torusim_result* result, const char* name) {
  return code_of([&] {
    const torusim_result& own = given(result, "result");
    const RunResult& run = own.run;
    const std::map<std::string, int64_t> numbers{{"cycles", run.cycles},
                                                 {"messages", run.messages},
                                                 {"signals", run.signals},
                                                 {"flit_hops", run.flit_hops},
                                                 {"delivered_blocks", run.delivered_blocks},
                                                 {"total_blocks", run.total_blocks},
                                                 {"repeated_blocks", run.repeated_blocks},
                                                 {"phases", static_cast<int64_t>(run.phases.size())},
                                                 {"predicted", own.predicted},
                                                 {"nodes", own.nodes}};
    const auto found = numbers.find(&given(name, "name"));
    if (found == numbers.end()) throw InputError(std::string("a result has no number ") + name);
    return found->second;
  });
}

double torusim_result_value(const torusim_result* result, const char* name) {
  return guarded(
      [&] {
        const auto& values = given(result, "result").values;
        const auto found = values.find(&given(name, "name"));
        if (found == values.end()) throw InputError(std::string("a result has no value ") + name);
        return found->second;
      },
      [](int) { return static_cast<double>(NAN); });
}

const int64_t* torusim_result_column(const torusim_result* result, const char* table, const char* column,
                                     size_t* rows) {
  return null_on_error([&] {
    const torusim_result& own = given(result, "result");
    const auto found = own.tables.find(&given(table, "table"));
    if (found == own.tables.end()) {
      throw InputError(std::string("a result has no table ") + table +
                       "; there are phases, transfers and, of torusim_run_with_links(), links");
    }
    const auto values = found->second.find(&given(column, "column"));
    if (values == found->second.end()) {
      std::string names;
      for (const auto& [name, unused] : found->second) names += (names.empty() ? "" : ", ") + name;
      throw InputError(std::string("the table ") + table + " has no column " + column + "; there are " +
                       names);
    }
    static constexpr int64_t kNoRow = 0;  // NULL would be an error
    given(rows, "rows") = values->second.size();
    return values->second.empty() ? &kNoRow : values->second.data();
  });
}

const char* torusim_result_phase_name(const torusim_result* result, size_t phase) {
  return null_on_error([&] {
    const auto& phases = given(result, "result").run.phases;
    if (phase >= phases.size()) throw InputError("there is no such phase");
    return phases[phase].name.c_str();
  });
}

const char* torusim_result_topology(const torusim_result* result) {
  return null_on_error([&] { return given(result, "result").topology.c_str(); });
}

const char* torusim_result_port_name(const torusim_result* result, size_t port) {
  return null_on_error([&] {
    const auto& ports = given(result, "result").ports;
    if (port >= ports.size()) {
      throw InputError("there is no port " + std::to_string(port) + "; a node has ports 0 to " +
                       std::to_string(ports.size() - 1));
    }
    return ports[port].c_str();
  });
}
