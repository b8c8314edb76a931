#include "models/fast/whole_worms.h"

#include "models/fast/counters.h"

namespace torusim::fast {

bool WholeWorms::may_go(const RouterView& router, const std::uint64_t* came, VcIndex input) const {
  const VirtualChannel& channel = router.channel(input);
  const auto flits = static_cast<int>(channel.left);
  const auto counted = [&](VcIndex vc) {
    return counter_value(router.digits(vc.word), router.digit_count(), vc.bit) +
           static_cast<int>((came[vc.word] >> vc.bit) & 1);
  };
  if (hardware_.switching == Switching::kStoreAndForward) return counted(input) >= flits;
  const VcIndex out = router.output_of(channel);
  const int free = counted(out) - state_.layout().bias;
  const int in_flight = state_.layout().slots - free;
  const int port = router.port_at(out);
  if (const int asked = hardware_.packet_slots_asked(router.port_at(input), port); asked > 0) {
    const std::size_t to = output(router.node(), port, router.vc_at(out));
    return in_flight <= static_cast<int>(recent_.flits_of_last(to, hardware_.packet_slots - asked));
  }
  return credit_.room(in_flight, router.cold_port(port).shared_used) >= flits;
}

}  // namespace torusim::fast
