#include "models/watch/deadlock.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace torusim {
namespace {

using Key = std::tuple<NodeId, int, int>;
/// The worms by number, so that the report does not depend on their addresses.
struct ByNumber {
  bool operator()(const Worm* a, const Worm* b) const { return a->number < b->number; }
};

Key key(const ChannelRef& channel) { return {channel.node, channel.port, channel.vc}; }

struct BlockedWorm {
  const Worm* worm;
  const Worm* holder;  // null: no worm holds the channel, and the hardware is at fault
  ChannelRef channel;
};

using Waits = std::map<const Worm*, BlockedWorm, ByNumber>;

/// The owner of each virtual channel; without an owner, the last worm with flits in the buffer behind it.
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

/// The worms of a cycle of waits, each of which waits for the next; empty without a cycle.
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

namespace {

/// The worm as text: `message 3 of phase S1 ((0,1) > (2,2))`.
std::string message_name(const Hardware& hardware, const Worm& worm,
                         const std::vector<std::string>& phase_names) {
  return fmt::format("{} {}{} ({} > {})", worm.is_signal() ? "signal" : "message",
                     worm.is_signal() ? worm.number - Worm::kFirstSignal : worm.number,
                     phase_names.empty() ? "" : " of phase " + phase_names[worm.phase],
                     hardware.topology.node_name(worm.source), hardware.topology.node_name(worm.destination));
}

using Inside = ForeignState::Inside;

constexpr Cycle kFirstCycles = 64;  // after reset

const ForeignState::Account& account(const Hardware& hardware, const ForeignState& router, int port, int vc) {
  return router.accounts[port * hardware.vcs() + vc];
}

/// The channel that leads to an input port.
ChannelRef channel_into(const Hardware& hardware, NodeId node, int port, int vc) {
  const Topology& topology = hardware.topology;
  if (port >= hardware.network_ports()) return {node, hardware.ports() + port - hardware.network_ports(), vc};
  return {topology.neighbor(node, port), topology.opposite(port), vc};
}

/// Flits that the credit rule allows on an output VC.
int room(const Hardware& hardware, const ForeignState& router, int port, int vc) {
  int room = hardware.shared;
  for (int v = 0; v < hardware.vcs(); ++v)
    room -= std::max(account(hardware, router, port, v).in_flight - hardware.reserve, 0);
  return room + std::max(hardware.reserve - account(hardware, router, port, vc).in_flight, 0);
}

bool same_input(const Inside& a, const Inside& b) { return a.port == b.port && a.vc == b.vc; }

bool may_send(const Hardware& hardware, const ForeignState& router, const Inside& worm) {
  if (worm.inside == 0 || room(hardware, router, worm.next.port, worm.next.vc) == 0) return false;
  if (hardware.phase_gates && worm.left == 0) return false;  // its gate may be closed
  const bool owned = std::any_of(router.inside.begin(), router.inside.end(), [&](const Inside& other) {
    return other.left > 0 && other.next.port == worm.next.port && other.next.vc == worm.next.vc;
  });
  return worm.left > 0 || !owned;
}

void blame_for_credits(const Hardware& hardware, const ForeignState& router,
                       std::vector<std::string>& result) {
  for (int port = 0; port < hardware.ports(); ++port) {
    for (int vc = 0; vc < hardware.vcs(); ++vc) {
      const ForeignState::Account& input = account(hardware, router, port, vc);
      std::int64_t owed = input.uncredited;
      for (const Inside& worm : router.inside) {
        if (worm.port == port && worm.vc == vc) owed -= worm.inside;
      }
      if (owed <= 0) continue;
      result.push_back(fmt::format(
          "router {} owes {} credit{} to {}: it has passed on {} flits that came there and given {} credits",
          hardware.topology.node_name(router.node), owed, owed == 1 ? "" : "s",
          channel_name(hardware, channel_into(hardware, router.node, port, vc)), input.credited + owed,
          input.credited));
    }
  }
}

/// The front worm of an input VC is unknown unless a worm has begun to leave. A router is therefore blamed
/// only if it could send each worm that may be in front.
void blame_for_worms(const Hardware& hardware, const ForeignState& router,
                     const std::vector<std::string>& phase_names, std::vector<std::string>& result) {
  for (const Inside& worm : router.inside) {
    const bool blamed = std::all_of(router.inside.begin(), router.inside.end(), [&](const Inside& other) {
      if (!same_input(worm, other) || (other.left == 0 && worm.left > 0)) return true;
      if (other.left > 0 && worm.left == 0) return false;
      return may_send(hardware, router, other) && other.worm->number >= worm.worm->number;
    });
    if (!blamed) continue;
    // A router that is not ready after reset loses the first flits.
    const bool early = worm.worm->injected < kFirstCycles;
    result.push_back(fmt::format(
        "router {} does not send {}: {} of its flits wait there for {}, which is free for them and has {} "
        "slots left{}",
        hardware.topology.node_name(router.node), message_name(hardware, *worm.worm, phase_names),
        worm.inside, channel_name(hardware, worm.next), room(hardware, router, worm.next.port, worm.next.vc),
        early ? fmt::format("; it left its node in cycle {}, perhaps before the router was ready "
                            "(QUIET_CYCLES of torusim_add_router)",
                            worm.worm->injected)
              : ""));
  }
}

/// A sentence for every input channel whose credits the router does not return, and for every worm that it
/// could send but does not.
std::vector<std::string> blame_foreign_routers(const Hardware& hardware,
                                               const std::vector<ForeignState>& routers,
                                               const std::vector<std::string>& phase_names) {
  std::vector<std::string> result;
  for (ForeignState router : routers) {
    // The order makes the report independent of the order of the router's worms.
    std::sort(router.inside.begin(), router.inside.end(), [](const Inside& a, const Inside& b) {
      return std::tie(a.port, a.vc, a.worm->number) < std::tie(b.port, b.vc, b.worm->number);
    });
    blame_for_credits(hardware, router, result);
    // Heads of the other modes wait for more than one slot.
    if (!hardware.buffers_whole_worms()) blame_for_worms(hardware, router, phase_names, result);
  }
  return result;
}

/// With adaptive routing heads wait for no particular channel; the report gives their positions.
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
      continue;  // the head has been ejected
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
