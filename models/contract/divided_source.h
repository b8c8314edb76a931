#pragma once
/// A MessageSource that several threads can drive at once also inherits DividedSource. Each thread serves the
/// nodes of its own slab.
///
/// A part is the source's share of one slab. The fast level divides a source only when it simulates with more
/// than one slab; divide() is then the first call.

#include <cstddef>
#include <span>
#include <vector>

#include "models/contract/message_source.h"

namespace torusim {

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
