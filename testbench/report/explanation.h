#pragma once
/// A run with the causes of its duration: the data of the story, the tables and the page.
/// The files of --explain are worms.csv, waits.csv and critical_path.csv; docs/columns.md explains them.

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
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

/// The time of the run, and the times of bounds and models. Units: cycles.
struct Efficiency {
  int ports = 1;         ///< ports of a node in this run
  int all_ports = 1;     ///< network ports of its router
  int own_ports = 1;     ///< ports of a node in the schedule
  bool program = false;  ///< the run has no phases: no cost in the papers' model
  /// Lower bounds of any schedule with `ports` and with `all_ports` ports, in the papers' model: least
  /// startups and least blocks (LowerBounds).
  Cycle bound = 0, all_ports_bound = 0;
  Cycle routes = 0;     ///< bound by the busiest port or channel of a schedule with a matrix; 0: no matrix
  Cycle model = 0;      ///< the schedule's cost in the papers' model, with its own ports
  Cycle predicted = 0;  ///< its phases one after the other on this hardware, without contention;
                        ///< of a program: the time without contention
  Cycle measured = 0;
};

/// A channel in a window: its flits, and the worm cycles of waits for it because of other worms, by cause.
struct WindowLink {
  std::int64_t flits = 0;
  std::array<std::int64_t, kStallCauses> waited{};
};

struct TrafficOptions;
struct TrafficResult;
class PacketTables;

/// The part of an explanation that only a measurement of traffic has.
struct MeasuredTraffic {
  Cycle begin = 0, end = 0;  ///< the window, or the whole run if it ended before the window
  const TrafficOptions& options;
  const TrafficResult& result;
  const PacketTables& packets;
  std::vector<WindowLink> links;  ///< by channel; empty if the history overflowed
};

struct Explanation {
  const ScheduleInfo& schedule;
  const RunResult& result;
  const FlitHistory& history;
  const NetworkStatistics& statistics;
  /// Predicted cycles, by index of the phase.
  const std::vector<Cycle>& predicted;
  RunTiming timing;
  Efficiency efficiency;
  nlohmann::ordered_json config;  ///< resolved options
  /// Empty unless the run was verified, its history is complete, and the history has all causes. Programs,
  /// hardwired routers, --reduce-delay and --start-skew have causes outside the history.
  CriticalPath path;
  bool hardwired = false;            ///< the routers are wires: no worm waits, so there is no path
  Scale scale = {};                  ///< units of cycles and flits, if specified
  nlohmann::ordered_json jobs = {};  ///< rows of job_times.h, or null
  std::vector<RankTime> ranks = {};  ///< times of a program's ranks, if it computes
  std::shared_ptr<const MeasuredTraffic> traffic = {};  ///< null: a run

  /// The cycles that pictures and tables show, first and last: the whole run, or the window of traffic.
  Cycle first() const { return traffic ? traffic->begin : 0; }
  Cycle last() const { return traffic ? traffic->end - 1 : timing.cycles; }
  bool shows(const WormRecord& worm) const {
    return worm.started <= last() && (worm.tail_out < 0 || worm.tail_out >= first());
  }
};

struct Blame {
  WormIndex blocker = kNoIndex;
  ChannelId channel = 0;  ///< the channel with the largest part of `cycles`
  Cycle cycles = 0;
};

/// Calls see(channel, cycles) for every stream, with its cycles among those that the explanation shows, and
/// see(channel, cycles, wait, series) for every wait.
template <typename See>
void each_shown_stream(const Explanation& run, const See& see) {
  run.history.each_stream([&](ChannelId channel, const Series& series) {
    see(channel, series.within(run.first(), run.last() + 1));
  });
}
template <typename See>
void each_shown_wait(const Explanation& run, const See& see) {
  for (const Wait& wait : run.history.waits()) {
    const Series series = run.history.series(wait);
    const Cycle cycles = series.within(run.first(), run.last() + 1);
    if (cycles > 0) see(static_cast<ChannelId>(wait.wanted), cycles, wait, series);
  }
}

/// The worms that blocked the critical path, with their cycles, the worst first.
std::vector<Blame> blames(const Explanation& run);

struct BlamedPlace {
  ChannelId channel = 0;
  Cycle cycles = 0;
  int worms = 0;  ///< number of worms that blocked the path there
};

/// The channels where the critical path was blocked, the worst first.
std::vector<BlamedPlace> blamed_places(const Explanation& run);

/// The name of a worm: `SP1 message 31, 3 > 5`, `signal 4 for SP1, 2 > 3`.
std::string worm_name(const Explanation& run, WormIndex worm);
/// The number of a worm in tables: `31`, `s4`; empty for kNoIndex.
std::string worm_number(const FlitHistory& history, WormIndex worm);
std::string message_number(std::uint32_t number);
/// The name of a channel: `+x of node 3`, `the ejection port of node 3`.
std::string channel_words(const FlitHistory& history, ChannelId channel);

/// Writes the files into `directory`. There is no critical_path.csv without Explanation::path, and no file at
/// all if the run exceeded the limit of the history. Throws InputError.
void write_explanation(const std::filesystem::path& directory, const Explanation& run);

}  // namespace torusim
