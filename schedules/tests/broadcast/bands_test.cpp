// Bands and their capacities: what whole numbers make of "let h be a multiple of 5".
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/algorithms/broadcast/checkerboard.h"

namespace torusim::broadcast {
namespace {

TEST(Bands, CapacitiesAreThoseWorkedOutByHand) {
  const auto grow = [](PerType parts, PerType last) {
    std::vector<PerType> result;
    for (int steps = 1; steps <= 3; ++steps) result.push_back(capacities({parts, last}, steps));
    return result;
  };
  using Rows = std::vector<PerType>;
  EXPECT_EQ(grow({5, 5}, {0, 1}), (Rows{{2, 3}, {12, 13}, {62, 63}}));
  EXPECT_EQ(grow({5, 3}, {0, 1}), (Rows{{2, 2}, {10, 6}, {42, 22}}));  // towards 2:1, Definition 4
  EXPECT_EQ(grow({7, 7}, {1, 1}), (Rows{{7, 7}, {49, 49}, {343, 343}}));
  EXPECT_EQ(grow({7, 5}, {1, 1}), (Rows{{7, 5}, {43, 29}, {259, 173}}));  // towards 6:4, Definition 7
  EXPECT_EQ(grow({5, 3}, {1, 1}), (Rows{{5, 3}, {21, 11}, {85, 43}}));
}

// One step serves checks up to 2 high (alpha = 4) or pairs up to 4 high (alpha = 3), two steps up to 12 and
// pairs up to 16; the paper needs two steps for 4, and for less than 8.
TEST(Bands, WhatOneAndTwoStepsCanServe) {
  EXPECT_EQ(cuts_needed({{5, 5}, {0, 1}}, 1, 5), 1);
  EXPECT_EQ(cuts_needed({{5, 5}, {0, 1}}, 1, 6), 2);
  EXPECT_EQ(cuts_needed({{5, 5}, {0, 1}}, 1, 25), 2);
  EXPECT_EQ(cuts_needed({{5, 3}, {0, 1}}, 1, 4), 1);
  EXPECT_EQ(cuts_needed({{5, 3}, {0, 1}}, 1, 16), 2);
  EXPECT_EQ(cuts_needed({{5, 3}, {0, 1}}, 1, 17), 3);
}

struct Rule {
  CutRule rule;
  Narrowest narrowest;
};

RC_GTEST_PROP(Bands, EveryCutKeepsWithinTheCapacitiesToTheEnd, ()) {
  const Rule chosen =
      *rc::gen::element(Rule{{{5, 5}, {0, 1}}, Narrowest::kZero}, Rule{{{5, 3}, {0, 1}}, Narrowest::kZero},
                        Rule{{{7, 5}, {0, 1}}, Narrowest::kZero}, Rule{{{7, 7}, {1, 1}}, Narrowest::kZero},
                        Rule{{{5, 5}, {5, 5}}, Narrowest::kOne}, Rule{{{5, 3}, {4, 2}}, Narrowest::kOne},
                        Rule{{{7, 7}, {2, 3}}, Narrowest::kOne}, Rule{{{7, 7}, {1, 1}}, Narrowest::kOdd},
                        Rule{{{7, 5}, {1, 1}}, Narrowest::kOdd}, Rule{{{5, 3}, {1, 1}}, Narrowest::kOdd});
  const int pairs = *rc::gen::resize(100, rc::gen::inRange(1, 20));
  const int rows = 2 * pairs + *rc::gen::resize(100, rc::gen::inRange(0, 500));
  const bool odd_widths = chosen.narrowest == Narrowest::kOdd;
  const int steps = cuts_needed(chosen.rule, pairs, odd_widths ? rows - rows % 2 : rows);
  if (chosen.rule.last[0] == 0 && steps == 0) return;
  Levels levels = first_levels(chosen.rule, pairs, rows, steps, chosen.narrowest);
  RC_ASSERT(static_cast<int>(levels.size()) == 2 * pairs + 1);
  for (int left = steps;; --left) {
    RC_ASSERT(levels.front() == 0 && levels.back() == rows && levels.size() % 2 == 1);
    const PerType capacity = capacities(chosen.rule, left);
    for (std::size_t b = 0; b + 1 < levels.size(); ++b) {
      const int width = levels[b + 1] - levels[b];
      const bool seam = odd_widths && rows % 2 == 1 && b + 2 == levels.size();
      RC_ASSERT(width >= (chosen.narrowest == Narrowest::kZero && left < steps ? 0 : 1));
      RC_ASSERT(width <= capacity[b % 2] + (seam ? 1 : 0));
      if (odd_widths) RC_ASSERT(width % 2 == (seam ? 0 : 1));
    }
    if (left == 0) break;
    const Cut next = cut(chosen.rule, levels, left, chosen.narrowest);
    for (std::size_t b = 0; b < next.rows.size(); ++b) {
      RC_ASSERT(next.rows[b].size() % 2 == 0u);
      RC_ASSERT(static_cast<int>(next.rows[b].size()) < chosen.rule.parts[b % 2]);
    }
    levels = next.after();
  }
}

}  // namespace
}  // namespace torusim::broadcast
