#include "schedules/algorithms/perfect_rings/perfect_ring_exchange.h"

#include <fmt/format.h>

#include "schedules/algorithms/perfect_rings/ring_plan.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/node_order.h"

namespace torusim {

PerfectRingExchange::PerfectRingExchange(const Topology& torus, RingPlan plan, bool signals)
    : plan_(std::move(plan)) {
  info_.topology = torus;
  info_.claims = {.link_disjoint = true, .shortest_paths = true};
  info_.phases = static_cast<int>(plan_.cost.startups);
  info_.has_signals = signals;
  if (signals) signals_.emplace(torus);
}

void PerfectRingExchange::rewind() {
  PhaseByPhase::rewind();
  section_ = 0;
  turn_ = near_ = 0;
  index_ = 0;
}

// The phase's number in its turn has one digit for each dimension (near: its shift; else its matching), then
// the shift of the active cells, then a bit for each dimension but the first. The last of all is the one of
// rings of 4 in which nothing is sent.
PerfectRingExchange::GroupPhase PerfectRingExchange::group_phase(const RingSection& section,
                                                                 int group) const {
  GroupPhase result;
  std::int64_t rest = index_;
  if (rest >= section.phases(group)) return result;
  const auto digit = [&rest](int radix) {
    const int value = static_cast<int>(rest % radix);
    rest /= radix;
    return value;
  };
  const std::vector<int>& dimensions = section.groups[group];
  result.along.resize(dimensions.size());
  if (section.near) {
    ++rest;  // no shift at all is no phase
  } else {
    for (std::size_t i = 1; i < dimensions.size(); ++i) result.along[i].bit = digit(2) == 1;
    result.shifts = section.shifts(group);
    result.shift = digit(result.shifts);
  }
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    GroupPhase::Along& along = result.along[i];
    along.dimension = dimensions[i];
    const int factor = section.factors[along.dimension], base = section.base;
    const int chosen = digit(section.near ? factor : factor / 2);
    for (int x = 0; x < info_.topology.side(along.dimension); ++x) {
      const int at = x / base % factor;
      if (section.near) {
        const int hops = ((at + chosen) % factor - at) * base;
        along.edge.push_back(0);
        along.hops.push_back({hops, hops});
        continue;
      }
      const PerfectRing ring(factor);
      along.edge.push_back(ring.edge(chosen, at));
      along.hops.push_back({ring.hops(chosen, false, at) * base, ring.hops(chosen, true, at) * base});
    }
  }
  return result;
}

bool PerfectRingExchange::hops_of(const GroupPhase& phase, const Topology::Coordinates& at,
                                  Topology::Coordinates& hops) {
  int sum = phase.shifts - phase.shift;
  for (const auto& along : phase.along) sum += along.edge[at[along.dimension]];
  const int active = sum % phase.shifts;
  if (active > 1) return false;
  bool moves = false;
  for (const auto& along : phase.along) {
    const bool second = &along == &phase.along.front() ? active == 1 : (active == 1) == along.bit;
    hops[along.dimension] = along.hops[at[along.dimension]][second];
    moves |= hops[along.dimension] != 0;
  }
  return moves;
}

void PerfectRingExchange::add_message(TransferWriter& writer, const RingSection& section, int residue,
                                      NodeId node, const Topology::Coordinates& at,
                                      const Topology::Coordinates& hops) const {
  const Topology& torus = info_.topology;
  const int k = torus.dimensions(), turns = section.turns();
  std::array<Range, 2 * Topology::kMaxDimensions> box;
  Topology::Coordinates to = at;
  Route route;
  for (std::size_t g = 0; g < section.groups.size(); ++g) {
    const int turn = (static_cast<int>(g) - residue + turns) % turns;
    for (const int d : section.groups[g]) {
      const int side = torus.side(d);
      const int after = section.base * section.factors[d];
      const int from = turn < turn_ ? after : section.base, onto = turn <= turn_ ? after : section.base;
      to[d] = (at[d] + hops[d] + side) % side;
      if (hops[d] != 0) route.append(Run::of(d, hops[d]));
      box[d] = {at[d] - at[d] % from, 1, from};
      box[k + d] = {to[d] % onto, onto == side ? 1 : onto, side / onto};
    }
  }
  writer.add(node, torus.node(to), route).blocks.add(BoxView(box.data(), 2 * static_cast<std::size_t>(k)));
}

void PerfectRingExchange::write_transfers(Phase& phase, const RingSection& section,
                                          const std::vector<GroupPhase>& groups) const {
  const Topology& torus = info_.topology;
  const int turns = section.turns();
  TransferWriter writer(phase, torus.dimensions());
  Topology::Coordinates at{};
  for (NodeId node = 0; node < torus.nodes(); ++node, to_next_node(torus, at)) {
    int sum = 0;
    for (int d = 0; d < torus.dimensions(); ++d) sum += at[d] % section.base;
    const GroupPhase& group = groups[(sum + turn_) % turns];
    Topology::Coordinates hops{};
    if (!group.along.empty() && hops_of(group, at, hops))
      add_message(writer, section, sum % turns, node, at, hops);
  }
}

void PerfectRingExchange::make(Phase& phase) {
  const RingSection& section = plan_.sections[section_];
  phase.name = section.near ? fmt::format("N{}", ++near_) : fmt::format("R{}", at_ - near_ + 1);
  const int turns = section.turns();
  std::vector<GroupPhase> groups(turns);
  for (std::size_t g = 0; g < section.groups.size(); ++g)
    groups[g] = group_phase(section, static_cast<int>(g));
  write_transfers(phase, section, groups);
  if (signals_) signals_->write(phase, at_);
  if (++index_ == section.phases_of_turn(turn_)) {
    index_ = 0;
    if (++turn_ == turns) {
      turn_ = 0;
      ++section_;
    }
  }
}

}  // namespace torusim
