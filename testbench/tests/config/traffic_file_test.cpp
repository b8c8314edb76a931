// Files of traffic: a file says the same as a pattern, a rate or a list of packets, at every level; bad files
// name their line.
#include "testbench/config/traffic_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/run/level_choice.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

std::shared_ptr<const TrafficTable> table_of(const std::string& text, const Topology& topology) {
  return std::make_shared<const TrafficTable>(read_traffic_text(text, "f", topology));
}

/// The measurement of a table.
TrafficOptions measured(TrafficOptions options, const std::string& text) {
  options.pattern.table = table_of(text, options.hardware.topology);
  options.pattern.name = "f";
  if (options.pattern.table->has_lengths()) options.traffic.packet = lengths_of(*options.pattern.table);
  if (options.pattern.table->is_trace()) {
    options.traffic.warm_up = 0;
    options.traffic.window = std::max<Cycle>(options.pattern.table->end(), 30);
  }
  return options;
}

std::string figures(const TrafficResult& result) {
  return fmt::format("{} {} {:016x} {} {} {:.6f} {:.6f} {:.6f}", to_text(result.verdict), result.cycles,
                     result.ejection_hash, result.packets, result.flit_hops, result.latency.mean,
                     result.offered, result.zero_load_latency);
}

/// Any network: tori, twisted, meshes, products with graphs that need no lanes.
Topology any_network() {
  return Topology::parse(*rc::gen::element<std::string>("torus:4x4", "ring:8", "mesh:3x4", "torus:2x4x4",
                                                        "torus:4x4~x+y2", "hypercube:4", "complete:6"));
}

RC_GTEST_PROP(TrafficFile, APatternIsItsPermutation, ()) {
  const Topology topology = any_network();
  TrafficOptions options =
      test::traffic_on(topology.name().c_str(), "neighbour", *rc::gen::element(0.05, 0.3));
  options.traffic.window = 400;
  options.traffic.seed = *rc::gen::inRange(0, 100);
  const Pattern pattern(options.pattern, topology);
  std::string lines = "traffic 1 permutation\n", rates = "traffic 1 matrix\n";
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    const NodeId only = *pattern.only_destination(from);
    lines += fmt::format("{} {}\n", topology.node_name(from), topology.node_name(only));
    for (NodeId to = 0; to < topology.nodes(); ++to) rates += to == only && to != from ? "1, " : "0 ";
    rates += "\n";
  }
  const std::string expected = figures(simulate_traffic(options));
  RC_ASSERT(figures(simulate_traffic(measured(options, lines))) == expected);
  RC_ASSERT(figures(simulate_traffic(measured(options, rates))) == expected);
}

RC_GTEST_PROP(TrafficFile, EveryLevelCarriesEveryFile, ()) {
  const Topology topology = any_network();
  const auto node = [&] { return *rc::gen::inRange<NodeId>(0, topology.nodes()); };
  const bool trace = *rc::gen::arbitrary<bool>(), lengths = *rc::gen::arbitrary<bool>();
  std::string text = trace ? "traffic 1 trace\n" : "traffic 1 flows\n# lines in any order\n\n";
  double highest = 0;
  std::vector<double> rates(static_cast<std::size_t>(topology.nodes()));
  std::int64_t packets = 0, hops = 0;
  for (int i = *rc::gen::inRange(1, 40); i > 0; --i) {
    const NodeId from = node(), to = node();
    if (from == to) continue;
    const int length = *rc::gen::element(1, 2, 8, 30);
    const double rate = *rc::gen::element(0.01, 0.05, 0.2);
    if (trace) {
      text += fmt::format("{} {} {} {}\n", *rc::gen::inRange(0, 300), from, to, length);
    } else {
      text += fmt::format("{} {} {}{}\n", from, to, rate, lengths ? fmt::format(" {}", length) : "");
    }
    highest = std::max(highest, rates[static_cast<std::size_t>(from)] += rate);
    ++packets;
    hops += std::int64_t{length} * topology.distance(from, to);
  }
  RC_PRE(packets > 0);
  TrafficOptions options = test::traffic_on(topology.name().c_str(), "f", std::min(1.0, 0.9 / highest));
  options.traffic.warm_up = 100;
  options.traffic.window = 500;
  options.traffic.injection = ArrivalKind::parse(*rc::gen::element<std::string>("bernoulli", "bursty:20"));
  if (options.traffic.injection.bursty) options.traffic.load *= 0.9;
  options = measured(options, text);
  options.level = Level::kFast;
  const TrafficResult fast = simulate_traffic(options);
  RC_ASSERT(fast.verdict != TrafficVerdict::kFailed);
  RC_ASSERT(fast.verdict != TrafficVerdict::kDeadlock);
  if (trace) {
    RC_ASSERT(fast.verdict == TrafficVerdict::kSteady);
    RC_ASSERT(fast.packets == packets);
    RC_ASSERT(fast.measured == packets);
    RC_ASSERT(fast.flit_hops == hops);
  }
  options.sleep = false;
  RC_ASSERT(figures(simulate_traffic(options)) == figures(fast));
  options.sleep = true;
  options.threads = 3;
  RC_ASSERT(figures(simulate_traffic(options)) == figures(fast));
  options.threads = 1;
  options.level = Level::kPins;
  RC_ASSERT(figures(simulate_traffic(options)) == figures(fast));
  options.level = Level::kDense;
  const bool dense = dense_unsupported_reason(options).empty();
  RC_TAG(dense ? "dense" : "not dense");
  if (dense) RC_ASSERT(figures(simulate_traffic(options)) == figures(fast));
}

TEST(TrafficFile, RatesAreOffered) {
  TrafficOptions options = test::traffic_on("torus:4x4", "f", 0.5);
  options.traffic.window = 200'000;
  options = measured(options, "traffic 1 flows\n0 5 0.2 4\n0 6 0.4 16\n3 0 0.1 1\n");
  const TrafficResult result = simulate_traffic(options);
  EXPECT_NEAR(result.offered, 0.5 * 0.7 / 16, 0.0005);
  EXPECT_EQ(result.verdict, TrafficVerdict::kSteady);
  EXPECT_NEAR(highest_load(options), 1 / 0.6, 1e-9);
  // 0.05, 0.025 and 0.1 packets per cycle at load 1, of 2, 3 and 3 hops.
  EXPECT_NEAR(result.mean_hops, (0.05 * 2 + 0.025 * 3 + 0.1 * 1) / 0.175, 0.02);
}

TEST(TrafficFile, NamesTheLine) {
  const Topology topology = Topology::parse("torus:2x2");
  const auto refusal = [&](const std::string& text) {
    return test::refusal<InputError>([&] { read_traffic_text(text, "f", topology); });
  };
  const std::pair<const char*, const char*> cases[] = {
      {"", "f: empty; it begins with traffic 1 flows, matrix, permutation or trace"},
      {"traffic 2 flows\n",
       "f:1:1: a file of traffic begins with traffic 1 flows, matrix, permutation or trace"},
      {"# x\ntraffic 1 flow\n",
       "f:2:11: a file of traffic begins with traffic 1 flows, matrix, permutation or trace"},
      {"traffic 1 flows\n", "f: no packet goes from one node to another"},
      {"traffic 1 flows\n0 0 1\n", "f:2:3: a node sends nothing to itself"},
      {"traffic 1 flows\n0 1 0\n", "f:2:5: a rate is flits per cycle, above 0 to 64"},
      {"traffic 1 flows\n0 1 nan\n", "f:2:5: a rate is flits per cycle, above 0 to 64"},
      {"traffic 1 flows\n0 1 1 0\n", "f:2:7: a packet has 1 to 1000000 flits"},
      {"traffic 1 flows\n0 1 1\n0 1 1 4\n", "f:3:8: all flows have a length, or none has"},
      {"traffic 1 permutation\n0 1\n(0,0) 2\n", "f:3:1: node (0,0) has a destination already"},
      {"traffic 1 matrix\n0 1 0 0\n0 1 0 0\n", "f:3:3: a node sends nothing to itself; the diagonal is 0"},
      {"traffic 1 matrix\n0 1 0\n", "f:2:6: 3 rates, but torus:2x2 has 4 nodes"},
      {"traffic 1 matrix\n0 1 0 0\n", "f: 1 rows, but torus:2x2 has 4 nodes"},
      {"traffic 1 trace\n5 0 1 2\n", "accepted"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(refusal(text), expected) << text;
  for (const char* text :
       {"traffic 1 flows\n0 4 1\n", "traffic 1 flows\n0\n", "traffic 1 trace\n1 0 1\n",
        "traffic 1 trace\n-1 0 1 1\n", "traffic 1 matrix\n0 -1 0 0\n", "traffic 1 trace\n1 0 1 1 1\n",
        "traffic 1 permutation\n0 1 1\n", "traffic 1 flows\n(0,2) 1 1\n"}) {
    EXPECT_TRUE(refusal(text).starts_with("f:2:")) << text << refusal(text);
  }
}

}  // namespace
}  // namespace torusim
