#pragma once
/// One run: a schedule on a network. The same call for every level.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/contract/foreign_router.h"
#include "models/contract/hardware.h"
#include "models/contract/observer.h"
#include "schedules/core/schedule.h"

namespace torusim {

enum class Level { kFast, kPins };

struct RunOptions : ForeignPlacement {
  Hardware hardware;
  Level level = Level::kFast;
  Synchronisation sync = Synchronisation::kBarrier;
  int block_flits = 1;   ///< b: payload flits of a block; 0 sends empty messages
  Cycle startup = 0;     ///< t_s: cycles from the start of a send to its head entering the network
  Cycle barrier = 0;     ///< latency of the barrier network
  Cycle max_cycles = 0;  ///< stop with verdict kLimit at this cycle; 0: never
  bool sleep = true;     ///< fast level: let routers sleep while long worms stream; changes no result
  std::vector<Observer*> observers;
  /// Called now and then with delivered and total blocks; returning false interrupts the run.
  std::function<bool(std::int64_t delivered, std::int64_t total, Cycle now)> progress;
};

enum class Verdict { kVerified, kFailed, kDeadlock, kLimit, kInterrupted };

struct PhaseTime {
  std::string name;
  Cycle start = -1;  ///< first node entered it
  Cycle end = -1;    ///< last of its messages delivered, last of its sends done
  std::int64_t messages = 0;
  std::int64_t blocks = 0;
  std::int64_t max_blocks = 0;
  std::int64_t flit_hops = 0;
};

struct RunResult {
  Verdict verdict = Verdict::kVerified;
  std::vector<std::string> findings;  ///< what failed or who waits for whom, one sentence each
  Cycle cycles = 0;                   ///< cycle of the last event
  std::int64_t flit_hops = 0;         ///< flits times channels between routers, of delivered messages
  std::int64_t messages = 0;
  std::int64_t signals = 0;
  std::int64_t delivered_blocks = 0;
  std::int64_t total_blocks = 0;
  std::int64_t repeated_blocks = 0;  ///< copies that came to nodes which held the block already
  std::uint64_t ejection_hash = 0;   ///< over (flit, node, cycle) of every ejection, whatever their order
  std::vector<PhaseTime> phases;
};

/// Virtual classes that a schedule needs under a synchronisation: one a phase for priority, one more than the
/// schedule's own for local (the signals' class), else the schedule's own.
int classes_needed(Schedule& schedule, Synchronisation sync);

/// Runs the schedule to its end. Throws InputError when schedule, hardware and options do not fit together.
/// The pins level needs the SystemC kernel and can run once in a process.
RunResult simulate(Schedule& schedule, const RunOptions& options);

const char* to_text(Verdict verdict);
const char* to_text(Level level);

}  // namespace torusim
