// Schedules made for a network with failed links: correct, over live channels, paths of a phase apart.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/formulas/broadcast_closed_forms.h"
#include "schedules/reroute/planned_schedule.h"
#include "schedules/tests/failed_networks.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/failure_text.h"

namespace torusim {
namespace {

std::unique_ptr<Schedule> planned(const Topology& topology, const AlgorithmOptions& options) {
  const auto intact = make_schedule("broadcast", topology.with_failures(nullptr), options);
  return planned_round_failures(*intact, *make_schedule("broadcast", topology, options));
}

RC_GTEST_PROP(Planned, BroadcastsAreCorrectAndKeepApart, ()) {
  const Topology intact = test::any_shape(36), topology = test::with_failed_links(intact, 5);
  const auto kind = *rc::gen::element<std::string>("broadcast", "broadcast", "reduce", "all-reduce");
  const auto ports = *rc::gen::element<std::string>("all", "all", "1");
  const NodeId root = *rc::gen::inRange(0, topology.nodes());
  std::unique_ptr<Schedule> schedule;
  try {
    schedule = planned(topology, {{"root", std::to_string(root)}, {"ports", ports}, {"collective", kind}});
  } catch (const InputError& error) {
    RC_ASSERT(kind != "broadcast");
    RC_ASSERT(std::string(error.what()).find("failed one way") != std::string::npos);
    return;
  }
  const CheckReport report = check(*schedule);  // holds it to its claims, over live channels
  RC_ASSERT(report.correct());
  const ScheduleInfo& info = schedule->info();
  RC_ASSERT(info.claims.link_disjoint);
  RC_ASSERT(report.cycles.in_phase.empty());
  const int least = broadcast_lower_bound(topology, ports == "1" ? 1 : topology.network_ports());
  RC_ASSERT(info.phases >= (kind == "all-reduce" ? 2 : 1) * least);
  RC_ASSERT(info.rerouting->phases == info.phases);
}

// A link less costs no step where steps are not full; constructions of the intact network may take more.
TEST(Planned, ALinkLessCostsNoStep) {
  for (const auto& [shape, fail, steps] : {std::tuple{"torus:8x8", "(0,0)+x", 3},
                                           {"torus:8x8", "(3,4)+x", 3},
                                           {"torus:4x4x4", "(1,2,3)+z", 3},
                                           {"torus:4x4x8~", "(0,0,0)-y", 3},
                                           {"torus:16x16", "random:2%", 4}}) {
    const Topology intact = Topology::parse(shape);
    const auto schedule = planned(intact.with_failures(parse_failures(intact, fail, 7)), {});
    EXPECT_EQ(schedule->info().phases, steps) << shape << " " << fail;
    EXPECT_GE(schedule->info().rerouting->phases_before, steps) << shape;
  }
}

TEST(Planned, WhatIsNotPlannedIsRefused) {
  const auto refusal = [](const char* algorithm, const char* fail, const AlgorithmOptions& options) {
    const Topology intact = Topology::parse("torus:4x4");
    const Topology topology = intact.with_failures(parse_failures(intact, fail, 0));
    return test::refusal([&] { make_schedule(algorithm, topology, options); });
  };
  EXPECT_EQ(refusal("t4", "(0,0)+x", {}),
            "t4 on torus:4x4 is not planned round failures, broadcast is; --reroute layered, spread or long "
            "moves its messages");
  EXPECT_EQ(refusal("broadcast", "(1,1)", {}), "broadcast on torus:4x4 needs node (1,1), which has failed");
  EXPECT_EQ(refusal("broadcast", "(0,0)+x", {{"variant", "best"}}),
            "broadcast on torus:4x4: constructions are for intact networks; variant=auto finds a schedule by "
            "search");
  EXPECT_EQ(refusal("broadcast", "(0,0)+x", {}), "accepted");
}

}  // namespace
}  // namespace torusim
