#include "schedules/algorithms/torus_family.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/algorithms/torus_exchange.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

/// The shape with its sides rounded down (up) to multiples of the dilation, and dimensions added or left out.
std::string nearest_shape(const TorusFamilyMember& member, const Topology& topology, bool up) {
  const int wanted = member.dimensions > 0 ? member.dimensions : topology.dimensions();
  const int k = member.dilation;
  std::vector<Dimension> sides;
  for (int d = 0; d < wanted; ++d) {
    const int side = topology.side(std::min(d, topology.dimensions() - 1));
    const int multiple = up ? (side + k - 1) / k * k : side / k * k;
    sides.push_back({std::max({multiple, k, 2}), Line::kRing});
  }
  return Topology(std::move(sides)).name();
}

[[noreturn]] void refuse(const TorusFamilyMember& member, const Topology& topology) {
  static const std::array<const char*, 4> kCounts{"only", "one", "two", "three"};
  const std::string divisible = member.dilation == 1 ? ""
                                : member.dilation == 2
                                    ? " of even sides"
                                    : fmt::format(" whose sides are divisible by {}", member.dilation);
  const std::string down = nearest_shape(member, topology, false);
  const std::string up = nearest_shape(member, topology, true);
  throw InputError(fmt::format("{} on {}: {} needs {} wrapped dimension{}{}; nearest: {}{}; {}", member.name,
                               topology.name(), member.name, kCounts[member.dimensions],
                               member.dimensions == 1 ? "" : "s", divisible, down,
                               down == up ? "" : " or " + up, member.instead));
}

}  // namespace

std::unique_ptr<Schedule> make_torus_exchange(const TorusFamilyMember& member, const Topology& topology,
                                              const RingOptions& options, const std::string& generator) {
  if (member.dimensions > 0 && topology.dimensions() != member.dimensions) refuse(member, topology);
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (!topology.wraps(d) || topology.side(d) % member.dilation != 0) refuse(member, topology);
  }
  return std::make_unique<TorusExchange>(member.name, generator, topology,
                                         std::vector<int>(topology.dimensions(), member.dilation), options);
}

}  // namespace torusim
