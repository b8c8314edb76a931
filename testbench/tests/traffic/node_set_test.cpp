// Nodes come out in ascending order, each once, and only once.
#include "models/sources/node_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace torusim {
namespace {

TEST(NodeSet, GivesWhatWasAddedInOrder) {
  for (const NodeId size : {1, 63, 64, 65, 4096, 10'000}) {
    const NodeId first = 777;
    NodeSet nodes(first, first + size);
    std::mt19937 random(1);
    for (int round = 0; round < 20; ++round) {
      std::set<NodeId> expected;
      if (round % 3 == 1) expected = {first, first + size - 1};
      for (int i = 0; i < round; ++i) expected.insert(first + static_cast<NodeId>(random() % unsigned(size)));
      for (const NodeId node : expected) nodes.add(node);
      for (const NodeId node : expected) nodes.add(node);
      std::vector<NodeId> taken;
      nodes.take([&](NodeId node) { taken.push_back(node); });
      EXPECT_EQ(taken, std::vector<NodeId>(expected.begin(), expected.end())) << size << ", round " << round;
    }
  }
}

}  // namespace
}  // namespace torusim
