// The plain exchange on graphs: it completes, or it is refused before it begins.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/run/simulation.h"
#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "testbench/config/run_setup.h"

namespace torusim {
namespace {

enum class Outcome { kVerified, kRefused, kOther };

/// What becomes of `run direct -t SHAPE --sync SYNC --lanes LANES --block 3 --startup 50`.
Outcome outcome(const std::string& shape, Synchronisation sync, int lanes, int block = 3,
                Switching switching = Switching::kWormhole) {
  RunConfig config;
  config.algorithm = "direct";
  config.topology = shape;
  config.sync = sync;
  config.lanes = lanes;
  config.block = block;
  config.run.startup = 50;
  config.run.hardware.switching = switching;
  PreparedRun run;
  try {
    run = prepare_run(config);
  } catch (const InputError&) {
    return Outcome::kRefused;
  }
  const bool verified = simulate(*run.schedule, run.options).verdict == Verdict::kVerified;
  return verified ? Outcome::kVerified : Outcome::kOther;
}

std::string refusal(const std::string& shape, Synchronisation sync, int lanes) {
  RunConfig config;
  config.algorithm = "direct";
  config.topology = shape;
  config.sync = sync;
  config.lanes = lanes;
  config.block = 3;
  return test::refusal([&] { resolve_run(config); });
}

constexpr Synchronisation kBarrier = Synchronisation::kBarrier, kNone = Synchronisation::kNone,
                          kPriority = Synchronisation::kPriority;

class Factor : public testing::TestWithParam<const char*> {};

// Every family of the catalogue, small members and those whose messages once waited in a circle.
TEST_P(Factor, ExchangesDirectlyWithAnyLanes) {
  const std::string shape = fmt::format("product:{}", GetParam());
  for (const int lanes : {1, 2}) {
    EXPECT_EQ(outcome(shape, kBarrier, lanes), Outcome::kVerified) << lanes;
    EXPECT_EQ(outcome(shape, kNone, lanes), Outcome::kVerified) << lanes;
    EXPECT_NE(outcome(shape, kPriority, lanes), Outcome::kOther) << lanes;
    EXPECT_NE(outcome(shape, kPriority, lanes, 40), Outcome::kOther) << lanes;
    for (const Switching switching :
         {Switching::kCutThrough, Switching::kStoreAndForward, Switching::kCircuit}) {
      for (const int block : {1, 5}) {
        EXPECT_EQ(outcome(shape, kBarrier, lanes, block, switching), Outcome::kVerified) << lanes;
        EXPECT_NE(outcome(shape, kPriority, lanes, block, switching), Outcome::kOther) << lanes;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Factor,
                         testing::Values("petersen", "moebius-kantor", "dodecahedron", "desargues", "nauru",
                                         "generalised-petersen-7-2", "generalised-petersen-4-1",
                                         "circulant-13-1-5", "circulant-8-1-2", "circulant-16-1",
                                         "circulant-7-1-2-3", "hypercube-2", "hypercube-4",
                                         "folded-hypercube-3", "star-3", "star-4", "bipartite-2",
                                         "bipartite-5"));

TEST(ProductOfFactors, ExchangesDirectlyOrIsRefused) {
  for (const char* shape :
       {"product:petersen,circulant-5-1", "product:4,star-3", "product:moebius-kantor,3m"}) {
    for (const Synchronisation sync : {kBarrier, kNone}) {
      EXPECT_EQ(outcome(shape, sync, 2), Outcome::kVerified) << shape;
      EXPECT_NE(outcome(shape, sync, 1), Outcome::kOther) << shape;
    }
  }
}

TEST(ProductOfFactors, RefusalsNameWhatWorks) {
  EXPECT_EQ(refusal("product:circulant-5-1", kPriority, 1),
            "direct on product:circulant-5-1 with --sync priority and --lanes 1 can deadlock: messages of "
            "phase J2 can form a cycle of 5 channels, beginning with 0+x2; --sync barrier "
            "--lanes 1 prevents it");
  EXPECT_EQ(refusal("product:4,petersen", kBarrier, 1),
            "direct on product:4,petersen with --sync barrier and --lanes 1 can deadlock: messages of phase "
            "J11 can form a cycle of 4 channels, beginning with (0,9)+x class 1; --sync "
            "barrier --lanes 2 prevents it");
  EXPECT_EQ(refusal("product:petersen,4", kBarrier, 2), "accepted");
}

// A buffer that holds all messages of a phase that come by keeps nobody waiting.
TEST(ProductOfFactors, ShortMessagesAreNotRefused) {
  EXPECT_EQ(outcome("product:moebius-kantor", kPriority, 1, 1), Outcome::kVerified);
  EXPECT_EQ(outcome("product:moebius-kantor", kPriority, 1, 3), Outcome::kRefused);
  EXPECT_EQ(outcome("product:moebius-kantor", kPriority, 1, 1, Switching::kCircuit), Outcome::kRefused);
}

// Tori are not looked at: they have lanes, and schedules that keep in step.
TEST(ProductOfFactors, OthersRunAsBefore) { EXPECT_EQ(refusal("torus:4x4", kNone, 1), "accepted"); }

}  // namespace
}  // namespace torusim
