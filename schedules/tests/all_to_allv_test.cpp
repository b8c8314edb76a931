// All-to-allv: every pair gets what the matrix says, in every order; the bounds, counted another way; what is
// said of files that are no matrix.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "schedules/algorithms/all_to_allv/generated_matrix.h"
#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/core/message_bounds.h"
#include "schedules/core/traffic_matrix.h"
#include "schedules/tests/refusal.h"
#include "schedules/tests/stored_with_matrix.h"

namespace torusim {
namespace {

using Amounts = std::map<std::pair<NodeId, NodeId>, std::int64_t>;

std::unique_ptr<Schedule> made(const std::string& shape, const AlgorithmOptions& options) {
  return make_schedule("all-to-allv", Topology::parse(shape), options);
}

/// A file of a matrix, gone with its object.
class MatrixFile {
 public:
  explicit MatrixFile(const std::string& text)
      : path_(fmt::format("{}all_to_allv_{}.csv", ::testing::TempDir(), getpid())) {
    std::ofstream(path_) << text;
  }
  ~MatrixFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Amounts amounts_of(Schedule& schedule) {
  Amounts result;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    for (const Transfer& t : phase.transfers) result[{t.source, t.destination}] += t.unnamed;
  }
  schedule.rewind();
  return result;
}

std::string draw_shape() {
  return *rc::gen::element<std::string>("ring:7", "torus:3x4", "mesh:4x3", "hypercube:4", "torus:4x3mx2k",
                                        "torus:2x5", "path:6");
}

const char* draw_order() { return *rc::gen::element("direct", "pex", "balanced", "disjoint"); }

RC_GTEST_PROP(AllToAllv, EveryPairGetsItsBytesInEveryOrder, ()) {
  const std::string shape = draw_shape();
  const Topology topology = Topology::parse(shape);
  const int flit = *rc::gen::inRange(1, 20);
  Amounts expected;
  std::string text = "# bytes\n\n";
  std::vector<std::int64_t> out(topology.nodes()), in(topology.nodes()), degree(topology.nodes());
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    for (NodeId to = 0; to < topology.nodes(); ++to) {
      const std::int64_t bytes = *rc::gen::inRange(0, 2) * *rc::gen::inRange(0, 100);
      text += (to > 0 ? " ," : "") + std::to_string(bytes);
      if (bytes == 0 || from == to) continue;
      expected[{from, to}] = (bytes + flit - 1) / flit;
      out[from] += expected[{from, to}];
      in[to] += expected[{from, to}];
      ++degree[from];
    }
    text += "\n";
  }
  if (expected.empty()) return;
  const MatrixFile file(text);
  const std::string order = draw_order();
  const auto schedule =
      made(shape, {{"matrix", file.path()}, {"order", order}, {"flit-bytes", std::to_string(flit)}});
  const CheckReport report = check(*schedule);
  RC_ASSERT(report.violation_count == 0);
  RC_ASSERT(amounts_of(*schedule) == expected);
  RC_ASSERT(report.transfers == static_cast<std::int64_t>(expected.size()));  // no message of nothing
  const std::int64_t most =
      std::max(*std::max_element(out.begin(), out.end()), *std::max_element(in.begin(), in.end()));
  RC_ASSERT(report.cost.blocks >= most);
  RC_ASSERT(lower_bounds(*schedule).injection_blocks == static_cast<double>(most));
  // A message meets fewer than deg(s) + deg(t) others, so that greedy needs fewer phases than twice the most.
  const auto startups = lower_bounds(*schedule).startups;
  if (order == "balanced") RC_ASSERT(report.cost.startups <= std::max<std::int64_t>(1, 2 * startups - 1));
}

/// An account of what is wrong: the totals agree, but two pairs have exchanged their amounts.
TEST(AllToAllv, ThePairsAreCheckedAndNotTheirSum) {
  const MatrixFile file("0,16,0\n0,0,32\n48,0,0\n");
  const auto schedule = made("path:3", {{"matrix", file.path()}});
  test::StoredWithMatrix stored(*schedule);
  EXPECT_TRUE(check(stored).correct());
  std::swap(stored.phases()[0].transfers[0].unnamed, stored.phases()[0].transfers[1].unnamed);
  const CheckReport report = check(stored);
  ASSERT_EQ(report.violation_count, 3);
  EXPECT_EQ(report.violations[0].text,
            "phase J1, node 0: sends 2 blocks to 1, more than it still has for that node");
  EXPECT_EQ(report.violations[1].text, "at the end, node 1: 0 of 1 blocks have come from 0");
  EXPECT_EQ(report.violations[2].text, "at the end, node 2: 1 of 2 blocks have come from 1");
}

TEST(AllToAllv, OfEqualSizesItIsTheDirectExchange) {
  for (const char* shape : {"torus:4x4", "ring:7", "mesh:3x5"}) {
    const auto direct = make_schedule("direct", Topology::parse(shape));
    for (const char* order : {"direct", "balanced"}) {
      const auto schedule = made(shape, {{"bytes", "48"}, {"order", order}});
      Phase phase, other;
      int phases = 0;
      while (schedule->next(phase)) {
        ASSERT_TRUE(direct->next(other)) << shape << " " << order;
        ASSERT_EQ(phase.transfers.size(), other.transfers.size());
        for (std::size_t i = 0; i < phase.transfers.size(); ++i) {
          EXPECT_EQ(phase.transfers[i].destination, other.transfers[i].destination);
          EXPECT_EQ(phase.transfers[i].unnamed, 3);
        }
        ++phases;
      }
      EXPECT_EQ(phases, schedule->info().topology.nodes() - 1);
      direct->rewind();
    }
  }
}

/// The cuts of a complete exchange are known.
TEST(AllToAllv, BoundsOfEqualSizesAreThoseOfTheExchange) {
  for (const char* shape : {"torus:4x4", "ring:8", "mesh:4x6", "torus:6x4x2"}) {
    const LowerBounds one = lower_bounds(Topology::parse(shape));
    const LowerBounds bounds = lower_bounds(*made(shape, {{"bytes", "80"}}));
    EXPECT_EQ(bounds.injection_blocks, 5 * one.injection_blocks) << shape;
    EXPECT_DOUBLE_EQ(bounds.link_blocks, 5 * one.link_blocks) << shape;
    EXPECT_DOUBLE_EQ(bounds.dimension_blocks, 5 * one.dimension_blocks) << shape;
    EXPECT_DOUBLE_EQ(bounds.cut_blocks, 5 * one.cut_blocks) << shape;
  }
}

RC_GTEST_PROP(LayerCuts, AreThoseOfEveryRunOfLayersByItself, ()) {
  const Topology topology =
      Topology::parse(*rc::gen::element("ring:6", "torus:3x4", "mesh:5x3", "torus:4x3mx5k", "complete:5"));
  LayerCuts cuts(topology);
  Amounts amounts;
  for (int n = *rc::gen::inRange(0, 20); n > 0; --n) {
    const NodeId from = *rc::gen::inRange(0, topology.nodes()), to = *rc::gen::inRange(0, topology.nodes());
    const std::int64_t blocks = *rc::gen::inRange(0, 50);
    cuts.add(from, to, blocks);
    amounts[{from, to}] += blocks;
  }
  double worst = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    for (int first = 0; first < topology.side(d); ++first) {
      for (int last = first; last < topology.side(d); ++last) {
        const auto inside = [&](NodeId node) {
          return topology.coordinate(node, d) >= first && topology.coordinate(node, d) <= last;
        };
        std::int64_t out = 0, in = 0, channels = 0;
        for (const auto& [pair, blocks] : amounts) {
          if (inside(pair.first) && !inside(pair.second)) out += blocks;
          if (!inside(pair.first) && inside(pair.second)) in += blocks;
        }
        for (NodeId node = 0; node < topology.nodes(); ++node) {
          for (int port = 0; port < topology.network_ports(); ++port) {
            if (inside(node) && topology.has_channel(node, port) && !inside(topology.neighbor(node, port)))
              ++channels;
          }
        }
        if (channels > 0) worst = std::max(worst, double(std::max(out, in)) / double(channels));
      }
    }
  }
  RC_ASSERT(std::abs(cuts.worst() - worst) < 1e-9);
}

RC_GTEST_PROP(MessageBounds, AreThoseOfEveryPortAndChannelByItself, ()) {
  const std::string shape = draw_shape();
  const auto schedule =
      made(shape, {{"matrix", "zipf"}, {"tokens", "3"}, {"k", "2"}, {"order", draw_order()}});
  const Topology& topology = schedule->info().topology;
  const int block = *rc::gen::inRange(1, 4), ports = *rc::gen::inRange(1, 3);
  const MessageBounds bounds = message_bounds(*schedule, block, ports);
  std::map<std::pair<NodeId, int>, std::int64_t> channels;
  std::map<std::pair<NodeId, bool>, std::int64_t> nodes;
  for (const auto& [pair, blocks] : amounts_of(*schedule)) {
    const std::int64_t flits = 1 + blocks * block;
    nodes[{pair.first, false}] += flits;
    nodes[{pair.second, true}] += flits;
    dimension_order_route(topology, pair.first, pair.second)
        .for_each_channel(topology, pair.first, [&](NodeId node, int port) {
          channels[{node, port}] += flits;
        });
  }
  std::int64_t port = 0, channel = 0;
  for (const auto& [place, flits] : nodes) port = std::max(port, (flits + ports - 1) / ports);
  for (const auto& [place, flits] : channels) channel = std::max(channel, flits);
  RC_ASSERT(bounds.port == port);
  RC_ASSERT(bounds.channel == channel);
  RC_ASSERT((nodes[{bounds.port_node, bounds.into}] + ports - 1) / ports == port);
  RC_ASSERT((channels[{bounds.channel_node, bounds.channel_port}]) == channel);
  RC_ASSERT(bounds.most() >= bounds.cut);
}

RC_GTEST_PROP(GeneratedMatrix, EveryTokenGoesToKExperts, ()) {
  GeneratedMatrix wanted;
  wanted.popularity = *rc::gen::element(Popularity::kUniform, Popularity::kZipf, Popularity::kHot);
  wanted.skew = *rc::gen::inRange(0, 8) / 2.0;
  wanted.share = *rc::gen::inRange(0, 11) / 10.0;
  wanted.bytes = *rc::gen::inRange(1, 20);
  wanted.tokens = *rc::gen::inRange(1, 40);
  wanted.experts = *rc::gen::inRange(2, 30);
  wanted.choices = *rc::gen::inRange(1, std::min(wanted.experts, 5) + 1);
  wanted.seed = *rc::gen::arbitrary<std::uint64_t>();
  wanted.flit_bytes = 1;
  const NodeId nodes = 10;
  const int per_node = (wanted.experts + nodes - 1) / nodes;
  const TrafficMatrix matrix = make_matrix(wanted, nodes), again = make_matrix(wanted, nodes);
  RC_ASSERT(matrix.total() == again.total());
  for (NodeId source = 0; source < nodes; ++source) {
    std::int64_t sum = 0;
    for (std::size_t i = matrix.first(source); i < matrix.first(source + 1); ++i) {
      const auto& [to, blocks] = matrix.entries()[i];
      RC_ASSERT(to != source);
      RC_ASSERT(blocks % wanted.bytes == 0);
      RC_ASSERT(blocks <= wanted.tokens * wanted.bytes * per_node);
      RC_ASSERT(again.entries()[i].blocks == blocks);
      sum += blocks;
    }
    RC_ASSERT(sum <= wanted.tokens * wanted.bytes * wanted.choices);
    // What is missing stays on the node; its experts take each token once at most.
    RC_ASSERT(sum >= wanted.tokens * wanted.bytes * (wanted.choices - per_node));
  }
}

/// Shares of the draw near those that were asked for.
TEST(GeneratedMatrix, TheHotExpertGetsItsShare) {
  GeneratedMatrix wanted;
  wanted.popularity = Popularity::kHot;
  wanted.share = 0.3;
  wanted.hot = 5;
  wanted.bytes = 1;
  wanted.flit_bytes = 1;
  wanted.tokens = 10'000;
  wanted.choices = 1;
  const TrafficMatrix drawn = make_matrix(wanted, 16);
  wanted.tokens = 0;
  wanted.bytes = 10'000 / 16;
  const TrafficMatrix mean = make_matrix(wanted, 16);
  for (NodeId source = 0; source < 16; ++source) {
    if (source == 5) continue;
    EXPECT_NEAR(drawn.entries()[drawn.place(source, 5)].blocks, 3000, 250) << source;
    EXPECT_NEAR(mean.entries()[mean.place(source, 5)].blocks, 3000, 1) << source;
    EXPECT_EQ(mean.entries()[mean.place(source, source == 1 ? 2 : 1)].blocks, 467);
  }
}

/// The second choice is by the shares of those that are left: with shares 1/2, 1/4, 1/4 the first expert is
/// among two in 1/2 + 2 * 1/4 * 2/3 = 5/6 of all draws.
TEST(GeneratedMatrix, ChoicesAreInProportionAmongThoseLeft) {
  GeneratedMatrix wanted;
  wanted.popularity = Popularity::kHot;
  wanted.share = 0.5;
  wanted.experts = 3;
  wanted.bytes = wanted.flit_bytes = 1;
  wanted.tokens = 60'000;
  const TrafficMatrix matrix = make_matrix(wanted, 3);
  EXPECT_NEAR(matrix.entries()[matrix.place(1, 0)].blocks, 50'000, 500);
  EXPECT_NEAR(matrix.entries()[matrix.place(1, 2)].blocks, 35'000, 500);
}

TEST(MatrixFile, WhatIsNoMatrixIsSaid) {
  const auto message = [](const std::string& text, int flit = 16) {
    std::istringstream in(text);
    return test::refusal([&] { read_matrix(in, "m.csv", 2, flit); });
  };
  EXPECT_EQ(message("0,1\n2,0"), "accepted");
  EXPECT_EQ(message("# two\r\n\r\n0 , 1 # one\r\n2,\t0\r\n"), "accepted");
  EXPECT_EQ(message(""), "m.csv: empty; write a line for each node");
  EXPECT_EQ(message("# 0,1\n"), "m.csv: empty; write a line for each node");
  EXPECT_EQ(message("0,1\n"), "m.csv: 1 lines of numbers, but the network has 2 nodes");
  EXPECT_EQ(message("0,1\n2\n"), "m.csv:2: 1 numbers, but the network has 2 nodes");
  EXPECT_EQ(message("0,1,2\n"), "m.csv:1: more than 2 numbers, but the network has 2 nodes");
  EXPECT_EQ(message("0,1\n2,0\n\n0,0\n"),
            "m.csv:4: another row, but the network has 2 nodes, each with a row");
  EXPECT_EQ(message("0,1\n-2,0\n"), "m.csv:2: number 0 of row 1: -2 is negative");
  EXPECT_EQ(message("0,1\nx,0\n"), "m.csv:2: number 0 of row 1: 'x' is not a whole number of bytes");
  EXPECT_EQ(message("0,1.5\n"), "m.csv:1: number 1 of row 0: '1.5' is not a whole number of bytes");
  EXPECT_EQ(message("0,\n"), "m.csv:1: number 1 of row 0: missing; write 0 for no bytes");
  EXPECT_EQ(
      message("0,99999999999999999999\n"),
      "m.csv:1: number 1 of row 0: 99999999999999999999 bytes are more than a message has, 17179869168");
  EXPECT_EQ(message("0,1073741824\n", 1),
            "m.csv:1: number 1 of row 0: 1073741824 bytes are more than a message has, 1073741823");
  EXPECT_EQ(message("0," + std::string(100, ' ') + "1\n"),
            "m.csv:1: '                    ..' is not a number");
}

}  // namespace
}  // namespace torusim
