#pragma once
/// The options of a run, at any level.

#include <functional>
#include <vector>

#include "models/contract/foreign_placement.h"
#include "models/contract/hardware.h"
#include "schedules/core/schedule.h"

namespace torusim {

class Observer;

enum class Level { kFast, kDense, kPins };

struct RunOptions : ForeignPlacement {
  Hardware hardware;
  Level level = Level::kFast;
  Synchronisation sync = Synchronisation::kBarrier;
  int block_flits = 1;  ///< b: payload flits of a block; 0 sends empty messages
  Cycle startup = 0;    ///< t_s: cycles from the start of a send to its head entering the network
  /// Extra cycles of each send beyond `startup`, by node; empty: no node is slow.
  std::vector<Cycle> slower = {};
  /// First cycle in which a node may begin a send, by node; empty: all nodes begin at once.
  std::vector<Cycle> skew = {};
  Cycle barrier = 0;       ///< latency of the barrier network
  Cycle reduce_delay = 0;  ///< cycles from the arrival of an added flit until the sum can be sent
  Cycle max_cycles = 0;    ///< stop with verdict kLimit at this cycle; 0: never
  bool sleep = true;       ///< fast level: routers sleep while long worms stream; does not affect results
  /// Fast level: maximum number of threads; does not affect results. One thread ticks all foreign routers if
  /// one of them is not thread-safe.
  int threads = 1;
  /// Length of the longest worm in flits. The dense level needs it; at the fast level it decides how routers
  /// sleep. 0 is unknown: the messages are read before the run. Who knows it has given the hardware the
  /// classes that the messages need.
  std::int64_t longest_worm = 0;
  std::vector<Observer*> observers;
  /// Called at intervals with delivered and total blocks; the result false interrupts the run.
  std::function<bool(std::int64_t delivered, std::int64_t total, Cycle now)> progress;

  /// The startup time of a node's sends.
  Cycle startup_of(NodeId node) const {
    return slower.empty() ? startup : startup + slower[static_cast<std::size_t>(node)];
  }
  Cycle skew_of(NodeId node) const { return skew.empty() ? 0 : skew[static_cast<std::size_t>(node)]; }
};

const char* to_text(Level level);

}  // namespace torusim
