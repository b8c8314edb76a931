#include "testbench/report/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "testbench/results/link_figures.h"

namespace torusim {

std::vector<Blame> blames(const Explanation& run) {
  std::map<WormIndex, std::map<ChannelId, Cycle>> costs;
  for (const Step& step : run.path.steps) {
    if (step.blocked()) costs[step.blocker][step.channel] += step.cycles();
  }
  std::vector<Blame> result;
  for (const auto& [blocker, channels] : costs) {
    Blame blame{blocker, 0, 0};
    Cycle most = 0;
    for (const auto& [channel, cycles] : channels) {
      blame.cycles += cycles;
      if (cycles > most) std::tie(most, blame.channel) = std::pair(cycles, channel);
    }
    result.push_back(blame);
  }
  const auto& worms = run.history.worms();
  std::sort(result.begin(), result.end(), [&](const Blame& a, const Blame& b) {
    return std::tuple(-a.cycles, worms[a.blocker].number) < std::tuple(-b.cycles, worms[b.blocker].number);
  });
  return result;
}

std::vector<BlamedPlace> blamed_places(const Explanation& run) {
  std::map<ChannelId, std::pair<Cycle, std::set<WormIndex>>> costs;
  for (const Step& step : run.path.steps) {
    if (!step.blocked()) continue;
    costs[step.channel].first += step.cycles();
    costs[step.channel].second.insert(step.blocker);
  }
  std::vector<BlamedPlace> result;
  for (const auto& [channel, cost] : costs)
    result.push_back({channel, cost.first, static_cast<int>(cost.second.size())});
  std::sort(result.begin(), result.end(), [](const BlamedPlace& a, const BlamedPlace& b) {
    return std::tuple(-a.cycles, a.channel) < std::tuple(-b.cycles, b.channel);
  });
  return result;
}

std::string worm_name(const Explanation& run, WormIndex index) {
  const WormRecord& worm = run.history.worms()[index];
  const Topology& topology = run.history.hardware().topology;
  const std::string ends =
      fmt::format("{} > {}", topology.node_name(worm.source), topology.node_name(worm.destination));
  const std::string& phase = run.result.phases[worm.phase].name;
  if (worm.is_signal()) {
    return fmt::format("signal {} for {}, {}", worm.number - Worm::kFirstSignal, phase, ends);
  }
  return fmt::format("{} message {}, {}", phase, worm.number, ends);
}

std::string worm_number(const FlitHistory& history, WormIndex worm) {
  return worm == kNoIndex ? "" : message_number(history.worms()[worm].number);
}

std::string message_number(std::uint32_t number) {
  return number >= Worm::kFirstSignal ? fmt::format("s{}", number - Worm::kFirstSignal)
                                      : fmt::format("{}", number);
}

std::string channel_words(const FlitHistory& history, ChannelId channel) {
  const ChannelTable& table = history.table();
  const Hardware& hardware = history.hardware();
  const std::string node = hardware.topology.node_name(table.node(channel));
  const bool only = hardware.alpha == 1;
  if (table.ejection(channel) && only) return fmt::format("the ejection port of node {}", node);
  if (table.injection(channel) && only) return fmt::format("the injection channel of node {}", node);
  return fmt::format("{} of node {}", port_text(hardware, table, channel), node);
}

}  // namespace torusim
