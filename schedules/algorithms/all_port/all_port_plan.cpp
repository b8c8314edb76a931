#include "schedules/algorithms/all_port/all_port_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>

#include "schedules/core/mix_bits.h"

namespace torusim {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

std::int64_t weight(std::int64_t load) {
  const std::int64_t cube = (1 + load) * (1 + load) * (1 + load);
  return cube * cube;
}

/// The rest of an offset along a ring of `side`: -(side/2 - 1) .. side/2, where side/2 may go in either
/// direction. The rest after a move of `hops` in direction `step`; nullopt if the move leads away or too
/// far.
bool shorten(int side, int step, int hops, int& left) {
  if (2 * left == side && step < 0) left = -left;
  if (left * step < hops) return false;
  left -= step * hops;
  return true;
}

}  // namespace

WayLoads::WayLoads(const AllPortTable& table) : table_(&table), torus_(table.torus()) {
  switch (table.classes) {
    case AllPortTable::Classes::kParity:
      classes_ = 2;
      break;
    case AllPortTable::Classes::kSums:
      classes_ = 4;
      break;
    case AllPortTable::Classes::kCoordinates:
      classes_ = 1 << (2 * torus_.dimensions());
      break;
  }
  member_.resize(classes_);
  for (NodeId node = torus_.nodes() - 1; node >= 0; --node) {
    const auto at = torus_.coordinates(node);
    member_[class_of(at)] = at;
  }
  for (const AllPortPhase& phase : table.phases) {
    for (const auto& at : member_) {
      for (int port = 0; port < torus_.network_ports(); ++port) hops_.push_back(phase.hops(torus_, at, port));
    }
  }
  loads_.resize(hops_.size());
}

int WayLoads::class_of(const Topology::Coordinates& at) const {
  if (table_->classes != AllPortTable::Classes::kCoordinates)
    return std::accumulate(at.begin(), at.end(), 0) % classes_;
  int result = 0;
  for (int d = 0; d < torus_.dimensions(); ++d) result = 4 * result + at[d] % 4;
  return result;
}

WayLoads::Place WayLoads::place(int source_class, const Way& way, int phase) const {
  Place place{{}, source_class};
  Topology::Coordinates at = member_[source_class];
  for (int earlier = 0; earlier < phase; ++earlier) {
    const int port = way[earlier];
    if (port == kStays) continue;
    const int d = torus_.port_dimension(port), side = torus_.side(d);
    const int hops = torus_.port_step(port) * hops_[index(earlier, place.node_class, port)];
    place.moved[d] = (place.moved[d] + hops + side) % side;
    at[d] = (at[d] + hops + side) % side;
    place.node_class = class_of(at);
  }
  return place;
}

void WayLoads::add(int source_class, const Way& way, int change) {
  for (int phase = 0; phase < static_cast<int>(way.size()); ++phase) {
    if (way[phase] != kStays)
      loads_[index(phase, place(source_class, way, phase).node_class, way[phase])] += change;
  }
}

std::int64_t WayLoads::blocks() const {
  const auto of_phase = static_cast<std::ptrdiff_t>(loads_.size() / table_->phases.size());
  std::int64_t result = 0;
  for (auto phase = loads_.begin(); phase != loads_.end(); phase += of_phase)
    result += *std::max_element(phase, phase + of_phase);
  return result;
}

/// States of a block: the rest of its offset, encoded as a node number. side/2 counts as either sign, so a
/// state has all information needed.
struct WayLoads::Step {
  std::int64_t weight = kNever;
  NodeId from = 0;
  std::int8_t port = kStays;
};

Way WayLoads::lightest(int source_class, NodeId offset) const {
  const int phases = static_cast<int>(table_->phases.size());
  std::vector<std::vector<Step>> steps(phases + 1, std::vector<Step>(torus_.nodes()));  // [phase][left]
  std::vector<NodeId> now{offset}, then;
  steps[0][offset].weight = 0;
  const auto whole = torus_.coordinates(offset);
  for (int phase = 0; phase < phases; ++phase) {
    then.clear();
    const auto reach = [&](NodeId left, Step step) {
      Step& known = steps[phase + 1][left];
      if (known.weight == kNever) then.push_back(left);
      if (step.weight < known.weight) known = step;
    };
    for (const NodeId state : now) {
      const std::int64_t so_far = steps[phase][state].weight;
      reach(state, {so_far, state, kStays});
      const auto left = torus_.coordinates(state);
      Topology::Coordinates at = member_[source_class];
      for (int d = 0; d < torus_.dimensions(); ++d)
        at[d] = (at[d] + whole[d] - left[d] + torus_.side(d)) % torus_.side(d);
      const int here = class_of(at);
      for (int port = 0; port < torus_.network_ports(); ++port) {
        const int d = torus_.port_dimension(port), side = torus_.side(d);
        const std::size_t message = index(phase, here, port);
        int rest = 2 * left[d] > side ? left[d] - side : left[d];
        if (hops_[message] == 0 || !shorten(side, torus_.port_step(port), hops_[message], rest)) continue;
        reach(torus_.displaced(state, d, rest - left[d]),
              {so_far + weight(loads_[message]), state, static_cast<std::int8_t>(port)});
      }
    }
    std::swap(now, then);
  }
  if (steps[phases][0].weight == kNever) {
    throw std::logic_error(
        fmt::format("all-port on {}: no way to the offset {}", torus_.name(), torus_.node_name(offset)));
  }
  Way way(phases);
  NodeId state = 0;
  for (int phase = phases; phase > 0; --phase) {
    way[phase - 1] = steps[phase][state].port;
    state = steps[phase][state].from;
  }
  return way;
}

namespace {

constexpr int kRounds = 6;

}  // namespace

AllPortPlan::AllPortPlan(const AllPortTable& table) : loads_(table) {
  const NodeId nodes = loads_.torus().nodes();
  std::vector<Way> ways(static_cast<std::size_t>(loads_.classes()) * nodes, Way(table.phases.size(), kStays));
  std::vector<int> order;  // order of all ways except those of offset 0
  for (int i = 0; i < static_cast<int>(ways.size()); ++i) {
    if (i % nodes != 0) order.push_back(i);
  }
  std::mt19937_64 random(table.seed);
  WayLoads loads = loads_;
  for (int round = 0; round < kRounds; ++round) {
    shuffle_alike(order, random);
    for (const int i : order) {
      loads.add(i / nodes, ways[i], -1);
      ways[i] = loads.lightest(i / nodes, i % nodes);
      loads.add(i / nodes, ways[i], 1);
    }
    if (round > 0 && loads.blocks() >= loads_.blocks()) continue;
    loads_ = loads;
    ways_ = ways;
  }
}

}  // namespace torusim
