// The algorithms for reductions: what a message and a channel carry in each step, as equalities, and that
// every contribution is counted once.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/core/error.h"
#include "schedules/core/link_load.h"
#include "schedules/formulas/collective_closed_forms.h"
#include "schedules/tests/made.h"
#include "schedules/tests/reduction_rows.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

using Kind = Collective::Kind;
using test::made;

Numbers units(Schedule& schedule) {
  Numbers result;
  for (const PhaseSummary& phase : summarize(schedule)) result.push_back(phase.max_blocks);
  return result;
}

Numbers loads(Schedule& schedule) {
  Numbers result;
  for (const BusiestLink& busiest : busiest_links(schedule)) result.push_back(busiest.blocks);
  return result;
}

TEST(Reductions, CarryWhatTheTableSays) {
  for (const ReductionRow& row : kReductionRows) {
    const auto schedule = made(row.algorithm, row.shape, {{"collective", "reduce-scatter"}});
    EXPECT_EQ(schedule->info().collective.pieces, row.copies) << row.shape;
    EXPECT_EQ(units(*schedule), row.units) << row.algorithm << " " << row.shape;
    EXPECT_EQ(loads(*schedule), row.loads) << row.algorithm << " " << row.shape;
    test::checked(*schedule);
    // All-reduce: the same, and then the same backwards.
    const auto all = made(row.algorithm, row.shape);
    Numbers both = row.loads;
    both.insert(both.end(), row.loads.rbegin(), row.loads.rend());
    EXPECT_EQ(loads(*all), both) << row.algorithm << " " << row.shape;
    test::checked(*all);
  }
}

TEST(Reductions, SmallestMessagesOfSwingOn6x10) {
  // Nodes send unequal messages where the sides are no powers of two: 20 to 12, and 16 to 8.
  const auto schedule = made("swing", "torus:6x10", {{"collective", "reduce-scatter"}});
  Phase phase;
  for (const auto& [largest, smallest] : {std::pair{20, 12}, {16, 8}}) {
    ASSERT_TRUE(schedule->next(phase));
    const auto [low, high] = std::minmax_element(
        phase.transfers.begin(), phase.transfers.end(),
        [](const Transfer& a, const Transfer& b) { return a.block_count() < b.block_count(); });
    EXPECT_EQ(low->block_count(), smallest);
    EXPECT_EQ(high->block_count(), largest);
  }
}

TEST(Reductions, BucketReachesTheFloorOnEqualSides) {
  for (const std::string shape :
       {"ring:8", "ring:5", "torus:4x4", "torus:5x5", "torus:3x3x3", "torus:2x2x2x2"}) {
    const auto schedule = made("bucket", shape, {{"collective", "reduce-scatter"}});
    const Topology& topology = schedule->info().topology;
    const Numbers carried = loads(*schedule);
    EXPECT_EQ(std::accumulate(carried.begin(), carried.end(), std::int64_t{0}), topology.nodes() - 1)
        << shape;
    EXPECT_EQ(lower_bounds(*schedule).link_blocks, topology.nodes() - 1) << shape;
    EXPECT_EQ(schedule->info().phases, topology.dimensions() * (topology.side(0) - 1)) << shape;
    EXPECT_TRUE(schedule->info().claims.link_disjoint);
    test::checked(*schedule);
  }
}

TEST(Reductions, ClosedFormsOfEveryPhase) {
  for (const std::string shape :
       {"ring:8", "ring:9", "torus:4x4", "torus:4x8", "torus:8x8", "torus:3x5", "torus:9x3", "torus:2x2",
        "torus:4x4x4", "torus:2x4x8", "torus:3x3x9", "torus:4x2x2x8"}) {
    const Topology topology = Topology::parse(shape);
    for (const std::string name : {"ring-reduce", "hamiltonian", "bucket", "halving", "swing", "trivance"}) {
      const auto formula = reduction_units(name, topology);
      if (!formula) {
        EXPECT_THROW(made(name, shape), InputError) << name << " " << shape;
        continue;
      }
      const auto schedule = made(name, shape, {{"collective", "reduce-scatter"}});
      EXPECT_EQ(units(*schedule), *formula) << name << " " << shape;
      test::checked(*schedule);
    }
  }
}

TEST(Reductions, RingsPassAllNodesOfMeshesBothWays) {
  for (const std::string shape :
       {"mesh:8x8", "mesh:3x4", "mesh:5x2", "torus:3x5m", "torus:5mx3x3m", "hypercube:3", "torus:3kx3m",
        "mesh:3x3x2", "complete:5", "torus:2x2m", "torus:4mx2k"}) {
    for (const std::string collective : {"reduce-scatter", "all-reduce", "gossip"}) {
      const auto schedule = made("ring-reduce", shape, {{"collective", collective}});
      EXPECT_TRUE(schedule->info().claims.link_disjoint);
      EXPECT_EQ(schedule->info().phases % (schedule->info().topology.nodes() - 1), 0) << shape;
      test::checked(*schedule);
    }
  }
  for (const std::string shape : {"mesh:3x3", "path:4", "mesh:3x5x7"}) {
    EXPECT_EQ(test::refused("ring-reduce", shape),
              "ring-reduce on " + shape +
                  ": no ring is known to pass all nodes; it runs on meshes of two or more dimensions with an "
                  "even side; planned with collective=all-reduce runs on any network");
  }
}

TEST(Reductions, AllCollectivesOfAllAlgorithmsAreRight) {
  for (const std::string shape :
       {"ring:8", "torus:4x4", "torus:3x3", "torus:6x4", "torus:4x4x2", "torus:9x9"}) {
    for (const std::string name : {"ring-reduce", "hamiltonian", "bucket", "halving", "swing", "trivance"}) {
      for (const std::string collective : {"reduce-scatter", "all-reduce", "gossip"}) {
        for (const std::string ports : {"one", "all"}) {
          const bool has_ports = name != "hamiltonian" && name != "trivance";
          if (!has_ports && ports == "one") continue;
          AlgorithmOptions options{{"collective", collective}};
          if (has_ports) options["ports"] = ports;
          try {
            const auto schedule = made(name, shape, options);
            EXPECT_STREQ(to_text(schedule->info().collective.kind), collective.c_str());
            test::checked(*schedule);
          } catch (const InputError& refused) {
            EXPECT_NE(std::string(refused.what()).find("nearest"), std::string::npos) << refused.what();
          }
        }
      }
    }
  }
}

TEST(Reductions, LatencyVariantsTakeTheFewestSteps) {
  struct Case {
    std::string algorithm, shape;
    int steps;
  };
  for (const auto& [name, shape, steps] : {Case{"swing", "ring:8", 3},
                                           {"swing", "torus:8x8", 6},
                                           {"swing", "torus:4x4x8", 7},
                                           {"halving", "torus:8x8", 6},
                                           {"swing", "ring:6", 4},
                                           {"swing", "torus:6x10", 9},
                                           {"swing", "torus:5x7", 8},
                                           {"halving", "torus:3x5", 7},
                                           {"halving", "mesh:4x8", 5},
                                           {"halving", "hypercube:5", 5},
                                           {"trivance", "ring:27", 3},
                                           {"trivance", "torus:9x9", 4}}) {
    const auto schedule = made(name, shape, {{"variant", "latency"}});
    EXPECT_EQ(schedule->info().phases, steps) << name << " " << shape;
    const Numbers carried = units(*schedule);
    EXPECT_EQ(*std::max_element(carried.begin(), carried.end()), 1) << name << " " << shape;
    test::checked(*schedule);
    const CheckReport report = check(*schedule);
    EXPECT_TRUE(report.cycles.overall.empty()) << name << " " << shape;
  }
}

TEST(Reductions, TrivanceLatencyLoads) {
  const auto latency = [](const std::string& shape) {
    return loads(*made("trivance", shape, {{"variant", "latency"}}));
  };
  EXPECT_EQ(latency("ring:9"), (Numbers{1, 3}));
  EXPECT_EQ(latency("ring:27"), (Numbers{1, 3, 9}));
  EXPECT_EQ(latency("ring:81"), (Numbers{1, 3, 9, 27}));
  EXPECT_EQ(latency("torus:9x9"), (Numbers{1, 1, 3, 3}));
}

TEST(Reductions, TreesPipelineTheirPieces) {
  for (const std::string shape :
       {"ring:6", "torus:4x4", "torus:5x3", "mesh:3x4", "hypercube:3", "torus:3x2x4"}) {
    const Topology topology = Topology::parse(shape);
    int height = 0;
    for (int d = 0; d < topology.dimensions(); ++d) {
      int farthest = 0;
      for (int x = 0; x < topology.side(d); ++x)
        farthest = std::max(farthest, topology.distance_along(d, 0, x));
      height += farthest;
    }
    for (const int pieces : {1, 3}) {
      const std::string text = std::to_string(pieces);
      for (const auto& [collective, steps] : {std::pair{"all-reduce", 2 * height + pieces - 1},
                                              {"reduce", height + pieces - 1},
                                              {"broadcast", height + pieces - 1}}) {
        const auto schedule = made("tree", shape, {{"collective", collective}, {"pieces", text}});
        EXPECT_EQ(schedule->info().phases, steps) << shape << " " << collective;
        test::checked(*schedule);
      }
    }
  }
}

TEST(Reductions, EveryGossipRunsBackwards) {
  struct Case {
    std::string algorithm, shape;
    AlgorithmOptions options;
  };
  for (const auto& [name, shape, options] :
       std::vector<Case>{{"gossip-two", "torus:4x4", {}},
                         {"gossip-two", "torus:4x6", {{"packets", "1"}}},
                         {"gossip-two", "torus:4x5", {}},
                         {"gossip-two", "torus:7x6", {{"supply", "printed"}}},
                         {"gossip-one", "torus:6x5", {}},
                         {"gossip-one", "torus:3x3x4", {}},
                         {"gossip-ti", "torus:5x5", {}},
                         {"gossip-ti", "torus:3x4x2", {}},
                         {"gossip-ti", "torus:16x20", {}}}) {
    const auto forwards = made(name, shape, options);
    for (const Kind kind : {Kind::kReduceScatter, Kind::kAllReduce}) {
      AlgorithmOptions all = options;
      all["collective"] = to_text(kind);
      const auto schedule = made(name, shape, all);
      const int ways = kind == Kind::kAllReduce ? 2 : 1;
      EXPECT_EQ(schedule->info().claims.link_disjoint, forwards->info().claims.link_disjoint);
      // The cost of the gossip, phase by phase, in reverse. What it sends twice is not sent backwards, so
      // there a phase may be left out.
      Numbers expected = units(*forwards);
      std::reverse(expected.begin(), expected.end());
      if (ways == 2) expected.insert(expected.end(), expected.rbegin(), expected.rend());
      if (forwards->info().collective.repeats == 0) {
        EXPECT_EQ(units(*schedule), expected) << name << " " << shape;
      } else {
        EXPECT_LE(units(*schedule).size(), expected.size()) << name << " " << shape;
        EXPECT_LE(cost(summarize(*schedule)).blocks, ways * cost(summarize(*forwards)).blocks);
        EXPECT_EQ(lower_bounds(*schedule).blocks(), ways * lower_bounds(*forwards).blocks());
      }
      test::checked(*schedule);
    }
  }
}

TEST(Reductions, EveryBroadcastRunsBackwards) {
  for (const std::string shape : {"torus:5x5", "torus:4x6", "torus:5x5x5", "mesh:3x4"}) {
    for (const std::string ports : {"1", "all"}) {
      const AlgorithmOptions options{{"ports", ports}, {"root", "7"}};
      const auto forwards = made("broadcast", shape, options);
      for (const Kind kind : {Kind::kReduce, Kind::kAllReduce}) {
        AlgorithmOptions all = options;
        all["collective"] = to_text(kind);
        const auto schedule = made("broadcast", shape, all);
        EXPECT_EQ(schedule->info().phases, (kind == Kind::kAllReduce ? 2 : 1) * forwards->info().phases);
        EXPECT_EQ(schedule->info().collective.root, 7);
        EXPECT_TRUE(schedule->info().claims.link_disjoint);
        test::checked(*schedule);
      }
    }
  }
}

/// Channels that all messages take, one after the other.
std::int64_t channel_units(Schedule& schedule) {
  std::int64_t sum = 0;
  for (Phase phase; schedule.next(phase);) {
    for (const Transfer& transfer : phase.transfers) sum += transfer.route.hops(schedule.info().topology);
  }
  return sum;
}

TEST(Reductions, BineTreesTakeFewerChannelsThanBinomialOnes) {
  struct Case {
    int side, halving, binomial_halving, doubling, binomial_doubling;
  };
  for (const Case& c : {Case{8, 9, 12, 15, 21}, {16, 23, 32, 55, 85}, {64, 135, 192, 903, 1365}}) {
    const auto units_of = [&](const char* peers, const char* distances) {
      AlgorithmOptions options{{"peers", peers}, {"distances", distances}, {"ports", "one"}, {"root", "3"}};
      std::int64_t units = 0;
      for (const char* collective : {"broadcast", "reduce"}) {
        options["collective"] = collective;
        const auto schedule = made("bine", "ring:" + std::to_string(c.side), options);
        test::checked(*schedule);
        const std::int64_t carried = channel_units(*schedule);
        EXPECT_TRUE(units == 0 || units == carried);
        units = carried;
      }
      return units;
    };
    EXPECT_EQ(units_of("bine", "halving"), c.halving);
    EXPECT_EQ(units_of("binomial", "halving"), c.binomial_halving);
    EXPECT_EQ(units_of("bine", "doubling"), c.doubling);
    EXPECT_EQ(units_of("binomial", "doubling"), c.binomial_doubling);
  }
  const auto square = made("bine", "torus:8x8", {{"root", "(3,5)"}});
  EXPECT_EQ(loads(*square), Numbers(12, 1));
  test::checked(*square);
  for (const char* shape : {"torus:4x8", "torus:2x4x4", "torus:4x2x2x2"}) test::checked(*made("bine", shape));
  test::checked(*made("bine", "mesh:4x8", {{"peers", "binomial"}, {"root", "13"}}));
}

TEST(Reductions, RefusedShapesNameTheNearest) {
  EXPECT_EQ(test::refused("halving", "torus:6x8"),
            "halving on torus:6x8: halving needs sides that are powers of two; nearest: torus:4x8");
  EXPECT_EQ(test::refused("swing", "torus:5x8"),
            "swing on torus:5x8: swing needs even sides for variant=bandwidth; nearest: torus:6x8; bucket "
            "runs on any "
            "torus");
  EXPECT_EQ(test::refused("swing", "mesh:4x4"),
            "swing on mesh:4x4: swing needs dimensions that wrap; nearest: torus:4x4");
  EXPECT_EQ(test::refused("hamiltonian", "torus:2x8"),
            "hamiltonian on torus:2x8: hamiltonian needs sides of at least 3; nearest: torus:3x8");
  EXPECT_EQ(test::refused("trivance", "torus:9x10"),
            "trivance on torus:9x10: trivance needs sides that are powers of three; nearest: torus:9x9");
  EXPECT_NE(test::refused("bucket", "hypercube:4").find("nearest: torus:2x2x2x2"), std::string::npos);
}

TEST(Reductions, CyclesPassEveryNodeOnceAndShareNoEdge) {
  for (int m = 3; m <= 12; ++m) {
    for (int n = 3; n <= 12; ++n) {
      const auto schedule = made("hamiltonian", "torus:" + std::to_string(m) + "x" + std::to_string(n));
      Phase phase;
      ASSERT_TRUE(schedule->next(phase));
      EXPECT_EQ(phase.transfers.size(), 4u * m * n);
      LinkLoads carried(schedule->info().topology);
      carried.count(phase);
      EXPECT_EQ(carried.max(), 1);
      if (m <= 5 && n <= 8) test::checked(*schedule);
    }
  }
}

}  // namespace
}  // namespace torusim
