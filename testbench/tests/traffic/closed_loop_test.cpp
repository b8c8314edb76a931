// Requests and replies, against an embedded network whose listener answers, and against the closed form.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>
#include <map>
#include <numeric>

#include "models/part/network.h"
#include "schedules/core/error.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

/// A permutation with fixed lengths.
std::shared_ptr<TrafficTable> any_permutation(NodeId nodes, int flits) {
  std::vector<NodeId> destinations(static_cast<std::size_t>(nodes));
  std::iota(destinations.begin(), destinations.end(), 0);
  for (NodeId node = nodes - 1; node > 0; --node) {
    std::swap(destinations[static_cast<std::size_t>(node)],
              destinations[static_cast<std::size_t>(*rc::gen::inRange<NodeId>(0, node + 1))]);
  }
  auto table = std::make_shared<TrafficTable>();
  for (NodeId node = 0; node < nodes; ++node) {
    const NodeId to = destinations[static_cast<std::size_t>(node)];
    if (to != node) table->flows.push_back({node, to, 1, flits});
  }
  return table;
}

/// The round trips of the requests of the first cycles, by a program that sends and answers messages.
class AnsweringProgram {
 public:
  AnsweringProgram(const TrafficOptions& options, const TrafficTable& table)
      : closed_(options.traffic.closed), window_(options.traffic.window), network_(options) {
    network_.on_delivered([this](const MessageEvent& event) { take(event); });
    for (const TrafficTable::Flow& flow : table.flows) {
      flow_of_[flow.source] = flow;
      for (int i = 0; i < closed_.outstanding; ++i) request(flow.source, 0);
    }
    network_.run();
  }

  std::int64_t measured = 0;
  double cycles = 0;
  Cycle longest = 0;

 private:
  void request(NodeId node, Cycle made) {
    const TrafficTable::Flow& flow = flow_of_.at(node);
    if (made < window_) ++open_;
    network_.send({.source = node,
                   .destination = flow.destination,
                   .flits = flow.flits,
                   .earliest = made,
                   .tag = 0,
                   .user = static_cast<std::uint64_t>(made)});
  }
  void take(const MessageEvent& event) {
    const auto made = static_cast<Cycle>(event.user);
    if (event.tag == 0) {
      network_.send({.source = event.destination,
                     .destination = event.source,
                     .flits = *closed_.reply,
                     .earliest = event.cycle + 1 + closed_.service,
                     .tag = 1,
                     .user = event.user});
      return;
    }
    if (made < window_) {
      --open_;
      ++measured;
      cycles += static_cast<double>(event.cycle - made);
      longest = std::max(longest, event.cycle - made);
    }
    if (event.cycle < window_ || open_ > 0) request(event.destination, event.cycle + 1);
  }

  const ClosedLoopOptions closed_;
  const Cycle window_;
  Network network_;
  std::map<NodeId, TrafficTable::Flow> flow_of_;
  std::int64_t open_ = 0;
};

/// No route has two shortest ways, which packets draw; requests and replies share a class, as their queue.
RC_GTEST_PROP(ClosedLoop, IsAProgramThatAnswers, ()) {
  const std::string shape = *rc::gen::element<std::string>("torus:5x3", "ring:3", "mesh:3x4", "path:2",
                                                           "complete:6", "torus:3x3x3", "mesh:2x2");
  TrafficOptions options = test::traffic_on(shape.c_str());
  options.hardware.reserve = *rc::gen::inRange(1, 9);
  options.hardware.link_delay = *rc::gen::inRange(1, 4);
  options.hardware.router_delay = *rc::gen::inRange(1, 3);
  const int flits = *rc::gen::inRange(1, 20);
  const auto table = any_permutation(options.hardware.topology.nodes(), flits);
  RC_PRE(!table->flows.empty());
  options.pattern = {.name = "permutation", .table = table};
  OpenLoopOptions& traffic = options.traffic;
  traffic.packet = PacketMix({{flits, 1.0}});
  traffic.closed = {*rc::gen::inRange(1, 20), *rc::gen::inRange(1, 9),
                    *rc::gen::element<Cycle>(0, 1, 5, 40, 1200)};
  traffic.warm_up = 0;
  traffic.window = *rc::gen::inRange<Cycle>(30, 600);
  traffic.drain = 1'000'000;
  const TrafficResult result = simulate_traffic(options);
  const AnsweringProgram program(options, *table);
  RC_ASSERT(result.verdict == TrafficVerdict::kSteady || result.verdict == TrafficVerdict::kDrifting);
  RC_ASSERT(result.measured == program.measured);
  RC_ASSERT(result.latency.max == program.longest);
  RC_ASSERT(std::abs(result.latency.mean * static_cast<double>(program.measured) - program.cycles) < 1e-3);
  RC_ASSERT(result.most_held <= traffic.closed.outstanding);
  RC_ASSERT(result.answered * static_cast<double>(traffic.window) * options.hardware.topology.nodes() <
            static_cast<double>(result.packets));
}

/// One request at a time, alone in the network: every round trip is that of the closed form.
RC_GTEST_PROP(ClosedLoop, TakesTheZeroLoadAlone, ()) {
  const std::string shape = *rc::gen::element<std::string>("torus:4x5", "ring:2", "mesh:3x4", "path:3",
                                                           "complete:4", "torus:2x2x4~", "torus:4x4x2");
  TrafficOptions options = test::traffic_on(shape.c_str());
  const Topology& topology = options.hardware.topology;
  const NodeId from = *rc::gen::inRange<NodeId>(0, topology.nodes());
  const NodeId to = (from + *rc::gen::inRange<NodeId>(1, topology.nodes())) % topology.nodes();
  auto table = std::make_shared<TrafficTable>();
  const int flits = *rc::gen::inRange(1, 40);
  table->flows = {{from, to, 1, flits}};
  options.pattern = {.name = "flow", .table = table};
  Hardware& hardware = options.hardware;
  hardware.classes = *rc::gen::inRange(1, 3);
  hardware.reserve = *rc::gen::inRange(1, 12);
  hardware.link_delay = *rc::gen::inRange(1, 4);
  OpenLoopOptions& traffic = options.traffic;
  traffic.packet = PacketMix({{flits, 1.0}});
  traffic.startup = *rc::gen::inRange<Cycle>(0, 30);
  traffic.closed = {*rc::gen::inRange(1, 40), 1, *rc::gen::inRange<Cycle>(0, 2000)};
  traffic.window = 10'000;
  const TrafficResult result = simulate_traffic(options);
  RC_ASSERT(result.verdict == TrafficVerdict::kSteady);
  RC_ASSERT(result.measured > 0);
  RC_ASSERT(std::abs(result.latency.mean - result.zero_load_latency) < 1e-9);
  RC_ASSERT(result.latency.max == result.latency.p50);
  RC_ASSERT(result.most_held == 1);
}

TEST(ClosedLoop, RefusesWhatHasNoReplies) {
  const auto refused = [](const std::function<void(TrafficOptions&)>& change) {
    TrafficOptions options = test::traffic_on("torus:4x4");
    options.hardware.classes = 2;
    options.traffic.closed = {8, 4, 0};
    change(options);
    EXPECT_THROW(simulate_traffic(options), UsageError);
  };
  refused([](TrafficOptions& options) { options.traffic.closed.reply = 0; });
  refused([](TrafficOptions& options) { options.traffic.closed.outstanding = 0; });
  refused([](TrafficOptions& options) { options.traffic.closed.service = -1; });
  refused([](TrafficOptions& options) { options.hardware.classes = 3; });
  refused([](TrafficOptions& options) {
    auto table = std::make_shared<TrafficTable>();
    table->flows = {{0, 5, 8, 8}};
    table->trace = {{0, 0, 5, 8}};
    options.pattern = {.name = "trace", .table = table};
  });
}

}  // namespace
}  // namespace torusim
