// Complete exchange on 2^d nodes in d steps, bit by bit: the standard (binary) exchange of hypercubes, which
// Thakur, Choudhary, Fox set aside for their direct exchanges; and the least startups that there are.
#include <fmt/format.h>

#include <array>
#include <bit>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

/// In step j a node exchanges blocks with the node whose number differs in bit j-1: all blocks whose
/// destination differs in that bit, half of its N blocks, in one message. On a hypercube every step is one
/// hop and no channel is shared; on rings and paths messages share channels. Steps are named "B1", "B2", ..
class BinaryExchange : public PhaseByPhase {
 public:
  /// Throws InputError unless all sides are powers of two.
  explicit BinaryExchange(const Topology& topology) {
    bool disjoint = true;
    for (int i = topology.dimensions() - 1; i >= 0; --i) {
      const auto side = static_cast<unsigned>(topology.side(i));
      if (!std::has_single_bit(side)) {
        throw InputError(
            fmt::format("binary on {}: it needs sides that are powers of two, not {}; pex-gen and gen run on "
                        "any topology",
                        topology.name(), side));
      }
      for (int bit = 0; bit < std::countr_zero(side); ++bit) bits_.push_back({i, bit});
      disjoint = disjoint && (side <= 2 || topology.line(i) == Line::kComplete);
    }
    info_.topology = topology;
    info_.phases = static_cast<int>(bits_.size());
    info_.claims = {.link_disjoint = disjoint, .shortest_paths = true};
  }

 private:
  void make(Phase& phase) override {
    const Topology& topology = info_.topology;
    const int k = topology.dimensions();
    const auto [dimension, bit] = bits_[at_];
    std::array<int, Topology::kMaxDimensions> done{};  // bits of the coordinate that are exchanged
    for (int i = 0; i < at_; ++i) ++done[bits_[i].dimension];
    phase.name = fmt::format("B{}", at_ + 1);
    TransferWriter writer(phase, k);
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      const auto at = topology.coordinates(node);
      auto partner = at;
      partner[dimension] ^= 1 << bit;
      // It has the blocks of all sources that agree with it in the bits that are left, for all destinations
      // that agree with it in those that are done.
      std::array<Range, 2 * Topology::kMaxDimensions> box;
      for (int i = 0; i < k; ++i) {
        const int free = 1 << done[i], side = topology.side(i);
        box[i] = {at[i] & ~(free - 1), 1, free};
        box[k + i] = {at[i] & (free - 1), free, side / free};
      }
      Range& wanted = box[k + dimension];
      wanted = {partner[dimension] & ((2 << bit) - 1), 2 << bit, wanted.count / 2};
      if (wanted.count == 1) wanted.stride = 1;
      const NodeId to = topology.node(partner);
      writer.add(node, to, dimension_order_route(topology, node, to))
          .blocks.add(BoxView(box.data(), 2 * static_cast<std::size_t>(k)));
    }
  }
  struct Bit {
    int dimension, bit;
  };

  std::vector<Bit> bits_;  // of node numbers, from the lowest on
};

}  // namespace

std::vector<Algorithm> binary_algorithms() {
  return {{{"binary",
            "complete exchange in lg N steps of N/2 blocks: bit by bit with the node that differs in it",
            "the standard exchange of hypercubes",
            "sides that are powers of two",
            {}},
           [](const Topology& topology, const AlgorithmOptions&) {
             return std::make_unique<BinaryExchange>(topology);
           }}};
}

}  // namespace torusim
