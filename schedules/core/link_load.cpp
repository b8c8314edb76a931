#include "schedules/core/link_load.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "schedules/core/node_order.h"

namespace torusim {

LinkLoads::LinkLoads(const Topology& topology)
    : topology_(topology),
      loads_(static_cast<std::size_t>(topology.nodes()) * topology.network_ports()),
      blocks_(loads_.size()) {
  for (int d = 0; d < topology.dimensions(); ++d) strides_.push_back(topology.displaced(0, d, 1));
}

void LinkLoads::count(const Phase& phase) {
  forget();
  add(phase);
  sum_up();
}

void LinkLoads::forget() {
  std::fill(loads_.begin(), loads_.end(), 0);
  std::fill(blocks_.begin(), blocks_.end(), 0);
}

void LinkLoads::add(const Phase& phase) {
  for (const Transfer& transfer : phase.transfers) {
    const std::int64_t blocks = transfer.block_count();
    if (topology_.twisted()) {  // its rings are no lines of coordinates
      transfer.route.for_each_channel(topology_, transfer.source, [&](NodeId node, int port) {
        ++loads_[index(node, port)];
        blocks_[index(node, port)] += blocks;
      });
      continue;
    }
    NodeId from = transfer.source;
    for (const Run& run : transfer.route) {
      count(loads_, from, run, 1);
      count(blocks_, from, run, blocks);
      from = topology_.displaced(from, run.dimension, run.hops);
    }
  }
}

void LinkLoads::sum_up() {
  max_ = sum_up(loads_);
  max_blocks_ = sum_up(blocks_);
}

/// Notes only changes along the line: an increase at the run's first channel, a decrease behind its last.
template <typename Amount>
void LinkLoads::count(std::vector<Amount>& loads, NodeId from, const Run& run, Amount amount) {
  const int d = run.dimension, port = topology_.port(d, run.hops);
  if (topology_.jumps(d)) {
    loads[index(from, port)] += amount;
    return;
  }
  const int side = topology_.side(d), at = topology_.coordinate(from, d);
  const int hops = std::abs(run.hops), part = hops % side;
  const NodeId line = from - at * strides_[d];  // the node at its begin
  const auto note = [&](int coordinate, int change) {
    if (coordinate < side) loads[index(line + coordinate * strides_[d], port)] += change * amount;
  };
  note(0, hops / side);  // once round
  if (part == 0) return;
  const int first = run.hops > 0 ? at : (at - part + 1 + side) % side;
  note(first, 1);
  note(first + part, -1);
  if (first + part <= side) return;
  note(0, 1);  // past the end, and on from the begin
  note(first + part - side, -1);
}

/// Sums the changes to loads; returns the largest load.
template <typename Amount>
Amount LinkLoads::sum_up(std::vector<Amount>& loads) {
  for (int port = 0; port < topology_.network_ports(); ++port) {
    const int d = topology_.port_dimension(port);
    if (topology_.jumps(d) || topology_.twisted()) continue;
    Topology::Coordinates at{};
    for (NodeId node = 0; node < topology_.nodes(); ++node, to_next_node(topology_, at)) {
      if (at[d] != 0) loads[index(node, port)] += loads[index(node - strides_[d], port)];
    }
  }
  return loads.empty() ? 0 : *std::max_element(loads.begin(), loads.end());
}

std::vector<BusiestLink> busiest_links(Schedule& schedule) {
  LinkLoads loads(schedule.info().topology);
  std::vector<BusiestLink> result;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    loads.count(phase);
    result.push_back({loads.max(), loads.max_blocks()});
  }
  schedule.rewind();
  return result;
}

double SharedLinkModel::shares(std::span<const int> loads) const {
  double result = 0;
  for (const int load : loads) result += std::max(1.0, std::ldexp(load, -gamma));
  return result;
}

double SharedLinkModel::time(std::span<const int> loads, double bytes) const {
  return static_cast<double>(loads.size()) * alpha + bytes * beta * shares(loads);
}

}  // namespace torusim
