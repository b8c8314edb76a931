#include "schedules/algorithms/pairwise_exchange.h"

#include <fmt/format.h>

#include <bit>

#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"

namespace torusim {

PairwiseExchange::PairwiseExchange(PairwiseRule rule, HalfRing tie, std::string generator,
                                   const Topology& topology)
    : rule_(rule), tie_(tie) {
  const auto nodes = static_cast<std::uint32_t>(topology.nodes());
  const std::uint32_t power = std::bit_ceil(nodes);
  if (rule == PairwiseRule::kPex && nodes != power) {
    throw InputError(fmt::format(
        "pex on {}: pex needs a power of two of nodes, not {}; pex-gen, pex-gen-shift and gen run "
        "on any number",
        topology.name(), nodes));
  }
  if (rule == PairwiseRule::kPexGenShift) shift_ = (power - nodes) / 2;
  info_.name = name(rule);
  info_.generator = std::move(generator);
  info_.topology = topology;
  info_.phases = static_cast<int>((rule == PairwiseRule::kGen ? nodes : power) - 1);
  info_.claims.shortest_paths = true;
}

const char* PairwiseExchange::name(PairwiseRule rule) {
  switch (rule) {
    case PairwiseRule::kPex:
      return "pex";
    case PairwiseRule::kPexGen:
      return "pex-gen";
    case PairwiseRule::kPexGenShift:
      return "pex-gen-shift";
    case PairwiseRule::kGen:
      return "gen";
  }
  return "?";
}

std::int64_t PairwiseExchange::partner(NodeId source) const {
  if (rule_ == PairwiseRule::kGen) return (std::int64_t{source} + step_) % info_.topology.nodes();
  return ((source + shift_) ^ step_) - shift_;
}

Route PairwiseExchange::route(NodeId from, NodeId to) const {
  const Topology& topology = info_.topology;
  const auto takes_minus_at_half = [&] {
    int sum = 0;
    for (int d = 0; d < topology.dimensions(); ++d) sum += topology.coordinate(from, d);
    return tie_ == HalfRing::kParity && sum % 2 != 0;
  };
  Route result;
  for (int d = topology.dimensions() - 1; d >= 0; --d) {
    int hops = topology.coordinate(to, d) - topology.coordinate(from, d);
    const int n = topology.side(d);
    if (topology.line(d) != Line::kArray) hops = (hops + n) % n;
    if (topology.wraps(d) && (2 * hops > n || (2 * hops == n && takes_minus_at_half()))) hops -= n;
    result.append({static_cast<std::int16_t>(d), static_cast<std::int16_t>(hops)});
  }
  return result;
}

bool PairwiseExchange::next(Phase& phase) {
  const Topology& topology = info_.topology;
  if (step_ == info_.phases) return false;
  ++step_;
  phase.name = fmt::format("J{}", step_);
  phase.signals.clear();
  phase.barrier_before = step_ > 1;
  TransferWriter writer(phase, topology.dimensions());
  for (NodeId source = 0; source < topology.nodes(); ++source) {
    const std::int64_t to = partner(source);
    if (to < 0 || to >= topology.nodes()) continue;
    const auto destination = static_cast<NodeId>(to);
    writer.add(source, destination, route(source, destination))
        .blocks.add(topology, Block{source, destination});
  }
  return true;
}

}  // namespace torusim
