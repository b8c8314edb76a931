#include "models/run/level_choice.h"

#include <algorithm>
#include <array>

#include "models/contract/observer_hooks.h"
#include "models/contract/worm.h"
#include "models/contract/zero_load.h"
#include "models/dense/network.h"
#include "schedules/core/link_load.h"

namespace torusim {
namespace {

// Seconds, measured on the machine of docs/performance.md.
/// Time of a message and of its flits at a router of the fast level. After kFlitsBeforeSleep flits a worm
/// streams, and its routers sleep.
constexpr double kFastHop = 2e-7, kFastFlit = 2e-8;
constexpr std::int64_t kFlitsBeforeSleep = 64;
/// Time of a message at a router of the dense level, and of a cycle of 256 routers, by dimensions.
constexpr double kDenseHop = 5e-8;
constexpr std::array kDenseBlock = {2.5e-7, 2.5e-7, 3.3e-7, 5e-7};
/// Ratio of a phase's time to the work of its busiest channel, if messages share the channel (`direct`: 2 to
/// 4.6).
constexpr double kContention = 4;
/// Longer messages stream, and the dense level gains little or nothing. The first phase therefore decides
/// most large exchanges.
constexpr std::int64_t kShortMessage = 128;
/// Estimates of the dense level are rather too long. For a run shorter than kShortRun the choice costs more
/// than it saves.
constexpr double kMargin = 1.1, kShortRun = 0.01;

/// Calls visit(phase, flits of its longest message) for every phase until visit returns false or a phase is
/// unsupported. Returns the reason of the latter. `order` learns the routes.
template <typename Visit>
std::string go_through(Schedule& schedule, const RunOptions& options, dense::RouteOrder& order, Visit visit) {
  if (schedule.as_program() != nullptr) return "programs";
  std::string reason = dense_unsupported_reason(options, 1);
  if (!reason.empty()) return reason;
  schedule.rewind();
  for (Phase phase; reason.empty() && schedule.next(phase);) {
    std::int64_t longest = 0;
    for (const Transfer& transfer : phase.transfers) {
      const std::int64_t flits = message_flits(transfer.block_count(), options.block_flits);
      reason = order.unsupported_reason(options.hardware.topology, transfer.source, transfer.route);
      if (!reason.empty()) break;
      longest = std::max(longest, flits);
    }
    if (reason.empty()) reason = dense::unsupported_reason(options.hardware, longest);
    if (reason.empty() && !visit(phase, longest)) break;
  }
  schedule.rewind();
  return reason;
}

/// Flit-hops per cycle, by dimensions, that cost one thread of the fast level as much as a block of 256
/// routers costs the dense level. The dense level evaluates the block in every cycle, busy or not.
constexpr std::array kFlitHopsWorthABlock = {3.5, 3.5, 4.5, 7.0};
/// Flit-hops that cost as much as the work of the fast level per cycle.
constexpr double kFlitHopsWorthACycle = 2.5;
/// A thread of the dense level does the work of several threads of the fast level.
constexpr int kThreadsOfOthers = 4;

/// Flits of all nodes per cycle. A closed loop offers all that the network takes, at most its outstanding
/// requests in each round trip of an empty network.
double expected_load(const TrafficOptions& options, const Pattern& pattern) {
  const ClosedLoopOptions& closed = options.traffic.closed;
  if (!closed.on()) return options.traffic.load * pattern.rate();
  constexpr double kMost = 0.4;  // of a node; near the saturation of most networks
  const auto hops = static_cast<Cycle>(pattern.mean_hops(options.hardware.topology));
  const auto round_trip =
      static_cast<double>(closed.service + 2 * zero_load_latency(options.hardware, options.traffic.startup,
                                                                 hops, options.traffic.longest()));
  const double flits = options.traffic.packet.mean_flits() + *closed.reply;
  return pattern.senders() * std::min(kMost, closed.outstanding * flits / round_trip);
}

bool dense_pays(const TrafficOptions& options) {
  const int threads = std::min(options.threads, dense::most_threads(options.hardware.topology));
  if (options.threads > kThreadsOfOthers * threads) return false;
  const Topology& topology = options.hardware.topology;
  const Pattern pattern(options.pattern, topology);
  const double flit_hops = expected_load(options, pattern) * pattern.mean_hops(topology);
  const double blocks = dense::work_of_a_cycle(options.hardware, options.traffic.longest());
  const double worth = kFlitHopsWorthABlock[static_cast<std::size_t>(topology.dimensions() - 1)];
  return flit_hops + kFlitHopsWorthACycle >= worth * blocks;
}

}  // namespace

std::string dense_unsupported_reason(const RunOptions& options, std::int64_t longest) {
  if (!options.rtl_nodes.empty()) return "routers other than its own (--rtl)";
  if (!sums_suffice(options.observers)) return "histories of flits (--explain, --report, --trace, --monitor)";
  if (options.hardware.phase_gates) return "gates of phases (--sync switch)";
  // A node sends signals beside a message; node interfaces of the dense level send one worm at a time.
  if (options.sync == Synchronisation::kLocal) return "signals between nodes (--sync local)";
  return dense::unsupported_reason(options.hardware, longest);
}

std::string dense_unsupported_reason(const TrafficOptions& options) {
  if (options.rtl_nodes.empty()) {
    if (options.monitor) return "monitored runs (--monitor)";
    if (options.traffic.routing.lanes != LaneChoice::kDateline) {
      return "lanes that routes name (--lane-choice)";
    }
    if (!options.traffic.routing.plain()) return "routes by other rules (--routing)";
  }
  return dense_unsupported_reason(options, options.traffic.longest());
}

DenseFit dense_fit(Schedule& schedule, const RunOptions& options) {
  DenseFit fit;
  dense::RouteOrder order;
  fit.unsupported_reason = go_through(schedule, options, order, [&](const Phase&, std::int64_t longest) {
    fit.longest = std::max(fit.longest, longest);
    return true;
  });
  fit.last_dimension_first = order.last_dimension_first();
  return fit;
}

Level faster_level(Schedule& schedule, const RunOptions& options) {
  if (!options.sleep) return Level::kFast;
  const Topology& topology = options.hardware.topology;
  LinkLoads loads(topology);
  double fast = 0, dense = 0, cycles = 0;
  std::int64_t longest = 1;
  const auto count = [&](const Phase& phase, std::int64_t longest_of_phase) {
    longest = std::max(longest, longest_of_phase);
    if (longest > kShortMessage) return false;
    int most_hops = 0;
    for (const Transfer& transfer : phase.transfers) {
      const int hops = transfer.route.hops(topology);
      const std::int64_t flits = message_flits(transfer.block_count(), options.block_flits);
      most_hops = std::max(most_hops, hops);
      fast += hops * (kFastHop + kFastFlit * static_cast<double>(std::min(flits, kFlitsBeforeSleep)));
      dense += hops * kDenseHop;
    }
    loads.count(phase);
    const auto busiest = static_cast<double>(loads.max() + loads.max_blocks() * options.block_flits);
    const auto alone = static_cast<double>(most_hops * (1 + options.hardware.link_delay) + longest_of_phase);
    cycles += std::max(alone, loads.max() > 1 ? kContention * busiest : busiest);
    return true;
  };
  dense::RouteOrder order;
  if (!go_through(schedule, options, order, count).empty() || longest > kShortMessage) return Level::kFast;
  dense += cycles * dense::work_of_a_cycle(options.hardware, longest) *
           kDenseBlock[static_cast<std::size_t>(topology.dimensions() - 1)];
  if (fast < kShortRun) return Level::kFast;
  // At the fast level threads share all work at best; at the dense level the driver has much of the work.
  return fast / options.threads >= kMargin * dense ? Level::kDense : Level::kFast;
}

Level chosen_level(const TrafficOptions& options) {
  if (options.level) return *options.level;
  return dense_unsupported_reason(options).empty() && dense_pays(options) ? Level::kDense : Level::kFast;
}

}  // namespace torusim
