// Complete exchange by pairs of nodes, one message sent and one received by a node in a step.
// Thakur, Choudhary, Fox: Complete Exchange on a Wormhole Routed Mesh, Section 3.
//
// The algorithms use node numbers only, so they run on any topology. The meshes of the paper have the
// numbering of Topology: "16 x 32" is mesh:16x32, 16 rows of 32, and row and column of a node are its x and
// y. The messages of a step share channels: how many is the point of the paper (schedules/core/link_load.h).
#include <fmt/format.h>

#include <bit>
#include <string>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"
#include "schedules/formulas/exchange_closed_forms.h"

namespace torusim {
namespace {

/// The destination of node s in step j, on p nodes; q is the smallest power of two >= p.
enum class PairwiseRule {
  kPex,          ///< s xor j, j < p; p a power of two (Figure 1)
  kPexGen,       ///< s xor j, j < q, where that is a node (Figure 2)
  kPexGenShift,  ///< the same with s + floor((q - p) / 2) in place of s, so that the idle steps spread
                 ///< (Figure 4)
  kGen,          ///< (s + j) mod p, j < p (Figure 5)
};

/// In Figure 4, "mod(mynumber + shift, p)" is a misprint: the text numbers 20 nodes 6 to 25, so nothing is
/// reduced there.
class PairwiseExchange : public PhaseByPhase {
 public:
  /// Steps are named "J1", "J2", .. Routes are the paper's XY routing, first along the row: the last
  /// coordinate first, each dimension the shorter way. Throws InputError for kPex on nodes that are not a
  /// power of two. The paper has no rings, so none with two shortest ways: `tie`.
  PairwiseExchange(PairwiseRule rule, HalfRing tie, const Topology& topology) : rule_(rule), tie_(tie) {
    const auto nodes = static_cast<std::uint32_t>(topology.nodes());
    const std::uint32_t power = std::bit_ceil(nodes);
    if (rule == PairwiseRule::kPex && nodes != power) {
      throw InputError(fmt::format(
          "pex on {}: pex needs a power of two of nodes, not {}; pex-gen, pex-gen-shift and gen run "
          "on any number",
          topology.name(), nodes));
    }
    if (rule == PairwiseRule::kPexGenShift) shift_ = (power - nodes) / 2;
    info_.topology = topology;
    info_.phases = static_cast<int>((rule == PairwiseRule::kGen ? nodes : power) - 1);
    info_.claims.shortest_paths = true;
  }

 private:
  void make(Phase& phase) override {
    const Topology& topology = info_.topology;
    phase.name = fmt::format("J{}", at_ + 1);
    TransferWriter writer(phase, topology.dimensions());
    for (NodeId source = 0; source < topology.nodes(); ++source) {
      const std::int64_t to = partner(source);
      if (to < 0 || to >= topology.nodes()) continue;
      const auto destination = static_cast<NodeId>(to);
      writer.add(source, destination, route(source, destination))
          .blocks.add(topology, Block{source, destination});
    }
  }
  /// The node that `source` sends to in this step; past the last node, or negative, if it is idle.
  std::int64_t partner(NodeId source) const {
    if (rule_ == PairwiseRule::kGen) return (std::int64_t{source} + at_ + 1) % info_.topology.nodes();
    return ((source + shift_) ^ (at_ + 1)) - shift_;
  }
  Route route(NodeId from, NodeId to) const {
    const Topology& topology = info_.topology;
    const auto takes_minus_at_half = [&] {
      int sum = 0;
      for (int d = 0; d < topology.dimensions(); ++d) sum += topology.coordinate(from, d);
      return tie_ == HalfRing::kParity && sum % 2 != 0;
    };
    Route result;
    for (int d = topology.dimensions() - 1; d >= 0; --d) {
      int hops = topology.coordinate(to, d) - topology.coordinate(from, d);
      const int n = topology.side(d);
      if (topology.line(d) != Line::kArray) hops = (hops + n) % n;
      if (topology.wraps(d) && (2 * hops > n || (2 * hops == n && takes_minus_at_half()))) hops -= n;
      result.append(Run::of(d, hops));
    }
    return result;
  }

  PairwiseRule rule_;
  HalfRing tie_;
  std::int64_t shift_ = 0;  ///< number that kPexGenShift adds to node numbers
};

Algorithm entry(PairwiseRule rule, const char* name, const std::string& what, const std::string& section,
                const std::string& requirements) {
  static const NamedOption<HalfRing> kTie{
      "tie",
      "pos",
      "on rings of even length, over exactly half a ring: pos in direction +, parity + from nodes "
      "whose coordinates have an even sum, - from the others",
      {{"pos", HalfRing::kPositive}, {"parity", HalfRing::kParity}}};
  return {{name,
           "complete exchange by pairs, " + what,
           "Thakur, Choudhary, Fox: Complete Exchange on a Wormhole Routed Mesh, Section " + section,
           requirements,
           {kTie}},
          [rule](const Topology& topology, const AlgorithmOptions& options) {
            return std::make_unique<PairwiseExchange>(rule, kTie.of(options), topology);
          }};
}

}  // namespace

std::vector<Algorithm> pairwise_algorithms() {
  return {entry(PairwiseRule::kPex, "pex", "in N-1 steps: in step j node s exchanges with s xor j", "3.1",
                "any topology of 2^d nodes"),
          entry(PairwiseRule::kPexGen, "pex-gen",
                "in 2^ceil(lg N) - 1 steps: s exchanges with s xor j where that is a node", "3.2",
                "any topology"),
          entry(PairwiseRule::kPexGenShift, "pex-gen-shift",
                "as pex-gen, with numbers shifted so that idle nodes spread over the steps", "3.3",
                "any topology"),
          entry(PairwiseRule::kGen, "gen", "in N-1 steps: s sends to s + j and receives from s - j, modulo N",
                "3.4", "any topology")};
}

}  // namespace torusim
