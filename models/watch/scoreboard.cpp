#include "models/watch/scoreboard.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "schedules/core/mix_bits.h"

namespace torusim {
namespace {

/// The weight of the head of a worm, of message and destination; never 0.
Residue key(const Worm& worm) {
  const std::uint64_t place = std::uint64_t{worm.number} << 32 | static_cast<std::uint32_t>(worm.destination);
  return mix_bits(place + kMixStep) >> 4 | 1;
}

/// The next flit, taken in this cycle, begins a stream.
void begin_stream(Worm& worm, Cycle cycle) {
  worm.stream_first = worm.taken;
  worm.stream_cycle = cycle;
}

}  // namespace

/// A flit that begins a stream, is the tail, or is wrong.
bool Scoreboard::take_other(Cycle now, NodeId node, Worm& worm, std::uint32_t index) {
  if (node != worm.destination || index != worm.taken) {
    fail(now, node,
         fmt::format("flit {} of message {} from {} to {} arrived, expected flit {} at its destination",
                     index, worm.number, topology_.node_name(worm.source),
                     topology_.node_name(worm.destination), worm.taken));
    return false;
  }
  const bool unbroken = index > 0 && now == worm.stream_cycle + (index - worm.stream_first);
  if (!unbroken) {
    if (index > 0) end_stream(worm);
    begin_stream(worm, now);
  }
  if (index == 0) {
    worm.head_out = now;
    worm.hash_weight = key(worm);
  }
  ++worm.taken;
  if (worm.taken < worm.flits) return false;
  worm.tail_out = now;
  end_stream(worm);
  return true;
}

void Scoreboard::take_stream(Cycle from, NodeId node, Worm& worm, std::uint32_t first, std::uint32_t count) {
  if (count == 0) return;
  assert(first + count < worm.flits);
  take(from, node, worm, first);
  worm.taken += count - 1;
}

void Scoreboard::take_pattern(Worm& worm, std::span<const Cycle> cycles, Cycle period, std::int64_t count) {
  assert(worm.taken > 0 && worm.taken + count < worm.flits);
  if (count == 0) return;
  const auto size = static_cast<std::int64_t>(cycles.size());
  std::int64_t flit = 0;
  const auto cycle_of = [&] { return cycles[static_cast<std::size_t>(flit % size)] + flit / size * period; };
  const auto take_one = [&] {
    if (cycle_of() != worm.stream_cycle + (worm.taken - worm.stream_first)) {
      end_stream(worm);
      begin_stream(worm, cycle_of());
    }
    ++worm.taken;
    ++flit;
  };
  take_one();
  if (size == period) {
    worm.taken += static_cast<std::uint32_t>(count - flit);
    return;
  }
  // The last whole round is taken flit by flit: since each round has a gap, the current stream begins there.
  const std::int64_t between = count / size - 2;
  if (between > 2) {
    while (flit < size) take_one();
    end_stream(worm);
    take_rounds(worm, cycles, period, between);
    flit += between * size;
    begin_stream(worm, cycle_of());
  }
  while (flit < count) take_one();
}

/// Adds the flits of rounds 1, 2, .. `rounds` of a pattern; the cycles are those of round 0. In each round
/// all cycles are later by a period, and all weights grow by one factor.
void Scoreboard::take_rounds(Worm& worm, std::span<const Cycle> cycles, Cycle period, std::int64_t rounds) {
  Residue weight = 1, sum = 0, first_round = 0;
  for (const Cycle cycle : cycles) {
    first_round = plus(first_round, times(weight, residue(static_cast<std::uint64_t>(cycle + period))));
    sum = plus(sum, weight);
    weight = times(weight, kBase);
  }
  const PowerSums all = power_sums(weight, static_cast<std::uint64_t>(rounds));
  const Residue later = times(times(sum, residue(static_cast<std::uint64_t>(period))), all.weighted);
  sum_ = plus(sum_, times(worm.hash_weight, plus(times(first_round, all.sum), later)));
  worm.hash_weight = times(worm.hash_weight, all.next);
  worm.taken += static_cast<std::uint32_t>(rounds * std::ssize(cycles));
}

void Scoreboard::take_rest(Cycle now, [[maybe_unused]] NodeId node, Worm& worm) {
  assert(node == worm.destination && worm.taken > 0);
  assert(now == worm.stream_cycle + (worm.flits - 1 - worm.stream_first));
  worm.taken = worm.flits;
  worm.tail_out = now;
  end_stream(worm);
}

void Scoreboard::add(Scoreboard& other) {
  sum_ = plus(sum_, std::exchange(other.sum_, 0));
  if (failure_.empty()) failure_.swap(other.failure_);
}

void Scoreboard::end_stream(Worm& worm) {
  const auto add = [&](const PowerSums& flits) {
    const Residue cycles =
        times(residue(static_cast<std::uint64_t>(worm.stream_cycle)), flits.sum, flits.weighted);
    sum_ = times(worm.hash_weight, cycles, sum_);
    if (worm.taken < worm.flits) worm.hash_weight = times(worm.hash_weight, flits.next);
  };
  const std::uint32_t flits = worm.taken - worm.stream_first;
  if (flits < kShortSums) return add(kBaseSums[flits]);
  if (flits != last_length_) last_length_ = flits, last_sums_ = base_sums(flits);
  add(last_sums_);
}

void Scoreboard::fail(Cycle now, NodeId node, const std::string& what) {
  if (failure_.empty()) failure_ = fmt::format("cycle {}, node {}: {}", now, topology_.node_name(node), what);
}

}  // namespace torusim
