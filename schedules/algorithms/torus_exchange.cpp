#include "schedules/algorithms/torus_exchange.h"

#include <algorithm>
#include <cstdlib>

#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/node_order.h"

namespace torusim {
TorusExchange::TorusExchange(const Topology& topology, const std::vector<int>& dilation,
                             const RingOptions& options)
    : plan_(topology, dilation, options) {
  info_.topology = topology;
  info_.claims = {.link_disjoint = true, .shortest_paths = true};
  info_.phases = static_cast<int>(plan_.phases().size());
  info_.has_signals = plan_.has_signals();
  for (int d = 0; d < topology.dimensions(); ++d) {
    gathered_.emplace_back();
    const int k = plan_.dilation(d);
    for (int x = 0; x < side(d); ++x) gathered_[d].push_back(wrapped_range(x - k + 1, 1, k, side(d)));
  }
}

void TorusExchange::make(Phase& phase) {
  const TorusPlan::PlannedPhase& planned = plan_.phases()[at_];
  phase.name = planned.name;
  phase.barrier_before = planned.barrier_before;
  if (planned.stage < 0) {
    prepare(planned, phase);
  } else {
    run_rings(planned, phase);
    add_signals(planned, phase);
  }
}

/// A node holds the blocks of k sources for one destination in k, along each dimension: as many as the side.
std::int64_t TorusExchange::known_time(const TimeOf& time) const {
  const std::int64_t nodes = info_.topology.nodes();
  std::int64_t result = 0;
  for (const TorusPlan::PlannedPhase& planned : plan_.phases()) {
    if (planned.stage < 0) {
      const int k = plan_.dilation(planned.dimension);
      result += time(nodes / k * (k - 1 - planned.round), 1);
      continue;
    }
    std::int64_t longest = 0;
    for (int d = 0; d < plan_.dimensions(); ++d) {
      const RingPhase* const running = plan_.ring_phase(planned, d);
      if (running == nullptr) continue;
      const int k = plan_.dilation(d);
      for (const RingMessage& message : running->messages) {
        longest = std::max(longest, time(nodes / side(d) * k * message.blocks.blocks(),
                                         std::int64_t{k} * std::abs(message.hops)));
      }
    }
    result += longest;
  }
  return result;
}

void TorusExchange::prepare(const TorusPlan::PlannedPhase& planned, Phase& phase) const {
  const Topology& topology = info_.topology;
  const int dimensions = topology.dimensions();
  const int a = planned.dimension;
  TransferWriter writer(phase, dimensions);
  BoxChoices choices(dimensions);
  std::array<std::array<Range, 2>, Topology::kMaxDimensions> own;
  std::vector<Range> ahead(plan_.dilation(a) - 1 -
                           planned.round);  // residues that the destinations still have
  Topology::Coordinates at{};
  NodeId node = 0;
  do {
    for (int d = 0; d < dimensions; ++d) {
      const int k = plan_.dilation(d);
      if (d < a) {
        own[d][1] = {at[d] % k, k, side(d) / k};
        choices.set(d, gathered_[d][at[d]]);
      } else {
        const int source = d == a ? (at[d] - planned.round + side(d)) % side(d) : at[d];
        own[d][0] = Range::single(source);
        own[d][1] = Range::whole(side(d));
        choices.set(d, std::span(&own[d][0], 1));
      }
      choices.set(dimensions + d, std::span(&own[d][1], 1));
    }
    for (std::size_t i = 0; i < ahead.size(); ++i) {
      const int k = plan_.dilation(a);
      ahead[i] = {(at[a] + 1 + static_cast<int>(i)) % k, side(a) == k ? 1 : k, side(a) / k};
    }
    choices.set(dimensions + a, ahead);
    Transfer& transfer = writer.add(node, topology.displaced(node, a, 1), {Run::of(a, 1)});
    choices.add_to(transfer.blocks);
    ++node;
  } while (to_next_node(topology, at));
}

std::vector<std::vector<std::vector<TorusExchange::Lifted>>> TorusExchange::lift(
    int dimension, const RingPhase& phase) const {
  const int k = plan_.dilation(dimension);
  const int n = side(dimension);
  std::vector<std::vector<std::vector<Lifted>>> result(k);
  for (int c = 0; c < k; ++c) {
    result[c].resize(n / k);
    for (const RingMessage& message : phase.messages) {
      std::vector<Lifted>& lifted = result[c][message.from];
      for (std::size_t i = 0; i < message.blocks.boxes(); ++i) {
        const Range from = message.blocks.box(i)[0];
        const Range to = message.blocks.box(i)[1];
        const Range destinations{c + k * to.first, to.count > 1 ? k * to.stride : 1, to.count};
        // Ring node q stands for the sources c + k q - k + 1 .. c + k q.
        const auto add = [&](int start, int stride, int count) {
          for (const Range& sources : wrapped_range(start, stride, count, n))
            lifted.push_back({sources, destinations});
        };
        const int start = c + k * from.first - k + 1;
        if (from.count == 1 || from.stride == 1) {
          add(start, 1, k * from.count);
        } else {
          for (int offset = 0; offset < k; ++offset) add(start + offset, k * from.stride, from.count);
        }
      }
    }
  }
  return result;
}

void TorusExchange::run_rings(const TorusPlan::PlannedPhase& planned, Phase& phase) const {
  const Topology& topology = info_.topology;
  const int dimensions = topology.dimensions();
  std::vector<std::vector<std::vector<std::vector<Lifted>>>> lifted(dimensions);
  std::vector<std::vector<int>> hops(dimensions);  // [dimension][ring node]: 0 where it sends nothing
  for (int d = 0; d < dimensions; ++d) {
    hops[d].assign(plan_.ring(d).length, 0);
    const RingPhase* const running_phase = plan_.ring_phase(planned, d);
    if (running_phase == nullptr) continue;
    lifted[d] = lift(d, *running_phase);
    for (const RingMessage& message : running_phase->messages) hops[d][message.from] = message.hops;
  }
  std::vector<int> dimension_of(plan_.stages());
  std::vector<std::vector<bool>> done(plan_.stages(), std::vector<bool>(dimensions));  // [group][dimension]
  for (int g = 0; g < plan_.stages(); ++g) {
    dimension_of[g] = plan_.running(g, planned.stage);
    for (int d = 0; d < dimensions; ++d) done[g][d] = plan_.stage_of(g, d) < planned.stage;
  }

  TransferWriter writer(phase, dimensions);
  BoxChoices choices(dimensions);
  std::array<std::array<Range, 2>, Topology::kMaxDimensions> own;
  Topology::Coordinates at{};
  NodeId node = -1;
  do {
    ++node;
    const int g = plan_.group(at);
    const int a = dimension_of[g];
    if (a < 0) continue;
    const int q = at[a] / plan_.dilation(a);
    if (hops[a][q] == 0) continue;
    for (int d = 0; d < dimensions; ++d) {
      const int k = plan_.dilation(d);
      own[d][0] = Range::whole(side(d));
      own[d][1] = done[g][d] || side(d) == k ? Range::single(at[d]) : Range{at[d] % k, k, side(d) / k};
      choices.set(d, done[g][d] ? std::span<const Range>(&own[d][0], 1)
                                : std::span<const Range>(gathered_[d][at[d]]));
      choices.set(dimensions + d, std::span(&own[d][1], 1));
    }
    const int signed_hops = hops[a][q] * plan_.dilation(a);
    Transfer& transfer =
        writer.add(node, topology.displaced(node, a, signed_hops), {Run::of(a, signed_hops)});
    for (const Lifted& box : lifted[a][at[a] % plan_.dilation(a)][q]) {
      choices.set(a, std::span(&box.sources, 1));
      choices.set(dimensions + a, std::span(&box.destinations, 1));
      choices.add_to(transfer.blocks);
    }
  } while (to_next_node(topology, at));
}

void TorusExchange::add_signals(const TorusPlan::PlannedPhase& planned, Phase& phase) const {
  const Topology& topology = info_.topology;
  std::vector<std::vector<std::vector<RingSignal>>> by_sender(topology.dimensions());
  for (int d = 0; d < topology.dimensions(); ++d) {
    by_sender[d].resize(plan_.ring(d).length);
    const RingPhase* const waiting = plan_.ring_phase(planned, d);
    if (waiting == nullptr) continue;
    for (RingSignal signal : waiting->signals) {
      signal.after = plan_.phase_of(planned.stage, d, signal.after);
      by_sender[d][signal.from].push_back(signal);
    }
  }
  Topology::Coordinates at{};
  NodeId node = -1;
  do {
    ++node;
    const int a = plan_.running(plan_.group(at), planned.stage);
    if (a < 0) continue;
    for (const RingSignal& signal : by_sender[a][at[a] / plan_.dilation(a)]) {
      const int hops = signal.hops * plan_.dilation(a);
      phase.signals.push_back({node, topology.displaced(node, a, hops), Route{Run::of(a, hops)},
                               signal.trigger, signal.after, at_});
    }
  } while (to_next_node(topology, at));
}

}  // namespace torusim
