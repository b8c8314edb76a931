#pragma once
/// Sets of nodes, made by joining other sets; each set is stored once. A set holds the nodes that have
/// contributed to a partial sum.
///
/// Partial sums of many chunks and nodes have few different sets of contributions. So a set is a number, and
/// a repeated join of the same two sets is looked up. Both hash tables use open addressing.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

class NodeSets {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = 0;  ///< the empty set

  /// all() has the nodes for which `counts` is true; without it, all nodes.
  explicit NodeSets(NodeId nodes, const std::function<bool(NodeId)>& counts = {});

  /// The set of only this node.
  Id single(NodeId node) const { return static_cast<Id>(node) + 1; }
  Id all() const { return all_; }
  NodeId size(Id set) const { return sizes_[set]; }
  /// Throws InputError when all sets together take more than 4 GB.
  Id join(Id a, Id b);
  bool disjoint(Id a, Id b) { return sizes_[join(a, b)] == sizes_[a] + sizes_[b]; }
  bool contains(Id a, Id b) { return join(a, b) == a; }
  /// The first node of both sets, if there is one.
  std::optional<NodeId> first_common(Id a, Id b) const;
  /// The first node of a that is not in b, if there is one.
  std::optional<NodeId> first_beyond(Id a, Id b) const;
  bool holds(Id set, NodeId node) const { return (words_of(set)[node / 64] >> (node % 64)) & 1u; }

 private:
  const std::uint64_t* words_of(Id set) const { return words_.data() + std::size_t{set} * width_; }
  /// The number of the set in scratch_.
  Id intern();
  std::uint64_t hash_of(const std::uint64_t* words) const;
  /// The place of the set in known_, or the free place for it.
  std::size_t known_place(const std::uint64_t* words) const;
  /// The place of the pair in joined_, or the free place for it.
  std::size_t joined_place(std::uint64_t pair) const;

  NodeId nodes_;
  std::size_t width_;                 // words of a set
  std::vector<std::uint64_t> words_;  // [set * width_ + node / 64]
  std::vector<NodeId> sizes_;         // [set]
  struct Join {
    std::uint64_t pair = 0;  // 0: free
    Id result = kNone;
  };
  std::vector<Id> known_;     // by the hash of the words; kNone: free
  std::vector<Join> joined_;  // by the hash of the pair
  std::size_t joins_ = 0;
  std::uint64_t last_pair_ = 0;  // cache of the last join, as most joins repeat it
  Id last_join_ = kNone;
  Id all_ = kNone;
  std::vector<std::uint64_t> scratch_;
};

}  // namespace torusim
