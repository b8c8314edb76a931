// Functional coverage: the situations of the contract in which the RTL routers of the tests have been, seen
// at their pins. Prints the report; fails when one was never reached.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/foreign/rtl_models.h"
#include "schedules/text/node_selection.h"
#include "testbench/tests/rtl/pin_cover.h"
#include "testbench/tests/rtl/runs.h"
#include "testbench/tests/rtl/steered_neighbours.h"

namespace torusim {
namespace {

void run_covered(Schedule& schedule, RunOptions& options, test::CoverCounts& counts) {
  options.rtl_nodes = select_nodes(options.hardware.topology, "all", 1);
  options.foreign_router = [&](const Hardware& hardware, NodeId node) {
    return std::make_unique<test::PinCover>(hardware, node, rtl::make_rtl_router(hardware, node), counts);
  };
  EXPECT_EQ(simulate(schedule, options).verdict, Verdict::kVerified) << options.hardware.topology.name();
}

/// One router between neighbours that steer into what networks seldom bring about.
void steer_covered(test::CoverCounts& counts) {
  Hardware hardware;
  hardware.topology = Topology::parse("torus:4x4");
  hardware.classes = 4;
  hardware.reserve = 2;
  hardware.shared = 3;
  hardware.switching = Switching::kCircuit;
  test::PinCover router(hardware, 3, rtl::make_rtl_router(hardware, 3), counts);
  test::SteeredNeighbours neighbours(hardware, 1);
  RouterWires outputs(hardware.ports());
  for (int cycle = 0; cycle < 20'000; ++cycle) router.tick(cycle, neighbours.drive(outputs), outputs);
}

TEST(Coverage, EverySituationOfTheContractIsReached) {
  test::CoverCounts counts;
  for (const test::Corner& corner : test::kCorners) {
    StoredSchedule schedule = test::schedule_for(corner);
    RunOptions options = test::options_for(schedule, corner);
    run_covered(schedule, options, counts);
  }
  StoredSchedule detours = test::detours(Topology::parse("torus:5x5"), 7);
  RunOptions options = test::options_for(detours, Synchronisation::kBarrier);
  run_covered(detours, options, counts);
  steer_covered(counts);
  fmt::print("{}", counts.report());
  EXPECT_EQ(counts.missing(), std::vector<std::string>{});
}

TEST(Coverage, WhatIsNeverReachedIsNamed) {
  test::CoverCounts counts;
  StoredSchedule schedule = test::random_exchange(Topology::parse("ring:4"), 1, 1, 1);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  run_covered(schedule, options, counts);
  const auto missing = counts.missing();
  EXPECT_NE(std::find(missing.begin(), missing.end(), "class preempted by class: 1 by 0"), missing.end());
  EXPECT_NE(std::find(missing.begin(), missing.end(), "input port > output port: +x>-y"), missing.end());
}

}  // namespace
}  // namespace torusim
