#include "models/watch/scoreboard.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

namespace torusim {

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

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
    worm.stream_first = index;
    worm.stream_cycle = now;
  }
  if (index == 0) worm.head_out = now;
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
  const std::uint32_t first = worm.taken;
  const auto size = static_cast<std::int64_t>(cycles.size());
  const auto begin_stream = [&](std::int64_t flit, Cycle cycle) {
    worm.taken = first + static_cast<std::uint32_t>(flit);
    if (cycle == worm.stream_cycle + (worm.taken - worm.stream_first)) return;
    end_stream(worm);
    worm.stream_first = worm.taken;
    worm.stream_cycle = cycle;
  };
  if (count > 0) begin_stream(0, cycles.front());
  for (std::int64_t round = 0; round * size < count && size < period; ++round) {
    for (std::int64_t i = 0; i < size && round * size + i < count; ++i) {
      begin_stream(round * size + i, cycles[static_cast<std::size_t>(i)] + round * period);
    }
  }
  worm.taken = first + static_cast<std::uint32_t>(count);
}

void Scoreboard::take_rest(Cycle now, [[maybe_unused]] NodeId node, Worm& worm) {
  assert(node == worm.destination && worm.taken > 0);
  assert(now == worm.stream_cycle + (worm.flits - 1 - worm.stream_first));
  worm.taken = worm.flits;
  worm.tail_out = now;
  end_stream(worm);
}

void Scoreboard::add(Scoreboard& other) {
  hash_ += std::exchange(other.hash_, 0);
  if (failure_.empty()) failure_.swap(other.failure_);
}

void Scoreboard::end_stream(const Worm& worm) {
  std::uint64_t h = mix(worm.number + 0x9E3779B97F4A7C15u);
  h = mix(h ^ ((std::uint64_t(std::uint32_t(worm.destination)) << 32) | worm.stream_first));
  h = mix(h ^ worm.taken) ^ mix(std::uint64_t(worm.stream_cycle) + 0xD1B54A32D192ED03u);
  hash_ += mix(h);
}

void Scoreboard::fail(Cycle now, NodeId node, const std::string& what) {
  if (failure_.empty()) failure_ = fmt::format("cycle {}, node {}: {}", now, topology_.node_name(node), what);
}

}  // namespace torusim
