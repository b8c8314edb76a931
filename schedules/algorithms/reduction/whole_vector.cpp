// All-reduce in the fewest steps: in every step a node and its peer send each other all they have, and both
// add. Halving (then called recursive doubling), swing and trivance meet the same peers as in their
// reduce-scatter.
//
// On sides that are no powers of two swing and doubling shrink the torus first: along each such dimension
// the x = n - 2^k last coordinates give all they have to the nodes x before them, and get the sums at the
// end.
#include <fmt/format.h>

#include <bit>
#include <functional>
#include <string>
#include <vector>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/reduction/gatherings.h"
#include "schedules/algorithms/reduction/ring_table.h"
#include "schedules/algorithms/torus_list.h"
#include "schedules/algorithms/transfer_writer.h"

namespace torusim {
namespace {

/// [dimension]: the greatest power of two within the side.
std::vector<int> cores_of(const Topology& topology) {
  std::vector<int> result = sides_of(topology);
  for (int& side : result) side = static_cast<int>(std::bit_floor(static_cast<unsigned>(side)));
  return result;
}

class WholeVectorAllReduce : public PhaseByPhase {
 public:
  /// The vector has a piece for each of the copies. `tables[m][d]` as in TurnsGathering, but for the shrunk
  /// side of dimension d.
  WholeVectorAllReduce(const Topology& topology, RingTables tables, int copies) : tables_(std::move(tables)) {
    info_ = gathering_info(topology, copies);
    info_.collective.kind = Collective::Kind::kAllReduce;
    info_.collective.rooted = true;
    info_.claims.shortest_paths = true;
    const int k = topology.dimensions();
    std::vector<int> steps;
    for (const RingTable& table : tables_[0]) {
      steps.push_back(table.steps());
      cores_.push_back(table.side());
    }
    for (int first = 0; first < k; ++first) {
      auto& all = steps_.emplace_back();
      for (int i = 0; i < k; ++i) {
        const int d = (first + i) % k;
        if (topology.side(d) > cores_[d]) all.push_back({Step::Kind::kShrink, {d, 0}});
      }
      const std::vector<Step> shrink = all;
      for (const Turn& turn : take_turns(steps, first)) all.push_back({Step::Kind::kMeet, turn});
      for (auto step = shrink.rbegin(); step != shrink.rend(); ++step) {
        all.push_back({Step::Kind::kRestore, step->turn});
      }
    }
    info_.phases = static_cast<int>(steps_[0].size());
    info_.ports = copies * static_cast<int>(tables_[0][0].offsets(0, 0).size());
  }

 private:
  void make(Phase& phase) override {
    const int k = info_.topology.dimensions();
    phase.name = fmt::format("step {}", at_ + 1);
    TransferWriter writer(phase, k);
    for (int copy = 0; copy < info_.collective.pieces; ++copy) write(steps_[copy % k][at_], copy, writer);
  }
  struct Step {
    enum class Kind { kShrink, kMeet, kRestore };
    Kind kind;
    Turn turn;
  };
  void write(const Step& step, int copy, TransferWriter& writer) const {
    const Topology& topology = info_.topology;
    const int d = step.turn.dimension;
    const int number = step.turn.step;
    const auto send = [&](NodeId from, NodeId to, int offset, bool adds) {
      Transfer& transfer = writer.add(from, to, shorter_way(topology, d, offset));
      transfer.adds = adds;
      transfer.blocks.add(topology, Block{info_.collective.root, static_cast<NodeId>(copy)});
    };
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      const int x = topology.coordinate(node, d);
      if (step.kind == Step::Kind::kMeet) {
        if (!inside(node)) continue;
        for (const int offset : tables_[copy / topology.dimensions()][d].offsets(x, number)) {
          // Along a shrunk ring the way round may lead through nodes that rest, or back.
          const int core = cores_[d];
          const int to = ((x + offset) % core + core) % core;
          send(node, topology.displaced(node, d, to - x), core == topology.side(d) ? offset : to - x, true);
        }
        continue;
      }
      if (x < cores_[d] || !takes_part(node, copy, d)) continue;
      const int distance = topology.side(d) - cores_[d];
      const NodeId other = topology.displaced(node, d, -distance);
      if (step.kind == Step::Kind::kShrink) {
        send(node, other, -distance, true);
      } else {
        send(other, node, distance, false);
      }
    }
  }
  /// Whether the node takes part when all dimensions that the copy shrinks before its n-th are shrunk.
  bool takes_part(NodeId node, int copy, int dimension) const {
    const int k = info_.topology.dimensions();
    for (int d = copy % k; d != dimension; d = (d + 1) % k) {
      if (info_.topology.coordinate(node, d) >= cores_[d]) return false;
    }
    return true;
  }
  bool inside(NodeId node) const {
    for (int d = 0; d < info_.topology.dimensions(); ++d) {
      if (info_.topology.coordinate(node, d) >= cores_[d]) return false;
    }
    return true;
  }

  RingTables tables_;
  std::vector<int> cores_;                // side of each dimension while it is shrunk
  std::vector<std::vector<Step>> steps_;  // [copy mod D][phase]
};

}  // namespace

std::unique_ptr<AlgorithmSchedule> make_doubling_all_reduce(const Topology& topology, bool all_ports) {
  return std::make_unique<WholeVectorAllReduce>(topology, one_way(cores_of(topology), &RingTable::halving),
                                                all_ports ? topology.dimensions() : 1);
}

std::unique_ptr<AlgorithmSchedule> make_swing_all_reduce(const Topology& topology, bool all_ports) {
  require_torus("swing", topology);
  return std::make_unique<WholeVectorAllReduce>(topology, both_ways(cores_of(topology), &RingTable::swing),
                                                all_ports ? 2 * topology.dimensions() : 1);
}

std::unique_ptr<AlgorithmSchedule> make_trivance_all_reduce(const Topology& topology) {
  require_torus("trivance", topology);
  require_powers("trivance", topology, 3);
  return std::make_unique<WholeVectorAllReduce>(topology, one_way(sides_of(topology), &RingTable::trivance),
                                                topology.dimensions());
}

}  // namespace torusim
