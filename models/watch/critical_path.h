#pragma once
/// The critical path of a run: the chain of waits and transfers that led to its last event.
/// docs/explanation.md has the rules of the walk from the end to cycle 0; every cycle of the run belongs to
/// exactly one step.

#include <vector>

#include "models/contract/run_result.h"
#include "models/watch/flit_history.h"
#include "schedules/core/schedule.h"

namespace torusim {

enum class StepKind : std::uint8_t {
  kStartup,      ///< the node starts the message: t_s
  kMove,         ///< a flit advances: into the network, over a hop, out of it
  kStream,       ///< flit by flit, one a cycle
  kSignalMove,   ///< a signal on its way
  kAck,          ///< the payload of a circuit waits in its node until the head's ack is back
  kCredit,       ///< a credit of the worm's own flits returns: the buffer is shorter than the round trip
  kAllocation,   ///< its virtual channel belongs to another worm
  kQueue,        ///< it stands in a buffer behind the flits of another worm
  kBuffer,       ///< the next buffer is full of another worm's flits
  kPreemption,   ///< preempted by a more urgent worm
  kArbitration,  ///< an equally urgent worm goes first
  kReceive,      ///< the node waited for another message (takes no time itself)
  kSend,         ///< the node sent another message before (takes no time itself)
  kSignal,       ///< the node waited for a signal (takes no time itself)
  kBarrier,      ///< the nodes waited for each other: the latency of the barrier
  kUnknown,      ///< cannot be explained; does not happen on the models of this project
};

struct Step {
  StepKind kind = StepKind::kUnknown;
  Cycle begin = 0, end = 0;
  WormIndex worm = kNoIndex;                ///< the worm of the step; none: barriers of empty phases
  ChannelId channel = ChannelTable::kNone;  ///< the channel that it enters or waits for
  /// The blocking worm; for kReceive, kSend, kSignal and kBarrier: the awaited message, to which the previous
  /// steps belong.
  WormIndex blocker = kNoIndex;
  std::int32_t also = 0;  ///< for these four: number of other messages that ended in the same cycle

  Cycle cycles() const { return end - begin; }
  /// Time blocked by other worms.
  bool blocked() const { return kind >= StepKind::kAllocation && kind <= StepKind::kArbitration; }
};

struct CriticalPath {
  std::vector<Step> steps;  ///< in the order of time, without gaps from 0 to the run's end
  Cycle cycles(StepKind kind) const;
  Cycle blocked() const;
};

/// Data of the run that are not in the history.
struct RunTiming {
  Cycle cycles = 0;  ///< cycle of the last event
  Cycle startup = 0;
  Cycle barrier = 0;
  Synchronisation sync = Synchronisation::kNone;
  std::vector<Cycle> slower = {};  ///< as in RunOptions

  Cycle startup_of(NodeId node) const {
    return slower.empty() ? startup : startup + slower[static_cast<std::size_t>(node)];
  }
};

/// For a completed run; `history` is finished and not overflowed.
CriticalPath critical_path(const FlitHistory& history, const RunTiming& timing);

const char* to_text(StepKind kind);

}  // namespace torusim
