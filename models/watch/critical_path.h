#pragma once
/// Why a run took as long as it did: the chain of waits and transfers that led to its last event. The rules
/// by which it is walked, from the end to cycle 0, are docs/explanation.md; every cycle of the run belongs to
/// exactly one step.

#include <vector>

#include "models/contract/run_result.h"
#include "models/watch/flit_history.h"
#include "schedules/core/schedule.h"

namespace torusim {

enum class StepKind : std::uint8_t {
  kStartup,      ///< the node begins the message: t_s
  kMove,         ///< a flit goes on: into the network, over a hop, out of it
  kStream,       ///< flit by flit, one a cycle
  kSignalMove,   ///< a signal on its way
  kAck,          ///< the payload of a circuit waits in its node until the head's ack is back
  kCredit,       ///< a slot of the worm's own comes back: the buffer is shorter than the round trip
  kAllocation,   ///< its virtual channel belongs to another worm
  kQueue,        ///< it stands in a buffer behind the flits of another worm
  kBuffer,       ///< the next buffer is full of another worm's flits
  kPreemption,   ///< a more urgent worm goes first
  kArbitration,  ///< an equal goes first
  kReceive,      ///< the node waited for another message (takes no time itself)
  kSend,         ///< the node sent another message before (takes no time itself)
  kSignal,       ///< the node waited for a signal (takes no time itself)
  kBarrier,      ///< the nodes waited for each other: the latency of the barrier
  kUnknown,      ///< cannot be explained; does not happen on the models of this project
};

struct Step {
  StepKind kind = StepKind::kUnknown;
  Cycle begin = 0, end = 0;
  WormIndex worm = kNoIndex;  ///< whose step it is; none: nobody's, the barriers of empty phases
  ChannelId channel = ChannelTable::kNone;  ///< where it goes, or would like to go
  /// The worm in the way; of kReceive, kSend, kSignal and kBarrier: the message that was waited for, whose
  /// story the steps before tell.
  WormIndex blocker = kNoIndex;
  std::int32_t also = 0;  ///< of those four: how many other messages ended in the same cycle and would do

  Cycle cycles() const { return end - begin; }
  /// Time that another worm has cost.
  bool blocked() const { return kind >= StepKind::kAllocation && kind <= StepKind::kArbitration; }
};

struct CriticalPath {
  std::vector<Step> steps;  ///< in the order of time, without gaps from 0 to the run's end
  Cycle cycles(StepKind kind) const;
  Cycle blocked() const;
};

/// What the history does not know of the run.
struct RunTiming {
  Cycle cycles = 0;  ///< cycle of the last event
  Cycle startup = 0;
  Cycle barrier = 0;
  Synchronisation sync = Synchronisation::kNone;
};

/// Of a run that was completed; `history` is finished and not overflowed.
CriticalPath critical_path(const FlitHistory& history, const RunTiming& timing);

const char* to_text(StepKind kind);

}  // namespace torusim
