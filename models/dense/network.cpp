#include "models/dense/network.h"

#include <fmt/format.h>

#include <cstdlib>

#include "models/dense/engine.h"
#include "models/dense/shapes.h"

namespace torusim::dense {
namespace {

using Largest = Large<1>;
static_assert(kMostFlits == Largest::most_flits);

bool machine_is_wide() {
#ifdef __x86_64__
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
         __builtin_cpu_supports("bmi2") != 0;
#else
  return false;
#endif
}

/// The kernels of several classes are compiled for 256 routers only; outside x86 they need no special
/// instructions.
bool machine_has_classes() {
#ifdef __x86_64__
  return machine_is_wide();
#else
  return true;
#endif
}

constexpr NodeId kRoutersOfAWord = 64;

int longest_run(const Topology& topology) {
  int longest = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    longest = std::max(longest, topology.wraps(d) ? topology.side(d) / 2 : topology.side(d) - 1);
  }
  return longest;
}

int most_hops(int dimensions) {
  constexpr std::array kMost = {PackedRoute<1>::most_hops, PackedRoute<2>::most_hops,
                                PackedRoute<3>::most_hops, PackedRoute<4>::most_hops};
  return kMost[static_cast<std::size_t>(dimensions - 1)];
}

template <template <int> typename Shape>
struct Factory {
  const Hardware& hardware;
  MessageSource& source;
  WormTable& worms;
  Scoreboard& scoreboard;
  Observer* const counted;
  const int threads;
  const bool wide;

  template <int d = 1>
  std::unique_ptr<NetworkModel> make() const {
    if constexpr (d < kMostDimensions) {
      if (hardware.topology.dimensions() > d) return make<d + 1>();
    }
    using S = Shape<d>;
    [[maybe_unused]] const bool one_word = hardware.topology.nodes() <= kRoutersOfAWord;
    [[maybe_unused]] const bool narrow = !wide || one_word;
    // Kernels of several classes, and of 64 routers, count if there is an observer of sums.
    if constexpr (S::classes > 1) {
      return counting(kernel<S, Bits256>());
    } else {
      const bool counts = counted != nullptr;
      if constexpr (d == 2) {
        if (wide && one_word && !counts) return with(kernel_of_ports<S>());
      }
      if (narrow) return counting(kernel<S, Bits>());
      return counts ? counting(counting_kernel<S, Bits256>()) : with(kernel<S, Bits256>());
    }
  }

 private:
  template <typename Block>
  std::unique_ptr<NetworkModel> with(Kernel<Block> kernel, MakeCounts counts = nullptr) const {
    return std::make_unique<Engine<Block>>(hardware, source, worms, scoreboard, kernel, counts, counted,
                                           threads);
  }
  template <typename Block>
  std::unique_ptr<NetworkModel> counting(Kernel<Block> kernel) const {
    return with(kernel, make_counts<Block>);
  }
};

/// Whether planes for small buffers and packets suffice.
bool is_small(const Hardware& hardware, std::int64_t most_flits) {
  return hardware.reserve <= Small<1>::most_slots && most_flits <= Small<1>::most_flits;
}

}  // namespace

std::string unsupported_reason(const Hardware& hardware, std::int64_t most_flits) {
  const Topology& topology = hardware.topology;
  if (hardware.adaptive) return "adaptive routing";
  if (topology.twisted()) return "twisted tori";
  if (topology.failures() != nullptr) return "failed links";
  if (hardware.router_delay > 1) return "pipelined routers (--router-delay)";
  if (hardware.uneven != nullptr) return "links that differ (--link-delay, --link-rate)";
  bool wraps = false;
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.jumps(d)) return "complete graphs";
    wraps = wraps || topology.wraps(d);
  }
  if (topology.dimensions() > kMostDimensions) return fmt::format("more than {} dimensions", kMostDimensions);
  if (longest_run(topology) > most_hops(topology.dimensions())) {
    return fmt::format("runs of more than {} hops", most_hops(topology.dimensions()));
  }
  if (hardware.alpha > 1) return "several ports a node (--alpha)";
  if (hardware.classes > kMostClasses) return fmt::format("more than {} classes", kMostClasses);
  if (hardware.classes > 1 && !machine_has_classes()) return "several classes on processors without AVX2";
  if (wraps && hardware.lanes == 1 && !hardware.bubbles()) return "rings of one lane";
  if (hardware.lanes > 2) return "four lanes";
  if (hardware.shared > 0) return "shared buffers";
  if (hardware.switching == Switching::kCircuit || hardware.bubbles())
    return fmt::format("switching {}", to_text(hardware.switching));
  if (hardware.reserve > Largest::most_slots) {
    return fmt::format("buffers of more than {} flits", int{Largest::most_slots});
  }
  if (most_flits > kMostFlits) {
    return fmt::format("packets of more than {} flits", kMostFlits);
  }
  return {};
}

std::string RouteOrder::unsupported_reason(const Topology& topology, NodeId from, const Route& route) {
  if (route.empty()) return "messages of a node to itself";
  if (route.local_lane() != 0) return "routes that name lanes";
  for (int i = 0; i < route.size(); ++i) {
    const Run run = route[i];
    const int hops = std::abs(int{run.hops});
    if (i > 0) {
      if (run.dimension == route[i - 1].dimension) return "routes that take a dimension twice";
      const int turn = run.dimension > route[i - 1].dimension ? 1 : -1;
      if (turn == -turns_) return "routes that turn into later dimensions and into earlier ones";
      turns_ = turn;
    }
    if (route.lane(i) != 0) return "routes that name lanes";
    if (!topology.has_run(from, run.dimension, run.hops)) return "routes along channels that do not exist";
    if (hops >= topology.side(run.dimension)) return "routes once around a ring";
    if (hops > most_hops(topology.dimensions())) {
      return fmt::format("runs of more than {} hops", most_hops(topology.dimensions()));
    }
    from = topology.displaced(from, run.dimension, run.hops);
  }
  return {};
}

double work_of_a_cycle(const Hardware& hardware, std::int64_t most_flits) {
  constexpr int kRouters = 256;
  const int blocks = (hardware.topology.nodes() + kRouters - 1) / kRouters;
  if (hardware.classes > 1) return 3 * blocks;
  return is_small(hardware, most_flits) ? blocks : 2 * blocks;
}

std::unique_ptr<NetworkModel> make_network(const Hardware& hardware, std::int64_t most_flits,
                                           MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
                                           Observer* counted, int threads, bool wide) {
  assert(unsupported_reason(hardware, most_flits).empty());
  wide = wide && machine_is_wide();
  if (hardware.classes > 1) {
    return Factory<LargeOfClasses>{hardware, source, worms, scoreboard, counted, threads, wide}.make();
  }
  if (is_small(hardware, most_flits)) {
    return Factory<Small>{hardware, source, worms, scoreboard, counted, threads, wide}.make();
  }
  return Factory<Large>{hardware, source, worms, scoreboard, counted, threads, wide}.make();
}

}  // namespace torusim::dense
