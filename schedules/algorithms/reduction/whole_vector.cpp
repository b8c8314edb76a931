// All-reduce in the fewest steps: in every step a node and its peer send each other all they have, and both
// add. Halving (then called recursive doubling), swing and trivance meet the same peers as in their
// reduce-scatter.
//
// On sides that are no powers of two swing and doubling shrink the torus first: along each such dimension
// the x = n - 2^k last coordinates give all they have to the nodes x before them, and get the sums at the
// end.
#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/reduction/gatherings.h"
#include "schedules/algorithms/reduction/ring_table.h"
#include "schedules/algorithms/reduction/shapes.h"
#include "schedules/algorithms/transfer_writer.h"

namespace torusim {
namespace {

int core_of(int side) {
  int core = 2;
  while (2 * core <= side) core *= 2;
  return core;
}

class WholeVectorAllReduce : public PhaseByPhase {
 public:
  /// The vector has a piece for each of the copies. `tables[m][d]` as in TurnsGathering, but for the shrunk
  /// side of dimension d.
  WholeVectorAllReduce(const Topology& topology, std::vector<std::vector<RingTable>> tables, int copies)
      : tables_(std::move(tables)) {
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

  std::vector<std::vector<RingTable>> tables_;
  std::vector<int> cores_;                // side of each dimension while it is shrunk
  std::vector<std::vector<Step>> steps_;  // [copy mod D][phase]
};

std::vector<RingTable> core_tables(const Topology& topology, const std::function<RingTable(int)>& table) {
  std::vector<RingTable> result;
  for (int d = 0; d < topology.dimensions(); ++d) result.push_back(table(core_of(topology.side(d))));
  return result;
}

}  // namespace

std::unique_ptr<AlgorithmSchedule> make_doubling_all_reduce(const Topology& topology, bool all_ports) {
  return std::make_unique<WholeVectorAllReduce>(
      topology, std::vector<std::vector<RingTable>>{core_tables(topology, &RingTable::halving)},
      all_ports ? topology.dimensions() : 1);
}

std::unique_ptr<AlgorithmSchedule> make_swing_all_reduce(const Topology& topology, bool all_ports) {
  require_torus("swing", topology);
  std::vector<std::vector<RingTable>> both;
  for (const bool mirrored : {false, true}) {
    both.push_back(core_tables(topology, [&](int side) { return RingTable::swing(side, mirrored); }));
  }
  return std::make_unique<WholeVectorAllReduce>(topology, std::move(both),
                                                all_ports ? 2 * topology.dimensions() : 1);
}

std::unique_ptr<AlgorithmSchedule> make_trivance_all_reduce(const Topology& topology) {
  require_torus("trivance", topology);
  require_powers("trivance", topology, 3);
  std::vector<RingTable> tables;
  for (int d = 0; d < topology.dimensions(); ++d) tables.push_back(RingTable::trivance(topology.side(d)));
  return std::make_unique<WholeVectorAllReduce>(topology, std::vector<std::vector<RingTable>>{tables},
                                                topology.dimensions());
}

}  // namespace torusim
