#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "schedules/check/check.h"
#include "schedules/core/data_order.h"
#include "schedules/core/error.h"
#include "schedules/core/traffic_matrix.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/program_pages.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/option.h"
#include "testbench/config/run_setup.h"
#include "testbench/process/progress.h"
#include "testbench/results/run_record.h"

namespace torusim {
namespace {

Json json_of(const CheckReport& report, const ScheduleInfo& info) {
  Json json;
  json["correct"] = report.correct();
  json["violation_count"] = report.violation_count;
  json["violations"] = Json::array();
  for (const Violation& violation : report.violations) {
    json["violations"].push_back({{"kind", to_text(violation.kind)},
                                  {"phase", violation.phase + 1},
                                  {"phase_name", violation.phase_name},
                                  {"node", violation.node},
                                  {"text", violation.text}});
  }
  json["phases"] = report.phases.size();
  json["transfers"] = report.transfers;
  json["block_hops"] = report.block_hops;
  json["repeats"] = report.repeats;
  json["startups"] = report.cost.startups;
  json["blocks"] = report.cost.blocks;
  json["dependency_cycles"] = {{"phase", report.cycles.phase},
                               {"in_phase", report.cycles.in_phase},
                               {"overall", report.cycles.overall}};
  add_rerouting(json, info);
  return json;
}

void print_cycle(const std::string& what, const std::vector<std::string>& channels) {
  if (!channels.empty()) fmt::print("{}:\n    {}\n", what, fmt::join(channels, "\n    "));
}

/// The properties that the check has confirmed.
std::string verified(const ScheduleInfo& info, const CheckReport& report, bool matrix) {
  if (matrix) {
    return fmt::format(
        "{} messages on existing routes; every node gets from every other what the "
        "matrix says, {} blocks in all",
        report.transfers, info.collective.blocks);
  }
  if (!info.collective.named()) {
    return fmt::format("{} messages on existing routes, {} blocks of their own", report.transfers,
                       info.collective.blocks);
  }
  if (info.collective.reduces()) {
    return "every contribution to every chunk is counted once, and the sums are where they must be";
  }
  if (!info.collective.copies()) return "every block is held when sent and delivered exactly once";
  return fmt::format(
      "every block is held when sent and reaches every node {}",
      report.repeats == 0 ? "exactly once" : fmt::format("with {} repeats, as declared", report.repeats));
}

void print_report(const ScheduleInfo& info, const CheckReport& report, int lanes, bool matrix) {
  if (report.correct()) {
    fmt::print("correct: {} on {}: {}\n", info.name, info.topology.name(), verified(info, report, matrix));
  } else {
    fmt::print("not correct: {} on {}: {} violation{}\n", info.name, info.topology.name(),
               report.violation_count, report.violation_count == 1 ? "" : "s");
    for (const Violation& violation : report.violations) fmt::print("    {}\n", violation.text);
    const auto more = report.violation_count - static_cast<std::int64_t>(report.violations.size());
    if (more > 0) fmt::print("    and {} more\n", more);
  }
  fmt::print("{} phase{}, {} transfers, {} block hops; cost {} startups + {} blocks\n", report.phases.size(),
             report.phases.size() == 1 ? "" : "s", report.transfers, report.block_hops, report.cost.startups,
             report.cost.blocks);
  fmt::print("{}", rerouting_lines(info.rerouting.get(), 10));
  std::string claims;
  if (info.claims.link_disjoint) claims += " link-disjoint";
  if (info.claims.shortest_paths) claims += " shortest-paths";
  if (!claims.empty()) fmt::print("claims:{}\n", claims);
  print_cycle(fmt::format("warning: with --lanes {} phase {} can deadlock, its channels depend on each other",
                          lanes, report.cycles.phase),
              report.cycles.in_phase);
  if (report.cycles.in_phase.empty()) {
    print_cycle(
        fmt::format("note: without barriers it can deadlock with --lanes {}, channels of several phases "
                    "depend on each other",
                    lanes),
        report.cycles.overall);
  }
}

}  // namespace

int check_command(RunConfig config, Json* answer) {
  if (config.deadlock) return deadlock_command(std::move(config), answer);
  auto loaded = with_progress(config.quiet, "making the schedule", [&] { return load_schedule(config); });
  const PreparedRun run = prepare_run(config, std::move(loaded));
  Schedule& schedule = *run.schedule;
  if (!has_phases(schedule)) return check_of_program(run, answer);
  CheckOptions options;
  options.lanes = *run.config.lanes;
  const CheckReport report =
      with_progress(config.quiet, "checking the schedule", [&] { return check(schedule, options); });
  if (answer != nullptr) {
    *answer = json_of(report, schedule.info());
  } else {
    print_report(schedule.info(), report, options.lanes, matrix_of(schedule) != nullptr);
  }
  return report.correct() ? kDone : kNotVerified;
}

}  // namespace torusim
