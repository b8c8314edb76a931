#pragma once
/// Kinds of steps of the critical path, and the data of a run that the walk along the path needs.

#include <cstdint>
#include <vector>

#include "models/contract/hardware.h"
#include "schedules/core/schedule.h"

namespace torusim {

enum class StepKind : std::uint8_t {
  kStartup,      ///< the node starts the message: t_s
  kMove,         ///< a flit advances: into the network, over a hop, out of it
  kStream,       ///< the worm streams, one flit a cycle
  kSignalMove,   ///< a signal travels
  kAck,          ///< the payload of a circuit waits in its node until the head's ack is back
  kCredit,       ///< the worm waits for its own credit: the buffer is shorter than the round trip
  kAllocation,   ///< another worm owns the wanted virtual channel
  kQueue,        ///< the worm stands in a buffer behind the flits of another worm
  kBuffer,       ///< the next buffer is full of another worm's flits
  kPreemption,   ///< a more urgent worm preempts the worm
  kArbitration,  ///< an equally urgent worm goes first
  kReceive,      ///< the node waited for another message (no time of its own)
  kSend,         ///< the node sent another message before (no time of its own)
  kSignal,       ///< the node waited for a signal (no time of its own)
  kBarrier,      ///< the nodes waited for each other: the latency of the barrier
  kUnknown,      ///< unexplained time; does not occur with the models of this project
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

}  // namespace torusim
