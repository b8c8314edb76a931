#include "testbench/report/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "testbench/report/deadlock_data.h"
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
    channel_place_.assign(history_.table().size(), -1);
  }

  Json make() {
    Json json;
    json["title"] = fmt::format("{} on {}", run_.schedule.name, run_.schedule.topology.name());
    json["sync"] = to_text(run_.timing.sync);
    json["verdict"] = to_text(run_.result.verdict);
    json["findings"] = run_.result.findings;
    json["deadlock"] = deadlock_data(run_);
    json["cycles"] = run_.result.cycles;
    json["hardwired"] = run_.hardwired;
    json["messages"] = run_.result.messages;
    json["settings"] = run_.config;
    bandwidths(json);
    const Efficiency& e = run_.efficiency;
    json["efficiency"] = {{"ports", e.ports},         {"all_ports", e.all_ports},
                          {"own_ports", e.own_ports}, {"bound", e.bound},
                          {"model", e.model},         {"all_ports_bound", e.all_ports_bound},
                          {"predicted", e.predicted}, {"measured", e.measured}};
    page_shape(run_.schedule.topology, json);
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
    const Scale& scale = run_.scale;
    if (!scale.timed() || !scale.sized() || run_.result.verdict != Verdict::kVerified) return;
    const double block = run_.config["block"].get<double>() * scale.flit_bytes;
    const auto rates = bandwidth(run_.schedule.topology.nodes(), run_.schedule.collective, block,
                                 scale.seconds(static_cast<double>(run_.result.cycles)));
    if (rates)
      json["bandwidth"] = {{"bytes", rates->bytes}, {"algorithm", rates->algorithm}, {"bus", rates->bus}};
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
    std::vector<std::int64_t> carried(table.size(), 0);
    for (const FlitStream& stream : history_.streams()) carried[channel_of(stream)] += stream.count;
    waited_.assign(table.size(), 0);
    for (const Wait& wait : history_.waits()) waited_[wait.wanted] += wait.cycles;
    critical_.assign(table.size(), false);
    for (const Step& step : run_.path.steps) {
      if (step.channel != ChannelTable::kNone) critical_[step.channel] = true;
    }
    const std::vector<bool> shown = shown_channels(carried);
    for (ChannelId c = 0; c < table.size(); ++c) {
      if (!table.exists(table.node(c), table.port(c)) || !shown[c]) continue;
      const LinkStatistics link = run_.statistics.link(c, run_.timing.cycles);
      channel_place_[c] = static_cast<int>(json["channels"].size());
      json["channels"].push_back({table.node(c), table.port(c), table.reader(c),
                                  port_text(hardware, table, c), carried[c], link.stalled_allocation,
                                  link.stalled_credit, link.stalled_preemption, link.stalled_arbitration});
    }
  }

  /// All, where there is room for them; else those that were used, the critical path's first, then those most
  /// waited for, then the busiest.
  std::vector<bool> shown_channels(const std::vector<std::int64_t>& carried) {
    std::vector<bool> shown(carried.size(), true);
    if (history_.table().size() <= kMostChannels) return shown;
    std::vector<ChannelId> order;
    for (ChannelId c = 0; c < history_.table().size(); ++c) {
      if (carried[c] > 0) order.push_back(c);
    }
    std::ranges::sort(order, {},
                      [&](ChannelId c) { return std::tuple(!critical_[c], -waited_[c], -carried[c], c); });
    const std::size_t most = kMostChannels, used = order.size();
    notes_.push_back(used <= most
                         ? std::string("Too many channels: those that nothing used are left out.")
                         : fmt::format("Of {} channels that were used {} are shown: those of the critical "
                                       "path, then those most waited for, then the busiest.",
                                       used, most));
    order.resize(std::min(most, used));
    shown.assign(shown.size(), false);
    for (const ChannelId c : order) shown[c] = true;
    return shown;
  }

  ChannelId channel_of(const FlitStream& stream) const { return history_.passages()[stream.passage].channel; }

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
    std::vector<std::vector<double>> waiting(history_.table().size()), carried(waiting.size());
    const auto add = [&](auto& rows, ChannelId c, Cycle begin, Cycle end) {
      if (channel_place_[c] < 0 || !between_routers(c)) return;
      if (rows[c].empty()) rows[c].assign(bins.count(), 0);
      bins.add(rows[c], begin, end);
    };
    for (const Wait& wait : history_.waits()) add(waiting, wait.wanted, wait.begin, wait.end());
    for (const FlitStream& stream : history_.streams()) {
      add(carried, channel_of(stream), stream.cycle, stream.end());
    }
    json["heat"] = Json::array();
    json["waiting"] = Json::array();
    for (ChannelId c = 0; c < history_.table().size(); ++c) {
      if (channel_place_[c] < 0) continue;
      json["heat"].push_back(bins.text(carried[c]));
      json["waiting"].push_back(bins.text(waiting[c]));
    }
  }

  /// Flits in the network (hardwired: words on channels), the mean over each bin of flight_bin cycles.
  void flight(Json& json) const {
    const TimeBins bins(run_.timing.cycles, kMostBins);
    FlowBins flow(bins, run_.timing.cycles);
    const ChannelTable& table = history_.table();
    for (const FlitStream& stream : history_.streams()) {
      const ChannelId c = channel_of(stream);
      if (between_routers(c) != run_.hardwired) continue;
      if (run_.hardwired || table.injection(c)) flow.add(1, stream.cycle, stream.end());
      if (run_.hardwired || table.ejection(c)) {
        flow.add(-1, stream.cycle + table.delay(c), stream.end() + table.delay(c));
      }
    }
    std::vector<double> mean = flow.means();
    for (double& value : mean) value = std::round(value * 10) / 10;
    json["flight_bin"] = bins.width();
    json["flight"] = mean;
  }

  /// Messages by the time from the start of the send to the delivery: width of a class, first class, counts.
  void latency(Json& json) const {
    std::map<Cycle, std::int64_t> latencies;
    std::int64_t messages = 0;
    for (const WormRecord& worm : history_.worms()) {
      if (worm.is_signal() || worm.tail_out < 0) continue;
      ++latencies[worm.tail_out - worm.started];
      ++messages;
    }
    json["latency"] = nullptr;
    if (latencies.empty()) return;
    const Cycle low = latencies.begin()->first, high = latencies.rbegin()->first;
    const Cycle width = std::max<Cycle>(1, (high - low + 24) / 24);
    std::vector<std::int64_t> counts((high - low) / width + 1, 0);
    for (const auto& [latency, count] : latencies) counts[(latency - low) / width] += count;
    const auto at = [&](double share) {
      auto before = static_cast<std::int64_t>(share * static_cast<double>(messages - 1));
      auto found = latencies.begin();
      while (before >= found->second) before -= (found++)->second;
      return found->first;
    };
    json["latency"] = {{"low", low},     {"width", width},  {"counts", counts},
                       {"p50", at(0.5)}, {"p99", at(0.99)}, {"max", high}};
  }

  /// The place of the worm in `worms`: [number, phase, class, source, destination, started, injected, sent,
  /// head_out, tail_out, flits].
  int place(WormIndex index) {
    if (index == kNoIndex) return -1;
    const auto [found, is_new] = worm_place_.try_emplace(index, static_cast<int>(worms_.size()));
    if (!is_new) return found->second;
    const WormRecord& w = history_.worms()[index];
    worms_.push_back({worm_number(history_, index), w.phase, w.message_class, w.source, w.destination,
                      w.started, w.injected, w.sent, w.head_out, w.tail_out, w.flits});
    return found->second;
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
    std::vector<std::size_t> sent(nodes, 0);
    for (const WormRecord& worm : history_.worms()) sent[worm.source] += !worm.is_signal();
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
    for (; rows < order.size() && (rows == 0 || bars + sent[order[rows]] <= kMostNodeBars); ++rows) {
      bars += sent[order[rows]];
    }
    if (rows < order.size()) {
      notes_.push_back(fmt::format(
          "{} of {} nodes have a row: those of the critical path and the first others.", rows, order.size()));
    }
    order.resize(rows);
    std::vector<std::vector<std::pair<std::uint32_t, WormIndex>>> shown(nodes);  // by number
    std::fill(listed.begin(), listed.end(), false);
    for (const NodeId node : order) listed[node] = true;
    WormIndex index = 0;
    for (const WormRecord& worm : history_.worms()) {
      if (listed[worm.source] && !worm.is_signal()) shown[worm.source].emplace_back(worm.number, index);
      ++index;
    }
    json["node_rows"] = Json::array();
    for (const NodeId node : order) {
      std::sort(shown[node].begin(), shown[node].end());
      Json worms = Json::array();
      for (const auto& [number, worm] : shown[node]) worms.push_back(place(worm));
      json["node_rows"].push_back({node, std::move(worms)});
    }
  }

  /// [channel, bars] of each row, a bar being [worm, begin, end, preempted from, to, from, to, ..]: channels
  /// of the critical path first, then those that worms waited for longest.
  void link_rows(Json& json) {
    std::vector<std::size_t> on(history_.table().size(), 0);
    for (const WormPassage& passage : history_.passages()) ++on[passage.channel];
    std::vector<std::pair<std::int64_t, ChannelId>> order;  // negative worth
    for (ChannelId c = 0; c < history_.table().size(); ++c) {
      if (on[c] == 0 || channel_place_[c] < 0) continue;
      const std::int64_t worth = (critical_[c] ? std::int64_t{1} << 50 : 0) + (waited_[c] << 8);
      order.emplace_back(-worth, c);
    }
    std::sort(order.begin(), order.end());
    std::size_t bars = 0, rows = 0;
    for (; rows < order.size() && bars + on[order[rows].second] <= kMostLinkBars; ++rows) {
      bars += on[order[rows].second];
    }
    if (rows < order.size()) {
      notes_.push_back(fmt::format(
          "{} of {} used channels have a row: those of the critical path, then those most waited for.", rows,
          order.size()));
    }
    std::vector<std::vector<PassageIndex>> shown(on.size());
    std::vector<bool> listed(on.size(), false);
    for (std::size_t r = 0; r < rows; ++r) listed[order[r].second] = true;
    PassageIndex index = 0;
    for (const WormPassage& passage : history_.passages()) {
      if (listed[passage.channel]) shown[passage.channel].push_back(index);
      ++index;
    }
    json["link_rows"] = Json::array();
    for (std::size_t r = 0; r < rows; ++r) {
      const ChannelId c = order[r].second;
      Json row = Json::array();
      for (const PassageIndex p : shown[c]) row.push_back(bar(p));
      json["link_rows"].push_back({channel_place_[c], critical_[c] ? 1 : 0, waited_[c], std::move(row)});
    }
  }

  Json bar(PassageIndex index) {
    constexpr PassageIndex kOften = 32;
    if (++bars_ % kOften == 0) history_.relax();
    const WormPassage& passage = history_.passages()[index];
    const Cycle began = history_.began(passage);
    Json bar = {place(passage.worm), began, history_.ended(passage)};
    if (passage.upstream == kNoIndex) return bar;
    const WormPassage& upstream = history_.passages()[passage.upstream];
    for (std::uint32_t n = 0; n < upstream.waits; ++n) {
      const Wait& wait = history_.wait_of(upstream, n);
      if (wait.cause() != StallCause::kPreemption || wait.begin <= began) continue;
      if (bar.size() > 3 && bar.back() == wait.begin) {
        bar.back() = wait.end();
      } else {
        bar.push_back(wait.begin);
        bar.push_back(wait.end());
      }
    }
    return bar;
  }

  const Explanation& run_;
  const FlitHistory& history_;
  std::unordered_map<WormIndex, int> worm_place_;
  std::vector<int> channel_place_;
  std::vector<bool> critical_;  // by channel: the critical path enters it or waits for it
  std::vector<Cycle> waited_;   // by channel
  PassageIndex bars_ = 0;
  Json worms_ = Json::array();
  std::vector<std::string> notes_;
};

}  // namespace

void page_shape(const Topology& topology, nlohmann::ordered_json& json) {
  json["sides"] = Json::array();
  for (int d = 0; d < topology.dimensions(); ++d) json["sides"].push_back(topology.side(d));
  json["ports"] = Json::array();
  for (int port = 0; port < topology.network_ports(); ++port) {
    json["ports"].push_back({topology.port_dimension(port), topology.port_step(port)});
  }
  json["names"] = Json::array();
  for (NodeId n = 0; n < topology.nodes(); ++n) json["names"].push_back(topology.node_name(n));
}

Json page_data(const Explanation& run) { return PageData(run).make(); }

}  // namespace torusim
