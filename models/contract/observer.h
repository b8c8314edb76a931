#pragma once
/// What watches a network: statistics, histories and waveforms see every flit on every channel, whatever the
/// level, and change nothing. They are told of spans (flit_span.h), which cost nothing while flits follow one
/// another; what holds a network to the contract is told of every flit in every cycle.
///
/// Threads: all calls come one after the other, whatever the number of threads that simulate. An observer
/// that gives up that order, or wants time to fetch memory, says so by observer_hooks.h.

#include <span>
#include <string>

#include "models/contract/channel_sums.h"
#include "models/contract/flit_span.h"
#include "models/contract/hardware.h"
#include "models/contract/worm.h"

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
  /// Whether moved() is to be called. If nobody wants it, it costs nothing.
  virtual bool wants_moves() const { return true; }
  /// All flits that entered a channel in `cycle` (the first cycle in which they are on the wire), each
  /// channel at most once, in no particular order. Cycles in which no flit enters a channel are not reported.
  /// A flit on a network channel is in the next buffer link_delay cycles later, on a local channel one cycle
  /// later (ejection: taken by the node interface then).
  virtual void moved(Cycle cycle, std::span<const FlitMove> moves) = 0;
  /// Whether the next three are to be called.
  virtual bool wants_spans() const { return false; }
  /// If all it wants of spans is these sums: a level that can count by itself does so, into here, and tells
  /// it of no span, only of the end.
  virtual ChannelSums* sums() { return nullptr; }
  /// Nothing that happens before this cycle matters to it. Where that holds for all who want spans, those of
  /// flits sent before may be left out, and those of worms that were under way then may begin in the middle.
  virtual Cycle spans_from() const { return 0; }
  /// A span begins on its channel. The reference stays good, and `last` follows the flits, until span_ended()
  /// of the same span. Spans come in the order of their first cycles, those of one cycle in no particular
  /// order; when one begins in a cycle, `last` of all others is known up to the cycle before.
  virtual void span_began(const FlitSpan&) {}
  /// Called when the channel's next span begins, or at the end of the run: maybe long after `last`.
  virtual void span_ended(const FlitSpan&) {}
  /// The end of the run; no flit was on a channel after `last`.
  virtual void spans_finished(Cycle /*last*/) {}
  /// The node interface begins a send: its startup time runs from this cycle.
  virtual void started(Cycle cycle, const Worm& worm) = 0;
  /// The tail has been taken by the destination's node interface; the worm is complete and about to be
  /// forgotten.
  virtual void delivered(Cycle cycle, const Worm& worm) = 0;
  /// The first node enters the phase / the last message of the phase is delivered and all its sends are done.
  virtual void phase_began(Cycle cycle, int phase, const std::string& name) = 0;
  virtual void phase_ended(Cycle cycle, int phase, const std::string& name) = 0;
};

}  // namespace torusim
