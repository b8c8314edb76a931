#pragma once
/// The gates of a slab's output channels (docs/router.md, Gates), as routers ask them.

#include "models/contract/phase_gates.h"
#include "models/contract/worm.h"
#include "models/fast/views.h"

namespace torusim::fast {

class HeadGates {
 public:
  /// `gates`: null if channels have none.
  HeadGates(PhaseGates* gates, const WormTable& worms) : gates_(gates), worms_(worms) {}

  bool on() const { return gates_ != nullptr; }
  /// Whether the head at the front of the buffer may enter the channel that it wants. Only if there are
  /// gates.
  template <typename View>
  bool admits(const View& router, const VirtualChannel& channel) const {
    const std::uint32_t message = worms_[router.cold(channel).worm].number;
    return gates_->admits(router.node(), router.out_port(channel), message);
  }
  /// The tail at the front of the buffer leaves. Only if there are gates.
  template <typename View>
  void pass(const View& router, const VirtualChannel& channel) const {
    gates_->pass(router.node(), router.out_port(channel));
  }

 private:
  PhaseGates* const gates_;
  const WormTable& worms_;
};

}  // namespace torusim::fast
