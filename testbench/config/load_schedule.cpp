#include "testbench/config/load_schedule.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/algorithms/best_exchange.h"
#include "schedules/core/error.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/load_jobs.h"
#include "testbench/config/load_named.h"
#include "testbench/config/named_files.h"
#include "testbench/config/routing.h"

namespace torusim {

std::unique_ptr<Schedule> load_schedule(const RunConfig& config) {
  if (config.algorithm.empty()) {
    throw UsageError("name an algorithm (torusim list shows them) or a schedule file");
  }
  std::unique_ptr<Schedule> schedule;
  if (!config.on.empty() || names_jobs(config.algorithm)) {
    auto jobs = load_jobs(config);
    const auto traces = [](const Job& job) { return job.program.program().traces; };
    if (std::ranges::none_of(jobs->jobs(), traces)) refuse_program_options(config, true);
    schedule = std::move(jobs);
  } else {
    schedule = load_named(config);
  }
  schedule = with_lanes(config, with_routing(config, with_failures(config, std::move(schedule))));
  if (schedule->as_program() == nullptr) refuse_program_options(config, false);
  check_loaded(config, *schedule);
  check_reduce_delay(config, schedule->info().name, schedule->info().collective);
  return schedule;
}

void check_reduce_delay(const RunConfig& config, const std::string& name, const Collective& collective) {
  if (config.run.reduce_delay == 0 || collective.reduces()) return;
  throw UsageError(fmt::format("--reduce-delay {}: {} performs a {}, which has no reduction",
                               config.run.reduce_delay, name, to_text(collective.kind)));
}

std::string note_on_channels(const Schedule& schedule) {
  const int channels = default_channels(schedule);
  if (channels >= schedule.info().ports) return "";
  return fmt::format("; chosen to run with --alpha {}, which the file does not say", channels);
}

AdjustedSchedule::AdjustedSchedule(Schedule& schedule, const RunConfig& config)
    : schedule_(schedule), info_(schedule.info()) {
  if (config.block) info_.block_flits = *config.block;
  if (config.sync) info_.sync = *config.sync;
  if (info_.sync == Synchronisation::kLocal && !info_.has_signals) {
    throw InputError(
        fmt::format("{} names no signals, so it cannot be written for --sync local", info_.name));
  }
}

}  // namespace torusim
