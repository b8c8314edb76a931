#pragma once
/// What decides which messages enter the network, and when: the schedule driver, or open-loop traffic. The
/// hardware knows only this.
///
/// Order within a cycle: received() for every tail that was taken, then one advance(), then the node
/// interfaces send, and call sent() for every tail that leaves. Both are told once of every worm that
/// advance() has handed out, and of no other.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/contract/worm.h"

namespace torusim {

/// A worm whose startup time is over: its head may enter the injection channel from this cycle on.
struct Injection {
  NodeId node = 0;
  int channel = 0;
  WormSlot worm = 0;
};

class MessageSource {
 public:
  static constexpr Cycle kNever = INT64_MAX;

  virtual ~MessageSource() = default;
  /// The tail of the worm was taken by its destination's node interface; the source removes it from the
  /// table.
  virtual void received(Cycle now, WormSlot slot) = 0;
  /// The tail of the worm leaves its source's node interface in this cycle.
  virtual void sent(Cycle now, WormSlot slot) = 0;
  /// Appends the worms that may enter the network from this cycle on.
  virtual void advance(Cycle now, std::vector<Injection>& injections) = 0;
  /// Several threads simulate the network, each the nodes from one of these on; the first is 0. Told at the
  /// beginning, if at all: then what a cycle leaves of a part is to be done in the same cycle.
  virtual void divide(std::span<const NodeId> /*firsts*/) {}
  /// Asked at the beginning of a cycle, if the network is divided: all cycles before that which is returned,
  /// `end` or an earlier one, are those of every part, of several parts by several threads at once: in each
  /// received() for the tails that the nodes of the part have taken, one advance_part(), sent(), and what is
  /// left. A part may be a cycle ahead of another, no more.
  virtual Cycle in_parts_until(Cycle now, Cycle /*end*/) { return now; }
  virtual void advance_part(Cycle /*now*/, std::size_t /*part*/, std::vector<Injection>& /*injections*/) {}
  /// How much is left of a part, in units that take half a microsecond.
  virtual std::size_t leftovers(std::size_t /*part*/) const { return 0; }
  /// Does it, of several parts by several threads at once.
  virtual void do_leftovers(std::size_t /*part*/) {}
  /// The earliest cycle in which advance() has something to do without any further event; may lie in the
  /// past.
  virtual Cycle next_timer() const = 0;
  /// Nothing is left to do, or the run has failed.
  virtual bool done() const = 0;
  virtual bool failed() const = 0;
  /// Progress, in units of the source's own (blocks, packets).
  virtual std::int64_t delivered() const = 0;
  virtual std::int64_t total() const = 0;
};

}  // namespace torusim
