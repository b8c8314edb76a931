#pragma once
/// The checks of received flits at every node interface, and the hash that compares runs.
///
/// A flit must belong to a message for this node and follow its predecessor. The hash is a sum over the taken
/// flits of all worms (cycle_sums.h): of message, destination, number of the flit and cycle. It does not
/// depend on the order of the nodes. A worm without its tail is counted up to the last cycle without a flit
/// of it.

#include <cstdint>
#include <span>
#include <string>

#include "models/contract/worm.h"
#include "models/watch/cycle_sums.h"

namespace torusim {

class Scoreboard {
 public:
  explicit Scoreboard(const Topology& topology) : topology_(topology) {}

  /// The node interface of `node` takes flit `index` of the worm in this cycle. Returns true at the tail.
  bool take(Cycle now, NodeId node, Worm& worm, std::uint32_t index) {
    const bool expected = node == worm.destination && index == worm.taken;
    const bool unbroken = index > 0 && now == worm.stream_cycle + (index - worm.stream_first);
    if (!expected || !unbroken || index + 1 == worm.flits) return take_other(now, node, worm, index);
    ++worm.taken;
    return false;
  }

  /// The node interface takes flits `first` .. `first + count - 1`, none of them the tail, one a cycle from
  /// cycle `from` on.
  void take_stream(Cycle from, NodeId node, Worm& worm, std::uint32_t first, std::uint32_t count);

  /// The destination takes `count` flits, none of them the head or the tail: one in each of these cycles, and
  /// again every `period` cycles.
  void take_pattern(Worm& worm, std::span<const Cycle> cycles, Cycle period, std::int64_t count);

  /// The node interface takes the remaining flits of the worm, one a cycle without a gap, the tail in cycle
  /// `now`.
  void take_rest(Cycle now, NodeId node, Worm& worm);

  /// Adds a scoreboard of other flits of the same cycles, and empties that scoreboard.
  void add(Scoreboard& other);

  std::uint64_t hash() const { return sum_; }
  /// The first error as a sentence; empty: none.
  const std::string& failure() const { return failure_; }
  /// Records an error that only the caller's level detects, such as a wrong word of payload.
  void fail(Cycle now, NodeId node, const std::string& what);

 private:
  bool take_other(Cycle now, NodeId node, Worm& worm, std::uint32_t index);
  void take_rounds(Worm& worm, std::span<const Cycle> cycles, Cycle period, std::int64_t rounds);
  /// Adds the flits of the current unbroken stream to the sum.
  void end_stream(Worm& worm);

  const Topology& topology_;
  std::uint64_t sum_ = 0;          ///< below 2^61 - 1
  std::uint32_t last_length_ = 0;  ///< of a long stream; most worms of a run are equally long
  PowerSums last_sums_;            ///< of as many flits
  std::string failure_;
};

}  // namespace torusim
