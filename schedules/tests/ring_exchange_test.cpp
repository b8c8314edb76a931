// The ring exchange against the sizes that the paper proves, and against plain arithmetic on other lengths.
#include "schedules/algorithms/ring_exchange.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <numeric>

#include "schedules/formulas/exchange_closed_forms.h"
#include "schedules/tests/schedule_helpers.h"

namespace torusim {
namespace {

using Sizes = std::vector<std::int64_t>;

/// Largest message of every phase; `direction` 0 for both.
Sizes maxima(const RingExchange& ring, int direction = 0) {
  Sizes result;
  for (const RingPhase& phase : ring.phases) {
    std::int64_t largest = 0;
    for (const RingMessage& m : phase.messages) {
      if (m.hops * direction >= 0) largest = std::max(largest, m.blocks.blocks());
    }
    result.push_back(largest);
  }
  return result;
}

std::int64_t total(int n, RingRule rule, RingCompletion completion = RingCompletion::kFold) {
  const Sizes sizes = maxima(make_ring_exchange(n, {rule, completion}));
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
}

TEST(RingExchange, OverlappedMaximaOfPowersOfTwo) {
  const std::map<int, Sizes> golden{
      {8, {4, 5, 1, 4}},
      {16, {8, 9, 10, 1, 9, 8}},
      {32, {16, 25, 30, 28, 1, 30, 25, 16}},
      {64, {32, 57, 94, 112, 88, 1, 112, 94, 57, 32}},
      {128, {64, 121, 222, 364, 448, 304, 1, 448, 364, 222, 121, 64}},
      {256, {128, 249, 478, 876, 1432, 1792, 1120, 1, 1792, 1432, 876, 478, 249, 128}},
      {512, {256, 505, 990, 1900, 3480, 5680, 7168, 4288, 1, 7168, 5680, 3480, 1900, 990, 505, 256}}};
  for (const auto& [n, sizes] : golden) {
    EXPECT_EQ(maxima(make_ring_exchange(n)), sizes) << n;
    EXPECT_EQ(total(n, RingRule::kAuto), total(n, RingRule::kS)) << n;
  }
}

TEST(RingExchange, MaximaOfTheNegativeTree) {
  const std::map<int, Sizes> golden{{8, {3, 3, 0, 3}},
                                    {16, {7, 8, 6, 0, 8, 7}},
                                    {32, {15, 23, 28, 20, 0, 28, 23, 15}},
                                    {64, {31, 55, 90, 112, 72, 0, 112, 90, 55, 31}}};
  for (const auto& [n, sizes] : golden) EXPECT_EQ(maxima(make_ring_exchange(n), -1), sizes) << n;
}

TEST(RingExchange, OriginalTreeHasTheSizesOfTheLemmas) {
  const std::map<int, std::int64_t> sums{{3, 11},   {4, 43},    {5, 169},  {6, 677},
                                         {7, 2741}, {8, 11029}, {9, 44245}};
  for (const auto& [d, sum] : sums) {
    const Sizes lemmas = tree_phase_blocks(d);
    EXPECT_EQ(std::accumulate(lemmas.begin(), lemmas.end(), std::int64_t{0}), sum) << d;
    Sizes sizes = maxima(make_ring_exchange(1 << d, {RingRule::kA, RingCompletion::kSeq}));
    sizes.resize(lemmas.size());  // the phases of direction +
    EXPECT_EQ(sizes, lemmas) << d;
  }
}

TEST(RingExchange, MessagesAndTotals) {
  const std::vector<Row> eight{{"GP0", 8, 4, 28}, {"GP1", 8, 5, 32}, {"SP1", 4, 1, 4}, {"SP0", 8, 4, 28}};
  EXPECT_EQ(rows_of("ring-gs", "ring:8"), eight);
  const std::vector<Row> sixteen{{"GP0", 16, 8, 120}, {"GP1", 16, 9, 128}, {"GP2", 8, 10, 64},
                                 {"SP2", 4, 1, 4},    {"SP1", 16, 9, 128}, {"SP0", 16, 8, 120}};
  EXPECT_EQ(rows_of("ring-gs", "ring:16"), sixteen);
}

TEST(RingExchange, TheStandardRuleIsTheCheapestOnEvenLengths) {
  for (int n = 6; n <= 260; n += 2) {
    for (const RingRule rule : {RingRule::kA, RingRule::kS, RingRule::kE, RingRule::kF}) {
      EXPECT_LE(total(n, RingRule::kAuto), total(n, rule)) << n;
    }
  }
}

TEST(RingExchange, OddLengths) {
  const std::map<int, std::int64_t> folded{{5, 12},  {7, 20},   {9, 31},   {11, 44},  {13, 53}, {15, 69},
                                           {17, 86}, {19, 102}, {21, 129}, {23, 137}, {25, 170}};
  for (const auto& [n, blocks] : folded) {
    EXPECT_EQ(total(n, RingRule::kF), blocks) << n;
    EXPECT_EQ(total(n, RingRule::kAuto), blocks) << n;
  }
  EXPECT_EQ(total(9, RingRule::kA), 35);
  EXPECT_EQ(total(9, RingRule::kA, RingCompletion::kSplit), 40);
}

TEST(RingExchange, ShortRings) {
  const auto cost = [](int n) { return cost_of("ring-gs", "ring:" + std::to_string(n)); };
  EXPECT_TRUE(make_ring_exchange(1).phases.empty());
  EXPECT_EQ(cost(2), (Cost{1, 1}));
  EXPECT_EQ(cost(3), (Cost{2, 2}));
  EXPECT_EQ(cost(4), (Cost{2, 4}));
}

// By default no completion of odd lengths is as good in phases and in blocks as the one that auto takes.
TEST(RingExchange, AutoTakesTheCheapestCompletion) {
  const auto cost = [](int n, RingCompletion completion) {
    const RingExchange ring = make_ring_exchange(n, {RingRule::kAuto, completion});
    return Cost{static_cast<std::int64_t>(ring.phases.size()), total(n, RingRule::kAuto, completion)};
  };
  for (int n = 3; n <= 65; n += 2) {
    const Cost chosen = cost(n, RingCompletion::kAuto);
    for (const RingCompletion other : {RingCompletion::kFold, RingCompletion::kSplit, RingCompletion::kSeq}) {
      const Cost rival = cost(n, other);
      EXPECT_TRUE(rival == chosen || rival.startups > chosen.startups || rival.blocks > chosen.blocks) << n;
    }
  }
  EXPECT_EQ(cost(5, RingCompletion::kAuto), (Cost{4, 8}));
  EXPECT_EQ(cost(5, RingCompletion::kFold), (Cost{5, 12}));
  EXPECT_EQ(cost(7, RingCompletion::kAuto), (Cost{6, 14}));
  EXPECT_EQ(cost(7, RingCompletion::kFold), (Cost{6, 20}));
}

TEST(RingExchange, InSequenceTheDirectionPlusComesFirst) {
  std::string signs;
  for (const RingPhase& phase : make_ring_exchange(8, {RingRule::kAuto, RingCompletion::kSeq}).phases) {
    signs += phase.name.back();
  }
  EXPECT_EQ(signs.front(), '+');
  EXPECT_EQ(signs.back(), '-');
  EXPECT_TRUE(std::is_sorted(signs.begin(), signs.end())) << signs;
}

// Every block on a shortest path: then the hops of all blocks add up to the sum of all distances.
TEST(RingExchange, EveryBlockTakesAShortestPath) {
  for (const RingCompletion completion :
       {RingCompletion::kFold, RingCompletion::kSplit, RingCompletion::kSeq}) {
    for (const RingRule rule : {RingRule::kA, RingRule::kS, RingRule::kE, RingRule::kF}) {
      for (int n = 2; n <= 70; ++n) {
        std::int64_t hops = 0, distances = 0;
        for (const RingPhase& phase : make_ring_exchange(n, {rule, completion}).phases) {
          for (const RingMessage& m : phase.messages) hops += m.blocks.blocks() * std::abs(m.hops);
        }
        for (int r = 1; r < n; ++r) distances += std::int64_t{n} * std::min(r, n - r);
        EXPECT_EQ(hops, distances) << n;
      }
    }
  }
}

TEST(RingExchange, NumberOfSignals) {
  for (const auto& [n, expected] : std::map<int, std::size_t>{{8, 8}, {16, 32}, {32, 80}}) {
    std::size_t signals = 0;
    for (const RingPhase& phase : make_ring_exchange(n).phases) signals += phase.signals.size();
    EXPECT_EQ(signals, expected) << n;
  }
}

// Section 5 of Tseng, Ni, Sheu conjectures that a ring of n nodes costs no more than one of 2^ceil(lg n).
// Where it does, by rule.

int depth(int n) {
  int d = 3;
  while ((1 << d) < n) ++d;
  return d;
}

/// Sum of the largest messages of the phases; of direction + alone, if so asked.
std::int64_t conjectured_total(int n, RingRule rule, RingCompletion completion, bool positive_only = false) {
  std::int64_t sum = 0;
  for (const RingPhase& phase : make_ring_exchange(n, {rule, completion}).phases) {
    std::int64_t largest = 0;
    for (const RingMessage& m : phase.messages) {
      if (!positive_only || m.hops > 0) largest = std::max(largest, m.blocks.blocks());
    }
    sum += largest;
  }
  return sum;
}

/// The lengths from `first` to `last`, two apart, that cost more blocks than the next power of two.
std::vector<int> dearer(RingRule rule, int first, int last) {
  std::vector<int> result;
  for (int n = first; n <= last; n += 2) {
    if (conjectured_total(n, rule, RingCompletion::kFold) > ring_cost(depth(n)).blocks) result.push_back(n);
  }
  return result;
}

using Lengths = std::vector<int>;

TEST(RingConjecture, FailsOnEvenLengthsByTheLiteralRules) {
  const Lengths literal{30, 58, 60, 62, 114, 116, 118, 120, 122, 124, 126};
  EXPECT_EQ(dearer(RingRule::kA, 6, 130), literal);
  EXPECT_EQ(dearer(RingRule::kS, 6, 130), literal);
  EXPECT_EQ(dearer(RingRule::kE, 6, 56), Lengths{});
}

TEST(RingConjecture, HoldsTo124ByTheBestRule) {
  EXPECT_EQ(dearer(RingRule::kF, 6, 260), (Lengths{126, 242, 250, 252, 254}));
  EXPECT_EQ(dearer(RingRule::kF, 490, 514), (Lengths{498, 500, 502, 504, 506, 508, 510}));
  EXPECT_EQ(conjectured_total(126, RingRule::kF, RingCompletion::kFold), 2751);
  EXPECT_EQ(ring_cost(7).blocks, 2743);
}

TEST(RingConjecture, FailsOnOddLengths) {
  EXPECT_EQ(dearer(RingRule::kF, 5, 31), (Lengths{7, 13, 15, 27, 29, 31}));
  const Lengths literal{7, 13, 15, 25, 27, 29, 31};
  EXPECT_EQ(dearer(RingRule::kA, 5, 31), literal);
  EXPECT_EQ(dearer(RingRule::kS, 5, 31), literal);
  EXPECT_EQ(dearer(RingRule::kE, 5, 31), (Lengths{7, 11, 13, 15, 25, 27, 29, 31}));
}

// The positive tree alone, not reduced: half of what one direction after the other takes.
TEST(RingConjecture, OfOneTree) {
  const auto dearer_tree = [](RingRule rule) {
    Lengths result;
    for (int n = 5; n <= 64; ++n) {
      const auto lemmas = tree_phase_blocks(depth(n));
      const auto sum = std::accumulate(lemmas.begin(), lemmas.end(), std::int64_t{0});
      if (conjectured_total(n, rule, RingCompletion::kSeq, true) > sum) result.push_back(n);
    }
    return result;
  };
  const Lengths literal{29, 30, 57, 58, 59, 60, 61, 62};
  EXPECT_EQ(dearer_tree(RingRule::kA), literal);
  EXPECT_EQ(dearer_tree(RingRule::kS), literal);
  EXPECT_EQ(dearer_tree(RingRule::kF), Lengths{});
}

}  // namespace
}  // namespace torusim
