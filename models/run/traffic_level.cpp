// Which level measures open-loop traffic.
#include <algorithm>
#include <array>

#include "models/contract/observer_hooks.h"
#include "models/dense/network.h"
#include "models/run/traffic_run.h"

namespace torusim {
namespace {

/// Flit-hops a cycle, by dimensions, that cost the fast level as much as a block of 256 routers costs the
/// dense level, which evaluates it in every cycle, busy or not; where one thread works at the fast level.
constexpr std::array kFlitHopsWorthABlock = {3.5, 3.5, 4.5, 7.0};
/// The same of all that the fast level does once a cycle.
constexpr double kFlitHopsWorthACycle = 2.5;
/// A thread of the dense level does the work of several.
constexpr int kThreadsOfOthers = 4;

bool pays(const TrafficOptions& options) {
  const int threads = std::min(options.threads, dense::most_threads(options.hardware.topology));
  if (options.threads > kThreadsOfOthers * threads) return false;
  const Topology& topology = options.hardware.topology;
  const Pattern pattern(options.pattern, topology);
  const double flit_hops = options.traffic.load * pattern.senders() * pattern.mean_hops(topology);
  const double blocks = dense::work_of_a_cycle(options.hardware, options.traffic.packet.longest());
  const double worth = kFlitHopsWorthABlock[static_cast<std::size_t>(topology.dimensions() - 1)];
  return flit_hops + kFlitHopsWorthACycle >= worth * blocks;
}

}  // namespace

std::string objection_to_dense(const TrafficOptions& options) {
  if (!options.rtl_nodes.empty()) return "routers other than its own (--rtl)";
  if (options.monitor) return "monitored runs (--monitor)";
  if (!sums_suffice(options.observers)) return "runs of which observers want more than sums";
  if (options.traffic.routing.lanes != LaneChoice::kDateline) return "lanes that routes name (--lane-choice)";
  if (!options.traffic.routing.plain()) return "routes by other rules (--routing)";
  return dense::objection(options.hardware, options.traffic.packet.longest());
}

Level chosen_level(const TrafficOptions& options) {
  if (options.level) return *options.level;
  return objection_to_dense(options).empty() && pays(options) ? Level::kDense : Level::kFast;
}

}  // namespace torusim
