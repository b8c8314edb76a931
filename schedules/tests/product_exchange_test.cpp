// A1 and A2 of Dimakopoulos and Dimopoulos on any product, and the example of the paper. The exhibits of
// `torusim reproduce dimakopoulos` hold the numbers of its theorems and its misprints.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "schedules/check/check.h"
#include "schedules/core/error.h"
#include "schedules/formulas/product_closed_forms.h"
#include "schedules/tests/made.h"

namespace torusim {
namespace {

// --- A2

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
