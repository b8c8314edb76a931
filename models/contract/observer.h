#pragma once
/// Observers of a network: statistics, histories and waveforms see every flit on every channel at every
/// level, and do not affect the run. They receive spans (flit_span.h), which cost nothing while flits follow
/// each other. The monitor, which checks the contract, receives every flit in every cycle.
///
/// Threads: all calls come one after the other, for any number of simulating threads. An observer that
/// accepts late calls, or needs time to prefetch memory, also inherits a class of observer_hooks.h.

#include <span>
#include <string>

#include "models/contract/channel_sums.h"
#include "models/contract/flit_span.h"
#include "models/contract/hardware.h"
#include "models/contract/worm.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// A flit that appears on a channel, from a router or from a node interface.
struct FlitMove {
  const Worm* worm = nullptr;
  std::uint32_t index = 0;  ///< 0: head; worm->flits - 1: tail
  NodeId node = 0;
  /// Output port of the router: 0 .. 2k-1 network, 2k .. 2k+alpha-1 ejection. Injection channel j of the
  /// node, which leads into local input port 2k+j, is ports() + j.
  std::uint8_t port = 0;
  std::uint8_t vc = 0;

  bool head() const { return index == 0; }
  bool tail() const { return index + 1 == worm->flits; }
};

class Observer {
 public:
  virtual ~Observer() = default;
  /// Whether the observer needs moved(). Moves cost nothing if no observer needs them.
  virtual bool wants_moves() const { return true; }
  /// All flits that entered a channel in `cycle`, their first cycle on the wire. Each channel occurs at most
  /// once, in no particular order. Cycles in which no flit enters a channel are not reported. A flit on a
  /// network channel is in the next buffer link_delay cycles later. A local channel takes one cycle; from an
  /// ejection channel the node interface takes the flit. An observer that wants moves overrides this
  /// function, which throws std::logic_error otherwise.
  virtual void moved(Cycle cycle, std::span<const FlitMove> moves);
  /// Whether the next three functions are called.
  virtual bool wants_spans() const { return false; }
  /// The array for the sums of channels (channel_sums.h), if the observer needs no spans but their sums;
  /// null: the observer needs spans. The fast and dense levels count channels by themselves. They write the
  /// sums to the array of the first observer that has one, and report spans_finished() to it, but no span.
  /// The pins level and networks with foreign routers ignore the array and report spans. The dense level
  /// requires that sums_suffice() for all observers of a run (observer_hooks.h).
  virtual ChannelSums* sums() { return nullptr; }
  /// First cycle that matters to the observer. If no observer of spans needs an earlier cycle, spans of
  /// earlier flits can be missing. Spans of worms under way in that cycle can then begin in the middle.
  virtual Cycle spans_from() const { return 0; }
  /// A span begins on its channel. The reference stays valid, and `last` follows the flits, until
  /// span_ended() of the same span. Spans come in the order of their first cycles; spans of one cycle come in
  /// no particular order. When a span begins, `last` of all other spans is known up to the cycle before.
  virtual void span_began(const FlitSpan&) {}
  /// Called when the channel's next span begins, or at the end of the run, which can be long after `last`.
  virtual void span_ended(const FlitSpan&) {}
  /// The end of the run; no flit was on a channel after `last`.
  virtual void spans_finished(Cycle /*last*/) {}
  /// The node interface starts a send: the startup time begins in this cycle.
  virtual void started(Cycle /*cycle*/, const Worm&) {}
  /// The destination's node interface has taken the tail; the worm is complete and will be
  /// deleted.
  virtual void delivered(Cycle /*cycle*/, const Worm&) {}
  /// phase_began(): the first node enters the phase. phase_ended(): the last message of the phase is
  /// delivered and all sends of the phase are done.
  virtual void phase_began(Cycle /*cycle*/, int /*phase*/, const std::string& /*name*/) {}
  virtual void phase_ended(Cycle /*cycle*/, int /*phase*/, const std::string& /*name*/) {}
  /// The messages of a phase, numbered from `first_number` on. Called before a worm of the phase exists, only
  /// with phase gates.
  virtual void phase_loaded(const Phase&, std::uint32_t /*first_number*/) {}
};

}  // namespace torusim
