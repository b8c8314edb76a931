#pragma once
/// The numbers of a reduction, where the hardware carries words: what every node has of every chunk, word by
/// word, and the additions.
///
/// Contribution s to word i of chunk t is a hash of the three, so a sum that lacks a contribution, or has one
/// twice, is wrong in every word. What a sum must be is computed from the list of its contributions, and not
/// from the sums that it was made of.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/contract/message_words.h"
#include "schedules/core/contribution_table.h"

namespace torusim {

class NodeSums {
 public:
  /// `table` must outlive this. Throws InputError when the words would take more than 8 GB.
  NodeSums(const Topology& topology, const Collective& collective, const ContributionTable& table,
           int block_flits);

  /// The words of a message as its sender has them now. `content` says whose contributions they add up.
  std::unique_ptr<MessageWords> words(NodeId sender, const BlockSet& chunks,
                                      const ContributionTable::Content& content) const;
  /// The sender has them no longer.
  void clear(NodeId node, const BlockSet& chunks);
  /// The words come to a node. Returns what is wrong if one of them is not the sum of its contributions.
  /// `words` are of this object.
  std::optional<std::string> put(NodeId node, const MessageWords& words, bool adds);

 private:
  class Words;
  std::uint64_t* at(NodeId node, std::int64_t chunk) {
    return values_.data() + (std::int64_t{node} * chunks_ + chunk) * block_flits_;
  }
  std::string whose(NodeSets::Id set) const;
  std::uint64_t expected(NodeSets::Id set, std::int64_t chunk, int word) const;

  Topology topology_;
  Collective collective_;
  const ContributionTable& table_;
  std::int64_t chunks_;
  int block_flits_;
  std::vector<std::uint64_t> values_;  // [(node * chunks_ + chunk) * block_flits_ + word]
};

}  // namespace torusim
