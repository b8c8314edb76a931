#include "schedules/core/cost.h"

#include <algorithm>

#include "schedules/core/factor_graph.h"
#include "schedules/core/layer_cuts.h"
#include "schedules/core/twist.h"

namespace torusim {

PhaseSummary summarize(const Topology& topology, const Phase& phase) {
  PhaseSummary summary;
  summary.name = phase.name;
  summary.messages = static_cast<std::int64_t>(phase.transfers.size());
  for (const Transfer& transfer : phase.transfers) {
    const std::int64_t blocks = transfer.block_count();
    summary.max_blocks = std::max(summary.max_blocks, blocks);
    summary.total_blocks += blocks;
    summary.max_hops = std::max(summary.max_hops, transfer.route.hops(topology));
  }
  return summary;
}

std::vector<PhaseSummary> summarize(Schedule& schedule) {
  std::vector<PhaseSummary> result;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    result.push_back(summarize(schedule.info().topology, phase));
  }
  schedule.rewind();
  return result;
}

double Cost::time(double t_s, double t_x, double block_flits) const {
  return static_cast<double>(startups) * t_s + static_cast<double>(blocks) * block_flits * t_x;
}

Cost cost(std::span<const PhaseSummary> phases) {
  Cost result;
  result.startups = static_cast<std::int64_t>(phases.size());
  for (const PhaseSummary& phase : phases) result.blocks += phase.max_blocks;
  return result;
}

double LowerBounds::blocks() const {
  return std::max({injection_blocks, link_blocks, dimension_blocks, cut_blocks});
}

namespace {

/// Directed channels of dimension d, all lines together.
double channels_of(const Topology& topology, int d) {
  return static_cast<double>(topology.line_channels(d)) * (topology.nodes() / topology.side(d));
}

/// Channels one way across the middle of dimension d.
double channels_across(const Topology& topology, int d) {
  return static_cast<double>(topology.cut_channels(d));
}

/// Whether only channels of the dimension change its coordinate, and no seam.
bool alone(const Topology& topology, int d) { return !topology.twisted() || !topology.twist()->shifted(d); }

/// Hops between all ordered pairs of nodes, the same from every node of a twisted torus.
double twisted_distances(const Topology& topology) {
  double sum = 0;
  for (NodeId node = 0; node < topology.nodes(); ++node) sum += topology.distance(0, node);
  return sum * topology.nodes();
}

void bound_moves(const Topology& topology, int ports, LowerBounds& bounds) {
  const double nodes = topology.nodes();
  bounds.injection_blocks = (nodes - 1) / ports;
  double distances = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int n = topology.side(d);
    const FactorGraph* const graph = topology.graph(d);
    // Sum of the distances of all ordered pairs of coordinates.
    double along = graph ? static_cast<double>(graph->total_status()) : 0;
    for (int r = 1; r < n && !graph; ++r) along += 2.0 * (n - r) * topology.distance_along(d, 0, r);
    const double lines = nodes / n;
    const double sum = along * lines * lines;
    distances += sum;
    if (alone(topology, d)) {
      bounds.dimension_blocks = std::max(bounds.dimension_blocks, sum / channels_of(topology, d));
    }
    const double crossing = lines * lines * (n / 2) * (n - n / 2);  // one way
    bounds.cut_blocks = std::max(bounds.cut_blocks, crossing / channels_across(topology, d));
  }
  if (topology.twisted()) distances = twisted_distances(topology);
  bounds.link_blocks = distances / static_cast<double>(topology.channels());
}

/// Bounds of a gossip (every node is a source) or a broadcast, or of their reverse: a reduce-scatter or
/// reduce.
void bound_copies(const Topology& topology, int ports, const Collective& collective, LowerBounds& bounds) {
  const double nodes = topology.nodes();
  const double pieces = collective.pieces;
  const bool gossip = !collective.one_packet();
  const double packets = gossip ? nodes : 1;
  int fewest_links = topology.network_ports();  // of a node: a corner of the mesh
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.line(d) == Line::kArray) --fewest_links;
    if (const FactorGraph* const graph = topology.graph(d))
      fewest_links -= graph->ports() - graph->least_degree();
    const int n = topology.side(d);
    if (alone(topology, d)) {
      bounds.dimension_blocks =
          std::max(bounds.dimension_blocks, packets * pieces * (n - 1) / channels_of(topology, d));
    }
    const double larger_half = gossip ? nodes / n * (n - n / 2) : 1;
    bounds.cut_blocks = std::max(bounds.cut_blocks, larger_half * pieces / channels_across(topology, d));
  }
  const double incoming = gossip ? (nodes - 1) * pieces : pieces;
  bounds.injection_blocks = incoming / std::min(ports, fewest_links);
  bounds.link_blocks = packets * pieces * (nodes - 1) / static_cast<double>(topology.channels());
}

/// All-reduce. Of every chunk, a node gets the first whole sum after N-1 sends at least, and N-1 nodes must
/// still receive (Patarasu, Yuan: Bandwidth Optimal All-reduce Algorithms for Clusters of Workstations); the
/// same holds for the layers of a dimension, and for its two halves each way.
void bound_all_reduce(const Topology& topology, int ports, const Collective& collective,
                      LowerBounds& bounds) {
  const double nodes = topology.nodes();
  const auto chunks = static_cast<double>(collective.chunks(topology));
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (alone(topology, d)) {
      bounds.dimension_blocks =
          std::max(bounds.dimension_blocks, 2 * chunks * (topology.side(d) - 1) / channels_of(topology, d));
    }
    bounds.cut_blocks = std::max(bounds.cut_blocks, chunks / channels_across(topology, d));
  }
  bounds.injection_blocks = 2 * chunks * (nodes - 1) / nodes / ports;
  bounds.link_blocks = 2 * chunks * (nodes - 1) / static_cast<double>(topology.channels());
}

/// A node's share of something on its way in and out.
struct InAndOut {
  std::vector<std::int64_t> in, out;
  explicit InAndOut(NodeId nodes) : in(nodes), out(nodes) {}
  void add(const Transfer& transfer, std::int64_t amount) {
    out[transfer.source] += amount;
    in[transfer.destination] += amount;
  }
  std::int64_t most() const {
    return std::max(*std::max_element(in.begin(), in.end()), *std::max_element(out.begin(), out.end()));
  }
};

LowerBounds bound_messages(Schedule& schedule, int ports) {
  const Topology& topology = schedule.info().topology;
  InAndOut messages(topology.nodes()), blocks(topology.nodes());
  std::vector<double> hops(topology.dimensions());
  double all = 0;
  LayerCuts cuts(topology);
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    for (const Transfer& transfer : phase.transfers) {
      messages.add(transfer, 1);
      blocks.add(transfer, transfer.unnamed);
      if (topology.twisted()) {
        all +=
            static_cast<double>(transfer.unnamed) * topology.distance(transfer.source, transfer.destination);
      }
      cuts.add(transfer.source, transfer.destination, transfer.unnamed);
      for (int d = 0; d < topology.dimensions(); ++d) {
        if (!alone(topology, d)) continue;
        hops[d] += static_cast<double>(transfer.unnamed) *
                   topology.distance_along(d, topology.coordinate(transfer.source, d),
                                           topology.coordinate(transfer.destination, d));
      }
    }
  }
  schedule.rewind();
  LowerBounds bounds;
  bounds.startups = (messages.most() + ports - 1) / ports;
  bounds.injection_blocks = static_cast<double>(blocks.most()) / ports;
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (!topology.twisted()) all += hops[d];
    bounds.dimension_blocks = std::max(bounds.dimension_blocks, hops[d] / channels_of(topology, d));
  }
  bounds.link_blocks = all / static_cast<double>(topology.channels());
  bounds.cut_blocks = cuts.worst();
  return bounds;
}

}  // namespace

LowerBounds lower_bounds(Schedule& schedule, int ports) {
  const ScheduleInfo& info = schedule.info();
  if (ports == 0) ports = info.ports;
  if (!info.collective.named()) return bound_messages(schedule, ports);
  return lower_bounds(info.topology, ports, info.collective);
}

LowerBounds lower_bounds(const Topology& topology, int ports, const Collective& collective) {
  LowerBounds bounds;
  for (double reached = 1; reached < topology.nodes(); reached *= ports + 1) ++bounds.startups;
  if (collective.kind == Collective::Kind::kAllReduce) {
    bound_all_reduce(topology, ports, collective, bounds);
  } else if (collective.copies() || collective.reduces()) {
    bound_copies(topology, ports, collective, bounds);
  } else {
    bound_moves(topology, ports, bounds);
  }
  return bounds;
}

}  // namespace torusim
