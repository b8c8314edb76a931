#include "models/sources/node_sums.h"

#include <fmt/format.h>

#include "models/contract/worm.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

std::uint64_t contribution(NodeId node, std::int64_t chunk, int word) {
  return payload_word(node, static_cast<NodeId>(chunk), static_cast<std::uint32_t>(word));
}

}  // namespace

/// The words of one message, and the expected value of each word.
class NodeSums::Words : public MessageWords {
 public:
  struct Chunk {
    std::int64_t index;
    NodeSets::Id set;
  };

  explicit Words(const NodeSums& sums) : sums_(sums) {}

  std::uint64_t word(std::uint32_t index) const override { return values_[index - 1]; }
  std::string meaning(std::uint32_t index) const override {
    const Chunk& chunk = chunks_[(index - 1) / sums_.block_flits_];
    const int word = static_cast<int>((index - 1) % sums_.block_flits_);
    return fmt::format("word {} of chunk {}, {}", word,
                       block_name(sums_.topology_, sums_.collective_, sums_.table_.chunk(chunk.index)),
                       sums_.whose(chunk.set));
  }

  const NodeSums& sums_;
  std::vector<Chunk> chunks_;
  std::vector<std::uint64_t> values_;
};

NodeSums::NodeSums(const Topology& topology, const Collective& collective, const ContributionTable& table,
                   int block_flits)
    : topology_(topology),
      collective_(collective),
      table_(table),
      chunks_(collective.chunks(topology)),
      block_flits_(block_flits) {
  const std::int64_t words = std::int64_t{topology.nodes()} * chunks_ * block_flits;
  if (words > std::int64_t{1} << 30) {
    throw InputError(
        fmt::format("{} on {} with blocks of {} flits: the words of all nodes take more than 8 GB; "
                    "--level fast without foreign routers carries none",
                    description(topology, collective), topology.name(), block_flits));
  }
  values_.resize(words);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (std::int64_t chunk = 0; chunk < chunks_; ++chunk) {
      for (int i = 0; i < block_flits; ++i) at(node, chunk)[i] = contribution(node, chunk, i);
    }
  }
}

std::string NodeSums::whose(NodeSets::Id set) const {
  std::string nodes;
  int named = 0;
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    if (!table_.sets().holds(set, node)) continue;
    if (++named == 5) {
      nodes += ", ..";
      break;
    }
    nodes += (nodes.empty() ? "" : ", ") + topology_.node_name(node);
  }
  const NodeId size = table_.sets().size(set);
  return size == 1 ? "the contribution of " + nodes
                   : fmt::format("the sum of {} contributions ({})", size, nodes);
}

std::uint64_t NodeSums::expected(NodeSets::Id set, std::int64_t chunk, int word) const {
  std::uint64_t sum = 0;
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    if (table_.sets().holds(set, node)) sum += contribution(node, chunk, word);
  }
  return sum;
}

std::unique_ptr<MessageWords> NodeSums::words(NodeId sender, const BlockSet& chunks,
                                              const ContributionTable::Content& content) const {
  auto result = std::make_unique<Words>(*this);
  std::size_t run = 0;
  std::uint32_t used = 0;
  table_.for_each(chunks, [&](std::int64_t chunk) {
    while (used == content[run].chunks) {
      ++run;
      used = 0;
    }
    ++used;
    result->chunks_.push_back({chunk, content[run].set});
    const std::uint64_t* const first =
        values_.data() + (std::int64_t{sender} * chunks_ + chunk) * block_flits_;
    result->values_.insert(result->values_.end(), first, first + block_flits_);
  });
  return result;
}

void NodeSums::clear(NodeId node, const BlockSet& chunks) {
  table_.for_each(chunks, [&](std::int64_t chunk) { std::fill_n(at(node, chunk), block_flits_, 0); });
}

std::optional<std::string> NodeSums::put(NodeId node, const MessageWords& words, bool adds) {
  const auto& message = static_cast<const Words&>(words);
  std::uint32_t index = 0;
  for (const Words::Chunk& chunk : message.chunks_) {
    for (int i = 0; i < block_flits_; ++i) {
      const std::uint64_t word = message.word(++index);
      if (word != expected(chunk.set, chunk.index, i)) return message.meaning(index);
      std::uint64_t& here = at(node, chunk.index)[i];
      here = adds ? here + word : word;
    }
  }
  return std::nullopt;
}

}  // namespace torusim
