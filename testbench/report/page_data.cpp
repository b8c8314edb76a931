#include "testbench/report/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "testbench/config/units.h"
#include "testbench/report/story.h"
#include "testbench/report/time_bins.h"
#include "testbench/results/bandwidth.h"
#include "testbench/results/network_tables.h"

namespace torusim {
namespace {

using Json = nlohmann::ordered_json;

constexpr Cycle kMostBins = 240;
constexpr std::int64_t kMostHeat = 1'200'000;  // bins of all links together
constexpr std::size_t kMostLinkBars = 16'000;  // worms on links
constexpr std::size_t kMostNodeBars = 8'000;   // messages of nodes
constexpr std::size_t kMostSteps = 1'500;      // of the critical path
constexpr ChannelId kMostChannels = 30'000;

class PageData {
 public:
  explicit PageData(const Explanation& run) : run_(run), history_(run.history) {
    worm_place_.assign(history_.worms().size(), -1);
    channel_place_.assign(history_.table().size(), -1);
  }

  Json make() {
    Json json;
    json["title"] = fmt::format("{} on {}", run_.schedule.name, run_.schedule.topology.name());
    json["sync"] = to_text(run_.timing.sync);
    json["verdict"] = to_text(run_.result.verdict);
    json["findings"] = run_.result.findings;
    json["cycles"] = run_.result.cycles;
    json["hardwired"] = run_.hardwired;
    json["messages"] = run_.result.messages;
    json["settings"] = run_.config;
    bandwidths(json);
    json["efficiency"] = {{"bound", run_.efficiency.bound},
                          {"model", run_.efficiency.model},
                          {"predicted", run_.efficiency.predicted},
                          {"measured", run_.efficiency.measured}};
    shape(json);
    phases(json);
    if (history_.overflowed()) {
      notes_.push_back("The run was too long to be remembered flit by flit: only its phases are shown.");
    } else {
      channels(json);
      heat(json);
      flight(json);
      latency(json);
      path(json);
      node_rows(json);
      link_rows(json);
      json["worms"] = worms_;
    }
    json["notes"] = notes_;
    return json;
  }

 private:
  /// bandwidth: bytes per second, of a run that somebody said the clock and the bytes of a flit of.
  void bandwidths(Json& json) const {
    if (!run_.config.contains("clock") || !run_.config.contains("flit-bytes")) return;
    const Scale scale{parse_clock(run_.config["clock"]), run_.config["flit-bytes"]};
    if (!scale.timed() || !scale.sized() || run_.result.verdict != Verdict::kVerified) return;
    const double block = run_.config["block"].get<double>() * scale.flit_bytes;
    const auto rates = bandwidth(run_.schedule.topology.nodes(), run_.schedule.collective, block,
                                 scale.seconds(static_cast<double>(run_.result.cycles)));
    if (rates)
      json["bandwidth"] = {{"bytes", rates->bytes}, {"algorithm", rates->algorithm}, {"bus", rates->bus}};
  }

  /// sides, names of nodes, and of every network port its dimension and step (+1, -1; more in complete
  /// graphs).
  void shape(Json& json) const {
    const Topology& topology = run_.schedule.topology;
    json["sides"] = Json::array();
    for (int d = 0; d < topology.dimensions(); ++d) {
      json["sides"].push_back(topology.side(d));
    }
    json["ports"] = Json::array();
    for (int port = 0; port < topology.network_ports(); ++port) {
      json["ports"].push_back({topology.port_dimension(port), topology.port_step(port)});
    }
    json["names"] = Json::array();
    for (NodeId n = 0; n < topology.nodes(); ++n) json["names"].push_back(topology.node_name(n));
  }

  /// [name, start, end, predicted, messages] of each; -1 where there is none.
  void phases(Json& json) const {
    json["phases"] = Json::array();
    for (std::size_t i = 0; i < run_.result.phases.size(); ++i) {
      const PhaseTime& phase = run_.result.phases[i];
      const Cycle predicted = i < run_.predicted.size() ? run_.predicted[i] : -1;
      json["phases"].push_back({phase.name, phase.start, phase.end, predicted, phase.messages});
    }
  }

  /// [node, port, far node, name, flits, stalls: allocation, credit, preemption, arbitration] of each.
  void channels(Json& json) {
    json["channels"] = Json::array();
    const ChannelTable& table = history_.table();
    const Hardware& hardware = history_.hardware();
    const bool all = table.size() <= kMostChannels;
    if (!all) notes_.push_back("Too many channels: those that nothing used are left out.");
    for (ChannelId c = 0; c < table.size(); ++c) {
      if (!table.exists(table.node(c), table.port(c))) continue;
      const LinkStatistics link = run_.statistics.link(c, run_.timing.cycles);
      std::int64_t flits = 0;
      for (const std::uint32_t s : history_.streams_on(c)) flits += history_.stream(s).count;
      if (!all && flits == 0) continue;
      channel_place_[c] = static_cast<int>(json["channels"].size());
      json["channels"].push_back({table.node(c), table.port(c), table.reader(c),
                                  port_text(hardware, table, c), flits, link.stalled_allocation,
                                  link.stalled_credit, link.stalled_preemption, link.stalled_arbitration});
    }
  }

  bool between_routers(ChannelId c) const {
    const ChannelTable& table = history_.table();
    return !table.injection(c) && !table.ejection(c);
  }

  /// bin: its cycles; heat: of each channel, the share of each bin in which it carried a flit; waiting: .. in
  /// which a worm waited for it because of another. Local channels are left out.
  void heat(Json& json) {
    std::int64_t links = 0;
    for (ChannelId c = 0; c < history_.table().size(); ++c)
      links += channel_place_[c] >= 0 && between_routers(c);
    const Cycle most = std::clamp<Cycle>(kMostHeat / std::max<std::int64_t>(links, 1), 1, kMostBins);
    const TimeBins bins(run_.timing.cycles, most);
    if (most < kMostBins && bins.width() > 1) {
      notes_.push_back(fmt::format("The map of links has steps of {} cycles.", bins.width()));
    }
    json["bin"] = bins.width();
    json["bins"] = bins.count();
    std::vector<std::vector<double>> waiting(history_.table().size());
    for (const Wait& wait : history_.waits()) {
      if (channel_place_[wait.wanted] < 0 || !between_routers(wait.wanted)) continue;
      auto& row = waiting[wait.wanted];
      if (row.empty()) row.assign(bins.count(), 0);
      bins.add(row, wait.begin, wait.end);
    }
    json["heat"] = Json::array();
    json["waiting"] = Json::array();
    for (ChannelId c = 0; c < history_.table().size(); ++c) {
      if (channel_place_[c] < 0) continue;
      std::vector<double> carried(bins.count(), 0);
      if (between_routers(c)) {
        for (const std::uint32_t s : history_.streams_on(c)) {
          bins.add(carried, history_.stream(s).cycle, history_.stream(s).end());
        }
      }
      json["heat"].push_back(bins.text(carried));
      json["waiting"].push_back(bins.text(waiting[c]));
    }
  }

  /// Flits in the network (hardwired: words on channels), the mean over each bin of flight_bin cycles.
  void flight(Json& json) const {
    const TimeBins bins(run_.timing.cycles, kMostBins);
    FlowBins flow(bins, run_.timing.cycles);
    const ChannelTable& table = history_.table();
    for (ChannelId c = 0; c < table.size(); ++c) {
      if (between_routers(c) != run_.hardwired) continue;
      for (const std::uint32_t s : history_.streams_on(c)) {
        const FlitStream& stream = history_.stream(s);
        if (run_.hardwired || table.injection(c)) flow.add(1, stream.cycle, stream.end());
        if (run_.hardwired || table.ejection(c)) {
          flow.add(-1, stream.cycle + table.delay(c), stream.end() + table.delay(c));
        }
      }
    }
    std::vector<double> mean = flow.means();
    for (double& value : mean) value = std::round(value * 10) / 10;
    json["flight_bin"] = bins.width();
    json["flight"] = mean;
  }

  /// Messages by the time from the start of the send to the delivery: width of a class, first class, counts.
  void latency(Json& json) const {
    std::vector<Cycle> latencies;
    for (const WormRecord& worm : history_.worms()) {
      if (!worm.is_signal() && worm.tail_out >= 0) latencies.push_back(worm.tail_out - worm.started);
    }
    json["latency"] = nullptr;
    if (latencies.empty()) return;
    std::sort(latencies.begin(), latencies.end());
    const Cycle low = latencies.front(), high = latencies.back();
    const Cycle width = std::max<Cycle>(1, (high - low + 24) / 24);
    std::vector<std::int64_t> counts((high - low) / width + 1, 0);
    for (const Cycle latency : latencies) ++counts[(latency - low) / width];
    const auto at = [&](double share) {
      return latencies[static_cast<std::size_t>(share * static_cast<double>(latencies.size() - 1))];
    };
    json["latency"] = {{"low", low},     {"width", width},  {"counts", counts},
                       {"p50", at(0.5)}, {"p99", at(0.99)}, {"max", high}};
  }

  /// The place of the worm in `worms`: [number, phase, class, source, destination, started, injected, sent,
  /// head_out, tail_out, flits].
  int place(WormIndex index) {
    if (index == kNoIndex) return -1;
    if (worm_place_[index] >= 0) return worm_place_[index];
    const WormRecord& w = history_.worms()[index];
    worm_place_[index] = static_cast<int>(worms_.size());
    worms_.push_back({worm_number(history_, index), w.phase, w.message_class, w.source, w.destination,
                      w.started, w.injected, w.sent, w.head_out, w.tail_out, w.flits});
    return worm_place_[index];
  }

  /// [kind, begin, end, worm, channel, other worm, what it is in words] of each step.
  void path(Json& json) {
    json["path"] = Json::array();
    json["kinds"] = Json::array();
    for (int kind = 0; kind <= static_cast<int>(StepKind::kUnknown); ++kind) {
      const auto step = static_cast<StepKind>(kind);
      json["kinds"].push_back({to_text(step), run_.path.cycles(step)});
    }
    json["places"] = Json::array();
    for (const BlamedPlace& place : blamed_places(run_)) {
      if (json["places"].size() == 5) break;
      json["places"].push_back({place.cycles, place.worms, channel_words(history_, place.channel)});
    }
    json["blames"] = Json::array();
    json["blamed"] = blames(run_).size();
    for (const Blame& blame : blames(run_)) {
      if (json["blames"].size() == 8) break;
      json["blames"].push_back({blame.cycles, place(blame.blocker), worm_name(run_, blame.blocker),
                                channel_words(history_, blame.channel)});
    }
    const auto& steps = run_.path.steps;
    if (steps.size() > kMostSteps) {
      notes_.push_back(fmt::format("Of the {} steps of the critical path the last {} are shown.",
                                   steps.size(), kMostSteps));
    }
    for (std::size_t i = steps.size() > kMostSteps ? steps.size() - kMostSteps : 0; i < steps.size(); ++i) {
      const Step& step = steps[i];
      const int channel = step.channel == ChannelTable::kNone ? -1 : channel_place_[step.channel];
      const WormIndex of = step.worm != kNoIndex ? step.worm : step.blocker;
      json["path"].push_back({static_cast<int>(step.kind), step.begin, step.end, place(step.worm), channel,
                              place(step.blocker), of == kNoIndex ? "" : worm_name(run_, of),
                              step_words(run_, step)});
    }
  }

  /// [node, worms that it sent] of each row: nodes of the critical path first, as many as there is room for.
  void node_rows(Json& json) {
    const NodeId nodes = run_.schedule.topology.nodes();
    std::vector<std::vector<WormIndex>> sent(nodes);
    for (const WormIndex index : worms_in_order(history_)) {
      if (!history_.worms()[index].is_signal()) sent[history_.worms()[index].source].push_back(index);
    }
    std::vector<bool> listed(nodes, false);
    std::vector<NodeId> order;
    const auto list = [&](NodeId node) {
      if (!listed[node]) order.push_back(node);
      listed[node] = true;
    };
    for (const Step& step : run_.path.steps) {
      if (step.worm != kNoIndex) list(history_.worms()[step.worm].source);
    }
    for (NodeId node = 0; node < nodes; ++node) list(node);
    std::size_t bars = 0, rows = 0;
    for (; rows < order.size() && (rows == 0 || bars + sent[order[rows]].size() <= kMostNodeBars); ++rows) {
      bars += sent[order[rows]].size();
    }
    if (rows < order.size()) {
      notes_.push_back(fmt::format(
          "{} of {} nodes have a row: those of the critical path and the first others.", rows, order.size()));
    }
    order.resize(rows);
    json["node_rows"] = Json::array();
    for (const NodeId node : order) {
      Json worms = Json::array();
      for (const WormIndex index : sent[node]) worms.push_back(place(index));
      json["node_rows"].push_back({node, std::move(worms)});
    }
  }

  /// [channel, bars] of each row, a bar being [worm, begin, end, preempted from, to, from, to, ..]: channels
  /// of the critical path first, then those that worms waited for longest.
  void link_rows(Json& json) {
    std::vector<std::vector<PassageIndex>> on(history_.table().size());
    for (PassageIndex p = 0; p < history_.passages().size(); ++p) {
      on[history_.passages()[p].channel].push_back(p);
    }
    std::vector<std::pair<std::int64_t, ChannelId>> order;  // negative worth
    std::vector<bool> critical(on.size(), false);
    for (const Step& step : run_.path.steps) {
      if (step.channel != ChannelTable::kNone) critical[step.channel] = true;
    }
    std::vector<Cycle> waited(on.size(), 0);
    for (const Wait& wait : history_.waits()) waited[wait.wanted] += wait.end - wait.begin;
    for (ChannelId c = 0; c < history_.table().size(); ++c) {
      if (on[c].empty() || channel_place_[c] < 0) continue;
      const std::int64_t worth = (critical[c] ? std::int64_t{1} << 50 : 0) + (waited[c] << 8);
      order.emplace_back(-worth, c);
    }
    std::sort(order.begin(), order.end());
    std::size_t bars = 0, rows = 0;
    for (; rows < order.size() && bars + on[order[rows].second].size() <= kMostLinkBars; ++rows) {
      bars += on[order[rows].second].size();
    }
    if (rows < order.size()) {
      notes_.push_back(fmt::format(
          "{} of {} used channels have a row: those of the critical path, then those most waited for.", rows,
          order.size()));
    }
    json["link_rows"] = Json::array();
    for (std::size_t r = 0; r < rows; ++r) {
      const ChannelId c = order[r].second;
      Json row = Json::array();
      for (const PassageIndex p : on[c]) row.push_back(bar(p));
      json["link_rows"].push_back({channel_place_[c], critical[c] ? 1 : 0, waited[c], std::move(row)});
    }
  }

  Json bar(PassageIndex index) {
    const WormPassage& passage = history_.passages()[index];
    const auto streams = history_.streams_of(index);
    Json bar = {place(passage.worm), streams.front().cycle, streams.back().end()};
    if (passage.upstream == kNoIndex) return bar;
    for (const Wait& wait : history_.waits_of(passage.upstream)) {
      if (wait.cause != StallCause::kPreemption || wait.begin <= streams.front().cycle) continue;
      if (bar.size() > 3 && bar.back() == wait.begin) {
        bar.back() = wait.end;
      } else {
        bar.push_back(wait.begin);
        bar.push_back(wait.end);
      }
    }
    return bar;
  }

  const Explanation& run_;
  const FlitHistory& history_;
  std::vector<int> worm_place_, channel_place_;
  Json worms_ = Json::array();
  std::vector<std::string> notes_;
};

}  // namespace

Json page_data(const Explanation& run) { return PageData(run).make(); }

}  // namespace torusim
