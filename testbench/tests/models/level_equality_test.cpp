// The pins level and the fast level are written separately; they must agree on every ejected flit and its
// cycle.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/algorithms/registry.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/corner.h"
#include "testbench/tests/models/result_text.h"

namespace torusim {
namespace {

struct Case : test::Corner {
  int startup;
  Synchronisation sync;
};

void PrintTo(const Case& c, std::ostream* out) {
  PrintTo(static_cast<const test::Corner&>(c), out);
  *out << ", startup " << c.startup << ", " << to_text(c.sync);
}

class LevelEquality : public testing::TestWithParam<Case> {};

TEST_P(LevelEquality, SameFlitsInTheSameCycles) {
  const Case& c = GetParam();
  StoredSchedule schedule = test::random_exchange(Topology::parse(c.shape), 3, c.classes, 7);
  RunOptions options = test::options_for(schedule, c.sync);
  c.set(options);
  options.startup = c.startup;
  const RunResult fast = simulate(schedule, options);
  EXPECT_EQ(fast.verdict, Verdict::kVerified);
  EXPECT_GT(fast.flit_hops, 0);
  EXPECT_EQ(test::result_text(fast), test::result_text(test::at_pins(schedule, options)));
}

std::vector<Case> matrix() {
  using S = Synchronisation;
  std::vector<Case> cases;
  int i = 0;
  for (const char* shape :
       {"ring:5", "torus:4x4", "mesh:3x4", "torus:2x3x2", "torus:4x3m", "torus:4kx5", "mesh:2kx3x4k"}) {
    const int ports = Topology::parse(shape).network_ports();
    const bool acyclic = std::string(shape).starts_with("mesh");
    for (const S sync : {S::kNone, S::kBarrier, S::kPriority}) {
      for (int variant = 0; variant < 4; ++variant, ++i) {
        cases.push_back(
            {{shape, variant % 2 == 0 ? 1 : ports, acyclic && i % 2 ? 1 : 2,
              sync == S::kPriority ? 1 : 1 + i % 3, 1 + (i * 3) % 5, i % 4 == 1 ? 3 : 0, 1 + i % 3, i % 7},
             i % 2 ? 0 : 4,
             sync});
      }
    }
  }
  // The VCs of a port in two words of a set, and a pool that all of them share.
  for (const int classes : {17, 20, 32}) {
    for (const int alpha : {1, 4}) {
      cases.push_back({{"torus:4x4", alpha, 2, classes, 1, 1, 1, 3}, 0, S::kNone});
    }
  }
  return cases;
}

TEST(LevelEquality, TheAlgorithmsUnderEverySynchronisation) {
  for (const auto& [name, shape] :
       {std::pair{"ring-gs", "ring:12"}, {"ring-gs", "ring:7"}, {"t4", "torus:8x8"}, {"t1", "torus:4x6"}}) {
    const auto schedule = make_schedule(name, Topology::parse(shape));
    for (const auto sync : {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kLocal,
                            Synchronisation::kPriority, Synchronisation::kSwitch}) {
      if (sync == Synchronisation::kLocal && !schedule->info().has_signals) continue;
      for (const int block : {0, 1, 20}) {
        RunOptions options = test::options_for(*schedule, sync);
        options.block_flits = block;
        options.startup = 3;
        const RunResult fast = simulate(*schedule, options);
        EXPECT_EQ(fast.verdict, Verdict::kVerified);
        EXPECT_EQ(test::result_text(fast), test::result_text(test::at_pins(*schedule, options)))
            << name << " " << to_text(sync) << " block " << block;
      }
    }
  }
}

RC_GTEST_PROP(LevelEqualityProperty, AnyHardwareAnyShape, ()) {
  const Topology topology = test::any_product();
  // Beyond 16 classes of 2 lanes the VCs of a port do not fit half a word.
  const int classes =
      *rc::gen::weightedOneOf<int>({{7, rc::gen::inRange(1, 5)}, {1, rc::gen::inRange(5, 33)}});
  StoredSchedule schedule =
      test::random_exchange(topology, *rc::gen::inRange(1, 5), classes, *rc::gen::arbitrary<unsigned>());
  RunOptions options = test::options_for(schedule, test::any_sync_or_gates());
  test::draw_channels(options.hardware, 8, 5, 4);
  options.hardware.lanes = *rc::gen::inRange(1, 3);
  options.block_flits = *rc::gen::inRange(0, 30);
  test::draw_switching(options.hardware, options.block_flits);
  options.startup = *rc::gen::inRange(0, 12);
  options.barrier = *rc::gen::inRange(0, 12);
  const RunResult fast = simulate(schedule, options);
  // One lane on a ring may deadlock: then both levels must.
  RC_ASSERT(fast.verdict == Verdict::kVerified ||
            (fast.verdict == Verdict::kDeadlock && options.hardware.lanes == 1));
  RC_ASSERT(test::result_text(fast) == test::result_text(test::at_pins(schedule, options)));
}

INSTANTIATE_TEST_SUITE_P(Matrix, LevelEquality, testing::ValuesIn(matrix()));

}  // namespace
}  // namespace torusim
