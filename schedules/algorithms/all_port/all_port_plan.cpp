#include "schedules/algorithms/all_port/all_port_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string_view>

#include "schedules/algorithms/torus_list.h"
#include "schedules/core/mix_bits.h"

namespace torusim {

namespace {

constexpr AllPortPhase kOne{};
constexpr auto kParity = AllPortTable::Classes::kParity;
constexpr auto kSums = AllPortTable::Classes::kSums;
constexpr auto kCoordinates = AllPortTable::Classes::kCoordinates;

AllPortPhase two(std::int8_t x, std::int8_t y, std::int8_t z = 0) {
  return {AllPortPhase::Kind::kTwo, {x, y, z}};
}

/// A digit of base 16 for each port: its starts.
AllPortPhase tiles(std::string_view digits) {
  AllPortPhase phase{AllPortPhase::Kind::kTiles, {}};
  for (std::size_t port = 0; port < digits.size(); ++port) {
    const char digit = digits[port];
    phase.starts[port] = static_cast<std::uint8_t>(digit <= '9' ? digit - '0' : digit - 'A' + 10);
  }
  return phase;
}

AllPortPhase four(std::int8_t x, std::int8_t y) { return {AllPortPhase::Kind::kFour, {x, y, 0}}; }

}  // namespace

int AllPortPhase::hops(const Topology& torus, const Topology::Coordinates& at, int port) const {
  if (kind == Kind::kOne) return 1;
  const int d = torus.port_dimension(port);
  if (kind == Kind::kTiles) {
    const auto starts_at = [&](int sum) { return (starts[port] >> (sum & 3) & 1) != 0; };
    const int sum = std::accumulate(at.begin(), at.end(), 0);
    if (!starts_at(sum)) return 0;
    int hops = 1;
    while (!starts_at(sum + torus.port_step(port) * hops)) ++hops;
    return hops;
  }
  if (std::accumulate(at.begin(), at.end(), 0) % 2 != parity[d]) return 0;
  if (kind == Kind::kTwo) return 2;
  return (at[d] % 4 < 2) == (torus.port_step(port) > 0) ? 4 : 0;
}

std::string AllPortPhase::name(int dimensions) const {
  if (kind == Kind::kOne) return "1";
  if (kind == Kind::kTiles) {
    std::string result = "M";
    for (int port = 0; port < 2 * dimensions; ++port) result += "0123456789ABCDEF"[starts[port]];
    return result;
  }
  std::string result = kind == Kind::kTwo ? "T" : "F";
  for (int d = 0; d < dimensions; ++d) result += static_cast<char>('0' + parity[d]);
  return result;
}

Topology AllPortTable::torus() const { return torus_of(sides); }

const std::vector<AllPortTable>& all_port_tables() {
  static const std::vector<AllPortTable> tables{
      {{4, 4}, {kOne, kOne, kOne, kOne}, kParity, 6, {4, 8}},
      {{4, 4}, {tiles("FFBF"), tiles("FF5A"), tiles("5AFF")}, kSums, 1, {3, 8}},
      {{4, 8}, {kOne, kOne, kOne, two(0, 1), two(1, 0)}, kParity, 1, {5, 32}},
      {{4, 8}, {tiles("DFFB"), tiles("F5A5"), tiles("5FBF"), tiles("F96F")}, kSums, 1, {4, 33}},
      {{8, 4}, {kOne, kOne, kOne, two(0, 1), kOne}, kParity, 1, {5, 32}},
      {{8, 8}, {two(0, 1), two(1, 0), two(0, 1), two(1, 0), kOne, kOne}, kParity, 2, {6, 64}},
      {{8, 8},
       {tiles("7FAF"), tiles("AA55"), tiles("E5AA"), tiles("D5FB"), tiles("FEE9")},
       kSums,
       1,
       {5, 66}},
      {{12, 12},
       {tiles("FFFF"), tiles("E33F"), tiles("33E6"), tiles("D5A3"), tiles("DF5B"), tiles("5E7B"),
        tiles("B4AF")},
       kSums,
       1,
       {7, 229}},
      {{16, 16},
       {kOne, two(0, 1), two(1, 0), four(0, 1), four(1, 0), two(0, 1), two(1, 0), kOne},
       kCoordinates,
       33,
       {8, 518}},
      {{4, 4, 4}, {kOne, kOne, kOne, kOne, kOne, kOne}, kParity, 8, {6, 32}},
      {{4, 4, 4}, {tiles("F5F7FF"), tiles("5FFFB5"), tiles("FDAE7B"), tiles("DFAF7F")}, kSums, 1, {4, 33}},
      {{8, 8, 8},
       {two(0, 1, 0), two(0, 1, 0), two(0, 1, 1), two(1, 0, 0), two(1, 0, 1), two(1, 0, 1), kOne, kOne, kOne},
       kParity,
       1,
       {9, 512}},
      {{8, 8, 8},
       {two(0, 1, 0), two(0, 1, 1), two(1, 0, 0), two(1, 0, 1), two(1, 0, 1), kOne, kOne, kOne},
       kParity,
       1,
       {8, 517}},
      {{8, 8, 8},
       {tiles("5FAFAF"), tiles("BFE5A5"), tiles("44BAA5"), tiles("5AA7FF"), tiles("5ADEAF"), tiles("FB5AA4"),
        tiles("DFB8FF")},
       kSums,
       1,
       {7, 532}},
  };
  return tables;
}

namespace {

constexpr std::int64_t kUnreached = std::numeric_limits<std::int64_t>::max();

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
  std::int64_t weight = kUnreached;
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
      if (known.weight == kUnreached) then.push_back(left);
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
  if (steps[phases][0].weight == kUnreached) {
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
