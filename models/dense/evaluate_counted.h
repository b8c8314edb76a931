#pragma once
/// A cycle of all routers of a block that also counts for sums of channels (models/contract/channel_sums.h),
/// if there is a tally.
///
/// The parts of the cycle are separate functions: as one function they take twice as long to compile.

#include "models/dense/evaluate.h"
#include "models/dense/shapes.h"
#include "models/dense/tally.h"

namespace torusim::dense {

/// total += latest; latest = number.
template <int n, typename V>
[[gnu::noinline, gnu::flatten]] static void count(Counter<n, V>& counter, const V (&number)[n]) {
  // Beyond these planes a carry is rare.
  constexpr int kUsual = sizeof(V) == sizeof(Bits) ? 8 : 10, kAll = Counter<n, V>::total_bits;
  V carry{};
  unrolled<n>([&](auto i) {
    const V a = counter.total[i], b = counter.latest[i], either = a ^ b;
    counter.total[i] = either ^ carry;
    carry = (a & b) | (carry & either);
    counter.latest[i] = number[i];
  });
  const auto carry_on = [&](auto i) {
    const V a = counter.total[i];
    counter.total[i] = a ^ carry;
    carry &= a;
  };
  unrolled<kUsual - n>([&](auto i) { carry_on(std::integral_constant<int, n + i>{}); });
  if (words_not_zero(carry) == 0) return;
  unrolled<kAll - kUsual>([&](auto i) { carry_on(std::integral_constant<int, kUsual + i>{}); });
}
template <typename V>
static void count(Counter<1, V>& counter, V bit) {
  const V number[1] = {bit};
  count(counter, number);
}

/// number += other, modulo 2^n.
template <int n, typename V>
static void add_number(V (&number)[n], const V (&other)[n]) {
  V carry{};
  unrolled<n>([&](auto i) {
    const V a = number[i], b = other[i], either = a ^ b;
    number[i] = either ^ carry;
    carry = (a & b) | (carry & either);
  });
}

/// highest = max(highest, latest); latest = number.
template <int n, typename V>
[[gnu::noinline, gnu::flatten]] static void look_at(Level<n, V>& level, const V (&number)[n]) {
  V higher{}, equal = ~V{};
  unrolled<n>([&](auto i) {
    constexpr int b = n - 1 - i;
    higher |= equal & level.latest[b] & ~level.highest[b];
    equal &= ~(level.latest[b] ^ level.highest[b]);
  });
  if (words_not_zero(higher) != 0) {
    unrolled<n>([&](auto i) { level.highest[i] = select(higher, level.latest[i], level.highest[i]); });
  }
  unrolled<n>([&](auto i) { level.latest[i] = number[i]; });
}

template <typename Shape, typename V>
class CountedCycle : BlockCycle<Shape, V> {
  using Base = BlockCycle<Shape, V>;
  using T = Tally<Shape, V>;
  using OfClass = ClassPlanes<Shape, V>;
  static constexpr int kNetworkPorts = Shape::network_ports, kPorts = Shape::ports, kLocal = Shape::local;

 public:
  /// `tally`: null without counts.
  CountedCycle(Block<Shape, V>* blocks, T* tally, const WholeWormsOf<Shape, V>* worms,
               const BlockContext& lines, std::ptrdiff_t number)
      : Base(blocks, worms, lines, number), tally_(tally) {}

  /// Returns the routers in which a flit has moved; none without counts.
  V run() {
    this->look_at_outputs();
    this->put_forward();
    this->grant();
    const bool counts = tally_ != nullptr;
    if (counts) {
      count_stalls();
      look_at_buffers();
    }
    unrolled<kPorts>([&](auto in) { this->template depart<in>(); });
    V held{};
    this->each_class([&](auto c) {
      const auto& interface = this->block_.of_class[c].interface;
      held |= interface.sending & interface.started;
    });
    this->inject();
    const V injected = this->injected();
    if (counts) count(tally_->injection_stalls, held & ~injected);
    unrolled<kNetworkPorts>([&](auto out) { this->template send<out>(); });
    this->eject();
    return counts ? count_flits(injected) : V{};
  }

 private:
  /// A flit at the front of a buffer that does not leave stalls. The causes are: another worm owns a head's
  /// output VC (allocation), no credit (credit), and the departure of a flit of a more urgent class
  /// (preemption) or of the same class (arbitration). A head that waits for its own flits does not stall.
  [[gnu::noinline, gnu::flatten]] void count_stalls() {
    V number[kPorts][T::causes][T::stall_bits] = {};
    V ready_so_far[kPorts] = {}, left_so_far[kPorts] = {};  // sums over more urgent classes
    this->each_class([&](auto c) {
      V lost[kPorts][2], held[kPorts][2], held_heads[kPorts][2], ready_of_class[kPorts] = {};
      unrolled<kPorts>([&](auto in) {
        unrolled<Base::lanes(in)>([&](auto lane) {
          const auto& vc = this->block_.of_class[c].inputs[2 * in + lane];
          const V ready = this->template ready<in, lane>(c),
                  gone = this->forward_[c][in][lane] & this->passes_[in];
          ready_of_class[in] |= ready;
          lost[in][lane] = ready & ~gone;
          held[in][lane] = not_zero(vc.occupied) & ~ready;
          if (this->lines_.switching == Switching::kStoreAndForward)
            held[in][lane] &= ~this->template has_way<in, lane>(c);
          held_heads[in][lane] = held[in][lane] & ~vc.started;
        });
      });
      unrolled<kPorts>([&](auto out) {
        const V owned = owner<out>(c);
        auto& causes = number[out];
        unrolled<Shape::inputs_of(out)>([&](auto i) {
          constexpr int in = Shape::input_of(out, i);
          unrolled<Base::lanes(in)>([&](auto lane) {
            const V wants = this->block_.of_class[c].inputs[2 * in + lane].wants[out];
            V its_owner = owned;
            if constexpr (lane == 1 && Shape::straight(in, out))
              its_owner = this->block_.of_class[c].outputs[out][1].owned;
            const V waits = held[in][lane] & wants,
                    waits_for_owner = held_heads[in][lane] & wants & its_owner;
            V lost_to_equal = lost[in][lane] & wants;
            if constexpr (Base::kHasClasses) {
              const V preempted = lost_to_equal & (ready_so_far[in] | left_so_far[out]);
              increment(causes[T::preemption], preempted);
              lost_to_equal &= ~preempted;
            }
            increment(causes[T::allocation], waits_for_owner);
            increment(causes[T::credit], waits & ~waits_for_owner);
            increment(causes[T::arbitration], lost_to_equal);
          });
        });
      });
      if constexpr (Base::kHasClasses) {
        unrolled<kPorts>([&](auto port) {
          ready_so_far[port] |= ready_of_class[port];
          left_so_far[port] |= this->leaves(c, port);
        });
      }
    });
    unrolled<kPorts>([&](auto out) {
      unrolled<T::causes>([&](auto cause) { count(tally_->stalls[out][cause], number[out][cause]); });
    });
  }

  /// The routers where a worm owns the output VC of a head from another dimension; the dateline decides its
  /// lane.
  template <int out>
  V owner(int c) const {
    const OfClass& planes = this->block_.of_class[c];
    if constexpr (out == kLocal) {
      return planes.ejection_owned;
    } else {
      return select(this->block_.dateline[out], planes.outputs[out][1].owned, planes.outputs[out][0].owned);
    }
  }

  [[gnu::noinline, gnu::flatten]] void look_at_buffers() {
    unrolled<kPorts>([&](auto in) {
      V number[T::level_bits] = {};
      this->each_class([&](auto c) {
        const auto* const vcs = this->block_.of_class[c].inputs + 2 * in;
        V of_class[T::level_bits] = {}, carry{};
        unrolled<Shape::slot_bits>([&](auto i) {
          const V a = vcs[0].occupied[i];
          V b{};
          if constexpr (in != kLocal) b = vcs[1].occupied[i];
          of_class[i] = a ^ b ^ carry;
          carry = (a & b) | (carry & (a ^ b));
        });
        of_class[Shape::slot_bits] = carry;
        add_number(number, of_class);
      });
      look_at(tally_->levels[in], number);
    });
  }

  V injected() const {
    V injected{};
    this->each_class([&](auto c) { injected |= this->block_.of_class[c].interface.injected; });
    return injected;
  }

  [[gnu::noinline, gnu::flatten]] V count_flits(const V& injected) {
    V moved = injected, owned[kPorts] = {}, injecting = injected;
    this->each_class([&](auto c) {
      const OfClass& planes = this->block_.of_class[c];
      unrolled<kNetworkPorts>(
          [&](auto out) { owned[out] |= planes.outputs[out][0].owned | planes.outputs[out][1].owned; });
      owned[kLocal] |= planes.ejection_owned;
      injecting |= planes.interface.started;
    });
    unrolled<kPorts>([&](auto out) {
      count(tally_->flits[out], this->leaves_[out]);
      count(tally_->busy[out], this->leaves_[out] | owned[out]);  // a tail has already released its VC
      moved |= this->leaves_[out];
    });
    count(tally_->flits[T::injection], injected);
    count(tally_->busy[T::injection], injecting);
    count(tally_->injection_tails,
          load<V>(this->lines_.events + Event<Shape>::injection_tails * this->lines_.words + this->word_));
    return moved;
  }

  T* const tally_;
};

template <typename Shape, typename V>
[[gnu::flatten]] void evaluate_counted(void* blocks, int count, const BlockContext& lines) {
  auto* const block = static_cast<Block<Shape, V>*>(blocks);
  auto* const tallies = static_cast<Tally<Shape, V>*>(lines.tallies);
  const BlockContext own = lines;
  V moved{};
  WholeWormsOf<Shape, V> worms[Shape::classes];
  for (int b = 0; b < count; ++b) {
    look_at_whole_worms(block[b], own, worms);
    moved |= CountedCycle<Shape, V>(block, tallies == nullptr ? nullptr : tallies + b, worms, own, b).run();
  }
  if (tallies != nullptr) *own.moved = words_not_zero(moved) != 0;
}

template <typename Shape, typename V>
Kernel<Block<Shape, V>> counting_kernel() {
  return {&evaluate_counted<Shape, V>, kernel<Shape, V>().move_heads};
}

}  // namespace torusim::dense
