#pragma once
/// The sums of a reduction on hardware that carries words: every node's part of every chunk, word by word,
/// and the additions.
///
/// Contribution s to word i of chunk t is a hash of the three, so a sum with a missing or repeated
/// contribution is wrong in every word. The expected sum is computed from the list of contributions, not from
/// partial sums.

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

  /// The words of a message as its sender has them now. `content` lists their contributions.
  std::unique_ptr<MessageWords> words(NodeId sender, const BlockSet& chunks,
                                      const ContributionTable::Content& content) const;
  /// The sender gives up the words.
  void clear(NodeId node, const BlockSet& chunks);
  /// The words arrive at a node. Returns an error if one of them is not the sum of its contributions.
  /// `words` come from this object.
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
