#pragma once
/// A subset of a range of nodes, visited in ascending order. The set has one bit per node and one per 64
/// nodes. It needs no sort, and visits sparse sets fast.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim {

class NodeSet {
 public:
  /// An empty set of nodes from first .. end - 1.
  NodeSet(NodeId first, NodeId end)
      : first_(first),
        words_(in_words(static_cast<std::size_t>(end - first))),
        any_(in_words(words_.size())) {}

  void add(NodeId node) {
    const auto place = static_cast<std::size_t>(node - first_);
    set(words_, place);
    set(any_, place / 64);
  }
  /// Calls `visit(node)` for each node and empties the set; `visit` must not add nodes.
  template <typename Visit>
  void take(Visit visit) {
    for (std::size_t group = 0; group < any_.size(); ++group) {
      take_bits(any_[group], group, [&](std::size_t word) {
        take_bits(words_[word], word, [&](std::size_t place) { visit(first_ + static_cast<NodeId>(place)); });
      });
    }
  }

 private:
  static std::size_t in_words(std::size_t bits) { return (bits + 63) / 64; }
  static void set(std::vector<std::uint64_t>& words, std::size_t bit) {
    words[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  template <typename Visit>
  static void take_bits(std::uint64_t& word, std::size_t number, Visit visit) {
    for (std::uint64_t rest = word; rest != 0; rest &= rest - 1) {
      visit(number * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
    word = 0;
  }

  const NodeId first_;
  std::vector<std::uint64_t> words_, any_;
};

}  // namespace torusim
