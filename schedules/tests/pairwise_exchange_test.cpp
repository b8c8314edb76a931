// PEX, PEX-GEN, PEX-GEN-SHIFT and GEN: correct everywhere, and as the paper describes them.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "schedules/check/check.h"
#include "schedules/core/link_load.h"
#include "schedules/formulas/exchange_closed_forms.h"
#include "schedules/tests/made.h"
#include "schedules/tests/schedule_helpers.h"

namespace torusim {
namespace {

using test::kParity;
using test::kPos;
using test::made;

void expect_correct(const std::string& name, const std::string& shape, const AlgorithmOptions& options = {}) {
  const CheckReport report = check(*made(name, shape, options));
  EXPECT_TRUE(report.correct()) << name << ' ' << shape << ": " << report.violations.front().text;
  const Topology topology = Topology::parse(shape);
  // Every pair has a message of its own, and none is empty.
  EXPECT_EQ(report.transfers, std::int64_t{topology.nodes()} * (topology.nodes() - 1))
      << name << ' ' << shape;
  for (const PhaseSummary& phase : report.phases) {
    EXPECT_EQ(phase.max_blocks, 1) << name << ' ' << shape << ' ' << phase.name;
    EXPECT_GT(phase.messages, 0) << name << ' ' << shape << ' ' << phase.name;
  }
}

TEST(PairwiseExchange, EveryPairOnceOnTwoToFortyNodesAndTheSizesOfTheTables) {
  std::vector<std::string> shapes{"mesh:6x8",   "mesh:8x8",   "mesh:10x10", "mesh:16x8", "mesh:16x9",
                                  "mesh:16x14", "mesh:16x16", "mesh:16x30", "mesh:16x32"};
  for (int p = 2; p <= 40; ++p) shapes.push_back("path:" + std::to_string(p));
  for (const std::string& shape : shapes) {
    const NodeId p = Topology::parse(shape).nodes();
    if ((p & (p - 1)) == 0) expect_correct("pex", shape);
    for (const char* name : {"pex-gen", "pex-gen-shift", "gen"}) expect_correct(name, shape);
  }
}

TEST(PairwiseExchange, RoutesAreShortestOnEveryKindOfTopology) {
  for (const char* shape : {"mesh:4x5", "mesh:6x7", "torus:3x5", "torus:4x6", "torus:6x4m", "torus:2x3x4",
                            "mesh:3x2x3x2", "ring:9", "ring:10"}) {
    for (const char* name : {"pex-gen", "pex-gen-shift", "gen"}) {
      expect_correct(name, shape, kPos);
      expect_correct(name, shape, kParity);
    }
  }
  for (const char* shape : {"torus:2x2", "torus:4x8", "mesh:2x4x8", "torus:4x8m", "ring:16"}) {
    expect_correct("pex", shape, kPos);
    expect_correct("pex", shape, kParity);
  }
}

TEST(PairwiseExchange, RowsFirstAndTiesAsAsked) {
  const auto route_in_step = [](const char* shape, const AlgorithmOptions& options, int step, NodeId source) {
    const auto schedule = made("gen", shape, options);
    Phase phase;
    for (int i = 0; i < step; ++i) schedule->next(phase);
    return phase.transfers.at(source).route.text();
  };
  EXPECT_EQ(route_in_step("mesh:4x5", {}, 7, 1), "+y2+x1");      // (0,1) > (1,3), along the row first
  EXPECT_EQ(route_in_step("mesh:4x5", {}, 7, 19), "-y3-x2");     // (3,4) > (1,1)
  EXPECT_EQ(route_in_step("torus:4x4", kPos, 10, 1), "+y2+x2");  // (0,1) > (2,3), half of both rings
  EXPECT_EQ(route_in_step("torus:4x4", kParity, 10, 1), "-y2-x2");
  EXPECT_EQ(route_in_step("torus:4x4", kParity, 10, 0), "+y2+x2");
}

// Section 3.3: PEX-GEN on 20 nodes leaves most of them idle in its second half, the shift spreads that, and
// has as many senders in the lower half of its numbers as in the upper one.
TEST(PairwiseExchange, SendersOfTwentyNodes) {
  const auto senders = [](const char* name) {
    std::vector<std::int64_t> result;
    for (const PhaseSummary& phase : summarize(*made(name, "mesh:4x5"))) result.push_back(phase.messages);
    return result;
  };
  const auto runs = [](std::initializer_list<std::pair<int, int>> lengths) {
    std::vector<std::int64_t> result;
    for (const auto& [length, messages] : lengths) result.insert(result.end(), length, messages);
    return result;
  };
  EXPECT_EQ(senders("pex-gen"), runs({{3, 20}, {12, 16}, {16, 8}}));
  EXPECT_EQ(senders("pex-gen-shift"), runs({{1, 20}, {6, 16}, {16, 8}, {6, 16}, {2, 20}}));
  const auto shifted = made("pex-gen-shift", "mesh:4x5");
  for (Phase phase; shifted->next(phase);) {
    const auto lower = std::count_if(phase.transfers.begin(), phase.transfers.end(),
                                     [](const Transfer& transfer) { return transfer.source < 10; });
    EXPECT_EQ(2 * lower, static_cast<std::int64_t>(phase.transfers.size())) << phase.name;
  }
}

TEST(PairwiseExchange, PexSaysWhatRunsInstead) {
  EXPECT_EQ(test::refused("pex", "mesh:4x5"),
            "pex on mesh:4x5: pex needs a power of two of nodes, not 20; pex-gen, pex-gen-shift and gen "
            "run on any number");
}

// Scott's a^3/4 phases without contention on an a x a mesh: the printed bound as an equality, block by block.

std::string square(int a) { return "mesh:" + std::to_string(a) + "x" + std::to_string(a); }

/// What a phase has used, told by the number of the phase.
struct Used {
  explicit Used(const Topology& topology)
      : sends(topology.nodes()),
        receives(topology.nodes()),
        channels(std::size_t(topology.nodes()) * topology.network_ports()) {}
  std::vector<int> sends, receives, channels;
};

// Every pair of nodes once, in a message of its own, in as many phases as the cut down the middle asks for;
// in none of them is a node or a channel used twice.
TEST(ScottExchange, MeetsTheBoundOnEveryEvenMesh) {
  for (int a = 4; a <= 22; a += 2) {
    const auto schedule = make_schedule("scott", Topology::parse(square(a)));
    const Topology& topology = schedule->info().topology;
    const int nodes = topology.nodes();
    Used used(topology);
    std::vector<bool> sent(std::size_t(nodes) * nodes);
    int phases = 0, messages = 0, twice = 0;
    for (Phase phase; schedule->next(phase);) {
      ++phases;
      const auto use = [&](int& last) { twice += std::exchange(last, phases) == phases; };
      for (const Transfer& transfer : phase.transfers) {
        ASSERT_EQ(transfer.block_count(), 1);
        ASSERT_EQ(transfer.blocks.front(topology), (Block{transfer.source, transfer.destination}));
        const std::size_t pair = std::size_t(transfer.source) * nodes + transfer.destination;
        ++messages;
        twice += sent[pair];
        sent[pair] = true;
        use(used.sends[transfer.source]);
        use(used.receives[transfer.destination]);
        transfer.route.for_each_channel(topology, transfer.source, [&](NodeId node, int port) {
          use(used.channels[std::size_t(node) * topology.network_ports() + port]);
        });
      }
    }
    EXPECT_EQ(phases, a * a * a / 4) << a;
    EXPECT_EQ(schedule->info().phases, phases) << a;
    EXPECT_EQ(messages, nodes * (nodes - 1)) << a;
    EXPECT_EQ(twice, 0) << a;
    EXPECT_EQ(lower_bounds(topology).blocks(), phases) << a;
  }
}

TEST(ScottExchange, SaysWhereItRuns) {
  const auto refusal = [](const std::string& shape) { return test::refused("scott", shape); };
  const std::string rest = "; pex-gen and gen run on any topology";
  EXPECT_EQ(
      refusal("mesh:2x2"),
      "scott on mesh:2x2: it needs a mesh of a x a nodes, a even, from 4 to 256 (on 2 x 2 every node has "
      "three messages to send, so two phases are too few); nearest: mesh:4x4" +
          rest);
  EXPECT_EQ(
      refusal("mesh:7x7"),
      "scott on mesh:7x7: it needs a mesh of a x a nodes, a even, from 4 to 256 (for odd a the bound is "
      "a(a^2-1)/4, here 84, and no construction is known); nearest: mesh:6x6 or mesh:8x8" +
          rest);
  EXPECT_EQ(
      refusal("torus:8x8"),
      "scott on torus:8x8: it needs a mesh of a x a nodes, a even, from 4 to 256; nearest: mesh:8x8" + rest);
  EXPECT_NE(refusal("mesh:258x258").find("nearest: mesh:256x256;"), std::string::npos);
  for (const char* shape : {"mesh:4x6", "path:16", "mesh:2x2x4", "torus:4x4m"})
    EXPECT_NE(refusal(shape).find("nearest: mesh:4x4"), std::string::npos) << shape;
}

// The binary exchange: lg N steps of N/2 blocks everywhere, one hop each on hypercubes.

CheckReport checked(const std::string& shape) {
  return test::checked(*make_schedule("binary", Topology::parse(shape)));
}

TEST(BinaryExchange, TakesTheFewestStartups) {
  for (const char* shape : {"path:2", "path:8", "ring:16", "mesh:4x8", "mesh:16x16", "torus:8x4m",
                            "torus:2x4x8", "mesh:4kx8k", "hypercube:1", "hypercube:6"}) {
    const Topology topology = Topology::parse(shape);
    const int steps = std::countr_zero(static_cast<unsigned>(topology.nodes()));
    EXPECT_EQ(checked(shape).cost, (Cost{steps, std::int64_t{steps} * topology.nodes() / 2})) << shape;
    EXPECT_EQ(lower_bounds(topology).startups, steps) << shape;
  }
}

// On a hypercube every step is a hop that nobody shares; on a path step j has 2^(j-1) messages on a channel.
TEST(BinaryExchange, ChannelsOfAStep) {
  const auto schedule = make_schedule("binary", Topology::parse("hypercube:5"));
  EXPECT_TRUE(schedule->info().claims.link_disjoint);
  for (const PhaseSummary& phase : checked("hypercube:5").phases) EXPECT_EQ(phase.max_hops, 1) << phase.name;
  EXPECT_TRUE(make_schedule("binary", Topology::parse("complete:4x8"))->info().claims.link_disjoint);
  EXPECT_FALSE(make_schedule("binary", Topology::parse("mesh:4x4"))->info().claims.link_disjoint);
  int hops = 1;
  for (const PhaseSummary& phase : phases_of("binary", "path:16")) {
    EXPECT_EQ(phase.max_hops, hops) << phase.name;
    hops *= 2;
  }
}

TEST(BinaryExchange, SaysWhereItRuns) {
  EXPECT_EQ(test::refused("binary", "mesh:4x6"),
            "binary on mesh:4x6: it needs sides that are powers of two, not 6; pex-gen and gen run on any "
            "topology");
}

// The contention of PEX, PEX-GEN, PEX-GEN-SHIFT and GEN, number by number, and its closed forms.

std::vector<int> loads_of(Schedule& schedule) {
  std::vector<int> loads;
  for (const BusiestLink& busiest : busiest_links(schedule)) loads.push_back(busiest.messages);
  return loads;
}

std::vector<int> loads_of(const std::string& name, const std::string& shape,
                          const AlgorithmOptions& options = {}) {
  return loads_of(*made(name, shape, options));
}

int sum(const std::vector<int>& loads) { return std::accumulate(loads.begin(), loads.end(), 0); }
int max(const std::vector<int>& loads) { return *std::max_element(loads.begin(), loads.end()); }

TEST(PairwiseContention, StepByStep) {
  EXPECT_EQ(loads_of("pex", "mesh:4x4"), (std::vector<int>{1, 2, 2, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(loads_of("gen", "mesh:4x5"),
            (std::vector<int>{1, 2, 2, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 2, 2, 1}));
  EXPECT_EQ(loads_of("pex-gen", "mesh:4x5"), (std::vector<int>{2, 3, 2, 2, 2, 2, 2, 3, 2, 2, 2, 2, 2, 2, 2, 1,
                                                               1, 2, 2, 2, 2, 1, 2, 2, 2, 1, 1, 2, 2, 2, 1}));
  EXPECT_EQ(loads_of("pex-gen-shift", "mesh:4x5"),
            (std::vector<int>{2, 3, 2, 2, 2, 2, 1, 2, 2, 1, 1, 2, 1, 2, 2, 1,
                              1, 2, 2, 2, 2, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2}));
  std::vector<int> printed;
  for (int i = 1; i < 20; ++i) printed.push_back(printed_gen_link_load({4, 5}, i));
  EXPECT_EQ(printed, (std::vector<int>{1, 2, 2, 1, 1, 2, 3, 3, 2, 2, 2, 3, 3, 2, 1, 1, 2, 2, 1}));
}

TEST(LinkLoads, CountsOneChannelAtATime) {
  const Topology topology = Topology::parse("mesh:2x3");
  Phase phase;
  for (const auto& [source, route] :
       {std::pair<NodeId, Route>{0, Route{{1, 2}, {0, 1}}}, {1, Route{{1, 1}}}}) {
    phase.transfers.push_back({.source = source,
                               .destination = route.end_node(topology, source),
                               .route = route,
                               .blocks = BlockSet(2)});
  }
  LinkLoads loads(topology);
  for (int again = 0; again < 2; ++again) {
    loads.count(phase);
    EXPECT_EQ(loads.on(0, topology.port(1, +1)), 1);
    EXPECT_EQ(loads.on(1, topology.port(1, +1)), 2);
    EXPECT_EQ(loads.on(2, topology.port(0, +1)), 1);
    EXPECT_EQ(loads.on(2, topology.port(1, -1)), 0);
    EXPECT_EQ(loads.max(), 2);
  }
  loads.count(Phase{});
  EXPECT_EQ(loads.max(), 0);
}

// --- closed forms

std::string shape_of(const char* kind, Grid grid) {
  return std::string(kind) + ":" + std::to_string(grid.rows) + "x" + std::to_string(grid.columns);
}

template <typename Form>
std::vector<int> all_steps(Grid grid, Form form) {
  std::vector<int> result;
  for (int step = 1; step < grid.nodes(); ++step) result.push_back(form(step));
  return result;
}

TEST(PairwiseClosedForms, PexIsExactOnMeshesAndToriOfPowersOfTwo) {
  for (int rows = 2; rows <= 32; rows *= 2) {
    for (int columns = 2; columns <= 32; columns *= 2) {
      const Grid grid{rows, columns};
      const auto exact = all_steps(grid, [&](int i) { return pex_link_load(grid, i); });
      EXPECT_EQ(loads_of("pex", shape_of("mesh", grid)), exact) << shape_of("mesh", grid);
      EXPECT_EQ(max(exact), std::max(rows, columns) / 2);
      for (const auto& [tie, options] :
           {std::pair{HalfRing::kPositive, kPos}, {HalfRing::kParity, kParity}}) {
        EXPECT_EQ(loads_of("pex", shape_of("torus", grid), options),
                  all_steps(grid, [&, tie = tie](int i) { return pex_torus_link_load(grid, tie, i); }))
            << shape_of("torus", grid) << options.at("tie");
      }
    }
  }
}

// Sides of 1 are no dimensions here: 1 x n and n x 1 are paths.
TEST(PairwiseClosedForms, GenIsExactOnAllMeshesUpToTenByTenAndThoseOfTheTables) {
  std::vector<Grid> grids{{16, 8}, {16, 16}, {16, 32}, {16, 9}, {16, 14}, {16, 30}};
  for (int rows = 1; rows <= 10; ++rows) {
    for (int columns = 1; columns <= 10; ++columns) {
      if (rows * columns > 1) grids.push_back({rows, columns});
    }
  }
  for (const Grid& grid : grids) {
    const bool line = grid.rows == 1 || grid.columns == 1;
    const std::string sides =
        line ? std::to_string(grid.nodes()) : std::to_string(grid.rows) + "x" + std::to_string(grid.columns);
    const auto exact = all_steps(grid, [&](int i) { return gen_link_load(grid, i); });
    EXPECT_EQ(loads_of("gen", (line ? "path:" : "mesh:") + sides), exact) << sides;
    EXPECT_EQ(loads_of("gen", (line ? "ring:" : "torus:") + sides, kPos), exact) << sides;
    for (int i = 1; i < grid.nodes(); ++i) EXPECT_GE(printed_gen_link_load(grid, i), exact[i - 1]);
  }
}

// What the paper prints is an upper bound, often not met.
TEST(PairwiseClosedForms, PrintedFormsAreUpperBounds) {
  const auto equal = [](Grid grid, auto printed, auto exact) {
    int result = 0;
    for (int i = 1; i < grid.nodes(); ++i) {
      EXPECT_GE(printed(grid, i), exact(grid, i));
      result += printed(grid, i) == exact(grid, i);
    }
    return result;
  };
  EXPECT_EQ(equal({4, 4}, printed_pex_link_load, pex_link_load), 8);
  EXPECT_EQ(equal({16, 32}, printed_pex_link_load, pex_link_load), 50);
  EXPECT_EQ(equal({16, 32}, printed_gen_link_load, gen_link_load), 105);
  const auto printed = all_steps({16, 32}, [](int i) { return printed_gen_link_load({16, 32}, i); });
  EXPECT_EQ(sum(printed), 5896);
  EXPECT_EQ(max(printed), 23);
}

// Sections 3.2 and 3.3: "The maximum contention in each step is upper bounded by that in the PEX algorithm",
// on the next power of two. That fails where the number of columns is none.
TEST(PairwiseClosedForms, PexDoesNotBoundPexGen) {
  const auto steps_above = [](const char* name, const char* shape, Grid power) {
    const std::vector<int> loads = loads_of(name, shape);
    int result = 0;
    for (int i = 1; i < power.nodes(); ++i) result += loads.at(i - 1) > pex_link_load(power, i);
    return result;
  };
  EXPECT_EQ(steps_above("pex-gen", "mesh:16x30", {16, 32}), 268);
  EXPECT_EQ(steps_above("pex-gen-shift", "mesh:16x30", {16, 32}), 246);
  EXPECT_EQ(steps_above("pex-gen", "mesh:16x14", {16, 16}), 63);
  EXPECT_EQ(steps_above("pex-gen-shift", "mesh:16x14", {16, 16}), 61);
  EXPECT_EQ(steps_above("pex-gen", "mesh:4x5", {4, 8}), 4);
  EXPECT_EQ(steps_above("pex-gen-shift", "mesh:4x5", {4, 8}), 4);
  EXPECT_EQ(steps_above("pex-gen", "mesh:16x9", {16, 16}), 50);
  EXPECT_EQ(steps_above("pex-gen-shift", "mesh:16x9", {16, 16}), 17);
  EXPECT_EQ(steps_above("pex-gen", "mesh:6x8", {8, 8}), 0);
  EXPECT_EQ(steps_above("pex-gen-shift", "mesh:6x8", {8, 8}), 0);
}

TEST(SharedLinkModel, StepsAndShares) {
  const std::vector<int> loads{1, 2, 3, 8};
  EXPECT_DOUBLE_EQ(SharedLinkModel{}.shares(loads), 1 + 1 + 1.5 + 4);
  EXPECT_DOUBLE_EQ((SharedLinkModel{10, 0.5, 0}.time(loads, 100)), 4 * 10 + 100 * 0.5 * 14);
  // Relative least squares over the paper's Table 2 give 187.6 us and 0.2498 us a byte. Its 13.61 s for
  // 16 x 32 and 16 Kbytes come out 10 per cent lower, its 0.203 s for 256 bytes 39 per cent higher.
  const std::vector<int> pex = loads_of("pex", "mesh:16x32");
  const SharedLinkModel delta{187.6e-6, 0.2498e-6, 1};
  EXPECT_NEAR(delta.time(pex, 16384) / 13.61, 0.887, 0.001);
  EXPECT_NEAR(delta.time(pex, 256) / 0.203, 1.394, 0.001);
}

}  // namespace
}  // namespace torusim
