#include "schedules/algorithms/perfect_rings/split_exchange.h"

#include <fmt/format.h>

#include "schedules/algorithms/perfect_rings/perfect_ring.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/node_order.h"

namespace torusim {

SplitExchange::SplitExchange(const Topology& torus, SplitPlan plan, bool signals) : plan_(std::move(plan)) {
  info_.topology = torus;
  info_.claims = {.link_disjoint = true, .shortest_paths = true};
  info_.phases = static_cast<int>(plan_.cost.startups);
  info_.has_signals = signals;
  if (signals) signals_.emplace(torus);
}

SplitExchange::Along SplitExchange::along(int dimension, int matching) const {
  Along result;
  const PerfectRing ring(plan_.sides[dimension]);
  for (int x = 0; x < plan_.sides[dimension]; ++x) {
    result.edge.push_back(ring.edge(matching, x));
    result.hops.push_back({ring.hops(matching, false, x), ring.hops(matching, true, x)});
  }
  return result;
}

// The unit's number has a bit for each dimension but the first, then a digit for each dimension: its
// matching.
SplitExchange::Sending SplitExchange::sending(const SplitPlan::Part& part, std::int64_t unit,
                                              std::vector<int>& matchings) const {
  Sending result{part.group, static_cast<int>(unit / part.units), part.slices, {}, false};
  result.idle = result.slice >= part.slices;
  if (result.idle) return result;
  std::int64_t rest = part.first + unit % part.units;
  const auto digit = [&rest](int radix) {
    const auto value = static_cast<int>(rest % radix);
    rest /= radix;
    return value;
  };
  const std::vector<int>& dimensions = plan_.groups[part.group];
  result.bits.push_back(false);
  while (result.bits.size() < dimensions.size()) result.bits.push_back(digit(2) == 1);
  for (const int d : dimensions) matchings[d] = digit(PerfectRing(plan_.sides[d]).matchings());
  return result;
}

/// A class of a block that moves along `group` in `stage`; it has moved along the `stage` groups before it.
void SplitExchange::add_message(TransferWriter& writer, int stage, const Sending& sending, NodeId node,
                                const Topology::Coordinates& at, const Topology::Coordinates& to,
                                const Route& route) const {
  const int k = info_.topology.dimensions(), groups = plan_.classes(),
            sliced = plan_.sliced_dimension(sending.group);
  const int block_class = (sending.group - stage + groups) % groups;
  std::array<Range, 2 * Topology::kMaxDimensions> box;
  std::vector<Range*> markers;  // the ranges whose coordinates are still to be chosen, by their sum
  int sum = -block_class;
  for (int i = 0; i < groups; ++i) {
    const int group = (block_class + i) % groups;
    for (const int d : plan_.groups[group]) {
      Range any = Range::whole(plan_.sides[d]);
      if (d == sliced) {
        any.first = plan_.sides[d] * sending.slice / sending.slices;
        any.count = plan_.sides[d] * (sending.slice + 1) / sending.slices - any.first;
      }
      box[d] = i < stage ? any : Range::single(at[d]);
      box[k + d] = i > stage ? any : Range::single(to[d]);
      if (d != plan_.marker(group)) continue;
      if (i >= stage) sum += at[d];
      if (i <= stage) sum += to[d];
      if (i != stage) markers.push_back(&box[i < stage ? d : k + d]);
    }
  }
  // Any residues of the sum for all of these coordinates but the last, which makes up for them.
  BlockSet& blocks = writer.add(node, info_.topology.node(to), route).blocks;
  const auto choose = [&](auto&& self, std::size_t index, int so_far) -> void {
    if (index == markers.size()) return blocks.add(BoxView(box.data(), 2 * static_cast<std::size_t>(k)));
    const Range all = *markers[index];
    for (int residue = 0; residue < groups; ++residue) {
      if (index + 1 == markers.size() && (so_far + residue) % groups != 0) continue;
      Range some{all.first + ((residue - all.first) % groups + groups) % groups, groups, 0};
      some.count = (all.first + all.count - some.first + groups - 1) / groups;
      if (some.count <= 0) continue;
      if (some.count == 1) some.stride = 1;
      *markers[index] = some;
      self(self, index + 1, so_far + residue);
    }
    *markers[index] = all;
  };
  choose(choose, 0, (sum % groups + groups) % groups);
}

void SplitExchange::make(Phase& phase) {
  const int k = info_.topology.dimensions(), of_stage = info_.phases / plan_.classes();
  const int stage = at_ / of_stage;
  phase.name = fmt::format("S{}.{}", stage + 1, at_ % of_stage + 1);
  std::int64_t unit = at_ % of_stage / plan_.shifts;
  auto round = plan_.rounds.begin();
  for (; unit >= round->units; ++round) unit -= round->units;

  std::vector<int> matchings(k);
  std::vector<Sending> sendings;
  for (const auto& part : round->parts) sendings.push_back(sending(part, unit, matchings));
  std::vector<Along> alongs;
  for (int d = 0; d < k; ++d) alongs.push_back(along(d, matchings[d]));

  write_transfers(phase, stage, sendings, alongs);
  if (signals_) signals_->write(phase, at_);
}

void SplitExchange::write_transfers(Phase& phase, int stage, const std::vector<Sending>& sendings,
                                    const std::vector<Along>& alongs) const {
  const Topology& torus = info_.topology;
  const int k = torus.dimensions(), shifts = plan_.shifts;
  TransferWriter writer(phase, k);
  Topology::Coordinates at{};
  for (NodeId node = 0; node < torus.nodes(); ++node, to_next_node(torus, at)) {
    int sum = shifts - at_ % shifts;
    for (int d = 0; d < k; ++d) sum += alongs[d].edge[at[d]];
    const int active = sum % shifts;
    if (active / 2 >= static_cast<int>(sendings.size())) continue;
    const Sending& sending = sendings[active / 2];
    if (sending.idle) continue;
    Topology::Coordinates to = at;
    Route route;
    const std::vector<int>& dimensions = plan_.groups[sending.group];
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
      const int d = dimensions[i], side = torus.side(d);
      const bool second = i == 0 ? active % 2 == 1 : (active % 2 == 1) == sending.bits[i];
      const int hops = alongs[d].hops[at[d]][second];
      if (hops == 0) continue;
      to[d] = (at[d] + hops + side) % side;
      route.append(Run::of(d, hops));
    }
    if (node != torus.node(to)) add_message(writer, stage, sending, node, at, to, route);
  }
}

}  // namespace torusim
