// Section 5 of Tseng, Ni, Sheu conjectures that a ring of n nodes costs no more than one of 2^ceil(lg n).
// Where it does, by rule.
#include <gtest/gtest.h>

#include <numeric>

#include "schedules/algorithms/ring_exchange.h"
#include "schedules/formulas/closed_forms.h"

namespace torusim {
namespace {

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
