// Gossip in the fewest steps there can be (fewest_gossip_steps): what the algorithms of Meyer, Sibeyn
// (Oblivious Gossiping on Tori) are compared with. Its pattern changes from step to step and nodes must keep
// packets until it is their turn. Tests hold all tori of up to 260 nodes to the fewest steps.
//
// All packets spread in the same way, so the whole schedule is one broadcast tree of displacements. In every
// step each direction brings packets to at most one new displacement; which ones is a matching of directions
// and displacements that touch those already reached, drawn at random with a fixed seed. Where that takes too
// many steps, as on long narrow tori, the farthest displacements go first. (The paper's reference, Soch and
// Tvrdik, distinguishes many cases instead.)
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"
#include "schedules/formulas/collective_closed_forms.h"

namespace torusim {
namespace {

/// Numbers below n, the same on every machine.
std::uint32_t below(std::mt19937& random, std::size_t n) { return random() % static_cast<std::uint32_t>(n); }

/// Gives every port at most one displacement of its candidates, no two the same, as many as possible (Kuhn).
class Matching {
 public:
  explicit Matching(const std::vector<std::vector<NodeId>>& candidates) : candidates_(candidates) {
    for (std::size_t port = 0; port < candidates.size(); ++port) {
      tried_.clear();
      place(static_cast<int>(port));
    }
  }
  /// Pairs of displacement and port.
  const std::vector<std::pair<NodeId, int>>& pairs() const { return pairs_; }

 private:
  bool place(int port) {
    for (const NodeId wanted : candidates_[port]) {
      if (std::find(tried_.begin(), tried_.end(), wanted) != tried_.end()) continue;
      tried_.push_back(wanted);
      const auto taken =
          std::find_if(pairs_.begin(), pairs_.end(), [&](const auto& pair) { return pair.first == wanted; });
      if (taken == pairs_.end()) {
        pairs_.emplace_back(wanted, port);
        return true;
      }
      const auto at = taken - pairs_.begin();
      if (!place(pairs_[at].second)) continue;
      pairs_[at].second = port;
      return true;
    }
    return false;
  }

  const std::vector<std::vector<NodeId>>& candidates_;
  std::vector<std::pair<NodeId, int>> pairs_;
  std::vector<NodeId> tried_;
};

class InvariantGossip : public PhaseByPhase {
 public:
  /// Throws InputError unless all dimensions wrap.
  explicit InvariantGossip(const Topology& topology) {
    constexpr unsigned kTries = 20;
    if (!topology.all_wrap()) {
      throw InputError(
          fmt::format("gossip-ti on {}: gossip-ti needs only wrapped dimensions", topology.name()));
    }
    const auto fewest = static_cast<std::size_t>(fewest_gossip_steps(topology));
    for (const bool far_first : {false, true}) {
      for (unsigned seed = 1; seed <= kTries && (tree_.empty() || tree_.size() > fewest); ++seed) {
        Tree tree = grow(topology, seed, far_first);
        if (tree_.empty() || tree.size() < tree_.size()) tree_ = std::move(tree);
      }
    }
    info_.topology = topology;
    info_.collective.kind = Collective::Kind::kGossip;
    info_.ports = topology.network_ports();
    info_.phases = static_cast<int>(tree_.size());
    info_.claims = {.link_disjoint = true, .shortest_paths = true};
  }

 private:
  void make(Phase& phase) override {
    const Topology& topology = info_.topology;
    const auto& moves = tree_[at_];
    phase.name = fmt::format("step {}", at_ + 1);
    TransferWriter writer(phase, topology.dimensions());
    for (NodeId source = 0; source < topology.nodes(); ++source) {
      for (const Move& move : moves) {
        const NodeId from = topology.translated(source, move.from);
        writer
            .add(from, topology.neighbor(from, move.port),
                 {Run::of(topology.port_dimension(move.port), topology.port_step(move.port))})
            .blocks.add(topology, Block{source, 0});
      }
    }
  }
  /// In a step every packet goes from its displacement `from` (a node number, seen from node 0) by `port`.
  struct Move {
    NodeId from;
    int port;
  };
  using Tree = std::vector<std::vector<Move>>;  // [step]
  static Tree grow(const Topology& topology, unsigned seed, bool far_first) {
    std::mt19937 random(seed);
    const int ports = topology.network_ports();
    constexpr NodeId kNever = -1;
    std::vector<NodeId> when(topology.nodes(), kNever);  // the node's place in `all`
    std::vector<NodeId> all;
    // The farther a node, the less its rank, and at random among equals; without far_first all are equal.
    std::vector<int> rank(topology.nodes());
    for (NodeId node = 0; far_first && node < topology.nodes(); ++node) {
      constexpr int kOfEquals = 16;
      rank[node] = -kOfEquals * topology.distance(0, node) - static_cast<int>(below(random, kOfEquals));
    }
    // Places in `all` of nodes with a neighbour at this port that has not been reached, by its rank.
    std::vector<std::set<std::pair<int, NodeId>>> open(ports);
    const auto reach = [&](NodeId node) {
      when[node] = static_cast<NodeId>(all.size());
      all.push_back(node);
      for (int port = 0; port < ports; ++port) {
        const NodeId next = topology.neighbor(node, port);
        if (when[next] == kNever) open[port].emplace(rank[next], when[node]);
        const NodeId before = when[topology.neighbor(node, topology.opposite(port))];
        if (before != kNever) open[port].erase({rank[node], before});
      }
    };
    reach(0);
    Tree tree;
    while (static_cast<NodeId>(all.size()) < topology.nodes()) {
      // The displacements that each port could reach: a few random candidates suffice, and keep the step
      // short.
      std::vector<std::vector<NodeId>> candidates(ports);
      for (int port = 0; port < ports; ++port) {
        const auto start = static_cast<NodeId>(below(random, all.size()));
        const auto take = [&](auto from, auto to) {
          for (; from != to && static_cast<int>(candidates[port].size()) < 2 * ports; ++from) {
            candidates[port].push_back(topology.neighbor(all[from->second], port));
          }
        };
        // In the order of their places, from there and round.
        const auto first = far_first ? open[port].begin() : open[port].lower_bound({0, start});
        take(first, open[port].end());
        take(open[port].begin(), first);
      }
      const Matching matching(candidates);
      auto& moves = tree.emplace_back();
      for (const auto& [to, port] : matching.pairs()) {
        moves.push_back({topology.neighbor(to, topology.opposite(port)), port});
        reach(to);
      }
    }
    return tree;
  }

  Tree tree_;
};

}  // namespace

std::vector<Algorithm> invariant_gossip_algorithms() {
  return {{{"gossip-ti",
            "gossip in the fewest steps, by a broadcast tree that is the same for all nodes and changes "
            "with time",
            "after Soch, Tvrdik (reference 21 of Meyer, Sibeyn), whose bound it reaches",
            "any torus, twisted or not",
            {},
            Collective::Kind::kGossip,
            false,
            true},
           [](const Topology& topology, const AlgorithmOptions&) {
             return std::make_unique<InvariantGossip>(topology);
           }}};
}

}  // namespace torusim
