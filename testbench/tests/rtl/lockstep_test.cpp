// Lockstep finds faults: a model of the RTL into which they were planted, one at a time (planted_bugs.cmake).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "testbench/tests/models/result_text.h"
#include "testbench/tests/rtl/planted.h"

namespace torusim {
namespace {

using test::contended;
using test::kPlantedBugs;
using test::planted;

class PlantedBug : public testing::TestWithParam<Level> {};

TEST_P(PlantedBug, NoneRunsThroughInLockstep) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 4, 3);
  RunOptions options = contended(schedule, GetParam());
  options.foreign_router = planted(0);
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  EXPECT_TRUE(result.findings.empty());
}

TEST_P(PlantedBug, EachIsCaughtInTheCycleInWhichItShows) {
  for (int number = 1; number <= test::kShownByNetworks; ++number) {
    SCOPED_TRACE(kPlantedBugs[number - 1]);
    // Classes and turns on a torus; where that does not show a fault, a ring on which the lanes meet, or
    // circuits and their acks.
    RunResult result;
    for (const auto& [shape, classes, switching] :
         {std::tuple("torus:4x4", 4, Switching::kWormhole), std::tuple("ring:8", 1, Switching::kWormhole),
          std::tuple("torus:4x4", 4, Switching::kCircuit)}) {
      StoredSchedule schedule = test::random_exchange(Topology::parse(shape), 2, classes, 3);
      RunOptions options = contended(schedule, GetParam());
      options.hardware.switching = switching;
      options.foreign_router = planted(number);
      result = simulate(schedule, options);
      if (result.verdict == Verdict::kFailed) break;
    }
    EXPECT_EQ(result.verdict, Verdict::kFailed);
    ASSERT_FALSE(result.findings.empty());
    const std::string& finding = result.findings[0];
    EXPECT_NE(finding.find("lockstep: "), std::string::npos) << finding;
    EXPECT_LT(result.cycles, 500);
    RecordProperty(fmt::format("bug_{}", number), static_cast<int>(result.cycles));
    fmt::print("{:>4} cycles: {}: {}\n", result.cycles, kPlantedBugs[number - 1], finding);
  }
}

TEST_P(PlantedBug, OfGatesIsCaughtWithPhasesThatGatesKeepApart) {
  for (int number = 0; number <= test::kGatesShownByNetworks; ++number) {
    const int bug = number == 0 ? 0 : test::kFirstOfGates + number - 1;
    SCOPED_TRACE(bug == 0 ? "none" : kPlantedBugs[bug - 1]);
    StoredSchedule schedule =
        test::random_exchange(Topology::parse("torus:4x4"), test::kPhasesForGates, 4, 3);
    RunOptions options = contended(schedule, GetParam(), Synchronisation::kSwitch);
    options.foreign_router = planted(bug);
    const RunResult result = simulate(schedule, options);
    EXPECT_EQ(result.verdict, bug == 0 ? Verdict::kVerified : Verdict::kFailed);
    if (bug == 0 || result.findings.empty()) continue;
    EXPECT_NE(result.findings[0].find("lockstep: "), std::string::npos) << result.findings[0];
    EXPECT_LT(result.cycles, 500);
    fmt::print("{:>4} cycles: {}: {}\n", result.cycles, kPlantedBugs[bug - 1], result.findings[0]);
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, PlantedBug, testing::Values(Level::kFast, Level::kPins));

TEST(Lockstep, FindsTheSameWithThreeThreads) {
  for (int number = 1; number <= 4; ++number) {
    SCOPED_TRACE(kPlantedBugs[number - 1]);
    StoredSchedule schedule = test::random_exchange(Topology::parse("torus:7x7"), 2, 4, 3);
    RunOptions options = contended(schedule, Level::kFast);
    options.foreign_router = planted(number);
    const RunResult one = simulate(schedule, options);
    options.threads = 3;
    const RunResult three = simulate(schedule, options);
    EXPECT_EQ(one.verdict, Verdict::kFailed);
    EXPECT_EQ(test::result_text(three), test::result_text(one));
  }
}

/// Several routers differ in the same cycle; the waves are those of the router that the finding names.
TEST(Lockstep, WritesTheLastCyclesOfBothRouters) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 4, 3);
  RunOptions options = contended(schedule, Level::kFast);
  options.foreign_router = planted(1);
  const std::filesystem::path directory = testing::TempDir() + "lockstep_test";
  std::filesystem::create_directory(directory);
  options.lockstep_waves = (directory / "waves").string();
  const RunResult result = simulate(schedule, options);
  ASSERT_FALSE(result.findings.empty());
  const std::string finding = result.findings[0];
  const std::size_t at = finding.find(options.lockstep_waves);
  ASSERT_NE(at, std::string::npos) << finding;
  ASSERT_TRUE(finding.ends_with(".gtkw")) << finding;
  const std::string path = finding.substr(at, finding.size() - at - 4) + "vcd";
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  for (const char* part : {"$scope module router $end", "$scope module reference $end",
                           "$scope module inputs $end", "$scope module state $end"}) {
    EXPECT_NE(text.str().find(part), std::string::npos) << part;
  }
  EXPECT_NE(text.str().find(fmt::format("#{}000\n", result.cycles)), std::string::npos);
  EXPECT_NE(text.str().find(fmt::format("#{}000\n", result.cycles - 5)), std::string::npos);
  EXPECT_EQ(std::filesystem::remove_all(directory), 3U);
}

TEST(Unguarded, TheNetworkItselfNoticesMostFaults) {
  // Without lockstep: what goes in and out of a router is checked at the fast level, the rest deadlocks or
  // only changes who goes first.
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 4, 3);
  RunOptions options = contended(schedule, Level::kFast);
  options.lockstep = false;
  int noticed = 0;
  for (int number = 1; number <= test::kShownByNetworks; ++number) {
    options.foreign_router = planted(number);
    const RunResult result = simulate(schedule, options);
    if (result.verdict != Verdict::kVerified) ++noticed;
  }
  EXPECT_GE(noticed, 12);
}

}  // namespace
}  // namespace torusim
