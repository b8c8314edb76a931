#pragma once
/// What a run is asked for, whatever the level.

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
  int block_flits = 1;     ///< b: payload flits of a block; 0 sends empty messages
  Cycle startup = 0;       ///< t_s: cycles from the start of a send to its head entering the network
  Cycle barrier = 0;       ///< latency of the barrier network
  Cycle reduce_delay = 0;  ///< from the arrival of a flit that is added to when the sum may be sent on
  Cycle max_cycles = 0;    ///< stop with verdict kLimit at this cycle; 0: never
  bool sleep = true;       ///< fast level: let routers sleep while long worms stream; changes no result
  /// Fast level: most threads that work on the network; changes no result. Foreign routers of which one is
  /// not thread-safe are all ticked by one.
  int threads = 1;
  std::int64_t longest_worm = 0;  ///< dense level: flits of the longest worm
  std::vector<Observer*> observers;
  /// Called now and then with delivered and total blocks; returning false interrupts the run.
  std::function<bool(std::int64_t delivered, std::int64_t total, Cycle now)> progress;
};

const char* to_text(Level level);

}  // namespace torusim
