// Phases of rings of different lengths in one stage.
#include "schedules/algorithms/phase_alignment.h"

#include <gtest/gtest.h>

namespace torusim {
namespace {

using Placement = std::vector<int>;

TEST(PhaseAlignment, PutsLargeWithLarge) {
  // The rings of 8 and of 16 nodes of T4 on a torus of 16 x 32, in blocks.
  const std::vector<SizedPhase> sixteen{{"GP0", 256}, {"GP1", 288}, {"GP2", 320},
                                        {"SP2", 32},  {"SP1", 288}, {"SP0", 256}};
  const std::vector<SizedPhase> eight{{"GP0", 256}, {"GP1", 320}, {"SP1", 64}, {"SP0", 256}};
  EXPECT_EQ(align_phases(sixteen, eight), (Placement{0, -1, 1, -1, 2, 3}));
}

TEST(PhaseAlignment, PrefersNamesakesWhereSizesDoNotMatter) {
  const std::vector<SizedPhase> longer{{"GP0", 9}, {"GP1", 9}, {"SP1", 9}, {"SP0", 9}};
  EXPECT_EQ(align_phases(longer, {{"GP0", 1}, {"SP0", 1}}), (Placement{0, -1, -1, 1}));
  EXPECT_EQ(align_phases(longer, {{"GP1", 1}}), (Placement{-1, 0, -1, -1}));
}

TEST(PhaseAlignment, EqualLengthsGoTogetherOneByOne) {
  EXPECT_EQ(align_phases({{"a", 1}, {"b", 2}}, {{"c", 3}, {"d", 4}}), (Placement{0, 1}));
  EXPECT_EQ(align_phases({{"a", 1}}, {}), (Placement{-1}));
  EXPECT_EQ(align_phases({}, {}), Placement{});
}

}  // namespace
}  // namespace torusim
