// Bucket along some dimensions and swing along the others: steps, loads, and every contribution once.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/core/link_load.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

std::unique_ptr<Schedule> mixed(const std::string& shape, int rings, const std::string& collective,
                                const std::string& ports = "all") {
  return make_schedule("bucket", Topology::parse(shape),
                       {{"rings", std::to_string(rings)}, {"collective", collective}, {"ports", ports}});
}

/// Chunks on the busiest channel of every step, summed.
std::int64_t summed_load(Schedule& schedule) {
  std::int64_t result = 0;
  LinkLoads loads(schedule.info().topology);
  for (Phase phase; schedule.next(phase);) {
    loads.count(phase);
    result += loads.max_blocks();
  }
  schedule.rewind();
  return result;
}

TEST(MixedBucket, EveryContributionOnceOnAnyEvenSides) {
  EXPECT_TRUE(rc::check([] {
    const int dimensions = *rc::gen::inRange(2, 4);
    std::string shape = "torus:";
    for (int d = 0; d < dimensions; ++d) {
      const int side = *rc::gen::element(2, 4, 6, 8);
      shape += (d > 0 ? "x" : "") + std::to_string(dimensions == 3 ? std::min(side, 4) : side);
    }
    const int rings = *rc::gen::inRange(1, dimensions);
    const auto collective = *rc::gen::element<std::string>("all-reduce", "reduce-scatter", "gossip");
    const auto ports = *rc::gen::element<std::string>("all", "one");
    const auto schedule = mixed(shape, rings, collective, ports);
    const CheckReport report = check(*schedule);
    RC_ASSERT(report.correct());
  }));
}

TEST(MixedBucket, StepsAndLoads) {
  struct Case {
    const char* shape;
    int rings, steps;
    std::int64_t load;  ///< of a reduce-scatter, in chunks; the bound is N - 1
  };
  // A ring of 15 steps of 16 chunks, then swing on what is left: 8, 4, 2 over 3 hops, 1 over 5.
  for (const Case& c : {Case{"torus:8x8", 1, 10, 65},
                        {"torus:16x16", 1, 19, 15 * 16 + 8 + 4 + 3 * 2 + 5},
                        {"torus:8x8x8", 1, 13, 517},
                        {"torus:8x8x8", 2, 17, 513}}) {
    const auto schedule = mixed(c.shape, c.rings, "reduce-scatter");
    EXPECT_EQ(schedule->info().phases, c.steps);
    EXPECT_EQ(summed_load(*schedule), c.load) << c.shape << " " << c.rings;
    EXPECT_EQ(mixed(c.shape, c.rings, "all-reduce")->info().phases, 2 * c.steps);
  }
}

TEST(MixedBucket, RefusesWhatItCannotDo) {
  const auto refusal = [](const char* shape, const char* rings) -> std::string {
    return test::refusal<std::runtime_error>([&] {
      make_schedule("bucket", Topology::parse(shape), {{"rings", rings}});
    });
  };
  EXPECT_EQ(refusal("torus:8x8", "3"),
            "bucket: rings=3: must be all or a number from 1 to 2, the dimensions of torus:8x8");
  EXPECT_EQ(refusal("torus:8x8", "0"),
            "bucket: rings=0: must be all or a number from 1 to 2, the dimensions of torus:8x8");
  EXPECT_EQ(
      refusal("torus:5x8", "1"),
      "bucket on torus:5x8: bucket needs even sides for rings=1; nearest: torus:6x8; bucket runs on any "
      "torus");
  EXPECT_NE(refusal("torus:1024x4", "1").find("up to 512 nodes"), std::string::npos);
  EXPECT_EQ(refusal("mesh:4x4", "1"),
            "bucket on mesh:4x4: bucket needs dimensions that wrap; nearest: torus:4x4");
}

}  // namespace
}  // namespace torusim
