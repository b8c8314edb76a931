#pragma once
/// What decides which messages enter the network, and when: the schedule driver, or open-loop traffic. The
/// hardware knows only this.
///
/// Order within a cycle: received() for every tail that was taken, then one advance(), then the node
/// interfaces send, and call sent() for every tail that leaves. Both are told once of every worm that
/// advance() has handed out, and of no other.
///
/// Threads: one thread calls a source. A source that several threads may drive is a DividedSource too
/// (divided_source.h).

#include <cstdint>
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
