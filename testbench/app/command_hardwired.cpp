#include <fmt/format.h>

#include <array>

#include "models/hardwired/network.h"
#include "schedules/error.h"
#include "testbench/app/commands.h"
#include "testbench/app/explained_run.h"
#include "testbench/app/interrupt.h"
#include "testbench/app/load_schedule.h"
#include "testbench/app/progress.h"
#include "testbench/app/recorded_options.h"
#include "testbench/app/run_summary.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/run_record.h"

namespace torusim {
namespace {

/// Wires have no lanes, no buffers, no arbiters; nodes work in step. Options about those, and whether they
/// are given.
std::array<std::pair<const char*, bool>, 17> meaningless(const RunConfig& config) {
  return {{{"sync", config.sync && *config.sync != Synchronisation::kBarrier},
           {"barrier", config.barrier != 0},
           {"level", config.level != Level::kFast},
           {"alpha", config.alpha.has_value()},
           {"lanes", config.lanes.has_value()},
           {"classes", config.classes.has_value()},
           {"reserve", config.reserve.has_value()},
           {"shared", config.shared != 0},
           {"switching", config.switching != Switching::kWormhole},
           {"rtl", config.rtl != "none"},
           {"lockstep", config.lockstep},
           {"trace", config.trace != TraceFormat::kNone},
           {"explain", config.explain},
           {"report", config.report},
           {"no-sleep", config.no_sleep},
           {"verify-sleep", config.verify_sleep},
           {"no-link-statistics", config.no_link_statistics}}};
}

void check_combinations(const RunConfig& config) {
  for (const auto& [name, given] : meaningless(config)) {
    if (given)
      throw UsageError(
          fmt::format("--{} means nothing with --hardwired: its routers are only wires{}", name,
                      name == std::string_view("report") ? "; torusim report DIR makes a page of it" : ""));
  }
}

/// The configuration without what this hardware has not got.
nlohmann::ordered_json configuration(const RunConfig& config) {
  auto json = recorded_options(config, kRun);
  for (const auto& [name, given] : meaningless(config)) json.erase(name);
  return json;
}

/// run.json and phases.csv; there are no messages to list and no channels that anything waits for.
std::string keep(const RunConfig& config, const ScheduleInfo& info, const RunResult& result,
                 const std::vector<Cycle>& predicted) {
  ResultDirectory directory(config.output, config.force);
  const TransferLog none(info.topology);
  const RunRecord record{info, result, none, predicted, config.seed, configuration(config)};
  write_run_json(directory.staging(), record);
  write_phases_csv(directory.staging(), record);
  directory.commit();
  return directory.path().string();
}

}  // namespace

int hardwired_command(RunConfig config, Schedule& schedule) {
  check_combinations(config);
  resolve(config, schedule);
  RunOptions options = run_options(config, hardware_of(config, schedule.info().topology));
  const InterruptGuard interrupt;
  RunResult result;
  {
    Progress progress(config.quiet);
    options.progress = [&](std::int64_t delivered, std::int64_t total, Cycle now) {
      progress.report(delivered, total, now);
      return !interrupt.requested();
    };
    result = hardwired::simulate(schedule, options);
  }
  const auto predicted = hardwired::predicted_steps(*schedule.hardwired(), options);
  const std::string where = config.output.empty() ? "" : keep(config, schedule.info(), result, predicted);
  fmt::print("{}", run_summary(schedule.info(), config, result, predicted, where));
  return exit_code(result.verdict);
}

}  // namespace torusim
