#pragma once
/// The results of a run, and the files that hold them. docs/columns.md explains the files.
///
/// The files depend on the configuration alone: they have no times of day, no names of machines, no paths.

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
  const TransferLog* log = nullptr;  ///< null: messages are known as sums only, or there are none
  /// Predicted cycles of each phase, by index; -1: no prediction.
  const std::vector<Cycle>& predicted;
  std::uint64_t seed = 0;
  /// The resolved configuration; the only part that names the level.
  nlohmann::ordered_json config;
  bool monitored = false;   ///< a monitor checked the routers
  bool summarised = false;  ///< the tables hold sums
  Scale scale = {};         ///< units of additional times in ns and bandwidths
  int block_flits = 0;      ///< flits of a block, for bandwidths
  /// Files that the run depends on; run.json has their hashes.
  std::vector<std::string> inputs = {};
  std::optional<MessageBounds> bounds = {};  ///< bounds of a schedule with a matrix
  nlohmann::ordered_json jobs = {};          ///< rows of job_times.h, else null
  nlohmann::ordered_json ranks = {};         ///< times of a program's ranks (rank_times.h), else null
};

/// Versions of torusim, of its sources (a hash), and of the SystemC library.
nlohmann::ordered_json versions();
/// Hashes of the regular files among `files`, by name.
nlohmann::ordered_json contents_of(const std::vector<std::string>& files);

/// Adds the failures and the effects of rerouting to the record of a schedule, if it was rerouted.
void add_rerouting(nlohmann::ordered_json& json, const ScheduleInfo& schedule);
nlohmann::ordered_json json_of(const Topology& topology, const Rerouting& rerouting);
/// Cycles of the bounds, and the places of the busiest port and channel.
nlohmann::ordered_json json_of(const MessageBounds& bounds);
/// The first part of run.json: verdict, cycles and the other measured values of the whole run.
nlohmann::ordered_json measured_json(const RunResult& result);
/// The additional values with --clock, with --flit-bytes, and with both.
inline constexpr std::array kTimedNumbers = {"time_ns"};
inline constexpr std::array kSizedNumbers = {"size_bytes"};
inline constexpr std::array kRateNumbers = {"algbw_gbs", "busbw_gbs", "throughput_gbs"};

/// Each function writes one file into `directory`. Throws InputError.
void write_run_json(const std::filesystem::path& directory, const RunRecord& run);
void write_phases_csv(const std::filesystem::path& directory, const RunRecord& run);
/// transfers.csv, and if the log has signals, signals.csv with the same columns. REQUIRES: a log.
void write_transfers_csv(const std::filesystem::path& directory, const RunRecord& run);
/// timeline.json, Chrome trace events: one microsecond stands for one cycle without a clock. Without a log,
/// only the phases.
void write_timeline(const std::filesystem::path& directory, const RunRecord& run);

}  // namespace torusim
