#pragma once
/// A run and everything that is known about why it took as long as it did: what the story, the tables and the
/// page are made of.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/contract/run_result.h"
#include "models/watch/critical_path.h"
#include "models/watch/statistics.h"
#include "schedules/core/cost.h"
#include "testbench/config/units.h"
#include "testbench/results/rank_times.h"

namespace torusim {

/// The run's time beside times that it could have taken. Units: cycles.
struct Efficiency {
  int ports = 1;         ///< of a node in this run
  int all_ports = 1;     ///< as many as its router has to others
  int own_ports = 1;     ///< of a node in the schedule
  bool program = false;  ///< it has no phases: no cost in the papers' model
  /// Least startups and least blocks of any schedule (LowerBounds) with so many ports, in the papers' model.
  Cycle bound = 0, all_ports_bound = 0;
  Cycle routes = 0;     ///< busiest port or channel on the routes of a schedule with a matrix; 0: no matrix
  Cycle model = 0;      ///< the schedule's cost in that model, with its own ports
  Cycle predicted = 0;  ///< its phases one after the other on this hardware, nothing in the way;
                        ///< of a program: the time without contention
  Cycle measured = 0;
};

struct Explanation {
  const ScheduleInfo& schedule;
  const RunResult& result;
  const FlitHistory& history;
  const NetworkStatistics& statistics;
  /// By index of the phase.
  const std::vector<Cycle>& predicted;
  RunTiming timing;
  Efficiency efficiency;
  nlohmann::ordered_json config;  ///< resolved
  /// Empty unless the run was completed and is remembered, and has phases: computations of a program are not
  /// in the history.
  CriticalPath path;
  bool hardwired = false;            ///< routers that are only wires: nothing waits, so there is no path
  Scale scale = {};                  ///< units of cycles and flits, if specified
  nlohmann::ordered_json jobs = {};  ///< rows of job_times.h, or null
  std::vector<RankTime> ranks = {};  ///< of a program with computations
};

struct Blame {
  WormIndex blocker = kNoIndex;
  ChannelId channel = 0;  ///< where it cost most
  Cycle cycles = 0;
};

/// Who cost the critical path how much, the worst first.
std::vector<Blame> blames(const Explanation& run);

struct BlamedPlace {
  ChannelId channel = 0;
  Cycle cycles = 0;
  int worms = 0;  ///< different ones that were in the way there
};

/// Where the critical path was blocked, the worst first.
std::vector<BlamedPlace> blamed_places(const Explanation& run);

/// `SP1 message 31, 3 > 5`, `signal 4 for SP1, 2 > 3`.
std::string worm_name(const Explanation& run, WormIndex worm);
/// `31`, `s4`: a worm in tables; empty for none.
std::string worm_number(const FlitHistory& history, WormIndex worm);
std::string message_number(std::uint32_t number);
/// `+x of node 3`, `the ejection port of node 3`.
std::string channel_words(const FlitHistory& history, ChannelId channel);

}  // namespace torusim
