// Who holds what while a collective runs: by hand on four nodes.
#include "models/sources/held_blocks.h"

#include <gtest/gtest.h>

namespace torusim {
namespace {

const Topology& small_ring() {
  static const Topology topology = Topology::parse("ring:4");
  return topology;
}

BlockSet blocks(std::initializer_list<Block> list) {
  BlockSet result(1);
  for (const Block& block : list) result.add(small_ring(), block);
  return result;
}

TEST(HeldBlocksTest, BlocksOfAnExchangeMove) {
  HeldBlocks held(small_ring(), {});
  EXPECT_EQ(held.total(), 12);  // every node already has its own
  EXPECT_EQ(held.delivered(), 0);
  EXPECT_EQ(held.send(0, blocks({{0, 1}, {0, 2}})), std::nullopt);
  EXPECT_EQ(held.send(0, blocks({{0, 2}})), (Block{0, 2}));  // it has gone
  EXPECT_EQ(held.send(0, blocks({{0, 3}, {1, 3}})), (Block{1, 3}));
  EXPECT_EQ(held.send(0, blocks({{0, 3}})), std::nullopt);  // nothing was taken by the send that failed
  held.receive(1, blocks({{0, 1}, {0, 2}}));
  EXPECT_EQ(held.delivered(), 1);
  EXPECT_EQ(held.send(1, blocks({{0, 2}})), std::nullopt);
  held.receive(2, blocks({{0, 2}}));
  EXPECT_EQ(held.delivered(), 2);
  // What is sent away from where it belongs is not delivered any more.
  EXPECT_EQ(held.send(2, blocks({{0, 2}})), std::nullopt);
  EXPECT_EQ(held.delivered(), 1);
  held.receive(2, blocks({{0, 2}}));
  const std::vector<std::string> wrong = held.misplaced(10);
  ASSERT_EQ(wrong.size(), 4u);
  EXPECT_EQ(wrong[0], "node 0: 1 of its 4 blocks have arrived, and it holds 0 that belong elsewhere");
  EXPECT_EQ(wrong[1], "node 1: 2 of its 4 blocks have arrived, and it holds 3 that belong elsewhere");
  EXPECT_EQ(held.misplaced(2).size(), 2u);
  EXPECT_EQ(held.repeats(), 0);
}

TEST(HeldBlocksTest, AnExchangeIsCompleteWhenAllHaveTheirs) {
  HeldBlocks held(small_ring(), {});
  for (NodeId from = 0; from < 4; ++from) {
    for (NodeId to = 0; to < 4; ++to) {
      if (from == to) continue;
      EXPECT_FALSE(held.misplaced(1).empty());
      EXPECT_EQ(held.send(from, blocks({{from, to}})), std::nullopt);
      held.receive(to, blocks({{from, to}}));
    }
  }
  EXPECT_EQ(held.delivered(), held.total());
  EXPECT_EQ(held.misplaced(10), std::vector<std::string>{});
}

TEST(HeldBlocksTest, CopiesStayAndRepeatsAreCounted) {
  Collective gossip;
  gossip.kind = Collective::Kind::kGossip;
  gossip.repeats = 1;
  HeldBlocks held(small_ring(), gossip);
  EXPECT_EQ(held.total(), 12);
  EXPECT_EQ(held.send(0, blocks({{1, 0}})), (Block{1, 0}));
  for (NodeId to = 1; to < 4; ++to) {
    EXPECT_EQ(held.send(0, blocks({{0, 0}})), std::nullopt);
    held.receive(to, blocks({{0, 0}}));
  }
  held.receive(2, blocks({{0, 0}, {1, 0}}));
  EXPECT_EQ(held.delivered(), 4);
  EXPECT_EQ(held.repeats(), 1);
  const std::vector<std::string> wrong = held.misplaced(10);
  ASSERT_EQ(wrong.size(), 4u);  // repeats are as promised
  EXPECT_EQ(wrong[0], "node 0: 3 blocks are missing, first 1");
  EXPECT_EQ(wrong[2], "node 2: 1 blocks are missing, first 3");
  held.receive(2, blocks({{0, 0}}));
  EXPECT_EQ(held.misplaced(10).back(),
            "2 blocks reached nodes that already held them; the schedule declares 1");
}

TEST(HeldBlocksTest, BlocksOfMessagesAreCounted) {
  Collective messages;
  messages.kind = Collective::Kind::kMessages;
  messages.blocks = 5;
  HeldBlocks held(small_ring(), messages);
  EXPECT_EQ(held.total(), 5);
  held.receive(3, BlockSet(1), 2);
  EXPECT_EQ(held.misplaced(10), std::vector<std::string>{"2 of 5 blocks of messages have arrived"});
  held.receive(1, BlockSet(1), 3);
  EXPECT_EQ(held.delivered(), 5);
  EXPECT_EQ(held.misplaced(10), std::vector<std::string>{});
}

}  // namespace
}  // namespace torusim
