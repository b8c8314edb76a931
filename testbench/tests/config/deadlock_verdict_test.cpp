// The verdict on deadlock before a run, against what runs do.
#include "schedules/check/deadlock_verdict.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "models/run/traffic_run.h"
#include "schedules/algorithms/registry.h"
#include "testbench/config/waiting.h"
#include "testbench/tests/config/all_ways.h"
#include "testbench/tests/models/any_run.h"

namespace torusim {
namespace {

constexpr const char* kShapes[] = {
    "ring:3",          "ring:4",     "ring:6",     "path:4",           "torus:2x4",
    "torus:3x3",       "torus:4x4",  "torus:4x3m", "torus:3x2x3",      "mesh:3x3",
    "hypercube:3",     "complete:4", "torus:4x3k", "product:petersen", "product:circulant-5-1",
    "product:4,star-3"};

Topology any_shape() {
  return Topology::parse(kShapes[*rc::gen::inRange<std::size_t>(0, std::size(kShapes))]);
}

/// A walk of some runs that exist, whatever they meet; maybe empty.
Route any_route(const Topology& topology, NodeId from) {
  Route route;
  NodeId at = from;
  for (int runs = *rc::gen::inRange(1, 5); runs > 0; --runs) {
    const int d = *rc::gen::inRange(0, topology.dimensions());
    const bool graph = topology.graph(d) != nullptr;
    const int hops = graph ? *rc::gen::inRange(1, 4) : *rc::gen::inRange(1, topology.side(d) + 2);
    const int way = graph || *rc::gen::arbitrary<bool>() ? hops : -hops;
    if (!topology.has_run(at, d, way)) continue;
    route.append({static_cast<std::int16_t>(d), static_cast<std::int16_t>(way)});
    at = route.end_node(topology, from);
  }
  return route;
}

Transfer any_message(const Topology& topology, int classes) {
  Transfer message;
  message.source = *rc::gen::inRange(0, topology.nodes());
  message.destination = (message.source + *rc::gen::inRange(1, topology.nodes())) % topology.nodes();
  message.route = dimension_order_route(topology, message.source, message.destination);
  if (*rc::gen::inRange(0, 3) > 0) {
    const Route walk = any_route(topology, message.source);
    const NodeId end = walk.end_node(topology, message.source);
    if (end != message.source) message.route = walk, message.destination = end;
  }
  message.message_class = *rc::gen::inRange(0, classes);
  message.blocks = BlockSet(topology.dimensions());
  message.unnamed = *rc::gen::inRange(0, 12);
  return message;
}

/// Everywhere one signal: what a node sends in a phase waits for another node that is done with the phase
/// before.
std::vector<Signal> any_signals(const Topology& topology, const std::vector<Phase>& phases, int gates) {
  std::vector<Signal> signals;
  for (const Transfer& transfer : phases[gates].transfers) {
    if (std::ranges::any_of(signals, [&](const Signal& s) { return s.to == transfer.source; })) continue;
    Signal signal;
    signal.to = transfer.source;
    signal.from = (signal.to + *rc::gen::inRange(1, topology.nodes())) % topology.nodes();
    signal.route = dimension_order_route(topology, signal.from, signal.to);
    signal.after = gates - 1;
    signal.gates = gates;
    signals.push_back(signal);
  }
  return signals;
}

StoredSchedule any_schedule(const Topology& topology, Synchronisation sync) {
  ScheduleInfo info;
  info.name = "any";
  info.topology = topology;
  info.collective.kind = Collective::Kind::kMessages;
  info.has_signals = sync == Synchronisation::kLocal;
  const int classes = *rc::gen::inRange(1, 3);
  std::vector<Phase> phases(*rc::gen::inRange(1, 4));
  for (std::size_t i = 0; i < phases.size(); ++i) {
    phases[i].name = fmt::format("P{}", i);
    for (int n = *rc::gen::inRange(1, 24); n > 0; --n) {
      phases[i].transfers.push_back(any_message(topology, classes));
    }
    if (!info.has_signals || i == 0) continue;
    phases[i].barrier_before = *rc::gen::inRange(0, 3) == 0;
    phases[i].signals = any_signals(topology, phases, static_cast<int>(i));
  }
  return StoredSchedule(info, std::move(phases));
}

std::int64_t longest_of(StoredSchedule& schedule, int block_flits) {
  std::int64_t longest = 0;
  for (const Phase& phase : schedule.phases()) {
    for (const Transfer& transfer : phase.transfers) {
      longest = std::max(longest, 1 + transfer.unnamed * block_flits);
    }
  }
  return longest;
}

void any_buffers(Hardware& hardware, std::int64_t longest) {
  hardware.lanes = *rc::gen::inRange(1, 3);
  hardware.link_delay = *rc::gen::inRange(1, 3);
  hardware.arbitration = test::any_arbitration();
  hardware.switching =
      *rc::gen::element(Switching::kWormhole, Switching::kWormhole, Switching::kCutThrough,
                        Switching::kStoreAndForward, Switching::kCircuit, Switching::kBubble);
  hardware.reserve = *rc::gen::element(1, 2, 4, 8, 40);
  hardware.shared = *rc::gen::element(0, 0, 1, 5);
  test::suit_bubble(hardware, *rc::gen::inRange(2, 4), static_cast<int>(longest));
  if (!hardware.buffers_whole_worms()) return;
  const int more = static_cast<int>(longest) - hardware.reserve;
  if (more <= 0) return;
  (*rc::gen::arbitrary<bool>() ? hardware.shared : hardware.reserve) += more;  // slots for a whole worm
}

RC_GTEST_PROP(DeadlockVerdict, AgreesWithRuns, ()) {
  const Topology topology = any_shape();
  const auto sync = *rc::gen::element(Synchronisation::kNone, Synchronisation::kBarrier,
                                      Synchronisation::kPriority, Synchronisation::kLocal);
  StoredSchedule schedule = any_schedule(topology, sync);
  RunOptions options = test::options_for(schedule, sync);
  options.block_flits = *rc::gen::element(0, 1, 1, 3);
  options.hardware.alpha = *rc::gen::inRange(1, std::min(3, topology.network_ports() + 1));
  const std::int64_t longest = longest_of(schedule, options.block_flits);
  any_buffers(options.hardware, longest);
  const DeadlockVerdict verdict =
      judge_deadlock(schedule, waiting_model(options.hardware, sync, options.block_flits, longest));
  const RunResult result = simulate(schedule, options);
  RC_TAG(std::string(to_text(verdict.risk)), std::string(to_text(result.verdict)));
  RC_ASSERT(result.verdict == Verdict::kVerified || result.verdict == Verdict::kDeadlock);
  RC_ASSERT((result.verdict == Verdict::kVerified || verdict.risk == DeadlockRisk::kCanDeadlock));
  RC_ASSERT((verdict.risk == DeadlockRisk::kFree) == verdict.circle.channels.empty());
}

RC_GTEST_PROP(DeadlockVerdict, AgreesWithTraffic, ()) {
  TrafficOptions options;
  options.hardware.topology = Topology::parse(*rc::gen::element<std::string>(
      "ring:4", "ring:6", "torus:4x4", "mesh:4x4", "torus:4x2m", "torus:2x4k"));
  options.pattern.name = *rc::gen::element<std::string>("uniform", "tornado", "neighbour", "bit-complement",
                                                        "hotspot", "shuffle");
  if (options.hardware.topology.nodes() == 6) options.pattern.name = "tornado";
  options.pattern.hotspot_share = *rc::gen::element(0.3, 1.0);
  options.hardware.classes = *rc::gen::inRange(1, 3);
  options.traffic.packet = PacketMix::parse("12");
  any_buffers(options.hardware, 12);
  options.traffic.load = 0.9;
  options.traffic.warm_up = 0;
  options.traffic.window = 400;
  options.traffic.drain = 0;
  options.traffic.seed = *rc::gen::inRange(0, 1000);
  const DeadlockVerdict verdict = judge_traffic(options.hardware, options.pattern, 12);
  const TrafficResult result = simulate_traffic(options);
  RC_TAG(std::string(to_text(verdict.risk)), result.verdict == TrafficVerdict::kDeadlock);
  RC_ASSERT((result.verdict != TrafficVerdict::kDeadlock || verdict.risk == DeadlockRisk::kCanDeadlock));
}

// One line of each dimension stands for all pairs of nodes.
TEST(DeadlockVerdict, OfAllPairsIsThatOfTheLines) {
  int cyclic = 0;
  for (const std::string shape : kShapes) {
    for (const int lanes : {1, 2}) {
      Hardware hardware;
      hardware.topology = Topology::parse(shape);
      hardware.lanes = lanes;
      const bool free = judge_all_pairs(hardware, 1).risk == DeadlockRisk::kFree;
      EXPECT_EQ(free, !test::ways_close_a_cycle(hardware.topology, lanes)) << shape << " " << lanes;
      cyclic += free ? 0 : 1;
    }
  }
  EXPECT_GE(cyclic, 8);
}

DeadlockVerdict verdict_of(const char* algorithm, const char* shape, const WaitingModel& model) {
  return judge_deadlock(*make_schedule(algorithm, Topology::parse(shape)), model);
}

TEST(DeadlockVerdict, NamesChannelsAndMessages) {
  const DeadlockVerdict verdict = verdict_of("direct", "ring:8", {Synchronisation::kBarrier, 1});
  ASSERT_EQ(verdict.risk, DeadlockRisk::kCanDeadlock);
  ASSERT_EQ(verdict.circle.channels.size(), 8u);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(verdict.circle.channels[i], (HeldChannel{i, 0, 0, 0}));
    EXPECT_EQ(verdict.messages[i], fmt::format("message {} of phase J2 ({} > {})", 8 + i, i, (i + 2) % 8));
  }
}

TEST(DeadlockVerdict, SaysWhatKeepsACircleOpen) {
  using S = Synchronisation;
  EXPECT_EQ(verdict_of("t4", "torus:8x8", {S::kNone, 2}).risk, DeadlockRisk::kFree);
  EXPECT_EQ(verdict_of("t4", "torus:8x8", {S::kNone, 1}).risk, DeadlockRisk::kCanDeadlock);
  const DeadlockVerdict barrier = verdict_of("t4", "torus:8x8", {S::kBarrier, 1});
  EXPECT_EQ(barrier.risk, DeadlockRisk::kCannotClose);
  EXPECT_EQ(barrier.because, "a barrier ends one phase before the next begins");
  EXPECT_FALSE(barrier.circle.channels.empty());
  EXPECT_EQ(verdict_of("t4", "torus:8x8", {S::kPriority, 1}).because,
            "each phase has virtual channels of its own");
  EXPECT_EQ(verdict_of("direct", "ring:4", {S::kBarrier, 1, 3, 8}).because,
            "the buffer of 8 flits behind a channel of every cycle holds all messages that take the channel");
}

// No ring fills, so a cycle along one is none; cycles with turns are.
TEST(DeadlockVerdict, OfBubbleFlowControl) {
  Hardware hardware;
  hardware.topology = Topology::parse("torus:8x8");
  hardware.switching = Switching::kBubble;
  hardware.lanes = 1;
  EXPECT_EQ(judge_traffic(hardware, {}, 2).risk, DeadlockRisk::kFree);
  const auto message = [&](NodeId from, Route route) {
    Transfer transfer = test::transfer(hardware.topology, from, route.end_node(hardware.topology, from));
    transfer.route = std::move(route);
    transfer.blocks = BlockSet(hardware.topology.dimensions());
    transfer.unnamed = 1;
    return transfer;
  };
  // Four messages round a square of nodes, two of them in the wrong order of dimensions.
  const NodeId a = 0, b = hardware.topology.neighbor(a, 0), c = hardware.topology.neighbor(b, 2);
  const NodeId d = hardware.topology.neighbor(a, 2);
  std::vector<Transfer> square{message(a, {{0, 1}, {1, 1}}), message(b, {{1, 1}, {0, -1}}),
                               message(c, {{0, -1}, {1, -1}}), message(d, {{1, -1}, {0, 1}})};
  for (int i = 0; i < 12; ++i) square.push_back(Transfer(square[static_cast<std::size_t>(i)]));
  ScheduleInfo info;
  info.topology = hardware.topology;
  info.collective.kind = Collective::Kind::kMessages;
  StoredSchedule schedule(info, {{"P", square, {}, false}});
  const DeadlockVerdict verdict =
      judge_deadlock(schedule, waiting_model(hardware, Synchronisation::kNone, 1, 2));
  ASSERT_EQ(verdict.risk, DeadlockRisk::kCanDeadlock);
  EXPECT_EQ(verdict.circle.channels.size(), 4u);
  EXPECT_EQ(verdict.messages.size(), 4u);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware = hardware;
  options.block_flits = 1;
  const RunResult result = simulate(schedule, options);
  ASSERT_EQ(result.verdict, Verdict::kDeadlock);
  EXPECT_NE(result.findings.at(0).find("and its packet slots (bubble), held by"), std::string::npos)
      << result.findings[0];
}

// Heads that wait for shared slots wait for worms on the other lane: the dateline does not help.
TEST(DeadlockVerdict, SharedSlotsJoinTheLanes) {
  Hardware hardware;
  hardware.topology = Topology::parse("torus:8x8");
  hardware.switching = Switching::kCutThrough;
  hardware.shared = 8;
  EXPECT_EQ(judge_traffic(hardware, {}, 4).risk, DeadlockRisk::kFree);
  const DeadlockVerdict shared = judge_traffic(hardware, {}, 8);
  ASSERT_EQ(shared.risk, DeadlockRisk::kCanDeadlock);
  EXPECT_EQ(shared.circle.channels.front().lane, -1);
  hardware.switching = Switching::kWormhole;
  EXPECT_EQ(judge_traffic(hardware, {}, 8).risk, DeadlockRisk::kFree);
}

// 262,144 nodes: neither their pairs nor the routes between them are gone through.
TEST(DeadlockVerdict, OfALargeTorusIsThatOfItsSides) {
  Hardware hardware;
  hardware.topology = Topology::parse("torus:64x64x64");
  EXPECT_EQ(judge_traffic(hardware, {}, 8).risk, DeadlockRisk::kFree);
  hardware.lanes = 1;
  const DeadlockVerdict one_lane = judge_traffic(hardware, {}, 8);
  ASSERT_EQ(one_lane.circle.channels.size(), 64u);
  EXPECT_EQ(one_lane.messages.front().substr(0, 8), "a packet");
}

}  // namespace
}  // namespace torusim
