// Exchanges by perfect ring phases: the phases themselves, totals of docs/algorithms/ring-exchanges.md, block
// by block.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/perfect_rings/perfect_ring_exchange.h"
#include "schedules/algorithms/perfect_rings/ring_plan.h"
#include "schedules/algorithms/perfect_rings/split_plan.h"
#include "schedules/check/check.h"
#include "schedules/tests/contention.h"
#include "schedules/tests/made.h"
#include "schedules/tests/refusal.h"
#include "schedules/tests/schedule_helpers.h"

namespace torusim {
namespace {

Cost costs_on(const std::string& name, const std::string& shape, const AlgorithmOptions& options = {}) {
  const auto schedule = make_schedule(name, Topology::parse(shape), options);
  const Cost cost = test::checked_cost(*schedule);
  EXPECT_EQ(dynamic_cast<PerfectRingExchange&>(*schedule).plan().cost, cost) << shape;
  return cost;
}

AlgorithmOptions options(const char* dilation, const char* near = "pairs") {
  return {{"dilation", dilation}, {"near", near}};
}

// Every pair of nodes in one type of one edge; an edge of the first type and another of the second use every
// channel once.
TEST(PerfectRing, PhasesUseEveryChannelOnce) {
  for (int n = 4; n <= 48; n += 4) {
    const PerfectRing ring(n);
    std::set<std::pair<int, int>> pairs;
    for (int matching = 0; matching < ring.matchings(); ++matching) {
      for (int first = 0; first < ring.edges(); ++first) {
        const int second = (first + 1) % ring.edges();
        std::vector<int> plus(n), minus(n), reached(n);
        for (int x = 0; x < n; ++x) {
          const int edge = ring.edge(matching, x);
          ASSERT_TRUE(edge >= 0 && edge < ring.edges());
          for (const bool of_second : {false, true}) {
            if (edge != (of_second ? second : first)) continue;
            const int hops = ring.hops(matching, of_second, x), to = (x + hops + n) % n;
            EXPECT_LE(std::abs(hops), n / 2);
            EXPECT_EQ(ring.edge(matching, to), edge);
            EXPECT_TRUE(pairs.emplace(x, to).second) << n << ": " << x << " > " << to;
            ++reached[to];
            for (int h = 0; h < hops; ++h) ++plus[(x + h) % n];
            for (int h = 0; h > hops; --h) ++minus[(x + h + n) % n];
          }
        }
        if (n == 4) continue;  // one edge, both of whose types would be sent
        EXPECT_EQ(plus, std::vector<int>(n, 1)) << n << " " << matching;
        EXPECT_EQ(minus, std::vector<int>(n, 1)) << n << " " << matching;
        EXPECT_LE(*std::max_element(reached.begin(), reached.end()), 1);
      }
    }
    EXPECT_EQ(static_cast<int>(pairs.size()), n * n);
  }
}

TEST(RingDirect, Totals) {
  EXPECT_EQ(costs_on("ring-direct", "ring:8"), (Cost{8, 8}));
  EXPECT_EQ(costs_on("ring-direct", "torus:8x8", options("2")), (Cost{8, 160}));
  EXPECT_EQ(costs_on("ring-direct", "torus:8x8", options("2", "direct")), (Cost{9, 144}));
  EXPECT_EQ(costs_on("ring-direct", "torus:8x8", options("1")), (Cost{16, 128}));
  EXPECT_EQ(costs_on("ring-direct", "torus:16x16", options("2")), (Cost{18, 768}));
  EXPECT_EQ(costs_on("ring-direct", "torus:16x16", options("2", "direct")), (Cost{19, 704}));
  EXPECT_EQ(costs_on("ring-direct", "torus:16x16", options("4")), (Cost{16, 1280}));
  EXPECT_EQ(costs_on("ring-direct", "torus:16x16", options("1")), (Cost{64, 1024}));
  EXPECT_EQ(costs_on("ring-direct", "torus:32x32"), (Cost{66, 5120}));
  EXPECT_EQ(costs_on("ring-direct", "torus:32x32", options("2", "direct")), (Cost{67, 4864}));
  EXPECT_EQ(costs_on("ring-direct", "torus:8x8x8"), (Cost{24, 1536}));
  EXPECT_EQ(costs_on("ring-direct", "torus:8x8x8", options("2")), (Cost{12, 1920}));
  EXPECT_EQ(costs_on("ring-direct", "torus:8x8x8", options("2", "direct")), (Cost{16, 1600}));
  EXPECT_EQ(cost_of("ring-direct", "torus:16x16x16", options("2")), (Cost{27, 18432}));
  EXPECT_EQ(cost_of("ring-direct", "torus:16x16x16", options("2", "direct")), (Cost{31, 15872}));
}

TEST(RingDirect, OtherDilationsAndSides) {
  EXPECT_EQ(costs_on("ring-direct", "ring:4"), (Cost{3, 3}));
  EXPECT_EQ(costs_on("ring-direct", "ring:16", options("4")), (Cost{3 + 4 * 3, 8 + 16 + 4 * 3 * 4}));
  EXPECT_EQ(costs_on("ring-direct", "torus:4x4"), (Cost{6, 24}));
  EXPECT_EQ(costs_on("ring-direct", "torus:12x12", options("1")), (Cost{36, 432}));
  EXPECT_EQ(costs_on("ring-direct", "torus:12x12", options("3")), (Cost{4 + 9, 4 * 48 + 9 * 36}));
  EXPECT_EQ(costs_on("ring-direct", "torus:12x12", options("3", "direct")), (Cost{8 + 9, 8 * 16 + 9 * 36}));
  EXPECT_EQ(costs_on("ring-direct", "torus:12x20"), (Cost{18 + 50, 18 * 20 + 50 * 12}));
  EXPECT_EQ(costs_on("ring-direct", "torus:8x16x24", options("2")).startups, 3 + 3 * 18);
  EXPECT_EQ(costs_on("ring-direct", "torus:4x4x4x8").startups, 3 * 3 + 8);
  // Where sums of residues differ from node to node, all turns run at once.
  EXPECT_EQ(cost_of("ring-direct", "torus:12x12x12", options("3")), (Cost{6 + 9, 6 * 576 + 9 * 432}));
}

// D dimensions of side n = k m, N nodes: turns of m^2/8 phases of N/m blocks, max(D, k) of them.
TEST(RingDirect, ClosedForm) {
  for (const int dimensions : {1, 2, 3}) {
    for (const int dilation : {1, 2, 3, 4}) {
      for (const int m : {4, 8, 12, 16, 24}) {
        const Topology torus(std::vector<Dimension>(dimensions, {dilation * m, Line::kRing}));
        const std::int64_t nodes = torus.nodes();
        const int phases = std::max(dimensions, dilation) * (m == 4 ? 3 : m * m / 8);
        const Cost near[] = {{0, 0}, {1, nodes / 2}, {2, nodes / 3 * 2}, {1, nodes / 2}};
        Cost expected{phases + dimensions * near[dilation - 1].startups,
                      phases * (nodes / m) + dimensions * near[dilation - 1].blocks};
        if (dilation == 4) {  // two hops: a line is run by the nodes of one parity at a time
          expected.startups += std::max(dimensions, 2);
          expected.blocks += std::max(dimensions, 2) * nodes / 2;
        }
        const auto plan = ring_plan(torus, dilation, Near::kPairs, std::vector<int>(dimensions, 1));
        EXPECT_EQ(plan->cost, expected) << torus.name() << " " << dilation;
      }
    }
  }
}

TEST(RingProduct, Totals) {
  EXPECT_EQ(costs_on("ring-product", "torus:8x8"), (Cost{64, 64}));
  EXPECT_EQ(costs_on("ring-product", "torus:16x16"), (Cost{512, 512}));
  EXPECT_EQ(cost_of("ring-product", "torus:8x8x8"), (Cost{512, 512}));
  EXPECT_EQ(costs_on("ring-product", "torus:8x8x8", {{"groups", "2,1"}}), (Cost{72, 1024}));
  EXPECT_EQ(cost_of("ring-product", "torus:8x8x8", {{"groups", "1,2"}}), (Cost{72, 1024}));
  EXPECT_EQ(costs_on("ring-product", "torus:4x4x8", {{"groups", "1,2"}}), (Cost{3 + 32, 3 * 32 + 32 * 4}));
  EXPECT_EQ(costs_on("ring-product", "torus:8x8x8", {{"groups", "1,1,1"}}), (Cost{24, 1536}));
  EXPECT_EQ(costs_on("ring-product", "torus:8x8", options("2")), (Cost{2 + 2 * 15, 64 + 2 * 15 * 4}));
}

// N n / 8, n the longest side: the bound of the links; N - 1 on sides of 4: the bound of the port.
TEST(RingProduct, MeetsTheBoundOnAllMultiplesOfFour) {
  for (const char* shape :
       {"ring:4", "ring:12", "ring:20", "ring:40", "torus:4x4", "torus:4x8", "torus:8x4", "torus:12x8",
        "torus:12x12", "torus:16x12", "torus:20x4", "torus:4x4x4", "torus:8x4x4", "torus:4x4x4x4"}) {
    const Cost cost = costs_on("ring-product", shape);
    EXPECT_EQ(cost.startups, cost.blocks);
    const LowerBounds bounds = lower_bounds(Topology::parse(shape));
    const bool fours = std::string_view(shape).find_first_of("1280") == std::string_view::npos;
    EXPECT_EQ(static_cast<double>(cost.blocks), fours ? bounds.blocks() : bounds.dimension_blocks) << shape;
  }
}

// And sends every block once: all phases on up to 512 nodes, on 64 x 64 the first 70 of 32,768.
TEST(RingProduct, FillsEveryChannelInEveryPhase) {
  for (const char* shape : {"ring:24", "torus:8x8", "torus:12x12", "torus:8x8x8", "torus:64x64"}) {
    const Topology torus = Topology::parse(shape);
    const auto nodes = static_cast<std::size_t>(torus.nodes());
    const auto schedule = make_schedule("ring-product", torus);
    std::vector<int> used(nodes * torus.network_ports());
    std::vector<bool> sent(nodes * nodes);
    std::size_t messages = 0;
    Phase phase;
    for (int p = 0; (nodes <= 512 || p < 70) && schedule->next(phase); ++p) {
      std::fill(used.begin(), used.end(), 0);
      for (const Transfer& transfer : phase.transfers) {
        ASSERT_EQ(transfer.block_count(), 1);
        ASSERT_EQ(transfer.blocks.front(torus), (Block{transfer.source, transfer.destination}));
        ASSERT_FALSE(sent[transfer.source * nodes + transfer.destination]);
        sent[transfer.source * nodes + transfer.destination] = true;
        ++messages;
        transfer.route.for_each_channel(torus, transfer.source, [&](NodeId node, int port) {
          ++used[std::size_t(node) * torus.network_ports() + port];
        });
      }
      ASSERT_EQ(used, std::vector<int>(used.size(), 1)) << shape << " " << phase.name;
    }
    if (nodes <= 512) {
      EXPECT_EQ(messages, nodes * (nodes - 1));
    }
  }
  for (const auto& [shape, groups, phases] :
       {std::tuple("torus:64x64", 2, 32768), {"torus:12x12x12", 3, 2592}, {"torus:16x16x16", 3, 8192}}) {
    const auto plan = ring_plan(Topology::parse(shape), 1, Near::kPairs, {groups});
    EXPECT_EQ(plan->cost, (Cost{phases, phases}));
  }
}

// Under local synchronisation no two messages can meet, whatever they take.
TEST(RingExchanges, SignalsHandChannelsOver) {
  for (const char* name : {"ring-direct", "ring-product"}) {
    for (const char* shape : {"ring:16", "torus:4x4", "torus:8x8", "torus:8x4"}) {
      const auto schedule = make_schedule(name, Topology::parse(shape), {{"signals", "channels"}});
      EXPECT_TRUE(schedule->info().has_signals);
      EXPECT_TRUE(check(*schedule).correct());
      const Contention with = contention(*schedule, Synchronisation::kLocal);
      EXPECT_EQ(with.channel_pairs + with.receiver_pairs, 0) << name << " " << shape << ": " << with.first;
    }
    const auto without = make_schedule(name, Topology::parse("torus:8x8"), {{"signals", "channels"}});
    EXPECT_GT(contention(*without, Synchronisation::kNone).channel_pairs, 0);
  }
}

TEST(RingExchanges, SayWhereTheyRun) {
  const auto refusal = [](const char* name, const char* shape, const AlgorithmOptions& o) -> std::string {
    return test::refusal<std::runtime_error>([&] { make_schedule(name, Topology::parse(shape), o); });
  };
  EXPECT_EQ(refusal("ring-direct", "torus:10x16", {}),
            "ring-direct on torus:10x16: it needs wrapped dimensions whose sides are multiples of 4, up to "
            "4096; nearest: torus:8x16 or torus:12x16; c1 runs on any torus, direct on any topology");
  EXPECT_EQ(refusal("ring-direct", "torus:8x8", options("3")),
            "ring-direct on torus:8x8: it needs wrapped dimensions whose sides are multiples of 12, up to "
            "4096; nearest: torus:12x12; c1 runs on any torus, direct on any topology");
  EXPECT_NE(refusal("ring-product", "mesh:8x8", {}).find("nearest: torus:8x8;"), std::string::npos);
  EXPECT_NE(refusal("ring-product", "ring:6000", {}).find("nearest: ring:4096;"), std::string::npos);
  EXPECT_EQ(refusal("ring-product", "torus:512x512x512", {}),
            "ring-product on torus:512x512x512: 8589934592 phases are more than a schedule may have; paired "
            "takes fewer");
  for (const char* groups : {"1", "2,2", "0,3", "2,", ",3", "a", "2,1x", "99999999999,1", ""}) {
    EXPECT_EQ(refusal("ring-product", "torus:8x8x8", {{"groups", groups}}),
              "ring-product: groups=" + std::string(groups) +
                  ": must be all or numbers of dimensions that sum to 3, as 2,1");
  }
}

// `ring-split`: totals of docs/algorithms/ring-exchanges.md, block by block; every channel busy where it is
// at the bound.

Cost split_cost(const std::string& shape, const std::string& groups = "auto") {
  const auto schedule = test::made("ring-split", shape, {{"groups", groups}});
  const Cost cost = test::checked_cost(*schedule);
  EXPECT_EQ(dynamic_cast<KnownCost&>(*schedule).known_cost(), cost) << shape << " " << groups;
  return cost;
}

Cost planned(const char* shape, const std::vector<int>& groups) {
  return split_plan(Topology::parse(shape), groups)->cost;
}

TEST(RingSplit, Totals) {
  EXPECT_EQ(split_cost("torus:16x16"), (Cost{64, 512}));
  EXPECT_EQ(planned("torus:20x20", {1, 1}), (Cost{100, 1000}));
  EXPECT_EQ(planned("torus:32x32", {1, 1}), (Cost{256, 4096}));
  EXPECT_EQ(planned("torus:64x64", {1, 1}), (Cost{1024, 32768}));
  EXPECT_EQ(planned("torus:16x16x16", {1, 1, 1}), (Cost{144, 12384}));
  EXPECT_EQ(planned("torus:16x16x16", {2, 1}), (Cost{1024, 8192}));
  EXPECT_EQ(planned("torus:24x24x24", {1, 1, 1}), (Cost{216, 41472}));
  EXPECT_EQ(planned("torus:32x32x32", {1, 1, 1}), (Cost{384, 131328}));
}

// Unequal sides: shorter ones repeat their phases with slices of their messages.
TEST(RingSplit, UnequalSides) {
  EXPECT_EQ(split_cost("torus:8x16"), (Cost{64, 256}));
  EXPECT_EQ(split_cost("torus:16x4"), (Cost{64, 128}));
  EXPECT_EQ(split_cost("torus:12x16"), (Cost{64, 480}));
  for (const char* groups : {"1,1,1", "1,2"}) split_cost("torus:4x16x4", groups);
}

// Equal sides of a multiple of 8 from 16 on, two dimensions: n^2/4 phases, the bound of the links.
TEST(RingSplit, MeetsTheBoundOfTheLinks) {
  for (const int n : {16, 20, 24, 32, 40, 64, 128, 256}) {
    const Topology torus({{n, Line::kRing}, {n, Line::kRing}});
    EXPECT_EQ(split_plan(torus, {1, 1})->cost, (Cost{n * n / 4, std::int64_t{n} * n * n / 8}));
    EXPECT_EQ(static_cast<double>(n) * n * n / 8, lower_bounds(torus).dimension_blocks);
  }
}

TEST(RingSplit, FillsEveryChannelInEveryPhase) {
  for (const auto& [shape, groups, phases] :
       {std::tuple("torus:16x16", "1,1", 64), {"torus:64x64", "1,1", 40}, {"torus:16x16x16", "2,1", 5}}) {
    const auto schedule = test::made("ring-split", shape, {{"groups", groups}});
    const Topology& torus = schedule->info().topology;
    Phase phase;
    for (int p = 0; p < phases && schedule->next(phase); ++p) {
      std::vector<int> used(std::size_t(torus.nodes()) * torus.network_ports());
      for (const Transfer& transfer : phase.transfers) {
        ASSERT_EQ(transfer.block_count(), phase.transfers.front().block_count());
        transfer.route.for_each_channel(torus, transfer.source, [&](NodeId node, int port) {
          ++used[std::size_t(node) * torus.network_ports() + port];
        });
      }
      ASSERT_EQ(used, std::vector<int>(used.size(), 1)) << shape << " " << phase.name;
    }
  }
}

TEST(RingSplit, SignalsHandChannelsOver) {
  const auto schedule = test::made("ring-split", "torus:4x16", {{"signals", "channels"}});
  EXPECT_TRUE(schedule->info().has_signals);
  EXPECT_TRUE(check(*schedule).correct());
  const Contention with = contention(*schedule, Synchronisation::kLocal);
  EXPECT_EQ(with.channel_pairs + with.receiver_pairs, 0) << with.first;
}

TEST(RingSplit, SaysWhereItRuns) {
  for (const char* shape : {"torus:8x8", "ring:16", "torus:16x18", "mesh:16x16", "torus:16x5000"}) {
    EXPECT_EQ(
        test::refused("ring-split", shape),
        "ring-split on " + std::string(shape) +
            ": it needs two or more wrapped dimensions whose sides are multiples of 4, up to 4096, one of "
            "them 16 or more; ring-product runs on all tori of multiples of 4, direct on any topology");
  }
  EXPECT_EQ(test::refused<UsageError>("ring-split", "torus:16x16", {{"groups", "2"}}),
            "ring-split: groups=2: must be 2 to 3 groups; one group is ring-product");
  EXPECT_EQ(test::refused<UsageError>("ring-split", "torus:16x16", {{"groups", "all"}}),
            "ring-split: groups=all: must be 2 to 3 groups; one group is ring-product");
  EXPECT_EQ(test::refused<UsageError>("ring-split", "torus:4x4x4x16", {{"groups", "1,1,1,1"}}),
            "ring-split: groups=1,1,1,1: must be 2 to 3 groups; one group is ring-product");
  EXPECT_EQ(test::refused<UsageError>("ring-split", "torus:16x16", {{"groups", "1"}}),
            "ring-split: groups=1: must be auto or numbers of dimensions that sum to 2, as 1,1");
}

}  // namespace
}  // namespace torusim
