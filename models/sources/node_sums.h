#pragma once
/// The sums of a reduction on hardware that carries words: every node's partial sum of every chunk, word by
/// word, and the additions.
///
/// Contribution s to word i of chunk t is a hash of s, i and t. A sum with a missing or repeated contribution
/// is therefore wrong in every word. The expected sum follows from the list of contributions, not from
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
  /// `table` must outlive this object. Throws InputError when the words would take more than 8 GB.
  NodeSums(const Topology& topology, const Collective& collective, const ContributionTable& table,
           int block_flits);

  /// The words of a message with the sender's current values. `content` lists the contributions in the
  /// values.
  std::unique_ptr<MessageWords> words(NodeId sender, const BlockSet& chunks,
                                      const ContributionTable::Content& content) const;
  /// Sets the node's values of the chunks to 0, after the node has given them up.
  void clear(NodeId node, const BlockSet& chunks);
  /// Stores or adds the words of a message at a node. Returns an error if a word is not the sum of its
  /// contributions. `words` must be made by words() of this object.
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
