#include "testbench/config/deadlock_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "schedules/core/error.h"
#include "schedules/core/failed_network.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/named_files.h"
#include "testbench/config/option.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/config/waiting.h"
#include "testbench/process/progress.h"

namespace torusim {
namespace {

constexpr std::size_t kNamedFailures = 8;

bool names_pattern(const RunConfig& config) {
  if (config.algorithm.ends_with(".traffic")) return true;
  const auto& names = Pattern::names();
  return !names_file(config.algorithm) &&
         std::find(names.begin(), names.end(), config.algorithm) != names.end();
}

std::vector<std::string> channel_names(const DeadlockCheck& check, Synchronisation sync) {
  const Topology& topology = check.hardware.topology;
  const bool can = check.verdict.risk == DeadlockRisk::kCanDeadlock;
  std::vector<std::string> names;
  for (const HeldChannel& channel : check.verdict.circle.channels) {
    std::string vc = ", all its virtual channels";
    if (channel.lane >= 0 && sync != Synchronisation::kPriority) {
      vc = fmt::format(", class {} lane {}", channel.message_class, channel.lane);
    } else if (channel.lane >= 0) {  // the class is the phase
      vc = can ? fmt::format(", class {} lane {}", check.verdict.circle.first_phase, channel.lane)
               : fmt::format(", lane {}", channel.lane);
    }
    names.push_back(topology.port_name(channel.port) + " of node " + topology.node_name(channel.node) + vc);
  }
  return names;
}

std::string buffers(const Hardware& hardware) {
  return fmt::format(
      "{} class{} x {} lane{} of {} flits{}, {}{}{}", hardware.classes, hardware.classes == 1 ? "" : "es",
      hardware.lanes, hardware.lanes == 1 ? "" : "s", hardware.reserve,
      hardware.shared > 0 ? fmt::format(" and {} shared", hardware.shared) : std::string(),
      to_text(hardware.switching),
      hardware.adaptive ? fmt::format(", adaptive with {} of them for escape", hardware.escape_lanes())
                        : std::string(),
      hardware.topology.failures() == nullptr
          ? std::string()
          : ", failed " + failures_text(hardware.topology, kNamedFailures));
}

/// Refuses options that `check` has for the other kind of work.
void refuse_others(const RunConfig& config, Command command, const char* what, const char* others) {
  for (const Option& option : option_table()) {
    if (!option.of(kCheck) || option.of(command) || !option.recorded() || option.positional()) continue;
    if (!option.is_given(config)) continue;
    throw UsageError(
        fmt::format("--{}: {} is {}, and the option is for {}", option.name, config.algorithm, what, others));
  }
}

DeadlockCheck check_traffic(RunConfig& config) {
  refuse_others(config, kTraffic, "traffic", "schedules and programs");
  config.traffic.pattern = config.algorithm;
  const TrafficOptions options = traffic_setup(config);
  std::int64_t longest = 0;
  for (const PacketMix::Kind& kind : options.traffic.packet.kinds()) {
    longest = std::max<std::int64_t>(longest, kind.flits);
  }
  if (const std::string reason = options.hardware.unsupported_reason(longest); !reason.empty()) {
    throw UsageError(reason);
  }
  DeadlockCheck check{fmt::format("{} on {}", options.pattern.name, options.hardware.topology.name()),
                      "traffic, " + buffers(options.hardware), options.hardware, true};
  if (options.hardware.adaptive) return check;  // free on every torus and mesh (docs/algorithms/adaptive.md)
  const RoutingOptions& routing = options.traffic.routing;
  check.verdict = judge_traffic(options.hardware, options.pattern, longest, options.pairs.get(), routing);
  if (check.verdict.risk != DeadlockRisk::kFree) {
    check.prevention = prevention(options.hardware, options.pattern, longest, options.pairs.get(), routing);
  }
  return check;
}

DeadlockCheck check_schedule(RunConfig& config) {
  refuse_others(config, kRun, "no traffic", "traffic");
  auto loaded = with_progress(config.quiet, "making the schedule", [&] { return load_schedule(config); });
  PreparedRun run = prepare_run(config, std::move(loaded), Circles::kJudged);
  const RunConfig asked = std::exchange(config, run.config);
  Schedule& schedule = *run.schedule;
  DeadlockCheck check{fmt::format("{} on {}", schedule.info().name, config.topology), "", run.hardware};
  check.setting = fmt::format("sync {}, {}", to_text(*config.sync), buffers(check.hardware));
  if (check.hardware.adaptive) return check;  // free on every torus and mesh (docs/algorithms/adaptive.md)
  if (known_free(config, schedule, check.hardware)) return check;
  check.verdict = with_progress(config.quiet, "looking for cycles of channels", [&] {
    return judge_deadlock(schedule, model_of(config, schedule, run.hardware));
  });
  if (check.verdict.risk == DeadlockRisk::kCanDeadlock) check.prevention = prevention(asked, schedule);
  return check;
}

}  // namespace

DeadlockCheck check_deadlock(RunConfig& config) {
  check_rules(config, kCheck);
  DeadlockCheck check = names_pattern(config) ? check_traffic(config) : check_schedule(config);
  check.channels = channel_names(check, config.sync.value_or(Synchronisation::kNone));
  return check;
}

}  // namespace torusim
