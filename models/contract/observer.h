#pragma once
/// Observers of a network: statistics, histories and waveforms see every flit on every channel at every
/// level, and affect nothing. They receive spans (flit_span.h), which cost nothing while flits follow each
/// other. The monitor, which checks the contract, receives every flit in every cycle.
///
/// Threads: all calls come one after the other, for any number of simulating threads. An observer that gives
/// up that order, or needs time to prefetch memory, has an interface of observer_hooks.h too.

#include <span>
#include <string>

#include "models/contract/channel_sums.h"
#include "models/contract/flit_span.h"
#include "models/contract/hardware.h"
#include "models/contract/worm.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// A flit that appears on a channel: out of a router, or out of a node interface.
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
  /// Whether moved() is called. It costs nothing if no observer needs it.
  virtual bool wants_moves() const { return true; }
  /// All flits that entered a channel in `cycle` (the first cycle in which they are on the wire), each
  /// channel at most once, in no particular order. Cycles in which no flit enters a channel are not reported.
  /// A flit on a network channel is in the next buffer link_delay cycles later, on a local channel one cycle
  /// later (ejection: taken by the node interface then).
  /// An observer that wants moves overrides it; std::logic_error otherwise.
  virtual void moved(Cycle cycle, std::span<const FlitMove> moves);
  /// Whether the next three functions are called.
  virtual bool wants_spans() const { return false; }
  /// The place for the sums of channels (channel_sums.h), if the observer needs nothing else of spans; null:
  /// it needs spans. The levels fast and dense count channels by themselves. They ask the first observer that
  /// has a place, write their sums there, and report no span to it, only spans_finished(). The pins level and
  /// networks with foreign routers do not ask, and report spans. sums_suffice() (observer_hooks.h) says
  /// whether sums serve all observers of a run, as the dense level demands.
  virtual ChannelSums* sums() { return nullptr; }
  /// First cycle that matters to the observer. If no observer of spans needs an earlier one, spans of earlier
  /// flits can be missing, and spans of worms under way in that cycle can begin in the middle.
  virtual Cycle spans_from() const { return 0; }
  /// A span begins on its channel. The reference stays valid, and `last` follows the flits, until
  /// span_ended() of the same span. Spans come in the order of their first cycles, those of one cycle in no
  /// particular order; when one begins in a cycle, `last` of all others is known up to the cycle before.
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
  /// The first node enters the phase / the last message of the phase is delivered and all its sends are done.
  virtual void phase_began(Cycle /*cycle*/, int /*phase*/, const std::string& /*name*/) {}
  virtual void phase_ended(Cycle /*cycle*/, int /*phase*/, const std::string& /*name*/) {}
  /// Before a worm of the phase exists: its messages, numbered from `first_number` on. Only with phase gates.
  virtual void phase_loaded(const Phase&, std::uint32_t /*first_number*/) {}
};

}  // namespace torusim
