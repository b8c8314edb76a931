#pragma once
/// The gates of a slab's output channels (docs/router.md, Gates), as routers ask them.

#include "models/contract/phase_gates.h"
#include "models/contract/worm.h"
#include "models/fast/views.h"

namespace torusim::fast {

class HeadGates {
 public:
  /// `gates`: null if channels have no gates.
  HeadGates(PhaseGates* gates, const WormTable& worms) : gates_(gates), worms_(worms) {}

  bool on() const { return gates_ != nullptr; }
  /// Whether the gate of the channel that the head at the front of the buffer wants admits it. Call it only
  /// if on().
  template <typename View>
  bool admits(const View& router, const VirtualChannel& channel) const {
    const std::uint32_t message = worms_[router.cold(channel).worm].number;
    return gates_->admits(router.node(), router.out_port(channel), message);
  }
  /// Tells the gate that the tail at the front of the buffer leaves. Call it only if on().
  template <typename View>
  void pass(const View& router, const VirtualChannel& channel) const {
    gates_->pass(router.node(), router.out_port(channel));
  }

 private:
  PhaseGates* const gates_;
  const WormTable& worms_;
};

}  // namespace torusim::fast
