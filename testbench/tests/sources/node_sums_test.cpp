// The words of a reduction: what they add up to, and what is said of those that are wrong.
#include "models/sources/node_sums.h"

#include <gtest/gtest.h>

namespace torusim {
namespace {

TEST(NodeSums, WordsAreNamedByTheirContributions) {
  const Topology ring = Topology::parse("ring:9");
  const Collective all_reduce{Collective::Kind::kAllReduce};
  ContributionTable table(ring, all_reduce);
  NodeSums sums(ring, all_reduce, table, 2);
  BlockSet chunks(1);
  chunks.add(ring, table.chunk(1));
  // From node to node, each adds its own.
  ContributionTable::Content content = table.take(0, chunks);
  std::unique_ptr<MessageWords> words = sums.words(0, chunks, content);
  EXPECT_EQ(words->meaning(1), "word 0 of chunk 1, the contribution of 0");
  for (NodeId node = 1; node < 6; ++node) {
    EXPECT_EQ(table.put(node, chunks, content, true), std::nullopt);
    EXPECT_EQ(sums.put(node, *words, true), std::nullopt);
    content = table.take(node, chunks);
    words = sums.words(node, chunks, content);
    if (node == 1) {
      EXPECT_EQ(words->meaning(2), "word 1 of chunk 1, the sum of 2 contributions (0, 1)");
    }
  }
  EXPECT_EQ(words->meaning(1), "word 0 of chunk 1, the sum of 6 contributions (0, 1, 2, 3, ..)");
  // Node 8 has its own contribution only.
  EXPECT_EQ(sums.put(6, *sums.words(8, chunks, content), true), words->meaning(1));
}

}  // namespace
}  // namespace torusim
