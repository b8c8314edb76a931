// BlockSet against the plain set of blocks that it stands for.
#include "schedules/core/block_set.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "schedules/core/contribution_table.h"
#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

using Plain = std::set<std::pair<NodeId, NodeId>>;

Plain plain(const Topology& topology, const BlockSet& set) {
  Plain result;
  set.for_each(topology, [&](Block b) {
    RC_ASSERT(result.insert({b.source, b.destination}).second);  // boxes are disjoint
  });
  return result;
}

std::vector<Range> arbitrary_range(int side) {
  const int start = *rc::gen::inRange(0, side);
  const int stride = *rc::gen::inRange(1, side);
  const int most = (side + stride - 1) / stride;
  return wrapped_range(start, stride, *rc::gen::inRange(1, most + 1), side);
}

std::vector<std::vector<Range>> arbitrary_box(const Topology& topology) {
  std::vector<std::vector<Range>> result;
  for (int half = 0; half < 2; ++half) {
    for (int d = 0; d < topology.dimensions(); ++d) {
      auto ranges = arbitrary_range(topology.side(d));
      // A strided range that wraps may meet itself; keep the first stretch then.
      if (ranges.size() > 1 && ranges[0].stride > 1) ranges.resize(1);
      result.push_back(ranges);
    }
  }
  return result;
}

RC_GTEST_PROP(BlockSet, RemovesExactlyWhatIsAsked, ()) {
  const Topology topology({{*rc::gen::inRange(2, 7), Line::kRing}, {*rc::gen::inRange(2, 6), Line::kRing}});
  BlockSet set(2);
  set.add_product(arbitrary_box(topology));
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    BlockSet cut(2);
    cut.add_product(arbitrary_box(topology));
    const Plain before = plain(topology, set);
    const Plain asked = plain(topology, cut);
    bool subset = true;
    Plain expected = before;
    for (const auto& block : asked) subset &= expected.erase(block) == 1;
    const std::vector<Range> ranges = set.ranges();
    const auto absent = set.remove(topology, cut);
    RC_ASSERT(absent.has_value() == !subset);
    if (absent) {
      RC_ASSERT(before.count({absent->source, absent->destination}) == 0u);
      RC_ASSERT(asked.count({absent->source, absent->destination}) == 1u);
      RC_ASSERT(set.ranges() == ranges);
    } else {
      RC_ASSERT(plain(topology, set) == expected);
      RC_ASSERT(set.blocks() == static_cast<std::int64_t>(expected.size()));
    }
  }
}

RC_GTEST_PROP(BlockSet, CoalescingKeepsTheBlocks, ()) {
  const Topology topology({{*rc::gen::inRange(2, 12), Line::kRing}});
  std::set<std::pair<int, int>> blocks;
  for (int i = *rc::gen::inRange(1, 30); i > 0; --i) {
    blocks.insert({*rc::gen::inRange(0, topology.side(0)), *rc::gen::inRange(0, topology.side(0))});
  }
  BlockSet set(1);
  for (const auto& [source, destination] : blocks) set.add(topology, Block{source, destination});
  set.coalesce();
  RC_ASSERT(plain(topology, set) == Plain(blocks.begin(), blocks.end()));
}

TEST(BlockSet, WholeRowCoalescesToOneBox) {
  const Topology ring = Topology::parse("ring:16");
  BlockSet set(1);
  for (int t = 0; t < 16; ++t) set.add(ring, Block{3, t});
  set.coalesce();
  EXPECT_EQ(set.boxes(), 1u);
  EXPECT_EQ(set.blocks(), 16);
}

TEST(BlockSet, AskingTwiceForABlockIsNoticed) {
  const Topology ring = Topology::parse("ring:4");
  BlockSet held(1), twice(1);
  held.add(ring, Block{1, 2});
  twice.add(ring, Block{1, 2});
  twice.add(ring, Block{1, 2});
  EXPECT_TRUE(held.remove(ring, twice).has_value());
  EXPECT_EQ(held.blocks(), 1);
}

// The blocks of a Transfer that nobody told of the network: right on any, and never of two.
TEST(BlockSet, AnEmptySetTakesTheDimensionsOfWhatComes) {
  const Topology torus = Topology::parse("torus:4x3"), ring = Topology::parse("ring:12");
  BlockSet set;
  set.add(torus, {1, 5});
  set.add(torus, {11, 0});
  EXPECT_EQ(plain(torus, set), (Plain{{1, 5}, {11, 0}}));
  EXPECT_THROW(set.add(ring, {1, 2}), InputError);
  BlockSet other;
  other.add(set);
  EXPECT_EQ(other.dimensions(), 2);
  EXPECT_EQ(other.blocks(), 2);
}

// The account of a reduction takes four bytes for every node and chunk, and 8 GB at most.

TEST(ContributionTable, LongestVectors) {
  EXPECT_EQ(ContributionTable::most_chunks(1 << 15), 1 << 16);
  EXPECT_EQ(ContributionTable::most_chunks(3), 715'827'882);
}

TEST(ContributionTable, RefusesMoreThan8GB) {
  const Topology ring = Topology::parse("ring:46341");  // the smallest N with N * N above 2^31
  const std::string refusal =
      test::refusal([&] { const ContributionTable table(ring, {Collective::Kind::kAllReduce}); });
  EXPECT_NE(refusal.find("contributions to 46341 chunks takes more than 8 GB"), std::string::npos) << refusal;
}

}  // namespace
}  // namespace torusim
