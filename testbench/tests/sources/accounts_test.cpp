// What nodes have, hold and add up.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/sources/block_account.h"
#include "models/sources/held_blocks.h"
#include "models/sources/node_sums.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

// An account that is booked by parts finds what one finds that is booked as a whole.

constexpr NodeId kNodes = 12;

const Topology& ring() {
  static const Topology topology = Topology::parse("ring:12");
  return topology;
}

Collective draw_collective() {
  Collective collective;
  collective.kind = *rc::gen::element(Collective::Kind::kCompleteExchange, Collective::Kind::kGossip);
  return collective;
}

/// Of one block, which as a rule the source holds in the beginning.
Transfer draw_transfer(const Collective& collective) {
  const NodeId from = *rc::gen::inRange<NodeId>(0, kNodes);
  const NodeId to = (from + *rc::gen::inRange<NodeId>(1, kNodes)) % kNodes;
  const NodeId whose = *rc::gen::inRange(0, 24) == 0 ? to : from;
  Transfer transfer = test::transfer(ring(), from, to);
  transfer.blocks.clear(1);
  transfer.blocks.add(ring(), {whose, collective.copies() ? 0 : to});
  return transfer;
}

void expect_same(const BlockAccount& one, const BlockAccount& many) {
  RC_ASSERT(one.sums().delivered == many.sums().delivered);
  RC_ASSERT(one.sums().repeats == many.sums().repeats);
  RC_ASSERT(one.misplaced(kNodes) == many.misplaced(kNodes));
  const auto first = one.absence(), of_many = many.absence();
  RC_ASSERT(first.has_value() == of_many.has_value());
  if (!first) return;
  RC_ASSERT(first->transfer == of_many->transfer);
  RC_ASSERT(first->block == of_many->block);
  RC_ASSERT(first->phase == of_many->phase);
}

RC_GTEST_PROP(BlockAccount, PartsChangeNothing, ()) {
  const Collective collective = draw_collective();
  BlockAccount one(ring(), collective), many(ring(), collective);
  using Firsts = std::vector<NodeId>;
  const Firsts firsts = *rc::gen::element(Firsts{0}, Firsts{0, 4}, Firsts{0, 1, 2}, Firsts{0, 3, 6, 11});
  many.divide(firsts);
  std::vector<Transfer> transfers;
  for (int i = *rc::gen::inRange(1, 20); i > 0; --i) transfers.push_back(draw_transfer(collective));
  for (int cycle = 0; cycle < 2; ++cycle) {
    for (BlockAccount* account : {&one, &many}) {
      for (const Transfer& transfer : transfers) {
        if (cycle == 0) {
          account->enter_send(transfer, cycle);
        } else {
          account->enter_receive(transfer, cycle);
        }
      }
    }
    RC_ASSERT(one.entries(0) == transfers.size());
    one.book(0);
    for (std::size_t part = firsts.size(); part-- > 0;) {
      many.book(part);
      RC_ASSERT(many.entries(part) == 0u);
    }
    expect_same(one, many);
    if (one.absence()) break;  // a run ends here
  }
}

TEST(BlockAccount, TheFirstAbsenceEnteredCounts) {
  BlockAccount account(ring(), {});
  account.divide(std::vector<NodeId>{0, 6});
  const Transfer high = test::transfer(ring(), 11, 2), low = test::transfer(ring(), 1, 2);
  for (int time = 0; time < 2; ++time) {  // the second time they have gone
    EXPECT_FALSE(account.absence());
    account.enter_send(high, time);
    account.enter_send(low, time);
    account.book(0);
    account.book(1);
  }
  ASSERT_TRUE(account.absence());
  EXPECT_EQ(account.absence()->transfer, &high);
  EXPECT_EQ(account.absence()->phase, 1);
  EXPECT_EQ(account.absence()->block, (Block{11, 2}));
}

// Who holds what while a collective runs: by hand on four nodes.

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

// The words of a reduction: what they add up to, and what is said of those that are wrong.

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
