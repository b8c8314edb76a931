// Which level measures open-loop traffic.
#include "models/dense/network.h"
#include "models/run/traffic_run.h"

namespace torusim {
namespace {

/// Flit-hops a cycle from which the dense level is the faster one, for every block of 256 routers that it
/// evaluates in every cycle, busy or not (docs/performance.md); where one thread works at the fast level.
constexpr double kFlitHopsWorthABlock = 8;
constexpr int kBlock = 256;
/// The dense level has one thread, and does the work of several.
constexpr int kThreadsOfOthers = 4;

bool pays(const TrafficOptions& options) {
  const Topology& topology = options.hardware.topology;
  const Pattern pattern(options.pattern, topology);
  const double flit_hops = options.traffic.load * pattern.senders() * pattern.mean_hops(topology);
  const double blocks = (topology.nodes() + kBlock - 1) / kBlock;
  return options.threads <= kThreadsOfOthers && flit_hops >= kFlitHopsWorthABlock * blocks;
}

}  // namespace

std::string objection_to_dense(const TrafficOptions& options) {
  if (!options.rtl_nodes.empty()) return "routers other than its own (--rtl)";
  if (options.monitor) return "monitored runs (--monitor)";
  if (!options.observers.empty()) return "observed runs";
  return dense::objection(options.hardware, options.traffic.packet.longest());
}

Level chosen_level(const TrafficOptions& options) {
  if (options.level) return *options.level;
  return objection_to_dense(options).empty() && pays(options) ? Level::kDense : Level::kFast;
}

}  // namespace torusim
