#pragma once
/// Flits and credits on uneven links to the routers of a slab.
///
/// If all links are alike, flits and credits go straight into the inboxes of one later cycle. On uneven links
/// each flit and credit waits here for the cycle of its arrival. Every channel delivers in order, so the
/// arrival of a flit is known when it is sent.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "models/contract/hardware.h"
#include "models/fast/calendar.h"
#include "models/fast/layout.h"
#include "models/fast/stream.h"

namespace torusim::fast {

/// A flit or a credit on an uneven link.
struct LinkItem {
  Cycle arrival;
  NodeId to;               ///< the slab's name of the router; between slabs, the router's number
  std::uint8_t word, bit;  ///< a VcIndex
  WireEvent event;

  VcIndex place() const { return {word, bit}; }
};

class Transit {
 public:
  /// Links of routers first .. first + size - 1, as senders and as receivers. `early`: arrive(now) returns
  /// the items of cycle now + early.
  Transit(const Hardware& hardware, NodeId first, std::size_t size, int early)
      : hardware_(hardware),
        first_(first),
        early_(early),
        horizon_(hardware.hop_delay() + (hardware.slow_links ? kMore : 0)),
        items_(static_cast<int>(horizon_)),
        latest_(hardware.slow_links ? size * static_cast<std::size_t>(hardware.network_ports()) : 0,
                LinkTime::kNoFlit) {}

  /// Arrival cycle of a flit that leaves `node` by `port` and is on the wire in cycle `wire`. Call it once
  /// per flit, in order of departure.
  Cycle flit(Cycle wire, NodeId node, int port) {
    const LinkTime link = hardware_.hop(node, port);
    if (latest_.empty()) return wire + link.delay;
    Cycle& latest = this->latest(node, port);
    return latest = link.arrival(wire, latest);
  }
  /// Arrival cycle of the latest flit on a channel. REQUIRES: some link is slow.
  Cycle& latest(NodeId node, int port) {
    const auto ports = static_cast<std::size_t>(hardware_.network_ports());
    return latest_[static_cast<std::size_t>(node - first_) * ports + static_cast<std::size_t>(port)];
  }
  /// Arrival cycle of a credit for the channel that enters by `port`; credits never queue.
  Cycle credit(Cycle wire, NodeId node, int port) const { return wire + hardware_.hop(node, port).delay; }

  /// Adds an item; arrive(now) must not have been called yet.
  void add(Cycle now, const LinkItem& item) { items_.add(std::min(item.arrival, now + horizon_), item); }
  /// Calls `visit(item)` for the items that arrive `early` cycles after `now`.
  template <typename Visit>
  void arrive(Cycle now, Visit visit) {
    for (const LinkItem& item : items_.take(now + early_)) {
      if (item.arrival == now + early_) {
        visit(item);
      } else {
        add(now + early_, item);
      }
    }
  }
  Cycle arriving(Cycle now) const { return now + early_; }
  std::size_t due(Cycle now) const { return items_.due(now + early_).size(); }
  /// A cycle before which nothing can arrive.
  Cycle next_due(Cycle now) const { return items_.next_due(now + early_); }

 private:
  /// A flit that queues for more than this many cycles is added to the calendar again.
  static constexpr int kMore = 64;

  const Hardware hardware_;
  const NodeId first_;
  const int early_;
  const Cycle horizon_;
  Calendar<LinkItem> items_;
  std::vector<Cycle> latest_;  // arrival on each channel from here; empty: no link is slow
};

}  // namespace torusim::fast
