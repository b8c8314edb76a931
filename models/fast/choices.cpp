#include "models/fast/choices.h"

#include <algorithm>
#include <bit>

#include "models/fast/counters.h"

namespace torusim::fast {

template <typename View>
Choices<View>::Choices(const Hardware& hardware, const NetworkState& state, const WormTable& worms,
                       const RouteTable& routes, const Slab& slab)
    : hardware_(hardware),
      state_(state),
      worms_(worms),
      routes_(routes),
      slab_(slab),
      on_(hardware.adaptive),
      whole_(hardware.switching == Switching::kCutThrough),
      credit_{hardware.reserve, hardware.shared},
      adaptive_lane_(on_ ? hardware.escape_lanes() : 0),
      buffers_(std::size_t(hardware.ports()) * hardware.vcs()),
      waiting_(on_ ? buffers_ * std::size_t(slab.size) : 0) {}

template <typename View>
void Choices<View>::choose(Cycle now, Batch<View>& batch, RouterCounts<View>& counts) {
  for (const auto head : batch.heads.all()) {
    Work<View>& work = batch.work_of(head);
    const View& router = work.router;
    const VcIndex input = head.place();
    VirtualChannel& channel = router.channel(input);
    Waiting& waiting = this->waiting(router, input);
    const bool waits = (router.sets(input.word).routed & input.mask()) != 0;
    if (!waits) come(router, input, waiting);
    const OutputVc out = choice(work, input, waiting);
    const VcIndex output = router.output(out.port, out.vc);
    if (waits && counts.on() && router.out_port(channel) != out.port) counts.turn(now, router, input);
    channel.next = router.peer(out.port);
    router.lead(channel, output, router.input(router.peer_port(out.port), out.vc));
  }
}

/// Computes the minimal ports and the escape VC of a head that has come to the front of its buffer.
template <typename View>
void Choices<View>::come(const View& router, VcIndex input, Waiting& waiting) {
  VirtualChannel& channel = router.channel(input);
  ColdChannel& cold = router.cold(channel);
  cold.worm = cold.ring()[cold.front];
  channel.left = routes_.flits(cold.worm);
  router.sets(input.word).routed |= input.mask();
  const int first_vc = hardware_.vc(hardware_.vc_class(router.vc_at(input)), 0);
  const Worm& worm = worms_[cold.worm];
  if (worm.destination == router.node()) {
    waiting.count = 0;
    waiting.escape_port = u8(hardware_.network_ports() + worm.ejection_channel);
    waiting.escape_vc = u8(first_vc);
    return;
  }
  const MinimalPorts minimal(hardware_, router.node(), worm.destination);
  waiting.count = u8(static_cast<int>(minimal.ports().size()));
  std::copy(minimal.ports().begin(), minimal.ports().end(), waiting.ports.begin());
  waiting.escape_port = u8(minimal.escape_port());
  waiting.escape_vc = u8(first_vc + minimal.escape_lane());
}

/// The number of flits that all VCs of a port may still send, plus a constant.
template <typename View>
int Choices<View>::sendable(const Work<View>& work, int port) const {
  const View& router = work.router;
  int flits = 0;
  for (int w = router.output(port, 0).word; w <= router.output(port, hardware_.vcs() - 1).word; ++w) {
    const std::uint64_t outputs = router.outputs(port, w);
    for (int d = 0; d < router.digit_count(); ++d) {
      flits += std::popcount(router.digits(w)[d] & outputs) << d;
    }
    flits += std::popcount(work.came[w] & outputs);
  }
  return flits;
}

template <typename View>
bool Choices<View>::takes(const Work<View>& work, VcIndex input, VcIndex output, int in_flight) const {
  const View& router = work.router;
  const bool free = (router.sets(output.word).allocated & output.mask()) == 0;
  if (!free || (work.present[output.word] & output.mask()) == 0) return false;
  const auto flits = static_cast<std::int64_t>(router.channel(input).left);
  if (!fits_adaptive(in_flight, flits, hardware_.reserve)) return false;
  const int port = router.port_at(output);
  return !whole_ || credit_.room(in_flight, router.cold_port(port).shared_used) >= flits;
}

/// The output VC that a head requests. Among equals the first minimal port wins, then the lowest lane.
template <typename View>
OutputVc Choices<View>::choice(const Work<View>& work, VcIndex input, const Waiting& waiting) const {
  const View& router = work.router;
  OutputVc best{waiting.escape_port, waiting.escape_vc};
  const int first = hardware_.vc(hardware_.vc_class(router.vc_at(input)), 0);
  int most_sendable = -1;
  for (int i = 0; i < waiting.count; ++i) {
    const int port = waiting.ports[static_cast<std::size_t>(i)];
    const int sendable = this->sendable(work, port);
    if (sendable <= most_sendable) continue;
    int most_free = -1;
    for (int vc = first + adaptive_lane_; vc < first + hardware_.lanes; ++vc) {
      const VcIndex output = router.output(port, vc);
      const int free = counter_value(router.digits(output.word), router.digit_count(), output.bit) +
                       static_cast<int>((work.came[output.word] >> output.bit) & 1) - state_.layout().bias;
      if (free <= most_free || !takes(work, input, output, state_.layout().slots - free)) continue;
      most_free = free;
      most_sendable = sendable;
      best = {port, vc};
    }
  }
  return best;
}

template class Choices<PackedView<1>>;
template class Choices<PackedView<2>>;
template class Choices<PackedView<4>>;
template class Choices<RouterView>;
template class Choices<PackedView<2, true>>;

}  // namespace torusim::fast
