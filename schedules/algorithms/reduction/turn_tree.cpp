// A reduce in log2 N steps along a tree whose dimensions take turns, from the leaves to the root: binomial
// trees and Bine trees. A broadcast is the same backwards.
//
// Seen from the root, in every step all nodes with the packet send it to their peer of the step: x xor 2^s
// in a binomial tree, in a Bine tree (De Sensi et al.: Bine Trees: Enhancing Collective Operations by
// Optimizing Communication Locality, arXiv 2508.17311) the nearer peer of swing. Distances halve if steps of
// a dimension go from its last to the first, else they double.
#include <algorithm>
#include <string>
#include <vector>

#include "schedules/algorithms/reduction/gatherings.h"
#include "schedules/algorithms/reduction/ring_table.h"
#include "schedules/algorithms/torus_list.h"
#include "schedules/algorithms/transfer_writer.h"

namespace torusim {
namespace {

class TurnTree : public Gathering {
 public:
  /// `tables[m][d]` as in TurnsGathering: of the copies m D .. m D + D - 1, each of which takes a piece.
  TurnTree(const Topology& topology, RingTables tables, int copies, NodeId root, bool halving)
      : Gathering(gathering_info(topology, copies)), tables_(std::move(tables)) {
    info_.collective.kind = Collective::Kind::kReduce;
    info_.collective.root = root;
    info_.claims.shortest_paths = true;
    const int k = topology.dimensions();
    std::vector<int> steps;
    for (const RingTable& table : tables_[0]) steps.push_back(table.steps());
    for (int first = 0; first < k; ++first) {
      turns_.push_back(take_turns(steps, first));
      if (halving) std::reverse(turns_.back().begin(), turns_.back().end());
    }
    info_.phases = static_cast<int>(turns_[0].size());
    for (int copy = 0; copy < copies; ++copy) {
      std::vector<int>& got = got_.emplace_back(topology.nodes(), info_.phases);
      got[root] = -1;
      for (int step = 0; step < info_.phases; ++step) {
        const Turn turn = turns_[copy % k][step];
        for (NodeId node = 0; node < topology.nodes(); ++node) {
          if (got[node] >= step) continue;
          const int x = topology.coordinate(node, turn.dimension);
          got[topology.displaced(node, turn.dimension, offset(copy, turn, x))] = step;
        }
      }
    }
  }

  void write(int index, Phase& phase) override {
    const Topology& topology = info_.topology;
    const int step = info_.phases - 1 - index;  // seen from the root
    TransferWriter writer(phase, topology.dimensions());
    for (int copy = 0; copy < info_.collective.pieces; ++copy) {
      const Turn turn = turns_[copy % topology.dimensions()][step];
      for (NodeId node = 0; node < topology.nodes(); ++node) {
        if (got_[copy][node] >= step) continue;
        const int away = offset(copy, turn, topology.coordinate(node, turn.dimension));
        Transfer& transfer = writer.add(topology.displaced(node, turn.dimension, away), node,
                                        shorter_way(topology, turn.dimension, -away));
        transfer.adds = true;
        transfer.blocks.add(topology, Block{info_.collective.root, static_cast<NodeId>(copy)});
      }
    }
  }

 private:
  /// How much further on along the dimension the node at x meets its peer.
  int offset(int copy, const Turn& turn, int x) const {
    const Topology& topology = info_.topology;
    const RingTable& table = tables_[copy / topology.dimensions()][turn.dimension];
    // As if the root were at 0: on a ring all nodes are alike, on other lines xor makes them so.
    const int at = topology.coordinate(info_.collective.root, turn.dimension);
    if (topology.wraps(turn.dimension)) {
      return table.offsets((x - at + topology.side(turn.dimension)) % topology.side(turn.dimension),
                           turn.step)[0];
    }
    return table.offsets(x, turn.step)[0];
  }

  RingTables tables_;
  std::vector<std::vector<Turn>> turns_;  // [copy mod D][step]
  /// [copy][node]: the step, from the root on, in which the node gets the packet; -1: the root.
  std::vector<std::vector<int>> got_;
};

}  // namespace

std::unique_ptr<Gathering> make_turn_tree(const Topology& topology, TreePeers peers, bool halving,
                                          bool all_ports, NodeId root) {
  const bool bine = peers == TreePeers::kBine;
  if (bine) require_torus("bine", topology);
  require_powers("bine", topology, 2);
  const std::vector<int> sides = sides_of(topology);
  RingTables tables = bine ? both_ways(sides, &RingTable::swing) : one_way(sides, &RingTable::halving);
  const int copies = all_ports ? static_cast<int>(tables.size()) * topology.dimensions() : 1;
  return std::make_unique<TurnTree>(topology, std::move(tables), copies, root, halving);
}

}  // namespace torusim
