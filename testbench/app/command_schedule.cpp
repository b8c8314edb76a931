#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "schedules/error.h"
#include "schedules/text/tcs_writer.h"
#include "testbench/app/commands.h"
#include "testbench/app/load_schedule.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

/// Another schedule with its block size or synchronisation replaced.
class AdjustedSchedule : public Schedule {
 public:
  AdjustedSchedule(Schedule& schedule, const RunConfig& config)
      : schedule_(schedule), info_(schedule.info()) {
    if (config.block) info_.block_flits = *config.block;
    if (config.sync) info_.sync = *config.sync;
    if (info_.sync == Synchronisation::kLocal && !info_.has_signals) {
      throw InputError(
          fmt::format("{} names no signals, so it cannot be meant for --sync local", info_.name));
    }
  }
  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override { return schedule_.next(phase); }
  void rewind() override { schedule_.rewind(); }

 private:
  Schedule& schedule_;
  ScheduleInfo info_;
};

/// Writes beside the file and renames, so that the file is complete or what it was.
std::int64_t write_file(Schedule& schedule, const fs::path& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  const bool special =
      fs::exists(status) && !fs::is_regular_file(status);  // a pipe, /dev/null: nothing to keep
  const fs::path partial = special ? path : fs::path(path.string() + fmt::format(".partial-{}", getpid()));
  std::ofstream file(partial, std::ios::binary);
  if (!file) {
    throw InputError(fmt::format("{}: cannot create: {}", path.string(), std::strerror(errno)));
  }
  try {
    const std::int64_t transfers = write_tcs(schedule, file);
    file.close();
    if (!file) throw InputError(fmt::format("{}: cannot write: {}", path.string(), std::strerror(errno)));
    if (!special) fs::rename(partial, path);
    return transfers;
  } catch (const std::exception& failure) {
    if (!special) fs::remove(partial, error);
    throw InputError(fmt::format("{}: {}", path.string(), failure.what()));
  }
}

}  // namespace

int schedule_command(const RunConfig& config) {
  const auto schedule = load_schedule(config);
  AdjustedSchedule adjusted(*schedule, config);
  if (config.output.empty()) {
    write_tcs(adjusted, std::cout);
    return kDone;
  }
  const std::int64_t transfers = write_file(adjusted, config.output);
  fmt::print("{}: {} phases, {} transfers\n", config.output, adjusted.info().phases, transfers);
  return kDone;
}

}  // namespace torusim
