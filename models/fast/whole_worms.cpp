#include "models/fast/whole_worms.h"

#include "models/fast/counters.h"

namespace torusim::fast {

bool WholeWorms::may_go(const RouterView& router, const std::uint64_t* came, Place input) const {
  const VirtualChannel& channel = router.channel(input);
  const auto flits = static_cast<int>(channel.left);
  const auto counted = [&](Place vc) {
    return counter_value(router.digits(vc.word), router.digit_count(), vc.bit) +
           static_cast<int>((came[vc.word] >> vc.bit) & 1);
  };
  if (switching_ == Switching::kStoreAndForward) return counted(input) >= flits;
  const int free = counted(router.output_of(channel)) - state_.layout().bias;
  const int in_flight = state_.layout().slots - free;
  return credit_.room(in_flight, router.cold_port(router.out_port(channel)).shared_used) >= flits;
}

}  // namespace torusim::fast
