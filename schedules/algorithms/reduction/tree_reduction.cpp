// Reduce, broadcast, or both along one spanning tree of single hops, piece after piece.
//
// From the root the tree follows dimension order by the shorter way, so it is as low as the torus allows. A
// node sends a piece to its parent as soon as all its children could have sent theirs: a new piece sets out
// in every step. The root spreads each sum as soon as it is whole, over the opposite channels.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/reduction/gatherings.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

class TreeReduction : public PhaseByPhase {
 public:
  /// `kind` is all-reduce, reduce or broadcast. Throws InputError unless there are 1 to N pieces.
  TreeReduction(const Topology& topology, NodeId root, int pieces, Collective::Kind kind) {
    if (pieces < 1 || pieces > topology.nodes()) {
      throw InputError(
          fmt::format("tree on {}: {} pieces; there are 1 to {}", topology.name(), pieces, topology.nodes()));
    }
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      const Route path = dimension_order_route(topology, root, node);
      depth_.push_back(path.hops(topology));
      Route& last = to_parent_.emplace_back();
      height_ = std::max(height_, depth_.back());
      if (path.empty()) continue;
      const Run& run = path[path.size() - 1];
      const int hop = topology.complete(run.dimension) ? run.hops : run.hops > 0 ? 1 : -1;
      last = {Run::of(run.dimension, -hop)};
    }
    info_.topology = topology;
    info_.collective.kind = kind;
    info_.collective.root = root;
    info_.collective.pieces = pieces;
    info_.collective.rooted = kind == Collective::Kind::kAllReduce;
    info_.ports = topology.network_ports();
    info_.claims = {.link_disjoint = true, .shortest_paths = true};
    info_.phases = height_ + pieces - 1 + (kind == Collective::Kind::kAllReduce ? height_ : 0);
  }

 private:
  void make(Phase& phase) override {
    const Topology& topology = info_.topology;
    const bool up = info_.collective.kind != Collective::Kind::kBroadcast;
    const bool down = info_.collective.kind != Collective::Kind::kReduce;
    const int top = up ? height_ : 0;  // the step in which the first piece leaves the root
    phase.name = fmt::format("step {}", at_ + 1);
    TransferWriter writer(phase, topology.dimensions());
    const auto send = [&](NodeId from, NodeId to, const Route& route, int piece, bool adds) {
      if (piece < 0 || piece >= info_.collective.pieces) return;
      Transfer& transfer = writer.add(from, to, route);
      transfer.adds = adds;
      transfer.blocks.add(topology, Block{info_.collective.root, static_cast<NodeId>(piece)});
    };
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      if (depth_[node] == 0) continue;
      const NodeId parent = to_parent_[node].end_node(topology, node);
      if (up) send(node, parent, to_parent_[node], at_ - (height_ - depth_[node]), true);
      if (down) send(parent, node, reversed(to_parent_[node]), at_ - top - (depth_[node] - 1), false);
    }
  }
  std::vector<Route> to_parent_;  // [node]; empty at the root
  std::vector<int> depth_;        // [node]
  int height_ = 0;
};

}  // namespace

std::unique_ptr<AlgorithmSchedule> make_tree_reduction(const Topology& topology, NodeId root, int pieces,
                                                       Collective::Kind kind) {
  return std::make_unique<TreeReduction>(topology, root, pieces, kind);
}

}  // namespace torusim
