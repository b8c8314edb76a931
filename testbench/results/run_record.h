#pragma once
/// Everything that is to be kept of a run, and the files that it becomes. docs/columns.md explains them.
///
/// The files depend on the configuration and nothing else: no times of day, no names of machines, no paths.

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "schedules/core/message_bounds.h"
#include "schedules/core/rerouting.h"
#include "testbench/config/units.h"
#include "testbench/results/transfer_log.h"

namespace torusim {

struct RunRecord {
  const ScheduleInfo& schedule;
  const RunResult& result;
  const TransferLog* log = nullptr;  ///< none: the messages are known in sums only, or there are none
  /// Cycles that each phase should take, -1 where there is no prediction; by index of the phase.
  const std::vector<Cycle>& predicted;
  std::uint64_t seed = 0;
  /// The resolved configuration; the only part that names the level.
  nlohmann::ordered_json config;
  bool monitored = false;   ///< the routers were held to their contract
  bool summarised = false;  ///< tables are sums
  Scale scale = {};         ///< with it times are given in ns too, and bandwidths
  int block_flits = 0;      ///< for those
  /// Files that the run depends on, of which hashes are kept.
  std::vector<std::string> inputs = {};
  std::optional<MessageBounds> bounds = {};  ///< of a schedule with a matrix
  nlohmann::ordered_json jobs = {};          ///< of a run of several, else null
  nlohmann::ordered_json ranks = {};         ///< of a program with computations (rank_times.h), else null
};

/// Of torusim, the sources that it was built from, and the SystemC library.
nlohmann::ordered_json versions();
/// A hash of each of these files that can be read twice, by its name.
nlohmann::ordered_json contents_of(const std::vector<std::string>& files);

/// Adds what has failed, and what that changes, to the record of a schedule; nothing without failures.
void add_rerouting(nlohmann::ordered_json& json, const ScheduleInfo& schedule);
nlohmann::ordered_json json_of(const Topology& topology, const Rerouting& rerouting);
/// Cycles, and where the busiest port and channel are.
nlohmann::ordered_json json_of(const MessageBounds& bounds);
/// The first part of run.json: verdict, cycles and what else was measured of the run as a whole.
nlohmann::ordered_json measured_json(const RunResult& result);
/// The additional values with --clock, with --flit-bytes, and with both.
inline constexpr std::array kTimedNumbers = {"time_ns"};
inline constexpr std::array kSizedNumbers = {"size_bytes"};
inline constexpr std::array kRateNumbers = {"algbw_gbs", "busbw_gbs", "throughput_gbs"};

/// Each writes one file into `directory` and throws InputError when it cannot.
void write_run_json(const std::filesystem::path& directory, const RunRecord& run);
void write_phases_csv(const std::filesystem::path& directory, const RunRecord& run);
/// transfers.csv, and signals.csv with the same columns if there were any, of the log.
void write_transfers_csv(const std::filesystem::path& directory, const RunRecord& run);
/// timeline.json, Chrome trace events: one microsecond stands for one cycle. Without a log, only the phases.
void write_timeline(const std::filesystem::path& directory, const RunRecord& run);

}  // namespace torusim
