#pragma once
/// The conditions for a head under switching modes that keep whole worms in a buffer (docs/router.md,
/// Switching).

#include "models/fast/credit.h"
#include "models/fast/views.h"

namespace torusim::fast {

class WholeWorms {
 public:
  WholeWorms(const Hardware& hardware, const NetworkState& state)
      : switching_(hardware.switching),
        asked_(hardware.buffers_whole_worms()),
        credit_{hardware.reserve, hardware.shared},
        state_(state) {}

  /// Whether this hardware has such a mode. If not, every head may go.
  bool asked() const { return asked_; }
  /// Cut-through asks for room for the whole worm at the next router, store and forward for the whole worm
  /// here. `came`: what has come to the router in this cycle and is still to be counted, a word of each set.
  bool may_go(const RouterView& router, const std::uint64_t* came, Place input) const;

 private:
  const Switching switching_;
  const bool asked_;
  const CreditRule credit_;
  const NetworkState& state_;
};

}  // namespace torusim::fast
