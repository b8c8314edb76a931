#include "testbench/config/automatic.h"

#include <algorithm>

#include "models/contract/buffer_defaults.h"
#include "schedules/core/cost.h"
#include "schedules/core/error.h"
#include "schedules/core/program_schedule.h"
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
  Hardware hardware = config.run.hardware;
  hardware.link_delay = longest_link_delay(config, topology);
  return default_reserve(hardware, [=] { return longest; });
}

void settle_packet_slots(RunConfig& config, std::int64_t longest) {
  Hardware& hardware = config.run.hardware;
  if (!hardware.bubbles()) return;
  hardware.reserve = *config.reserve;
  hardware.packet_slots = packet_slots_for(hardware, longest);
}

bool plain_direct(const RunConfig& config, const Schedule& schedule) {
  const ScheduleInfo& info = schedule.info();
  return info.name == "direct" && !info.topology.has_graph() && info.topology.failures() == nullptr &&
         !names_file(config.algorithm);
}

}  // namespace torusim
