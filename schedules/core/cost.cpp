#include "schedules/core/cost.h"

#include <algorithm>

#include "schedules/core/factor_graph.h"
#include "schedules/core/failures.h"
#include "schedules/core/message_bounds.h"
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

/// Whether only channels of the dimension change its coordinate, and no seam.
bool alone(const Topology& topology, int d) { return !topology.twisted() || !topology.twist()->shifted(d); }

double over(double blocks, double channels) { return channels > 0 ? blocks / channels : 0; }

/// What bounds need of a network: its nodes and channels without those that have failed.
class LiveNetwork {
 public:
  struct Along {
    double channels = 0;          ///< directed, all lines together
    double up = 0, down = 0;      ///< channels from the lower half of the coordinates to the upper, and back
    double lower = 0, upper = 0;  ///< nodes of the halves
    double layers = 0;            ///< coordinates that have nodes
    double distances = 0;         ///< of all ordered pairs of nodes, along the intact dimension
  };
  double nodes = 0, channels = 0;
  double distances = 0;               ///< hops between all ordered pairs of nodes in the intact network
  int fewest_in = 0, fewest_out = 0;  ///< channels into and out of a node; the root of `collective` left out
  std::vector<Along> along;           ///< [dimension]

  LiveNetwork(const Topology& topology, const Collective& collective)
      : nodes(nodes_left(topology.failures(), topology.nodes())), along(topology.dimensions()) {
    fewest_in = topology.network_ports();  // those of a corner of the mesh
    for (int d = 0; d < topology.dimensions(); ++d) {
      const int n = topology.side(d);
      const double lines = topology.nodes() / n, across = static_cast<double>(topology.cut_channels(d));
      along[d] = {static_cast<double>(topology.line_channels(d)) * lines,
                  across,
                  across,
                  lines * (n / 2),
                  lines * (n - n / 2),
                  1.0 * n};
      const FactorGraph* const graph = topology.graph(d);
      if (topology.line(d) == Line::kArray) --fewest_in;
      if (graph != nullptr) fewest_in -= graph->ports() - graph->least_degree();
      double pairs = graph != nullptr ? static_cast<double>(graph->total_status()) : 0;
      for (int r = 1; r < n && graph == nullptr; ++r)
        pairs += 2.0 * (n - r) * topology.distance_along(d, 0, r);
      along[d].distances = pairs * lines * lines;
    }
    fewest_out = fewest_in;
    if (topology.failures() != nullptr) take_out_failed(topology, collective);
    for (const Along& line : along) channels += line.channels, distances += line.distances;
    if (topology.twisted()) distances = twisted_distances(topology);
  }

 private:
  void take_out_failed(const Topology& topology, const Collective& collective) {
    const std::vector<NodeId>& failed = topology.failures()->nodes();
    for (int d = 0; d < topology.dimensions(); ++d) {
      const int n = topology.side(d);
      std::vector<double> gone(n);
      for (const NodeId node : failed) ++gone[topology.coordinate(node, d)];
      const double lines = topology.nodes() / n;
      Along& line = along[d];
      for (int x = 0; x < n; ++x) {
        (x < n / 2 ? line.lower : line.upper) -= gone[x];
        if (gone[x] == lines) --line.layers;
        for (int y = 0; y < n && gone[x] > 0; ++y) {
          line.distances -= gone[x] * (2 * lines - gone[y]) * topology.distance_along(d, x, y);
        }
      }
      line.channels = line.up = line.down = 0;
    }
    std::vector<int> into(topology.nodes()), out_of(topology.nodes());
    const auto is_upper = [&](NodeId node, int d) {
      return topology.coordinate(node, d) >= topology.side(d) / 2;
    };
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int port = 0; port < topology.network_ports(); ++port) {
        if (!topology.has_channel(node, port)) continue;
        const NodeId next = topology.neighbor(node, port);
        ++out_of[node], ++into[next];
        ++along[topology.port_dimension(port)].channels;
        for (int d = 0; d < topology.dimensions(); ++d) {
          if (is_upper(node, d) == is_upper(next, d)) continue;
          ++(is_upper(next, d) ? along[d].up : along[d].down);
        }
      }
    }
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      if (!takes_part(topology.failures(), node)) continue;
      if (collective.one_packet() && node == collective.root) continue;
      fewest_in = std::min(fewest_in, into[node]);
      fewest_out = std::min(fewest_out, out_of[node]);
    }
  }
  /// All nodes of a twisted torus are alike until some fail.
  static double twisted_distances(const Topology& topology) {
    double from_one = 0, among_failed = 0;
    for (NodeId node = 0; node < topology.nodes(); ++node) from_one += topology.distance(0, node);
    if (topology.failures() == nullptr) return from_one * topology.nodes();
    const std::vector<NodeId>& failed = topology.failures()->nodes();
    for (const NodeId a : failed) {
      for (const NodeId b : failed) among_failed += topology.distance(a, b);
    }
    return from_one * (topology.nodes() - 2.0 * static_cast<double>(failed.size())) + among_failed;
  }
};

void bound_moves(const Topology& topology, int ports, LowerBounds& bounds) {
  const LiveNetwork live(topology, {});
  bounds.injection_blocks = (live.nodes - 1) / ports;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const LiveNetwork::Along& along = live.along[d];
    if (alone(topology, d)) {
      bounds.dimension_blocks = std::max(bounds.dimension_blocks, over(along.distances, along.channels));
    }
    bounds.cut_blocks =
        std::max(bounds.cut_blocks, over(along.lower * along.upper, std::min(along.up, along.down)));
  }
  bounds.link_blocks = live.distances / live.channels;
}

/// Bounds of a gossip (every node is a source) or a broadcast, or of their reverse: a reduce-scatter or
/// reduce.
void bound_copies(const Topology& topology, int ports, const Collective& collective, LowerBounds& bounds) {
  const LiveNetwork live(topology, collective);
  const double pieces = collective.pieces;
  const bool gossip = !collective.one_packet(), back = collective.reduces();
  const double packets = gossip ? live.nodes : 1;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const LiveNetwork::Along& along = live.along[d];
    if (alone(topology, d)) {
      bounds.dimension_blocks =
          std::max(bounds.dimension_blocks, over(packets * pieces * (along.layers - 1), along.channels));
    }
    if (along.lower == 0 || along.upper == 0) continue;
    const double up = back ? along.down : along.up, down = back ? along.up : along.down;
    bounds.cut_blocks = std::max(bounds.cut_blocks,
                                 pieces * (gossip ? std::max(over(along.lower, up), over(along.upper, down))
                                                  : over(1, std::max(up, down))));
  }
  const double incoming = gossip ? (live.nodes - 1) * pieces : pieces;
  bounds.injection_blocks = incoming / std::min(ports, back ? live.fewest_out : live.fewest_in);
  bounds.link_blocks = packets * pieces * (live.nodes - 1) / live.channels;
}

/// All-reduce. Of every chunk, a node gets the first whole sum after N-1 sends at least, and N-1 nodes must
/// still receive (Patarasu, Yuan: Bandwidth Optimal All-reduce Algorithms for Clusters of Workstations); the
/// same holds for the layers of a dimension, and for its two halves each way.
void bound_all_reduce(const Topology& topology, int ports, const Collective& collective,
                      LowerBounds& bounds) {
  const LiveNetwork live(topology, collective);
  const double chunks = (collective.one_packet() ? 1 : live.nodes) * collective.pieces;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const LiveNetwork::Along& along = live.along[d];
    if (alone(topology, d)) {
      bounds.dimension_blocks =
          std::max(bounds.dimension_blocks, over(2 * chunks * (along.layers - 1), along.channels));
    }
    if (along.lower == 0 || along.upper == 0) continue;
    bounds.cut_blocks = std::max(bounds.cut_blocks, over(chunks, std::min(along.up, along.down)));
  }
  bounds.injection_blocks = 2 * chunks * (live.nodes - 1) / live.nodes / ports;
  bounds.link_blocks = 2 * chunks * (live.nodes - 1) / live.channels;
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
  const LiveNetwork live(topology, {});
  LowerBounds bounds;
  bounds.startups = (messages.most() + ports - 1) / ports;
  bounds.injection_blocks = static_cast<double>(blocks.most()) / ports;
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (!topology.twisted()) all += hops[d];
    bounds.dimension_blocks = std::max(bounds.dimension_blocks, over(hops[d], live.along[d].channels));
  }
  bounds.link_blocks = all / live.channels;
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
  for (double reached = 1; reached < nodes_left(topology.failures(), topology.nodes()); reached *= ports + 1)
    ++bounds.startups;
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
