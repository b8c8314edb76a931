// The algorithms of the literature, delivered flit by flit and verified; measured times against their closed
// form.
#include <gtest/gtest.h>

#include "testbench/tests/models/published_run.h"

namespace torusim {
namespace {

using Job = test::PublishedRun;

class Delivered : public testing::TestWithParam<Job> {};

TEST_P(Delivered, EveryPhaseTakesItsClosedForm) {
  const auto schedule = GetParam().schedule();
  const RunOptions options = GetParam().run_options(*schedule);
  test::expect_closed_form(*schedule, options);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Delivered,
    testing::Values(Job{"ring-gs", "ring:2", {}}, Job{"ring-gs", "ring:3", {}}, Job{"ring-gs", "ring:4", {}},
                    Job{"ring-gs", "ring:8", {}}, Job{"ring-gs", "ring:16", {}, 3, 0, 2},
                    Job{"ring-gs", "ring:32", {{"rule", "S"}}}, Job{"ring-gs", "ring:64", {}},
                    Job{"ring-gs", "ring:128", {}}, Job{"ring-gs", "ring:256", {}},
                    Job{"ring-gs", "ring:30", {}, 2}, Job{"ring-gs", "ring:13", {{"completion", "fold"}}},
                    Job{"ring-gs", "ring:13", {{"completion", "split"}}},
                    Job{"ring-gs", "ring:13", {{"completion", "seq"}}}, Job{"t1", "torus:6x9", {}},
                    Job{"t1", "torus:8x16", {}}, Job{"t1", "torus:7x7", {}}, Job{"t1", "torus:10x10", {}, 0},
                    Job{"t4", "torus:8x8", {}, 5}, Job{"t4", "torus:16x16", {}, 4},
                    Job{"t4", "torus:16x16", {}, 1, 0, 3}, Job{"t4", "torus:32x32", {}},
                    Job{"t4", "torus:8x16", {}}, Job{"c1", "torus:8x8x8", {}}, Job{"c1", "torus:3x4x5", {}},
                    Job{"c64", "torus:8x8x8", {}}, Job{"c64", "torus:12x12x12", {}},
                    Job{"c64", "torus:16x16x16", {}}, Job{"direct", "mesh:3x4", {}},
                    Job{"ring-direct", "torus:8x8", {{"dilation", "2"}}, 4},
                    Job{"ring-direct", "torus:16x16", {{"near", "direct"}}},
                    Job{"ring-direct", "ring:16", {{"dilation", "4"}}},
                    Job{"ring-product", "torus:8x8", {}, 3}, Job{"ring-product", "torus:4x12", {}},
                    Job{"ring-product", "torus:8x8x8", {{"groups", "2,1"}}},
                    Job{"paired", "torus:16x16", {{"near", "direct"}}}, Job{"scott", "mesh:4x4", {}, 20},
                    Job{"scott", "mesh:6x6", {}, 20}, Job{"scott", "mesh:8x8", {}, 20},
                    Job{"dp-2d", "torus:4x4", {}, 20}, Job{"t-2d1", "torus:16x16", {}, 20},
                    Job{"t-2d2", "torus:16x16", {}, 20}, Job{"dp-3d", "torus:8x8x8", {}, 20},
                    Job{"binary", "hypercube:5", {}, 20}, Job{"pex", "hypercube:5", {}, 20}));

class Synchronised : public testing::TestWithParam<Job> {};

// Tseng, Ni, Sheu, Section 7: without synchronisation worms of different phases contend and the exchange is
// slower than with barriers; priorities make up for it, at no cost.
TEST_P(Synchronised, PriorityIsNeverSlowerThanBarriersAndNoneIsSlower) {
  const Job& job = GetParam();
  const auto schedule = job.schedule();
  for (const auto& [reserve, shared] : {std::pair{4, 0}, {1, 3}, {1, 0}}) {
    std::map<Synchronisation, Cycle> cycles;
    for (const auto sync : {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kLocal,
                            Synchronisation::kPriority}) {
      RunOptions options = job.run_options(*schedule, sync);
      options.hardware.reserve = reserve;
      options.hardware.shared = shared;
      const RunResult result = simulate(*schedule, options);
      EXPECT_EQ(result.verdict, Verdict::kVerified) << to_text(sync);
      cycles[sync] = result.cycles;
    }
    EXPECT_GT(cycles[Synchronisation::kNone], cycles[Synchronisation::kBarrier]);
    EXPECT_LE(cycles[Synchronisation::kPriority], cycles[Synchronisation::kBarrier]);
  }
}

INSTANTIATE_TEST_SUITE_P(Rings, Synchronised,
                         testing::Values(Job{"ring-gs", "ring:16", {}, 1, 1},
                                         Job{"ring-gs", "ring:32", {}, 1, 1},
                                         Job{"ring-gs", "ring:64", {}, 1, 1},
                                         Job{"t4", "torus:16x16", {}, 1, 1}));

}  // namespace
}  // namespace torusim
