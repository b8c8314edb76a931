#include "models/run/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "models/contract/time_limits.h"
#include "models/run/level_choice.h"
#include "models/sources/program_driver.h"
#include "models/sources/schedule_driver.h"
#include "models/watch/deadlock.h"
#include "models/watch/scoreboard.h"
#include "schedules/core/data_order.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

/// The part of a run that is the same for programs and schedules of phases.
void check_network(const ScheduleInfo& info, const RunOptions& options) {
  const Hardware& hardware = options.hardware;
  hardware.validate();
  if (!(hardware.topology == info.topology)) {
    throw InputError(fmt::format("the schedule is for {}, the network is {}", info.topology.name(),
                                 hardware.topology.name()));
  }
  if (options.block_flits < 0 || options.startup < 0 || options.barrier < 0 || options.reduce_delay < 0) {
    throw InputError("block size, startup time, barrier latency and reduce delay cannot be negative");
  }
  if (options.startup > kLongestStartup || options.barrier > kLongestBarrier) {
    throw InputError(fmt::format("startup time and barrier latency are at most {} cycles", kLongestStartup));
  }
  if (options.reduce_delay > kLongestReduceDelay) {
    throw InputError(fmt::format("the reduce delay is at most {} cycles", kLongestReduceDelay));
  }
  const bool gates = options.sync == Synchronisation::kSwitch;
  if (hardware.phase_gates != gates) {
    throw InputError(gates ? "synchronisation switch needs phase gates at the channels"
                           : "only synchronisation switch loads the tables of phase gates");
  }
}

/// Returns the length of the longest worm in flits.
std::int64_t check_options(const ProgramSchedule& program, const RunOptions& options) {
  check_network(program.info(), options);
  if (options.sync != Synchronisation::kNone) {
    throw InputError(
        fmt::format("{} is a program; it has no phases to synchronise (--sync none)", program.info().name));
  }
  const int needed = program.highest_class() + 1;
  if (options.hardware.classes != needed) {
    throw InputError(
        fmt::format("classes = {}: {} needs {}", options.hardware.classes, program.info().name, needed));
  }
  check_longest(program.info(), options.hardware, 1 + program.longest());
  return 1 + program.longest();
}

std::int64_t check_options(Schedule& schedule, const RunOptions& options) {
  const ScheduleInfo& info = schedule.info();
  const Hardware& hardware = options.hardware;
  check_network(info, options);
  if (options.longest_worm > 0) {  // who knows it has read the messages, and has given them their classes
    check_longest(info, hardware, options.longest_worm);
    return options.longest_worm;
  }
  const MessageNeeds needs = message_needs(schedule, options.block_flits);
  check_longest(info, hardware, needs.most_flits);
  const int needed = classes_needed(info, needs.highest_class, options.sync);
  if (needed > Hardware::kMaxVcs / hardware.lanes) {
    throw InputError(fmt::format(
        "{} with synchronisation {} needs {} classes, but with {} lanes there are at most {}", info.name,
        to_text(options.sync), needed, hardware.lanes, Hardware::kMaxVcs / hardware.lanes));
  }
  if (hardware.classes != needed) {
    throw InputError(fmt::format("classes = {}: {} with synchronisation {} needs {} ({})", hardware.classes,
                                 info.name, to_text(options.sync), needed,
                                 options.sync == Synchronisation::kPriority ? "one for each phase"
                                 : options.sync == Synchronisation::kLocal ? "one for the signals and its own"
                                                                           : "its own"));
  }
  return needs.most_flits;
}

void explain_stop(const RunOptions& options, const WormTable& worms,
                  const std::vector<ForeignState>& foreign_routers, RunResult& result) {
  std::vector<std::string> names;
  for (const PhaseTime& phase : result.phases) names.push_back(phase.name);
  DeadlockReport report = explain_deadlock(options.hardware, worms, names, foreign_routers);
  std::ranges::move(report.sentences, std::back_inserter(result.findings));
  result.deadlock_cycle = std::move(report.cycle);
}

/// The options, with the properties of the schedule that the level needs. Throws UsageError if the level
/// cannot run the schedule.
RunOptions for_level(Schedule& schedule, RunOptions options, std::int64_t longest_worm) {
  options.longest_worm = longest_worm;
  if (options.level != Level::kDense) return options;
  const DenseFit fit = dense_fit(schedule, options);
  if (!fit.unsupported_reason.empty()) {
    throw UsageError(not_at_dense(fit.unsupported_reason));
  }
  options.longest_worm = fit.longest;
  options.hardware.last_dimension_first = fit.last_dimension_first;
  return options;
}

/// Runs the network with the driver's messages to the end.
template <typename Driver>
RunResult run_driver(NetworkFactory make, Driver& driver, const RunOptions& options, WormTable& worms) {
  Scoreboard scoreboard(options.hardware.topology);
  const RunEnd end = run_network(make, options, driver, worms, scoreboard);

  RunResult result;
  result.verdict = end.verdict;
  result.cycles = end.cycle;
  result.ejection_hash = scoreboard.hash();
  driver.report(result);
  if (!scoreboard.failure().empty()) result.findings.push_back(scoreboard.failure());
  if (result.verdict == Verdict::kVerified && !result.findings.empty()) result.verdict = Verdict::kFailed;
  if (result.verdict == Verdict::kDeadlock) explain_stop(options, worms, end.foreign_routers, result);
  return result;
}

}  // namespace

MessageNeeds message_needs(Schedule& schedule, int block_flits) {
  if (const ProgramSchedule* const program = schedule.as_program()) {
    return {program->highest_class(), 1 + program->longest()};
  }
  MessageNeeds needs;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    for (const Transfer& transfer : phase.transfers) {
      needs.highest_class = std::max(needs.highest_class, transfer.message_class);
      needs.most_flits = std::max(needs.most_flits, message_flits(transfer.block_count(), block_flits));
    }
  }
  schedule.rewind();
  return needs;
}

int classes_needed(const ScheduleInfo& info, int highest_class, Synchronisation sync) {
  if (sync == Synchronisation::kPriority) return std::max(1, info.phases);
  if (sync != Synchronisation::kLocal) return highest_class + 1;
  if (!info.has_signals) {
    throw InputError(
        fmt::format("{} names no signals, so local synchronisation is not possible; use none, barrier, "
                    "priority or switch",
                    info.name));
  }
  return highest_class + 2;
}

int classes_needed(Schedule& schedule, Synchronisation sync) {
  if (schedule.as_program() != nullptr) sync = Synchronisation::kNone;
  return classes_needed(schedule.info(), message_needs(schedule, 0).highest_class, sync);
}

void check_longest(const ScheduleInfo& info, const Hardware& hardware, std::int64_t flits) {
  const std::string reason = hardware.unsupported_reason(flits);
  if (!reason.empty()) throw InputError(fmt::format("{}: {}", info.name, reason));
}

RunResult simulate(Schedule& schedule, const RunOptions& asked, NetworkFactory make) {
  WormTable worms;
  if (const ProgramSchedule* const program = schedule.as_program()) {
    const RunOptions options = for_level(schedule, asked, check_options(*program, asked));
    ProgramDriver driver(*program, options, worms);
    RunResult result = run_driver(make, driver, options, worms);
    if (has_phases(schedule)) {  // the driver counts flits
      result.delivered_blocks /= std::max(1, options.block_flits);
      result.total_blocks /= std::max(1, options.block_flits);
    }
    return result;
  }
  const RunOptions options = for_level(schedule, asked, check_options(schedule, asked));
  ScheduleDriver driver(schedule, options, worms);
  return run_driver(make, driver, options, worms);
}

}  // namespace torusim
