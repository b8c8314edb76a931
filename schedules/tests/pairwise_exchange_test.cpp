// PEX, PEX-GEN, PEX-GEN-SHIFT and GEN: correct everywhere, and as the paper describes them.
#include <gtest/gtest.h>

#include <algorithm>

#include "schedules/check/check.h"
#include "schedules/tests/pairwise_helpers.h"

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

TEST(PairwiseExchange, TableOneIsTheScheduleOfEightNodes) {
  const auto schedule = made("pex", "path:8");
  const std::vector<std::vector<NodeId>> table{
      {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5}, {3, 2, 1, 0, 7, 6, 5, 4}, {4, 5, 6, 7, 0, 1, 2, 3},
      {5, 4, 7, 6, 1, 0, 3, 2}, {6, 7, 4, 5, 2, 3, 0, 1}, {7, 6, 5, 4, 3, 2, 1, 0}};
  Phase phase;
  for (const std::vector<NodeId>& step : table) {
    ASSERT_TRUE(schedule->next(phase));
    for (NodeId s = 0; s < 8; ++s) EXPECT_EQ(phase.transfers.at(s).destination, step[s]) << phase.name;
  }
  EXPECT_FALSE(schedule->next(phase));
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

// Figure 4 prints "myvirtual = mod(mynumber + shift, p)". On 20 nodes that leaves only one step of 31 in
// which every sender's partner sends to it too, and some nodes are their own partners: a blocking exchange
// would hang.
TEST(PairwiseExchange, FigureFourAsPrintedIsNoExchange) {
  const int p = 20, q = 32, shift = (q - p) / 2;
  const auto destination = [&](int node, int j) {
    const int result = (((node + shift) % p) ^ j) - shift;
    return result < 0 ? result + q : result;
  };
  int sends = 0, unmatched = 0, to_oneself = 0, steps = 0;
  for (int j = 1; j < q; ++j) {
    const int before = unmatched;
    for (int s = 0; s < p; ++s) {
      const int d = destination(s, j);
      if (d >= p) continue;
      ++sends;
      to_oneself += d == s;
      unmatched += destination(d, j) != s;
    }
    steps += unmatched > before;
  }
  EXPECT_EQ(sends, 386);
  EXPECT_EQ(unmatched, 184);
  EXPECT_EQ(to_oneself, 6);
  EXPECT_EQ(steps, 30);
}

}  // namespace
}  // namespace torusim
