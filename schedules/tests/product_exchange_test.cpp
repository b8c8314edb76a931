// A1 and A2 of Dimakopoulos and Dimopoulos: steps, traversals, busy channels, and their misprints.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "schedules/check/check.h"
#include "schedules/core/error.h"
#include "schedules/formulas/product_closed_forms.h"
#include "schedules/tests/made.h"
#include "schedules/tests/product_helpers.h"

namespace torusim {
namespace {

struct GoldenProduct {
  const char* shape;
  int steps;
};

/// Right by the replay and, up to 100 nodes, by the checker; all messages on shortest paths, as many steps as
/// expected.
void expect_exchange(Schedule& schedule, std::int64_t steps) {
  const Topology& topology = schedule.info().topology;
  const Replay replayed = replay(schedule);
  EXPECT_EQ(replayed.steps, steps);
  EXPECT_EQ(replayed.undelivered + replayed.not_held, 0);
  EXPECT_TRUE(replayed.channels_once);
  EXPECT_TRUE(schedule.info().ports > 1 || replayed.one_port);
  EXPECT_EQ(replayed.sends, total_status(topology));
  if (topology.nodes() > 100) return;
  const CheckReport report = check(schedule, {.dependencies = false});
  EXPECT_TRUE(report.correct()) << report.violations.front().text;
  EXPECT_EQ(report.cost, (Cost{steps, steps}));
}

// --- A1

constexpr GoldenProduct kA1Optimal[] = {
    {"torus:4x3", 20},      {"torus:4x4", 32},    {"torus:5x5", 60},       {"torus:6x4", 60},
    {"torus:4x8", 96},      {"torus:8x8", 256},   {"torus:7x7", 168},      {"torus:16x16", 2048},
    {"torus:3x3x3", 54},    {"torus:4x4x4", 192}, {"torus:3x4x5", 172},    {"torus:4x3x2", 52},
    {"torus:3x3x3x3", 216}, {"hypercube:2", 4},   {"hypercube:3", 12},     {"hypercube:4", 32},
    {"hypercube:5", 80},    {"complete:3x4", 17}, {"complete:3x4x5", 133}, {"torus:2kx3", 7}};

// On products of Cayley graphs every node sends in every step: bound (3).
TEST(A1, ReachesBoundThreeOnProductsOfRingsAndCompleteGraphs) {
  for (const GoldenProduct& golden : kA1Optimal) {
    SCOPED_TRACE(golden.shape);
    const auto schedule = test::made("te-a1", golden.shape);
    const Topology& topology = schedule->info().topology;
    expect_exchange(*schedule, golden.steps);
    EXPECT_EQ(average_status(topology), (Ratio{golden.steps, 1}));
    for (Phase phase; schedule->next(phase);) {
      ASSERT_EQ(phase.transfers.size(), static_cast<std::size_t>(topology.nodes()));
    }
  }
}

TEST(A1, StaysAboveItOnMeshes) {
  for (const auto& [shape, steps, bound] : {std::tuple{"mesh:3x3", 24, "16"},
                                            {"mesh:4x4", 56, "40"},
                                            {"mesh:3x4", 37, "77/3"},
                                            {"torus:4x3m", 28, "68/3"}}) {
    SCOPED_TRACE(shape);
    const auto schedule = test::made("te-a1", shape);
    expect_exchange(*schedule, steps);
    EXPECT_EQ(average_status(schedule->info().topology).text(), bound);
  }
}

TEST(A1, WithAllPortDimensions) {
  for (const GoldenProduct& golden :
       {GoldenProduct{"torus:4x3", 10}, {"torus:5x5", 30}, {"torus:8x8", 128}}) {
    expect_exchange(*test::made("te-a1", golden.shape, {{"ports", "all"}}), golden.steps);
  }
}

// Both listings print k != i in line 3, which leaves messages at home.
TEST(A1, LineThreeAsPrintedLosesMessages) {
  for (const auto& [shape, lost] : {std::pair{"torus:4x3", 24}, {"torus:3x4", 27}, {"torus:3x3", 18}}) {
    const auto schedule = test::made("te-a1", shape, {{"line3", "printed"}});
    const Replay replayed = replay(*schedule);
    EXPECT_EQ(replayed.undelivered, lost) << shape;
    EXPECT_EQ(replayed.not_held, 0) << shape;
    EXPECT_FALSE(check(*schedule).correct());
  }
}

// --- A2

constexpr GoldenProduct kA2[] = {
    {"torus:3x3", 3},     {"torus:4x4", 8},      {"torus:5x5", 15},     {"torus:6x6", 30},
    {"torus:7x7", 42},    {"torus:8x8", 64},     {"torus:10x10", 130},  {"mesh:2x2", 2},
    {"mesh:3x3", 6},      {"mesh:4x4", 16},      {"mesh:5x5", 30},      {"mesh:6x6", 54},
    {"mesh:7x7", 84},     {"mesh:8x8", 128},     {"complete:3x3", 3},   {"complete:4x4", 4},
    {"complete:5x5", 5},  {"complete:6x6", 6},   {"hypercube:2", 2},    {"hypercube:4", 8},
    {"mesh:3x3x3x3", 54}, {"mesh:4x4x4x4", 256}, {"torus:3x3x3x3", 27}, {"torus:4x4x4x4", 128},
    {"hypercube:8", 128}, {"torus:4x4m", 16},    {"torus:5mx5", 30},    {"torus:5x5k", 15},
    {"torus:4x2kx2m", 8}};

TEST(A2, StepsOfTheTables) {
  for (const GoldenProduct& golden : kA2) {
    SCOPED_TRACE(golden.shape);
    const auto schedule = test::made("te-a2", golden.shape);
    expect_exchange(*schedule, golden.steps);
    EXPECT_EQ(a2_steps(schedule->info().topology), golden.steps);
  }
}

TEST(A2, LinkTraversals) {
  for (const auto& [shape, sends] : {std::pair{"torus:3x3", 108},
                                     {"torus:4x4", 512},
                                     {"torus:5x5", 1500},
                                     {"torus:6x6", 3888},
                                     {"torus:7x7", 8232},
                                     {"torus:8x8", 16384},
                                     {"torus:3x3x3x3", 17496},
                                     {"torus:4x4x4x4", 262144}}) {
    EXPECT_EQ(replay(*test::made("te-a2", shape)).sends, sends) << shape;
  }
}

// Odd sides and sides divisible by 4; on the others bound (4) is no whole number and A2 lies above it.
TEST(A2, EveryChannelIsBusyInEveryStep) {
  for (const char* shape : {"torus:3x3", "torus:4x4", "torus:5x5", "torus:7x7", "torus:8x8", "torus:9x9",
                            "torus:12x12", "torus:3x3x3x3", "torus:4x4x4x4"}) {
    const auto schedule = test::made("te-a2", shape);
    const Topology& topology = schedule->info().topology;
    for (Phase phase; schedule->next(phase);) {
      ASSERT_EQ(static_cast<std::int64_t>(phase.transfers.size()), topology.channels()) << shape;
    }
    EXPECT_EQ(middle_cut_bound(topology).rounded_up(), schedule->info().phases) << shape;
  }
  for (const auto& [shape, bound] : {std::pair{"torus:6x6", 27}, {"torus:10x10", 125}}) {
    const auto schedule = test::made("te-a2", shape);
    EXPECT_EQ(middle_cut_bound(schedule->info().topology), (Ratio{bound, 1}));
    EXPECT_GT(schedule->info().phases, bound);
  }
}

TEST(A2, NeedsHalvesOfAsManyNodes) {
  for (const char* shape : {"torus:4x3", "torus:4x4x4", "hypercube:3", "torus:2x3x6x1024"}) {
    EXPECT_THROW(test::made("te-a2", shape), InputError) << shape;
  }
}

// On K_n x K_n a round is one step, so what round r brings along y can be held against what round r + 1 sends
// along x: set (8), for every r and node.
std::vector<int> rounds_that_fit(int n, const char* set8) {
  const std::string shape = "complete:" + std::to_string(n) + "x" + std::to_string(n);
  const auto schedule = test::made("te-a2", shape, {{"set8", set8}});
  const Topology& topology = schedule->info().topology;
  using Messages = std::set<std::pair<NodeId, NodeId>>;
  std::vector<Messages> brought(topology.nodes());
  std::vector<int> fit;
  int round = 0;
  for (Phase phase; schedule->next(phase); ++round) {
    std::vector<Messages> received(topology.nodes()), sent(topology.nodes());
    for (const Transfer& transfer : phase.transfers) {
      const Block block = transfer.blocks.front(topology);
      const bool along_x = transfer.route[0].dimension == 0;
      (along_x ? sent[transfer.source] : received[transfer.destination])
          .insert({block.source, block.destination});
    }
    if (round > 0) {
      int nodes = 0;
      for (NodeId node = 0; node < topology.nodes(); ++node) nodes += sent[node] == brought[node];
      if (nodes == topology.nodes()) fit.push_back(round);
      EXPECT_TRUE(nodes == 0 || nodes == topology.nodes());
    }
    brought = received;
  }
  return fit;
}

TEST(A2, SetEightAsPrintedIsWrongInEveryRound) {
  for (int n = 3; n <= 8; ++n) {
    EXPECT_EQ(rounds_that_fit(n, "repaired").size(), static_cast<std::size_t>(n - 1));
    EXPECT_EQ(rounds_that_fit(n, "printed"), std::vector<int>{}) << n;
    // l - (r-1) and l + (r-1) agree modulo n-1 where 2 (r-1) is 0.
    const std::vector<int> outer = n % 2 == 0 ? std::vector{1} : std::vector{1, (n + 1) / 2};
    EXPECT_EQ(rounds_that_fit(n, "outer-sign"), outer) << n;
  }
}

// The paper's example, Section 5: node (1,1) of 3 x 3 sends and receives these along B in rounds 1 and 2.
TEST(A2, ExampleOfNodeOneOne) {
  const auto schedule = test::made("te-a2", "complete:3x3");
  const Topology& t = schedule->info().topology;
  using Messages = std::set<std::pair<NodeId, NodeId>>;
  const auto node = [&](int v, int u) { return t.node({v - 1, u - 1}); };
  const Messages sends[] = {{{node(1, 1), node(2, 2)}, {node(1, 1), node(3, 3)}},
                            {{node(1, 1), node(3, 2)}, {node(1, 1), node(2, 3)}}};
  const Messages receives[] = {{{node(1, 3), node(2, 1)}, {node(1, 2), node(3, 1)}},
                               {{node(1, 2), node(2, 1)}, {node(1, 3), node(3, 1)}}};
  Phase phase;
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(schedule->next(phase));
    Messages sent, received;
    for (const Transfer& transfer : phase.transfers) {
      if (transfer.route[0].dimension != 1) continue;
      const Block block = transfer.blocks.front(t);
      if (transfer.source == node(1, 1)) sent.insert({block.source, block.destination});
      if (transfer.destination == node(1, 1)) received.insert({block.source, block.destination});
    }
    EXPECT_EQ(sent, sends[round]);
    EXPECT_EQ(received, receives[round]);
  }
}

// --- any product

RC_GTEST_PROP(ProductExchangeProperty, AnyProductIsExchangedInTheStepsOfTheClosedForm, ()) {
  std::vector<Dimension> lines;
  for (int k = *rc::gen::inRange(1, 4); k > 0; --k) {
    lines.push_back({*rc::gen::inRange(2, 5), *rc::gen::element(Line::kArray, Line::kRing, Line::kComplete)});
  }
  const Topology topology(lines);
  for (const bool one : {true, false}) {
    const auto schedule = make_schedule("te-a1", topology, {{"ports", one ? "one" : "all"}});
    const CheckReport report = check(*schedule, {.dependencies = false});
    RC_ASSERT(report.correct());
    RC_ASSERT(report.block_hops == total_status(topology));
    RC_ASSERT(schedule->info().phases == a1_steps(topology, one ? PortModel::kOnePort : PortModel::kAllPort));
    RC_ASSERT(!one || schedule->info().phases >= average_status(topology).rounded_up());
  }
  const auto steps = a2_steps(topology);
  if (!steps) return;
  const auto schedule = make_schedule("te-a2", topology);
  const CheckReport report = check(*schedule, {.dependencies = false});
  RC_ASSERT(report.correct());
  RC_ASSERT(schedule->info().phases == *steps);
  RC_ASSERT(*steps >= middle_cut_bound(topology).rounded_up());
}

// Status, average distance and the bounds (3) and (4): closed forms against counting.

Topology shape(const char* text) { return Topology::parse(text); }

TEST(Ratio, InLowestTerms) {
  EXPECT_EQ(Ratio::of(240, 132).text(), "20/11");
  EXPECT_EQ(Ratio::of(6, 3).text(), "2");
  EXPECT_EQ(Ratio::of(7, 2).rounded_up(), 4);
}

TEST(Status, AverageDistancesOfThePaper) {
  EXPECT_EQ(average_distance(shape("torus:4x3")).text(), "20/11");
  EXPECT_EQ(average_distance(shape("torus:8x8")).text(), "256/63");
  EXPECT_EQ(average_distance(shape("torus:5x4x3")).text(), "172/59");
  EXPECT_EQ(average_distance(shape("torus:7x5")).text(), "3");
}

// n/(n-1) (k - sum 1/m_i), Section 3.1.
TEST(Status, GeneralisedHypercubes) {
  for (const char* text : {"complete:5", "complete:3x4", "complete:3x4x5", "hypercube:6", "complete:2x7x3"}) {
    const Topology topology = shape(text);
    double sum = topology.dimensions();
    for (int d = 0; d < topology.dimensions(); ++d) sum -= 1.0 / topology.side(d);
    const double n = topology.nodes();
    EXPECT_DOUBLE_EQ(average_distance(topology).value(), n / (n - 1) * sum) << text;
  }
}

TEST(Status, AverageStatusOfArrays) {
  const char* const table[] = {"1",  "8/3", "5",     "8",  "35/3", "16",    "21", "80/3",
                               "33", "40",  "143/3", "56", "65",   "224/3", "85"};
  for (int n = 2; n <= 16; ++n) EXPECT_EQ(average_status(Topology({{n, Line::kArray}})).text(), table[n - 2]);
}

RC_GTEST_PROP(StatusProperty, ClosedFormsCountRight, ()) {
  std::vector<Dimension> lines;
  for (int k = *rc::gen::inRange(1, 4); k > 0; --k) {
    lines.push_back({*rc::gen::inRange(2, 7), *rc::gen::element(Line::kArray, Line::kRing, Line::kComplete)});
  }
  const Topology topology(lines);
  std::int64_t total = 0;
  for (NodeId v = 0; v < topology.nodes(); ++v) {
    std::int64_t sum = 0;
    for (NodeId u = 0; u < topology.nodes(); ++u) sum += topology.distance(v, u);
    RC_ASSERT(status(topology, v) == sum);
    total += sum;
  }
  const std::int64_t n = topology.nodes();
  RC_ASSERT(total_status(topology) == total);
  RC_ASSERT(average_status(topology) == Ratio::of(total, n));
  RC_ASSERT(average_distance(topology) == Ratio::of(total, n * (n - 1)));
}

/// Bound (4) over every cut of a network of at most 16 nodes.
double best_cut(const Topology& topology) {
  const int n = topology.nodes();
  std::vector<std::pair<NodeId, NodeId>> channels;
  for (NodeId v = 0; v < n; ++v) {
    for (int p = 0; p < topology.network_ports(); ++p) {
      if (topology.has_channel(v, p)) channels.emplace_back(v, topology.neighbor(v, p));
    }
  }
  double best = 0;
  for (std::uint32_t part = 1; part < (1u << (n - 1)); ++part) {  // the last node is always in the other part
    int crossing = 0;
    for (const auto& [from, to] : channels) crossing += ((part >> from) & 1) != 0 && ((part >> to) & 1) == 0;
    const int size = std::popcount(part);
    best = std::max(best, static_cast<double>(size) * (n - size) / crossing);
  }
  return best;
}

TEST(MiddleCut, NoCutIsBetter) {
  for (const char* text : {"torus:3x3", "torus:4x4", "mesh:3x3", "mesh:4x4", "hypercube:4", "complete:3x3"}) {
    EXPECT_DOUBLE_EQ(middle_cut_bound(shape(text)).value(), best_cut(shape(text))) << text;
  }
}

// Sizes that nobody can count.
TEST(Status, LargeNetworksDoNotOverflow) {
  EXPECT_EQ(average_status(shape("torus:1024x1024x1024")).text(), "824633720832");
  EXPECT_EQ(average_status(shape("path:2147483647")).text(), "1537228671377473536");
}

}  // namespace
}  // namespace torusim
