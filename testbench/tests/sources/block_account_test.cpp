// An account that is booked by parts finds what one finds that is booked as a whole.
#include "models/sources/block_account.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

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

}  // namespace
}  // namespace torusim
