#pragma once
/// The conditions for a head under switching modes that keep whole worms in a buffer (docs/router.md,
/// Switching).

#include <cstdint>
#include <vector>

#include "models/fast/credit.h"
#include "models/fast/slabs.h"
#include "models/fast/views.h"

namespace torusim::fast {

// The lengths of the worms that have last entered each output VC, for bubble flow control.
//
// Flits are credited in the order in which they were sent. So the far buffer holds flits of the last n worms
// only, exactly when no more flits are in flight than those worms have. Packet slots need no count of tails
// among the credits.

class RecentWorms {
 public:
  /// `most`: the maximum of `worms` in flits_of_last().
  RecentWorms(std::size_t outputs, int most)
      : kept_(static_cast<std::size_t>(most) + 1), ends_(outputs * kept_, 0), newest_(outputs, 0) {}

  void add(std::size_t output, std::uint32_t flits) {
    std::uint16_t& newest = newest_[output];
    const std::uint32_t sent = ends_[output * kept_ + newest];
    newest = static_cast<std::uint16_t>(newest + 1u == kept_ ? 0 : newest + 1);
    ends_[output * kept_ + newest] = sent + flits;
  }
  /// The number of flits of the last `worms` worms, or of all if there were fewer.
  std::uint32_t flits_of_last(std::size_t output, int worms) const {
    const std::uint32_t* const ends = &ends_[output * kept_];
    const std::size_t newest = newest_[output], back = static_cast<std::size_t>(worms);
    return ends[newest] - ends[newest >= back ? newest - back : newest + kept_ - back];
  }

 private:
  const std::size_t kept_;
  std::vector<std::uint32_t> ends_;  // [output][kept_]: flits sent by the end of each worm, modulo 2^32
  std::vector<std::uint16_t> newest_;
};

class WholeWorms {
 public:
  /// Conditions at the routers `nodes`.
  WholeWorms(const Hardware& hardware, const NetworkState& state, NodeRange nodes)
      : hardware_(hardware),
        asked_(hardware.buffers_whole_worms()),
        credit_{hardware.reserve, hardware.shared},
        state_(state),
        first_(nodes.first),
        recent_(hardware.bubbles() ? std::size_t{nodes.size} * hardware.network_ports() * hardware.vcs() : 0,
                hardware.packet_slots - 1) {}

  /// Whether the hardware has such a switching mode. If not, the mode adds no condition for heads.
  bool asked() const { return asked_; }
  /// Whether the mode lets the head at the front of `input` go. Cut-through needs room for the whole worm at
  /// the next router. Store and forward needs the whole worm in this buffer. Bubble flow control needs packet
  /// slots of the ring. `came`: the items of this cycle that the counters do not include yet, a word of each
  /// set.
  bool may_go(const RouterView& router, const std::uint64_t* came, VcIndex input) const;

  /// Whether enters() must be called.
  bool counts() const { return hardware_.bubbles(); }
  /// The head of a worm of `flits` flits leaves by an output VC.
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
