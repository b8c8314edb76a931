#pragma once
/// The interface of message sources, such as the schedule driver and open-loop traffic. A source decides when
/// messages enter the network; the hardware has no other view of the traffic.
///
/// Order within a cycle: the network calls received() for every ejected tail, then advance() once. Then the
/// node interfaces send, and call sent() for every tail that leaves. received() and sent() are called exactly
/// once for every worm from advance(), and for no other.
///
/// Threads: one thread calls a source. A source that several threads can drive at once is also a
/// DividedSource.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/contract/worm.h"

namespace torusim {

class PhaseGates;

/// A worm after its startup time: its head can enter the injection channel from this cycle on.
struct Injection {
  NodeId node = 0;
  int channel = 0;
  WormSlot worm = 0;
};

class MessageSource {
 public:
  static constexpr Cycle kNever = INT64_MAX;

  virtual ~MessageSource() = default;
  /// The destination's node interface has taken the tail of the worm; the source removes the worm from the
  /// table.
  virtual void received(Cycle now, WormSlot slot) = 0;
  /// The tail of the worm leaves its source's node interface in this cycle.
  virtual void sent(Cycle now, WormSlot slot) = 0;
  /// Appends the worms that can enter the network from this cycle on.
  virtual void advance(Cycle now, std::vector<Injection>& injections) = 0;
  /// The earliest cycle in which advance() has work without a further event; can be in the past.
  virtual Cycle next_timer() const = 0;
  /// done(): no work is left, or the run has failed. failed(): the run has failed.
  virtual bool done() const = 0;
  virtual bool failed() const = 0;
  /// Delivered part of total(), in a unit of the source (blocks, packets).
  virtual std::int64_t delivered() const = 0;
  virtual std::int64_t total() const = 0;
  /// The gates of the network's channels; the source loads their tables. Null: every channel is open.
  virtual PhaseGates* gates() { return nullptr; }
};

/// A MessageSource that several threads can drive at once; each thread serves the nodes of its own slab. A
/// part is the source's share of one slab. The fast level divides a source only when it simulates with more
/// than one slab; divide() is then the first call.
class DividedSource {
 public:
  /// Part p begins at node firsts[p]; firsts[0] is 0.
  virtual void divide(std::span<const NodeId> firsts) = 0;
  /// Called at the beginning of a cycle. The parts are independent before the returned cycle, which is at
  /// most `end`. In each of these cycles, threads call received() for the tails ejected at the nodes of a
  /// part, advance_part() once, sent(), and do_leftovers(). A part is at most one cycle ahead of another.
  virtual Cycle in_parts_until(Cycle now, Cycle /*end*/) { return now; }
  virtual void advance_part(Cycle /*now*/, std::size_t /*part*/, std::vector<Injection>& /*injections*/) {}
  /// Deferred work of a part, in units of about half a microsecond.
  virtual std::size_t leftovers(std::size_t part) const = 0;
  /// Does the deferred work of a part. Several threads call it for several parts at once.
  virtual void do_leftovers(std::size_t part) = 0;

 protected:
  ~DividedSource() = default;
};

}  // namespace torusim
