#include "testbench/config/automatic.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/named_files.h"

namespace torusim {
namespace {

/// With adaptive routing: two escape lanes and two adaptive lanes on tori, one and three on meshes.
constexpr int kAdaptiveLanes = 4;

}  // namespace

int automatic_lanes(const RunConfig& config, const Topology& topology) {
  if (config.run.hardware.bubbles()) return 1;
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.wraps(d)) return 2;
  }
  return 1;
}

int lanes_for_routing(const RunConfig& config, const Topology& topology) {
  if (config.routing == Routing::kAdaptive) return kAdaptiveLanes;
  if (config.routing == Routing::kDimensionOrder) return automatic_lanes(config, topology);
  return kLanesOfHalves;
}

int automatic_reserve(const RunConfig& config, const Topology& topology, std::int64_t longest) {
  const Hardware& hardware = config.run.hardware;
  const int round_trip =
      Hardware::credit_round_trip(longest_link_delay(config, topology), hardware.router_delay);
  if (!hardware.buffers_whole_worms()) return round_trip;
  if (hardware.bubbles()) {
    const std::int64_t slots = 1 + (round_trip + longest - 1) / longest;
    if (slots * longest <= Hardware::kMaxSlots) return static_cast<int>(slots * longest);
    return Hardware::kMaxSlots;
  }
  if (longest > Hardware::kMaxSlots) {
    throw UsageError(
        fmt::format("--switching {} keeps whole worms in a buffer: the longest has {} flits, a buffer "
                    "at most {}",
                    to_text(hardware.switching), longest, int{Hardware::kMaxSlots}));
  }
  return std::max(round_trip, static_cast<int>(longest));
}

void settle_packet_slots(RunConfig& config, std::int64_t longest) {
  Hardware& hardware = config.run.hardware;
  if (!hardware.bubbles()) return;
  if (2 * longest > Hardware::kMaxSlots) {
    throw UsageError(
        fmt::format("--switching bubble keeps two of the longest worms in a buffer: they have {} flits each, "
                    "a buffer at most {}",
                    longest, int{Hardware::kMaxSlots}));
  }
  if (2 * longest > *config.reserve) {
    throw UsageError(fmt::format(
        "--reserve {}: --switching bubble needs two of the longest worms in a buffer, so {} or more",
        *config.reserve, 2 * longest));
  }
  hardware.packet_slots = static_cast<int>(*config.reserve / longest);
}

bool plain_direct(const RunConfig& config, const Schedule& schedule) {
  const ScheduleInfo& info = schedule.info();
  return info.name == "direct" && !info.topology.has_graph() && info.topology.failures() == nullptr &&
         !names_file(config.algorithm);
}

}  // namespace torusim
