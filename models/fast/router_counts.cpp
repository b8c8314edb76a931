#include "models/fast/router_counts.h"

#include "models/fast/counters.h"

namespace torusim::fast {
namespace {

/// A mask of the lower half of every `2 * width` bits.
constexpr std::uint64_t lower_halves(int width) {
  return ~std::uint64_t{0} / ((std::uint64_t{1} << width) + 1);
}

/// Adds counters (counters.h) of `size` digits; the sums have one digit more.
[[gnu::always_inline]] inline void add(std::uint64_t* sums, int size, const std::uint64_t* others, int shift,
                                       std::uint64_t mask) {
  std::uint64_t carry = 0;
  for (int b = 0; b < size; ++b) {
    const std::uint64_t x = sums[b] & mask, y = (others[b] >> shift) & mask, either = x ^ y;
    sums[b] = either ^ carry;
    carry = (x & y) | (either & carry);
  }
  sums[size] = carry;
}

}  // namespace

template <typename View>
RouterCounts<View>::RouterCounts(const Hardware& hardware, const NetworkState& state,
                                 const RouteTable& routes, Slab& slab, const HeadGates& gates)
    : hardware_(hardware),
      state_(state),
      routes_(routes),
      slab_(slab),
      gates_(gates),
      counts_(slab.counts),
      stalled_(counts_, on() ? std::size_t{slab.size} * state.layout().words : 0) {
  if (!on()) return;
  const std::size_t words = std::size_t{slab.size} * state.layout().words;
  peak_digits_ = state.layout().digits + state.layout().port_bits;
  peaks_.resize(words * peak_digits_);
}

template <typename View>
void RouterCounts<View>::note_ready(Batch<View>& batch) const {
  for (int r = 0; r < batch.size; ++r) {
    const Work<View>& work = batch.work[r];
    // All words, busy or not, because preempted() reads every VC of a port.
    for (int w = 0; w < work.router.words(); ++w) {
      batch.stalls[r].ready[w] = work.gone[w];
      batch.stalls[r].held[w] = 0;
    }
  }
  const bool whole = !View::kLean && hardware_.switching == Switching::kStoreAndForward;
  for (const auto head : batch.heads.all()) {
    const Work<View>& work = batch.work_of(head);
    Stalls<View>& stalls = batch.stalls[head.router()];
    const VcIndex input = head.place(), output = work.router.output_of(work.router.channel(input));
    std::uint64_t owned = (work.router.sets(output.word).allocated >> output.bit) & 1;
    if (!View::kLean && gates_.on()) owned |= gates_.admits(work.router, work.router.channel(input)) ? 0 : 1;
    std::uint64_t held = owned << input.bit;
    if (whole) {
      // The head waits for its own flits, not for another worm.
      const std::uint64_t room = (work.present[output.word] >> output.bit) & 1;
      const std::uint64_t ready = (stalls.ready[input.word] >> input.bit) & 1;
      held |= (room & ~owned & ~ready & 1) << (input.bit + Layout::kOutputs);
    }
    stalls.held[input.word] |= held;
  }
}

template <typename View>
void RouterCounts<View>::count(Cycle now, Batch<View>& batch) {
  for (int r = 0; r < batch.size; ++r) {
    const Work<View>& work = batch.work[r];
    const Stalls<View>& stalls = batch.stalls[r];
    for (const int w : work.busy.all()) {
      const std::uint64_t stall = work.present[w] & ~work.gone[w] & Layout::kInputs;
      const std::uint64_t allocation = stalls.held[w] & stall, lost = stalls.ready[w] & stall;
      const std::uint64_t credit = stall & ~(allocation | lost | stalls.held[w] >> Layout::kOutputs);
      const std::uint64_t preempted =
          hardware_.classes > 1 && lost != 0 ? this->preempted(work, stalls, w, lost) : 0;
      change(now, work.router, w,
             {{allocation | credit << Layout::kOutputs, preempted | (lost ^ preempted) << Layout::kOutputs}});
    }
    look_at_buffers(now, work.router, work.came);
  }
}

/// The flits among `lost` (ready, without a grant) that lost to a more urgent flit, in SA-1 at their input or
/// in SA-2 at their output.
template <typename View>
std::uint64_t RouterCounts<View>::preempted(const Work<View>& work, const Stalls<View>& stalls, int word,
                                            std::uint64_t lost) const {
  const View& router = work.router;
  const auto most_urgent = [&](int port, const std::uint64_t* set, int shift) {
    for (int w = router.output(port, 0).word; w <= router.output(port, hardware_.vcs() - 1).word; ++w) {
      const std::uint64_t here = set[w] << shift & router.outputs(port, w);
      if (here != 0) return hardware_.vc_class(router.vc_at({w, std::countr_zero(here)}));
    }
    return hardware_.classes;
  };
  std::uint64_t result = 0;
  for (const int i : bits(lost)) {
    const VcIndex input{word, i};
    const int its_class = hardware_.vc_class(router.vc_at(input));
    const bool urgent = most_urgent(router.port_at(input), stalls.ready, Layout::kOutputs) < its_class ||
                        most_urgent(router.out_port(router.channel(input)), work.gone, 0) < its_class;
    result |= std::uint64_t{urgent} << i;
  }
  return result;
}

template <typename View>
void RouterCounts<View>::turn(Cycle now, const View& router, VcIndex input) {
  const std::uint64_t others = ~(input.mask() | input.mask() << Layout::kOutputs);
  const auto& was = stalled_[word_of(router, input.word)].halves;
  change(now, router, input.word, {{was[0] & others, was[1] & others}});
}

/// What the worms in the sets of a word stall for. The halves are for allocation and credits, and for
/// preemption and arbitration.
template <typename View>
auto RouterCounts<View>::stall_of(const View& router, int word) const {
  return [this, &router, word](std::size_t half, int i) {
    const VcIndex input{word, i % Layout::kOutputs};
    return StallSets::Stall{counts_.id(router.node(), router.out_port(router.channel(input))),
                            static_cast<StallCause>(2 * static_cast<int>(half) + i / Layout::kOutputs)};
  };
}

template <typename View>
void RouterCounts<View>::change(Cycle now, const View& router, int word, const StallSets::Pair& stalled) {
  stalled_.change(now, word_of(router, word), stalled, stall_of(router, word));
}

template <typename View>
void RouterCounts<View>::repeat(NodeId node, const StallSets::Sleep& sleep) {
  const View router(state_, node);
  for (int w = 0; w < router.words(); ++w) {
    stalled_.repeat(word_of(router, w), sleep, stall_of(router, w));
  }
}

/// Compares the flits in the buffers of each port with the port's peak.
template <typename View>
void RouterCounts<View>::look_at_buffers(Cycle now, const View& router, const std::uint64_t* came) {
  const bool two_words = View::kWords != 1 && (1 << router.port_bits()) > Layout::kOutputs;
  for (int w = 0; w < router.words(); w += two_words ? 2 : 1) {
    std::uint64_t sums[kMaxDigits], more[kMaxDigits];
    if (((came[w] | (two_words ? came[w + 1] : 0)) & Layout::kInputs) == 0) continue;
    int size = flits_of_ports(router, w, came[w], sums);
    if (two_words) {
      flits_of_ports(router, w + 1, came[w + 1], more);
      add(sums, size++, more, 0, 1);
    }
    std::uint64_t* const peaks = &peaks_[word_of(router, w) * peak_digits_];
    std::uint64_t higher = 0, equal = ~std::uint64_t{0};
    for (int b = size; b-- > 0;) {
      higher |= equal & sums[b] & ~peaks[b];
      equal &= ~(sums[b] ^ peaks[b]);
    }
    if (higher == 0) continue;
    for (int b = 0; b < size; ++b) peaks[b] = (peaks[b] & ~higher) | (sums[b] & higher);
    for (const int i : bits(higher)) {
      counts_.peak(feeder(router, router.port_at({w, i})), counter_value(sums, size, i), now + 1);
    }
  }
}

/// Sums the flits in the buffers of a word, arrivals of this cycle included. Each port's sum over its VCs in
/// the word is at the bit of the first one. Returns the number of digits of the sums.
template <typename View>
[[gnu::always_inline]] inline int RouterCounts<View>::flits_of_ports(const View& router, int word,
                                                                     std::uint64_t came,
                                                                     std::uint64_t* sums) const {
  const std::uint64_t* const digits = router.digits(word);
  int size = router.digit_count();
  std::uint64_t carry = came & Layout::kInputs;
  for (int b = 0; b < size; ++b) {
    const std::uint64_t digit = digits[b] & Layout::kInputs;
    sums[b] = digit ^ carry;
    carry &= digit;
  }
  for (int bit = 0; bit < router.port_bits() && 1 << bit < Layout::kOutputs; ++bit) {
    add(sums, size++, sums, 1 << bit, lower_halves(1 << bit));
  }
  return size;
}

/// The channel that ends at an input port.
template <typename View>
ChannelId RouterCounts<View>::feeder(const View& router, int in) const {
  const bool network = in < hardware_.network_ports();
  return network ? counts_.id(slab_.node(router.peer(in)), router.peer_port(in))
                 : counts_.id(router.node(), in + hardware_.alpha);
}

template <typename View>
bool RouterCounts<View>::owned(const View& router, int out) const {
  for (int w = router.output(out, 0).word; w <= router.output(out, hardware_.vcs() - 1).word; ++w) {
    if ((router.sets(w).allocated & router.outputs(out, w)) != 0) return true;
  }
  return false;
}

template <typename View>
void RouterCounts<View>::head(Cycle now, const View& router, const VirtualChannel& channel) const {
  counts_.head(counts_.id(router.node(), router.out_port(channel)), now + 1,
               owned(router, router.out_port(channel)));
}

template <typename View>
void RouterCounts<View>::tail(Cycle now, const View& router, const VirtualChannel& channel) const {
  counts_.tail(counts_.id(router.node(), router.out_port(channel)), now + 1,
               routes_.flits(router.cold(channel).worm), owned(router, router.out_port(channel)));
}

template <typename View>
bool RouterCounts<View>::finish(Cycle last) {
  bool streams = false;
  for (NodeId node = slab_.first; node != slab_.end(); ++node) {
    const View router(state_, node);
    const bool asleep = router.head().has(RouterHead::kStreaming);
    for (int w = 0; w < router.words(); ++w) {
      const std::uint64_t streaming = asleep ? router.streams(w).in & Layout::kInputs : 0;
      streams |= streaming != 0;
      for (const int i : bits(router.sets(w).allocated & Layout::kInputs)) {
        const VirtualChannel& channel = router.channel(VcIndex{w, i});
        std::uint32_t gone = routes_.flits(router.cold(channel).worm) - channel.left;
        if ((streaming >> i & 1) != 0) gone += static_cast<std::uint32_t>(last - router.sleep().asleep_since);
        counts_.unfinished(counts_.id(node, router.out_port(channel)), gone);
      }
      change(last + 1, router, w, {});
    }
  }
  return streams;
}

template class RouterCounts<PackedView<1>>;
template class RouterCounts<PackedView<2>>;
template class RouterCounts<PackedView<2, true>>;
template class RouterCounts<PackedView<4>>;
template class RouterCounts<RouterView>;

}  // namespace torusim::fast
