#pragma once
/// A reduce in log2 N steps along a tree whose dimensions take turns, from the leaves to the root: binomial
/// trees and Bine trees. A broadcast is the same backwards.
///
/// Seen from the root, in every step all nodes with the packet send it to their peer of the step: x xor 2^s
/// in a binomial tree, in a Bine tree (De Sensi et al.: Bine Trees: Enhancing Collective Operations by
/// Optimizing Communication Locality, arXiv 2508.17311) the nearer peer of swing. Distances halve if steps of
/// a dimension go from its last to the first, else they double.

#include <string>
#include <vector>

#include "schedules/algorithms/reduction/gathering.h"
#include "schedules/algorithms/reduction/ring_table.h"
#include "schedules/algorithms/reduction/shapes.h"

namespace torusim {

class TurnTree : public Gathering {
 public:
  /// `tables[m][d]` as in TurnsGathering: of the copies m D .. m D + D - 1, each of which takes a piece.
  TurnTree(std::string name, std::string generator, const Topology& topology,
           std::vector<std::vector<RingTable>> tables, int copies, NodeId root, bool halving);

  const ScheduleInfo& info() const override { return info_; }
  void write(int index, Phase& phase) override;

 private:
  /// How much further on along the dimension the node at x meets its peer.
  int offset(int copy, const Turn& turn, int x) const;

  ScheduleInfo info_;
  std::vector<std::vector<RingTable>> tables_;
  std::vector<std::vector<Turn>> turns_;  // [copy mod D][step]
  /// [copy][node]: the step, from the root on, in which the node gets the packet; -1: the root.
  std::vector<std::vector<int>> got_;
};

enum class TreePeers { kBine, kBinomial };

/// Throws InputError unless all sides are powers of two, and wrap for Bine trees, with the nearest shape.
std::unique_ptr<Gathering> make_turn_tree(const Topology& topology, TreePeers peers, bool halving,
                                          bool all_ports, NodeId root, const std::string& generator);

}  // namespace torusim
