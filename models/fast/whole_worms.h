#pragma once
/// The conditions for a head under switching modes that keep whole worms in a buffer (docs/router.md,
/// Switching).

#include "models/fast/credit.h"
#include "models/fast/recent_worms.h"
#include "models/fast/slabs.h"
#include "models/fast/views.h"

namespace torusim::fast {

class WholeWorms {
 public:
  /// Of the routers `nodes`.
  WholeWorms(const Hardware& hardware, const NetworkState& state, NodeRange nodes)
      : hardware_(hardware),
        asked_(hardware.buffers_whole_worms()),
        credit_{hardware.reserve, hardware.shared},
        state_(state),
        first_(nodes.first),
        recent_(hardware.bubbles() ? std::size_t{nodes.size} * hardware.network_ports() * hardware.vcs() : 0,
                hardware.packet_slots - 1) {}

  /// Whether this hardware has such a mode. If not, every head may go.
  bool asked() const { return asked_; }
  /// Cut-through asks for room for the whole worm at the next router, store and forward for the whole worm
  /// here, bubble flow control for packet slots of a ring. `came`: what has come to the router in this cycle
  /// and is still to be counted, a word of each set.
  bool may_go(const RouterView& router, const std::uint64_t* came, VcIndex input) const;

  /// Whether enters() is to be called.
  bool counts() const { return hardware_.bubbles(); }
  /// The head of a worm of so many flits leaves by an output VC.
  void enters(NodeId node, int port, int vc, std::uint32_t flits) {
    if (port < hardware_.network_ports()) recent_.add(output(node, port, vc), flits);
  }

 private:
  std::size_t output(NodeId node, int port, int vc) const {
    return (std::size_t(node - first_) * hardware_.network_ports() + port) * hardware_.vcs() + vc;
  }

  const Hardware& hardware_;
  const bool asked_;
  const CreditRule credit_;
  const NetworkState& state_;
  const NodeId first_;
  RecentWorms recent_;
};

}  // namespace torusim::fast
