#include "schedules/algorithms/relayed/relayed_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <stdexcept>

#include "schedules/algorithms/relayed/relay_ways.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/node_order.h"

namespace torusim {
namespace {

constexpr int kRounds = 100;

}  // namespace

std::vector<int> relayed_phase_counts(const Topology& torus) {
  std::vector<int> result;
  if (const int bits = mask_bits(torus); bits > 0) {
    for (int phases = bits; phases < torus.nodes(); ++phases) result.push_back(phases);
  }
  for (const RelayTable& table : relay_tables()) {
    if (table.torus() == torus) result.push_back(static_cast<int>(table.cost.startups));
  }
  return result;
}

RelayedExchange::RelayedExchange(const Topology& torus, int phases) {
  if (const int bits = mask_bits(torus); bits > 0) {
    masks_ = masks(bits, phases);
    cost_ = mask_cost(masks_, bits);
    phases_ = mask_phases(torus, masks_);
  }
  for (const RelayTable& table : relay_tables()) {
    if (!(table.torus() == torus) || table.cost.startups != phases) continue;
    table_ = &table;
    cost_ = table.cost;
    phases_ = table.phases();
  }
  info_.topology = torus;
  info_.claims = {.link_disjoint = true, .shortest_paths = true};
  info_.phases = phases;
}

std::int64_t RelayedExchange::known_hops() const {
  std::int64_t result = 0;
  for (int phase = 0; phase < phases_->size(); ++phase) {
    int least = INT_MAX;
    for (const Topology::Coordinates& hops : phases_->hops(phase)) {
      int sum = 0;
      for (const int along : hops) sum += std::abs(along);
      if (sum > 0) least = std::min(least, sum);
    }
    result += least;
  }
  return result;
}

void RelayedExchange::find_ways() {
  const std::optional<RelayWays> ways =
      table_ == nullptr
          ? mask_ways(*phases_, masks_)
          : negotiated_ways(*phases_,
                            even_sizes(table_->room > 0 ? table_->room : cost_.blocks, info_.phases),
                            table_->seed, kRounds);
  if (!ways) throw std::logic_error(fmt::format("relayed on {}: no ways", info_.topology.name()));
  const RelayMoves moves(*phases_);
  carried_.resize(static_cast<std::size_t>(info_.phases) * phases_->classes());
  for (int source = 0; source < moves.classes(); ++source) {
    for (NodeId offset = 1; offset < moves.nodes(); ++offset) {
      NodeId moved = 0;
      for (const int phase : (*ways)[static_cast<std::size_t>(source) * moves.nodes() + offset]) {
        const int sender = moves.node_class(source, moved);
        carried_[static_cast<std::size_t>(phase) * moves.classes() + sender].push_back({moved, offset});
        moved = moves.after(phase, source, moved);
      }
    }
  }
}

void RelayedExchange::make(Phase& phase) {
  if (carried_.empty()) find_ways();
  const Topology& torus = info_.topology;
  phase.name = fmt::format("P{}", at_ + 1);
  TransferWriter writer(phase, torus.dimensions());
  Topology::Coordinates at{};
  for (NodeId node = 0; node < torus.nodes(); ++node, to_next_node(torus, at)) {
    const int node_class = phases_->class_of(at);
    const auto& blocks = carried_[static_cast<std::size_t>(at_) * phases_->classes() + node_class];
    if (blocks.empty()) continue;
    const Topology::Coordinates& hops = phases_->hops(at_)[node_class];
    Route route;
    for (int d = 0; d < torus.dimensions(); ++d) route.append(Run::of(d, hops[d]));
    Transfer& transfer = writer.add(node, torus.node(moved(torus, at, hops)), route);
    for (const Carried& block : blocks) {
      const auto source = moved(torus, at, torus.coordinates(block.moved), -1);
      const auto destination = moved(torus, source, torus.coordinates(block.offset));
      transfer.blocks.add(torus, Block{torus.node(source), torus.node(destination)});
    }
  }
}

}  // namespace torusim
