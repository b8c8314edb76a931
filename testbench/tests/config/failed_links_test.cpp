// Options of failed links: the verdict before a run or measurement, and what is refused.
#include "testbench/config/failed_links.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/core/error.h"
#include "schedules/core/failures.h"
#include "schedules/tests/refusal.h"
#include "testbench/config/deadlock_check.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/run_setup.h"

namespace torusim {
namespace {

RunConfig config_of(const char* algorithm, const char* shape, const char* fail) {
  RunConfig config;
  config.algorithm = algorithm;
  config.topology = shape;
  config.fail = fail;
  config.quiet = true;
  return config;
}

std::string error_of(const RunConfig& config) {
  return test::refusal<std::runtime_error>([&] { resolve_run(config); });
}

// check --deadlock on random failures: schedules and traffic are free, whatever fails.
RC_GTEST_PROP(FailedLinks, AreNoDeadlock, ()) {
  const char* const shape = *rc::gen::element("torus:4x4", "torus:3x5", "mesh:4x4", "torus:4x3mx3",
                                              "torus:2x2x4~", "torus:3x4k", "hypercube:4");
  const char* const what =
      *rc::gen::element("direct", "direct", "uniform", "uniform", "neighbour", "hotspot");
  RunConfig config = config_of(what, shape, "random:3");
  config.seed = *rc::gen::inRange(0, 100000);
  config.reroute = *rc::gen::element(Reroute::kLayered, Reroute::kSpread);
  config.deadlock = true;
  if (what == std::string("direct")) config.sync = Synchronisation::kNone;
  try {
    const DeadlockCheck check = check_deadlock(config);
    RC_ASSERT(check.verdict.risk == DeadlockRisk::kFree);
    RC_ASSERT(check.hardware.topology.failures()->links().size() == 3u);
  } catch (const InputError& error) {
    RC_ASSERT(std::string(error.what()).find("the network is cut") != std::string::npos);
  }
}

TEST(FailedLinks, MoreClassesThanGivenAreNamed) {
  RunConfig config = config_of("direct", "torus:8x8", "(3,4)+x");
  EXPECT_EQ(error_of(config), "accepted");
  config.classes = 1;
  EXPECT_EQ(
      error_of(config),
      "--classes 1: direct with --sync barrier needs 2 (its own and those of messages round failed links)");
}

TEST(FailedLinks, NoFailureChangesNothing) {
  RunConfig config = config_of("direct", "torus:4x4", "none");
  EXPECT_EQ(load_schedule(config)->info().rerouting, nullptr);
  config.fail = "random:0%";
  config.reroute = Reroute::kSpread;
  EXPECT_EQ(load_schedule(config)->info().topology.failures(), nullptr);
}

}  // namespace
}  // namespace torusim
