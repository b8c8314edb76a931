// Status, average distance and the bounds (3) and (4): closed forms against counting.
#include "schedules/formulas/product_closed_forms.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace torusim {
namespace {

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
