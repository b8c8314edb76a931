// The classic ring algorithm, a baseline: every node talks to its neighbours on one ring only and passes on
// what is not its own.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/transfer_writer.h"

namespace torusim {
namespace {

/// All nodes lie on one ring: in the order of their numbers, but every other line along a dimension
/// backwards, so that successors are neighbours (the last and the first too where the first dimension is a
/// ring or complete graph and its side even; elsewhere, on twisted tori too, the closing message crosses the
/// network). One way: in
/// step j = 1 .. N-1 node p of the ring passes the blocks of node p-j+1 for the nodes behind p on, N - j of
/// them. Both ways: the blocks for the first half of the ring go one way and those for the rest the other, at
/// the same time; two ports, floor(N/2) steps. Runs on any topology. Steps are named "J1", "J2", ..
class RingPass : public PhaseByPhase {
 public:
  RingPass(bool both_ways, const Topology& topology)
      : ahead_(both_ways ? topology.nodes() / 2 : topology.nodes() - 1),
        behind_(topology.nodes() - 1 - ahead_) {
    info_.topology = topology;
    info_.ports = both_ways ? std::min(2, topology.network_ports()) : 1;
    info_.phases = ahead_;
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      // Reflected: a coordinate runs backwards where the number in front of it is odd.
      Topology::Coordinates at = topology.coordinates(node);
      std::int64_t before = 0;
      for (int d = 0; d < topology.dimensions(); ++d) {
        const int x = at[d];
        if (before % 2 != 0) at[d] = topology.side(d) - 1 - x;
        before = before * topology.side(d) + x;
      }
      order_.push_back(topology.node(at));
    }
  }

 private:
  void make(Phase& phase) override {
    phase.name = fmt::format("J{}", at_ + 1);
    const Topology& topology = info_.topology;
    TransferWriter writer(phase, topology.dimensions());
    for (int p = 0; p < topology.nodes(); ++p) {
      const auto pass = [&](int direction, int reach) {
        const int left = reach - at_;  // blocks of one source that are not home yet
        if (left <= 0) return;
        const NodeId from = at(p), to = at(p + direction), source = at(p - direction * at_);
        Transfer& transfer = writer.add(from, to, dimension_order_route(topology, from, to));
        add_blocks(source, direction > 0 ? p + 1 : p - left, left, transfer.blocks);
      };
      pass(+1, ahead_);
      pass(-1, behind_);
    }
  }
  NodeId at(std::int64_t position) const {
    const std::int64_t n = info_.topology.nodes();
    return order_[((position % n) + n) % n];
  }
  /// The blocks of `source` for the nodes at positions first, first + 1, .. of the ring.
  void add_blocks(NodeId source, std::int64_t first, int count, BlockSet& blocks) const {
    const Topology& topology = info_.topology;
    const int k = topology.dimensions(), side = topology.side(k - 1);
    const std::int64_t n = topology.nodes();
    std::array<Range, 2 * Topology::kMaxDimensions> box;
    for (int d = 0; d < k; ++d) box[d] = Range::single(topology.coordinate(source, d));
    first = ((first % n) + n) % n;
    while (count > 0) {
      // As far as the line along the last dimension goes, which is one box.
      const int here = std::min<int>(count, side - static_cast<int>(first % side));
      const int a = topology.coordinate(order_[first], k - 1);
      const int b = topology.coordinate(order_[first + here - 1], k - 1);
      for (int d = 0; d < k - 1; ++d) box[k + d] = Range::single(topology.coordinate(order_[first], d));
      box[2 * k - 1] = {std::min(a, b), 1, here};
      blocks.add(BoxView(box.data(), 2 * k));
      count -= here;
      first = (first + here) % n;
    }
  }

  int ahead_, behind_;         // nodes that a block may be for, in each direction
  std::vector<NodeId> order_;  // of the nodes on the ring
};

}  // namespace

std::vector<Algorithm> ring_pass_algorithms() {
  static const NamedOption<bool> kBothWays{
      "ways",
      "one",
      "one: all blocks go the same way round; both: the shorter way, with two ports",
      {{"one", false}, {"both", true}}};
  return {{{"ring-pass",
            "complete exchange on one ring through all nodes: every node forwards the blocks of others",
            "folklore; the other baseline",
            "any topology, twisted tori too",
            {kBothWays},
            Collective::Kind::kCompleteExchange,
            false,
            true},
           [](const Topology& topology, const AlgorithmOptions& options) {
             return std::make_unique<RingPass>(kBothWays.of(options), topology);
           }}};
}

}  // namespace torusim
