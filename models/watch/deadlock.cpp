#include "models/watch/deadlock.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace torusim {
namespace {

using Key = std::tuple<NodeId, int, int>;
/// By number, so that the report does not depend on where worms happen to lie in memory.
struct ByNumber {
  bool operator()(const Worm* a, const Worm* b) const { return a->number < b->number; }
};

Key key(const ChannelRef& channel) { return {channel.node, channel.port, channel.vc}; }

struct BlockedWorm {
  const Worm* worm;
  const Worm* holder;  // null: no worm in the network holds it, only the hardware can be at fault
  ChannelRef channel;
};

using Waits = std::map<const Worm*, BlockedWorm, ByNumber>;

/// The worm that each virtual channel belongs to; else the last worm whose flits still fill the buffer behind
/// it.
std::map<Key, const Worm*> holders(const Hardware& hardware, const std::vector<const Worm*>& worms) {
  std::map<Key, const Worm*> result;
  for (const Worm* worm : worms) {
    if (worm->tail_channels > 0) {
      result.emplace(key(channel_on_path(hardware, *worm, worm->tail_channels - 1)), worm);
    }
  }
  for (const Worm* worm : worms) {
    for (int n = worm->tail_channels; n < worm->head_channels; ++n) {
      result[key(channel_on_path(hardware, *worm, n))] = worm;
    }
  }
  return result;
}

/// The worms of a cycle of waits, each waiting for the next, or none.
std::vector<const BlockedWorm*> find_cycle(const Waits& waits) {
  std::map<const Worm*, int> visited;
  int round = 0;
  for (const auto& [start, unused] : waits) {
    ++round;
    std::vector<const BlockedWorm*> path;
    const Worm* at = start;
    while (at != nullptr && waits.count(at) != 0 && visited[at] == 0) {
      visited[at] = round;
      path.push_back(&waits.at(at));
      at = waits.at(at).holder;
    }
    if (at == nullptr || visited[at] != round) continue;
    const auto begin =
        std::find_if(path.begin(), path.end(), [&](const BlockedWorm* wait) { return wait->worm == at; });
    if (begin != path.end()) return {begin, path.end()};
  }
  return {};
}

}  // namespace

std::string channel_name(const Hardware& hardware, const ChannelRef& channel) {
  std::string name;
  if (channel.port < hardware.network_ports()) {
    name = hardware.topology.port_name(channel.port);
  } else if (channel.port < hardware.ports()) {
    name = fmt::format("ejection channel {}", channel.port - hardware.network_ports());
  } else {
    name = fmt::format("injection channel {}", channel.port - hardware.ports());
  }
  return fmt::format("{} of node {}, class {} lane {}", name, hardware.topology.node_name(channel.node),
                     hardware.vc_class(channel.vc), hardware.vc_lane(channel.vc));
}

std::string message_name(const Hardware& hardware, const Worm& worm,
                         const std::vector<std::string>& phase_names) {
  return fmt::format("{} {}{} ({} > {})", worm.is_signal() ? "signal" : "message",
                     worm.is_signal() ? worm.number - Worm::kFirstSignal : worm.number,
                     phase_names.empty() ? "" : " of phase " + phase_names[worm.phase],
                     hardware.topology.node_name(worm.source), hardware.topology.node_name(worm.destination));
}

namespace {

/// Heads that choose their way wait for no channel in particular; what is wrong is told by their places.
DeadlockReport list_blocked(const Hardware& hardware, const std::vector<const Worm*>& worms,
                            const std::vector<std::string>& phase_names, std::size_t at_most) {
  DeadlockReport report;
  for (const Worm* worm : worms) {
    if (worm->head_out >= 0) continue;
    if (report.sentences.size() == at_most) {
      report.sentences.emplace_back("and more messages wait");
      break;
    }
    report.sentences.push_back(fmt::format("{} waits for any channel of a shortest path, its head {} hops on",
                                           message_name(hardware, *worm, phase_names),
                                           std::max(worm->head_channels - 1, 0)));
  }
  return report;
}

}  // namespace

DeadlockReport explain_deadlock(const Hardware& hardware, const WormTable& worms,
                                const std::vector<std::string>& phase_names,
                                const std::vector<ForeignState>& foreign_routers, std::size_t at_most) {
  std::vector<const Worm*> all = worms.all();
  std::sort(all.begin(), all.end(), ByNumber());
  if (hardware.adaptive) return list_blocked(hardware, all, phase_names, at_most);
  const auto holder_of = holders(hardware, all);
  Waits waits;
  for (const Worm* worm : all) {
    if (worm->head_out >= 0 || worm->head_channels > worm->route.hops(hardware.topology) + 1)
      continue;  // its head is out
    const ChannelRef next = channel_on_path(hardware, *worm, worm->head_channels);
    const auto holder = holder_of.find(key(next));
    waits[worm] = {worm, holder == holder_of.end() ? nullptr : holder->second, next};
  }

  const auto message = [&](const Worm& worm) { return message_name(hardware, worm, phase_names); };
  const auto sentence = [&](const BlockedWorm& wait) {
    return fmt::format(
        "{} waits for channel {}{}, held by {}", message(*wait.worm), channel_name(hardware, wait.channel),
        hardware.bubbles() && hardware.in_ring(wait.channel.port) ? " and its packet slots (bubble)" : "",
        wait.holder == nullptr     ? hardware.phase_gates
                                         ? "no message: its gate is closed, or its router has no credit"
                                         : "no message: its router does not send, or has no credit"
        : wait.holder == wait.worm ? "itself: its route comes back to where its own body still is"
                                   : message(*wait.holder));
  };

  DeadlockReport report;
  std::vector<std::string>& result = report.sentences;
  result = blame_foreign_routers(hardware, foreign_routers, phase_names);
  if (result.size() > at_most) {
    const std::size_t blamed = result.size();
    result.resize(at_most);
    result.push_back(fmt::format("and {} more obligations of such routers", blamed - at_most));
  }
  at_most += result.size();
  const auto cycle = find_cycle(waits);
  std::size_t left_out = 0;
  for (const BlockedWorm* wait : cycle) {
    if (result.size() < at_most) {
      result.push_back(sentence(*wait));
    } else {
      ++left_out;
    }
  }
  for (const auto& [worm, wait] : waits) {
    if (std::any_of(cycle.begin(), cycle.end(),
                    [&wait = wait](const BlockedWorm* w) { return w->worm == wait.worm; }))
      continue;
    if (result.size() < at_most) {
      result.push_back(sentence(wait));
    } else {
      ++left_out;
    }
  }
  if (left_out > 0) result.push_back(fmt::format("and {} more worms wait", left_out));
  for (const BlockedWorm* wait : cycle) {
    report.cycle.push_back({wait->channel, wait->worm->number, wait->holder->number});
  }
  if (!cycle.empty()) {
    std::string names;
    for (const BlockedWorm* wait : cycle) names += channel_name(hardware, wait->channel) + " -> ";
    result.push_back("cycle of channels: " + names + channel_name(hardware, cycle.front()->channel));
  }
  return report;
}

}  // namespace torusim
