// Complete exchanges whose plans are tables.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "schedules/algorithms/all_port/all_port_plan.h"
#include "schedules/algorithms/relayed/relay_ways.h"
#include "schedules/algorithms/relayed/relayed_exchange.h"
#include "schedules/check/check.h"
#include "schedules/core/error.h"
#include "schedules/core/link_load.h"
#include "schedules/tests/made.h"
#include "schedules/tests/schedule_helpers.h"

namespace torusim {
namespace {

// The exchange in a chosen number of phases: its tables, the masks on sides of 2 and 4, and the bound that
// they come to.

Cost checked_cost(const std::string& shape, int phases) {
  return test::checked_cost(
      *make_schedule("relayed", Topology::parse(shape), {{"phases", std::to_string(phases)}}));
}

/// docs/algorithms/frontier.md: at most C(phases, j) destinations of a source are reached by j messages.
std::int64_t least_blocks(std::int64_t nodes, std::int64_t phases) {
  std::int64_t left = nodes - 1, blocks = 0, ways = 1;
  for (std::int64_t j = 1; left > 0; ++j) {
    ways = ways * (phases - j + 1) / j;
    blocks += j * std::min(left, ways);
    left -= std::min(left, ways);
  }
  return blocks;
}

// Every number of phases that a 4 x 4 torus can do with comes to the bound: what exists there is known.
TEST(Relayed, FourByFourIsAtTheBoundThroughout) {
  for (int phases = 4; phases <= 15; ++phases)
    EXPECT_EQ(checked_cost("torus:4x4", phases), (Cost{phases, least_blocks(16, phases)}));
}

// Perfect and other good codes: repetition codes, [8,2,5], and coverings of radius 2 from 13 phases on.
TEST(Relayed, CubeOfFourIsAtTheBoundButForFourNumbers) {
  for (const int phases : {6, 7, 8, 13, 14, 20, 40, 63})
    EXPECT_EQ(checked_cost("torus:4x4x4", phases), (Cost{phases, least_blocks(64, phases)}));
  for (const int phases : {9, 10, 11, 12})
    EXPECT_GT(checked_cost("torus:4x4x4", phases).blocks, least_blocks(64, phases));
}

TEST(Relayed, AnySidesOfTwoAndFour) {
  EXPECT_TRUE(rc::check([] {
    std::vector<Dimension> dimensions;
    int bits = 0;
    for (int left = *rc::gen::inRange(1, 4); left > 0; --left) {
      const int side = *rc::gen::element(2, 4);
      dimensions.push_back({side, Line::kRing});
      bits += side / 2;
    }
    const Topology torus(dimensions);
    const int phases = *rc::gen::inRange(bits, torus.nodes());
    const Cost cost = checked_cost(torus.name(), phases);
    RC_ASSERT(cost == mask_cost(masks(bits, phases), bits));
    RC_ASSERT(cost.blocks >= least_blocks(torus.nodes(), phases));
  }));
}

TEST(Relayed, TablesSayWhatTheirWaysCost) {
  for (const RelayTable& table : relay_tables()) {
    if (table.torus().nodes() > 64) continue;  // larger ones: the next test, and runs in collectives_test.cpp
    const auto phases = static_cast<int>(table.cost.startups);
    EXPECT_EQ(checked_cost(table.torus().name(), phases), table.cost);
    EXPECT_GE(table.cost.blocks, least_blocks(table.torus().nodes(), phases));
  }
}

// Not block by block: the larger tables, whose messages are counted.
TEST(Relayed, LargerTablesCostWhatTheySay) {
  for (const RelayTable& table : relay_tables()) {
    if (table.torus().nodes() <= 64) continue;
    const auto phases = std::to_string(table.cost.startups);
    EXPECT_EQ(cost_of("relayed", table.torus().name(), {{"phases", phases}}), table.cost);
  }
}

/// The largest tables: that they are whole, that no phase uses a channel twice, and that there are ways.
TEST(Relayed, TablesAreWhole) {
  for (const RelayTable& table : relay_tables()) {
    const RelayPhases phases = table.phases();
    ASSERT_EQ(phases.size(), table.cost.startups) << table.torus().name();
    for (int p = 0; p < phases.size(); ++p) {
      ASSERT_EQ(static_cast<int>(phases.hops(p).size()), phases.classes());
      for (const auto& hops : phases.hops(p)) {
        for (int d = 0; d < phases.torus().dimensions(); ++d)
          EXPECT_LE(2 * std::abs(hops[d]), phases.torus().side(d));
      }
    }
  }
}

TEST(Relayed, FewerSizesThanBlocksHaveNoWays) {
  const RelayPhases phases = mask_phases(Topology::parse("torus:4x4"), {1, 2, 4, 8});
  EXPECT_TRUE(negotiated_ways(phases, even_sizes(32, 4), 1, 20));
  EXPECT_FALSE(negotiated_ways(phases, even_sizes(31, 4), 1, 20));
  EXPECT_FALSE(negotiated_ways(mask_phases(phases.torus(), {1, 2, 4}), even_sizes(90, 3), 1, 20));
}

TEST(Relayed, RefusesWhatItDoesNotHave) {
  const auto refusal = [](const char* shape, const char* phases) {
    return test::refused<std::runtime_error>("relayed", shape, {{"phases", phases}});
  };
  EXPECT_EQ(refusal("torus:4x4", "3"),
            "relayed: phases=3: on torus:4x4 there are schedules of 4 to 15 phases; nearest: 4");
  EXPECT_EQ(
      refusal("torus:8x8", "11"),
      "relayed: phases=11: on torus:8x8 there are schedules of 8, 10, 12, 16, 24, 32 phases; nearest: 10");
  EXPECT_EQ(
      refusal("torus:10x10", "auto"),
      "relayed on torus:10x10: it needs torus:6x6, torus:8x8, torus:16x16, torus:8x8x8, or rings of 2 and "
      "4 with 256 nodes at most; nearest: torus:8x8; ring-product runs on tori of multiples of 4, direct "
      "on any topology");
  EXPECT_EQ(refusal("torus:4x4", "5x"), "relayed: phases=5x: must be auto or a number of phases");
  EXPECT_NE(refusal("mesh:4x4", "auto").find("nearest: torus:4x4;"), std::string::npos);
  EXPECT_NE(refusal("torus:12x12", "auto").find("nearest: torus:16x16;"), std::string::npos);
  EXPECT_NE(refusal("torus:4x4x4x4x4", "auto").find("256 nodes at most"), std::string::npos);
}

// The exchange with all ports: totals of docs/algorithms/all-port.md, block by block, and the plans behind
// them.

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

// Checked block by block too, in collectives_test.cpp, by a run.
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
