#pragma once
/// A cycle of all routers of a block that counts what their channels do (models/watch/statistics.h).
///
/// Its parts are separate functions: as one function they take twice as long to compile.

#include "models/dense/evaluate.h"
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
  static constexpr int kNetworkPorts = Shape::network_ports, kPorts = Shape::ports, kLocal = Shape::local;

 public:
  CountedCycle(Block<Shape, V>* blocks, T* tallies, const WholeWormsOf<Shape, V>& worms, const Lines& lines,
               std::ptrdiff_t number)
      : Base(blocks, worms, lines, number), tally_(tallies[number]) {}

  /// Returns where a flit has moved.
  V run() {
    this->look_at_outputs();
    this->put_forward();
    this->grant();
    count_stalls();
    look_at_buffers();
    unrolled<kPorts>([&](auto in) { this->template depart<in>(); });
    const V held = this->block_.interface.sending & this->block_.interface.started;
    this->inject();
    count(tally_.injection_stalls, held & ~this->block_.interface.injected);
    unrolled<kNetworkPorts>([&](auto out) { this->template send<out>(); });
    this->eject();
    return count_flits();
  }

 private:
  /// A flit at the front of a buffer that does not leave stalls: an owner is in the way of a head, or there
  /// is no credit, or another flit leaves. A head that waits for its own flits does not stall.
  [[gnu::noinline, gnu::flatten]] void count_stalls() {
    V lost[kPorts][2], held[kPorts][2], held_heads[kPorts][2];
    unrolled<kPorts>([&](auto in) {
      unrolled<Base::lanes(in)>([&](auto lane) {
        const auto& vc = this->block_.inputs[2 * in + lane];
        const V ready = this->template ready<in, lane>(), gone = this->forward_[in][lane] & this->passes_[in];
        lost[in][lane] = ready & ~gone;
        held[in][lane] = not_zero(vc.occupied) & ~ready;
        if (this->lines_.switching == Switching::kStoreAndForward)
          held[in][lane] &= ~this->template has_way<in, lane>();
        held_heads[in][lane] = held[in][lane] & ~vc.started;
      });
    });
    unrolled<kPorts>([&](auto out) {
      const V owned = owner<out>();
      V number[T::causes][T::stall_bits] = {};
      unrolled<Shape::inputs_of(out)>([&](auto i) {
        constexpr int in = Shape::input_of(out, i);
        unrolled<Base::lanes(in)>([&](auto lane) {
          const V wants = this->block_.inputs[2 * in + lane].wants[out];
          V its_owner = owned;
          if constexpr (lane == 1 && Shape::straight(in, out)) its_owner = this->block_.outputs[out][1].owned;
          const V waits = held[in][lane] & wants, waits_for_owner = held_heads[in][lane] & wants & its_owner;
          increment(number[T::allocation], waits_for_owner);
          increment(number[T::credit], waits & ~waits_for_owner);
          increment(number[T::arbitration], lost[in][lane] & wants);
        });
      });
      unrolled<T::causes>([&](auto cause) { count(tally_.stalls[out][cause], number[cause]); });
    });
  }

  /// Whether a worm owns the output VC that a head would enter there, of the lane that the dateline says.
  template <int out>
  V owner() const {
    if constexpr (out == kLocal) {
      return this->block_.ejection_owned;
    } else {
      const auto& [lane_0, lane_1] = this->block_.outputs[out];
      return select(this->block_.dateline[out], lane_1.owned, lane_0.owned);
    }
  }

  [[gnu::noinline, gnu::flatten]] void look_at_buffers() {
    unrolled<kPorts>([&](auto in) {
      V number[T::level_bits] = {}, carry{};
      unrolled<Shape::slot_bits>([&](auto i) {
        const V a = this->block_.inputs[2 * in].occupied[i];
        V b{};
        if constexpr (in != kLocal) b = this->block_.inputs[2 * in + 1].occupied[i];
        number[i] = a ^ b ^ carry;
        carry = (a & b) | (carry & (a ^ b));
      });
      number[Shape::slot_bits] = carry;
      look_at(tally_.levels[in], number);
    });
  }

  [[gnu::noinline, gnu::flatten]] V count_flits() {
    const V injected = this->block_.interface.injected;
    V moved = injected;
    unrolled<kPorts>([&](auto out) {
      V owned;
      if constexpr (out == kLocal) {
        owned = this->block_.ejection_owned;
      } else {
        owned = this->block_.outputs[out][0].owned | this->block_.outputs[out][1].owned;
      }
      count(tally_.flits[out], this->leaves_[out]);
      count(tally_.busy[out], this->leaves_[out] | owned);  // a tail's owner has gone with it
      moved |= this->leaves_[out];
    });
    count(tally_.flits[T::injection], injected);
    count(tally_.busy[T::injection], injected | this->block_.interface.started);
    count(tally_.injection_tails,
          load<V>(this->lines_.events + Event<Shape>::injection_tails * this->lines_.words + this->word_));
    return moved;
  }

  T& tally_;
};

template <typename Shape, typename V>
[[gnu::flatten]] void evaluate_counted(void* blocks, int count, const Lines& lines) {
  auto* const block = static_cast<Block<Shape, V>*>(blocks);
  auto* const tallies = static_cast<Tally<Shape, V>*>(lines.tallies);
  const Lines own = lines;
  V moved{};
  WholeWormsOf<Shape, V> worms;
  for (int b = 0; b < count; ++b) {
    if (own.switching != Switching::kWormhole)
      look_at_whole_worms(block[b], own.switching, own.reserve, worms);
    moved |= CountedCycle<Shape, V>(block, tallies, worms, own, b).run();
  }
  *own.moved = words_not_zero(moved) != 0;
}

}  // namespace torusim::dense
