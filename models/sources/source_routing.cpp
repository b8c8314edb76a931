#include "models/sources/source_routing.h"

#include <array>
#include <utility>

#include "models/sources/packet_routes.h"
#include "models/sources/route_halves.h"
#include "schedules/core/mix_bits.h"

namespace torusim {
namespace {

/// Uniform in 0 .. bound - 1, from 32 random bits.
int below(int bound, std::uint64_t bits) {
  return static_cast<int>((bits & 0xffffffff) * static_cast<std::uint64_t>(bound) >> 32);
}

}  // namespace

const char* to_text(Routing routing) {
  constexpr std::array kNames = {"dimension-order", "valiant", "romm", "random-order", "adaptive"};
  return kNames[static_cast<std::size_t>(routing)];
}

SourceRouting::SourceRouting(const Hardware& hardware, const PacketRoutes& minimal,
                             const RoutingOptions& options)
    : topology_(hardware.topology),
      minimal_(minimal),
      options_(options),
      lanes_(hardware.topology, hardware.lanes) {}

std::string SourceRouting::unsupported_reason(const Topology& topology, Routing routing) {
  if (routing == Routing::kDimensionOrder) return {};
  if (topology.failures() != nullptr) return "round failed links (--fail)";
  if (topology.has_graph()) return "on graphs";
  const bool halves = routing != Routing::kRandomOrder;
  if (halves && 2 * topology.dimensions() > Route::kMaxRuns) {
    return "in more than 7 dimensions: a route has at most 15 straight runs";
  }
  return {};
}

void SourceRouting::append(NodeId from, NodeId to, std::uint32_t random, Route& route) const {
  const std::uint64_t bits = mix_bits(random + kMixStep * static_cast<std::uint64_t>(from));
  if (options_.routing == Routing::kValiant) {
    append_in_phases(from, to, bits, route);
  } else {
    Route shortest;
    minimal_.append(from, to, random, shortest);
    if (options_.routing == Routing::kRomm) append_in_box(bits, shortest, route);
    if (options_.routing == Routing::kRandomOrder) append_in_random_order(bits, shortest, route);
    if (options_.routing == Routing::kDimensionOrder) route = shortest;
  }
  if (options_.lanes == LaneChoice::kBalanced) {
    lanes_.balance(from, bits, options_.routing != Routing::kDimensionOrder, route);
    route.set_local_lane(static_cast<int>(bits >> 60 & 3));
  }
}

void SourceRouting::append_in_phases(NodeId from, NodeId to, std::uint64_t random, Route& route) const {
  const NodeId middle = below(topology_.nodes(), random);
  NodeId at = from;
  for (const auto& [end, pair] : {std::pair{middle, Halves::kFirst}, std::pair{to, Halves::kSecond}}) {
    random = mix_bits(random);
    Route half;
    if (at != end) minimal_.append(at, end, static_cast<std::uint32_t>(random >> 32), half);
    for (const Run& run : half) append_on(pair, run, route);
    at = end;
  }
}

/// Every run of a shortest path splits at a random hop: the middle node lies anywhere in the box.
void SourceRouting::append_in_box(std::uint64_t random, const Route& shortest, Route& route) const {
  BoxSplit split{};
  for (int r = 0; r < shortest.size(); ++r) {
    random = mix_bits(random + kMixStep);
    split[r] = below(topology_.channels_along(shortest[r].dimension, shortest[r].hops) + 1, random);
  }
  append_halves(topology_, shortest, split, route);
}

void SourceRouting::append_in_random_order(std::uint64_t random, const Route& shortest, Route& route) {
  append_pairs(static_cast<unsigned>(random), shortest, route);
}

}  // namespace torusim
