#include "models/watch/foreign_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "models/watch/deadlock.h"

namespace torusim {
namespace {

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

/// Which of several worms of an input VC is in front is not known unless one has begun to leave; so a router
/// is blamed when it could send any that may be.
void blame_for_worms(const Hardware& hardware, const ForeignState& router,
                     const std::vector<std::string>& phase_names, std::vector<std::string>& result) {
  for (const Inside& worm : router.inside) {
    const bool blamed = std::all_of(router.inside.begin(), router.inside.end(), [&](const Inside& other) {
      if (!same_input(worm, other) || (other.left == 0 && worm.left > 0)) return true;
      if (other.left > 0 && worm.left == 0) return false;
      return may_send(hardware, router, other) && other.worm->number >= worm.worm->number;
    });
    if (!blamed) continue;
    // A router that is not ready yet loses what comes first.
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

}  // namespace

std::vector<std::string> blame_foreign_routers(const Hardware& hardware,
                                               const std::vector<ForeignState>& routers,
                                               const std::vector<std::string>& phase_names) {
  std::vector<std::string> result;
  for (ForeignState router : routers) {
    // So that the report does not depend on how the router's worms are kept.
    std::sort(router.inside.begin(), router.inside.end(), [](const Inside& a, const Inside& b) {
      return std::tie(a.port, a.vc, a.worm->number) < std::tie(b.port, b.vc, b.worm->number);
    });
    blame_for_credits(hardware, router, result);
    // Heads of the other modes wait for more than one slot.
    if (!hardware.buffers_whole_worms()) blame_for_worms(hardware, router, phase_names, result);
  }
  return result;
}

}  // namespace torusim
