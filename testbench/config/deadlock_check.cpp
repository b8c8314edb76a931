#include "testbench/config/deadlock_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"
#include "schedules/core/failed_network.h"
#include "schedules/core/program_schedule.h"
#include "schedules/reroute/rerouted_schedule.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/routing.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/config/waiting.h"
#include "testbench/process/progress.h"

namespace torusim {
namespace {

constexpr std::size_t kNamedFailures = 8;

/// The hardware of a settled configuration but for what waiting does not depend on.
Hardware waiting_hardware(const RunConfig& config, const Topology& topology, int lanes) {
  Hardware hardware = config.run.hardware;
  hardware.topology = topology;
  hardware.classes = *config.classes;
  hardware.lanes = lanes;
  hardware.reserve = *config.reserve;
  return hardware;
}

/// How the messages of the schedule wait; `config` is settled.
WaitingModel model_of(const RunConfig& config, Schedule& schedule, Synchronisation sync, int lanes) {
  const Hardware hardware = waiting_hardware(config, schedule.info().topology, lanes);
  const std::int64_t longest = hardware.buffers_whole_worms() ? longest_message(config, schedule) : 0;
  // Of a program all messages may be under way together, whatever keeps the phases of its jobs apart.
  if (dynamic_cast<const ProgramSchedule*>(&schedule) != nullptr) sync = Synchronisation::kNone;
  return waiting_model(hardware, sync, *config.block, longest);
}

/// Whether the routes of a plain exchange are free of circles, whatever waits for what.
bool known_free(const RunConfig& config, const Schedule& schedule, int lanes) {
  if (!plain_direct(config, schedule) || config.lane_choice != LaneChoice::kDateline) return false;
  const Hardware hardware = waiting_hardware(config, schedule.info().topology, lanes);
  return judge_all_pairs(hardware, 1 + *config.block).risk == DeadlockRisk::kFree;
}

/// Without bubble flow control, which has no lanes to choose from.
std::string other_switching(const std::string& prevention) {
  return prevention.empty() ? "" : "--switching wormhole " + prevention;
}

/// The nearest settings with which no circle closes.
std::string prevention(RunConfig config, Schedule& schedule) {
  const auto closes = [&](Synchronisation sync, int lanes) {
    return !known_free(config, schedule, lanes) &&
           !find_circle_of_waits(schedule, model_of(config, schedule, sync, lanes)).channels.empty();
  };
  if (config.run.hardware.bubbles()) {
    if (!closes(Synchronisation::kBarrier, 1)) return "--sync barrier prevents it";
    config.run.hardware.switching = Switching::kWormhole;
    return other_switching(prevention(config, schedule));
  }
  for (const auto& [sync, lanes] : {std::pair(*config.sync, 2),
                                    {Synchronisation::kBarrier, *config.lanes},
                                    {Synchronisation::kBarrier, 2}}) {
    if (!closes(sync, lanes)) return fmt::format("--sync {} --lanes {} prevents it", to_text(sync), lanes);
  }
  if (!config.run.hardware.buffers_whole_worms()) return "";
  config.reserve = static_cast<int>(longest_message(config, schedule));  // each lane holds a whole worm
  for (const int lanes : {*config.lanes, 2}) {
    if (!closes(*config.sync, lanes)) {
      return fmt::format("--reserve {} --lanes {} prevents it", *config.reserve, lanes);
    }
  }
  return "";
}

/// The same of traffic.
std::string prevention(Hardware hardware, const PatternOptions& pattern, std::int64_t longest,
                       const PairRoutes* pairs, const RoutingOptions& routing) {
  const int lanes = hardware.lanes;
  const auto closes = [&] {
    return judge_traffic(hardware, pattern, longest, pairs, routing).risk != DeadlockRisk::kFree;
  };
  if (hardware.bubbles()) {
    hardware.switching = Switching::kWormhole;
    return other_switching(prevention(hardware, pattern, longest, pairs, routing));
  }
  const int enough = routing.routing == Routing::kDimensionOrder ? 2 : kLanesOfHalves;
  hardware.lanes = enough;
  if (!closes()) return fmt::format("--lanes {} prevents it", enough);
  if (!hardware.buffers_whole_worms()) return "";
  hardware.reserve = std::max(hardware.reserve, static_cast<int>(longest));
  for (const int tried : {lanes, enough}) {
    hardware.lanes = tried;
    if (!closes()) return fmt::format("--reserve {} --lanes {} prevents it", hardware.reserve, tried);
  }
  return "";
}

bool names_pattern(const RunConfig& config) {
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

DeadlockCheck check_traffic(RunConfig& config) {
  if (config.block || config.sync) {
    throw UsageError(
        fmt::format("{}: traffic has packets (--packet) and no --block or --sync", config.algorithm));
  }
  config.traffic.pattern = config.algorithm;
  const TrafficOptions options = traffic_setup(config);
  std::int64_t longest = 0;
  for (const PacketMix::Kind& kind : options.traffic.packet.kinds()) {
    longest = std::max<std::int64_t>(longest, kind.flits);
  }
  if (const std::string objection = options.hardware.objection_to(longest); !objection.empty()) {
    throw UsageError(objection);
  }
  DeadlockCheck check{fmt::format("{} on {}", options.pattern.name, options.hardware.topology.name()),
                      "traffic, " + buffers(options.hardware), options.hardware, true};
  if (options.hardware.adaptive) {
    check.verdict = judge_adaptive(options.hardware);
    return check;
  }
  const RoutingOptions& routing = options.traffic.routing;
  check.verdict = judge_traffic(options.hardware, options.pattern, longest, options.pairs.get(), routing);
  if (check.verdict.risk != DeadlockRisk::kFree) {
    check.prevention = prevention(options.hardware, options.pattern, longest, options.pairs.get(), routing);
  }
  return check;
}

DeadlockCheck check_schedule(RunConfig& config) {
  if (config.traffic.packets.packet.text() != OpenLoopOptions().packet.text()) {
    throw UsageError(
        fmt::format("--packet: {} is no traffic, its messages have blocks (--block)", config.algorithm));
  }
  const auto loaded =
      with_progress(config.quiet, "making the schedule", [&] { return load_schedule(config); });
  settle(config, *loaded);
  const ScheduleInfo& info = loaded->info();
  DeadlockCheck check{fmt::format("{} on {}", info.name, info.topology.name()), "",
                      hardware_of(config, info.topology)};
  check.setting = fmt::format("sync {}, {}", to_text(*config.sync), buffers(check.hardware));
  const bool program = dynamic_cast<const ProgramSchedule*>(loaded.get()) != nullptr;
  if (*config.sync == Synchronisation::kLocal && !info.has_signals && !program) {
    throw InputError(
        fmt::format("{} names no signals; use --sync none, barrier, priority or switch", info.name));
  }
  const std::int64_t longest = check.hardware.buffers_whole_worms() ? longest_message(config, *loaded) : 0;
  if (const std::string objection = check.hardware.objection_to(longest); !objection.empty()) {
    throw InputError(objection);
  }
  if (check.hardware.adaptive) {
    check.verdict = judge_adaptive(check.hardware);
    return check;
  }
  if (known_free(config, *loaded, *config.lanes)) return check;
  check.verdict = with_progress(config.quiet, "looking for cycles of channels", [&] {
    return judge_deadlock(*loaded, model_of(config, *loaded, *config.sync, *config.lanes));
  });
  if (check.verdict.risk == DeadlockRisk::kCanDeadlock) check.prevention = prevention(config, *loaded);
  return check;
}

}  // namespace

DeadlockCheck check_deadlock(RunConfig& config) {
  DeadlockCheck check = names_pattern(config) ? check_traffic(config) : check_schedule(config);
  check.channels = channel_names(check, config.sync.value_or(Synchronisation::kNone));
  return check;
}

namespace {

/// Messages in classes of their own wait in no circle (rerouter.h). Where the classes are those of phases or
/// do not count, they may, and then the circle must be one of the intact network too.
void refuse_rerouted_circles(const RunConfig& config, Schedule& schedule) {
  const WaitingModel model = model_of(config, schedule, *config.sync, *config.lanes);
  const CircleOfWaits circle = find_circle_of_waits(schedule, model);
  if (circle.channels.empty()) return;
  auto* const rerouted = dynamic_cast<ReroutedSchedule*>(&schedule);
  if (rerouted && !find_circle_of_waits(rerouted->intact(), model).channels.empty()) return;
  const ScheduleInfo& info = schedule.info();
  throw InputError(fmt::format(
      "{} on {} with --sync {} and --reroute {} can deadlock: messages{} round failed links can "
      "form a cycle of "
      "{} channels, beginning with {}; {}",
      info.name, info.topology.name(), to_text(*config.sync), to_text(config.reroute),
      circle.phase.empty() ? "" : " of phase " + circle.phase, circle.channels.size(),
      ChannelDependencies(info.topology, *config.lanes).names(circle.channels).front(),
      config.reroute == Reroute::kLong      ? "--reroute layered has a class for them"
      : config.reroute == Reroute::kPlanned ? "--sync barrier keeps its phases apart"
                                            : "--sync none, barrier or switch has classes for them"));
}

}  // namespace

void refuse_circles(const RunConfig& config, Schedule& schedule) {
  const ScheduleInfo& info = schedule.info();
  if (info.rerouting) return refuse_rerouted_circles(config, schedule);
  if (!info.topology.has_graph() || names_file(config.algorithm)) return;
  const CircleOfWaits circle =
      find_circle_of_waits(schedule, model_of(config, schedule, *config.sync, *config.lanes));
  if (circle.channels.empty()) return;
  const std::string nearest = prevention(config, schedule);
  throw InputError(
      fmt::format("{} on {} with --sync {} and --lanes {} can deadlock: messages{} can form a cycle of {} "
                  "channels, beginning with {}; {}",
                  info.name, info.topology.name(), to_text(*config.sync), *config.lanes,
                  circle.phase.empty() ? "" : " of phase " + circle.phase, circle.channels.size(),
                  ChannelDependencies(info.topology, *config.lanes).names(circle.channels).front(),
                  nearest.empty() ? "no synchronisation or number of lanes prevents it" : nearest));
}

}  // namespace torusim
