// The exchange with all ports: totals of docs/all-port.md, block by block, and the plans behind them.
#include <gtest/gtest.h>

#include "schedules/algorithms/all_port/all_port_plan.h"
#include "schedules/core/error.h"
#include "schedules/core/link_load.h"
#include "schedules/tests/made.h"

namespace torusim {
namespace {

Cost all_port_cost(const char* shape, const char* least = "blocks", const char* startups = "auto") {
  const Topology torus = Topology::parse(shape);
  const auto schedule = make_schedule("all-port", torus, {{"least", least}, {"startups", startups}});
  return test::checked_cost(*schedule, 2 * torus.dimensions());
}

TEST(AllPort, Totals) {
  EXPECT_EQ(all_port_cost("torus:4x4", "blocks", "4"), (Cost{4, 8}));
  EXPECT_EQ(all_port_cost("torus:4x4"), (Cost{3, 8}));
  EXPECT_EQ(all_port_cost("torus:4x4", "startups"), (Cost{3, 8}));
  EXPECT_EQ(all_port_cost("torus:4x8"), (Cost{5, 32}));
  EXPECT_EQ(all_port_cost("torus:4x8", "startups"), (Cost{4, 33}));
  EXPECT_EQ(all_port_cost("torus:12x12"), (Cost{7, 229}));
  EXPECT_EQ(all_port_cost("torus:8x4"), (Cost{5, 32}));
  EXPECT_EQ(all_port_cost("torus:4x4x4"), (Cost{6, 32}));
  EXPECT_EQ(all_port_cost("torus:4x4x4", "startups"), (Cost{4, 33}));
  EXPECT_EQ(all_port_cost("torus:8x8"), (Cost{6, 64}));
  EXPECT_EQ(all_port_cost("torus:8x8", "startups"), (Cost{5, 66}));
  EXPECT_EQ(all_port_cost("torus:16x16"), (Cost{8, 518}));
  EXPECT_EQ(all_port_cost("torus:8x8x8"), (Cost{9, 512}));
}

// Checked block by block too, in the transcript all_port.txt, by a run.
TEST(AllPort, OnePhaseLess) {
  const auto schedule = make_schedule("all-port", Topology::parse("torus:8x8x8"), {{"startups", "8"}});
  EXPECT_EQ(cost(summarize(*schedule)), (Cost{8, 517}));
  const auto fewest = make_schedule("all-port", Topology::parse("torus:8x8x8"), {{"least", "startups"}});
  EXPECT_EQ(cost(summarize(*fewest)), (Cost{7, 532}));
}

// The tables say what the search comes to, so that info and the choice of a table need no search.
TEST(AllPort, TablesSayWhatTheirPlansCost) {
  for (const AllPortTable& table : all_port_tables()) {
    const AllPortPlan plan(table);
    EXPECT_EQ((Cost{static_cast<std::int64_t>(table.phases.size()), plan.loads().blocks()}), table.cost)
        << table.torus().name();
  }
}

// At the bound nothing is idle: in every phase every channel carries a message, and all are of one size.
TEST(AllPort, AtTheBoundEveryChannelIsBusyInEveryPhase) {
  const auto schedule = make_schedule("all-port", Topology::parse("torus:8x8"), {});
  const Topology& torus = schedule->info().topology;
  EXPECT_EQ(lower_bounds(*schedule).blocks(), 64);
  LinkLoads loads(torus);
  for (Phase phase; schedule->next(phase);) {
    loads.count(phase);
    for (NodeId node = 0; node < torus.nodes(); ++node) {
      for (int port = 0; port < torus.network_ports(); ++port) EXPECT_EQ(loads.on(node, port), 1);
    }
    for (const Transfer& transfer : phase.transfers)
      EXPECT_EQ(transfer.block_count(), phase.transfers[0].block_count()) << phase.name;
  }
}

TEST(AllPort, OtherShapesAreRefusedWithTheNearest) {
  const auto refusal = [](const char* shape) { return test::refused("all-port", shape); };
  EXPECT_EQ(refusal("torus:20x20"),
            "all-port on torus:20x20: there are plans for torus:4x4, torus:4x8, torus:8x4, torus:8x8, "
            "torus:12x12, torus:16x16, torus:4x4x4, torus:8x8x8 only; nearest: torus:16x16; paired runs, "
            "with one port, "
            "on tori of multiples of 4, direct on any topology");
  EXPECT_THROW(make_schedule("all-port", Topology::parse("torus:8x8"), {{"startups", "7"}}), UsageError);
  EXPECT_NE(refusal("ring:64").find("nearest: torus:8x8;"), std::string::npos);
  EXPECT_NE(refusal("torus:32x32x32").find("nearest: torus:8x8x8;"), std::string::npos);
  EXPECT_NE(refusal("mesh:8x8").find("nearest: torus:8x8;"), std::string::npos);
}

}  // namespace
}  // namespace torusim
