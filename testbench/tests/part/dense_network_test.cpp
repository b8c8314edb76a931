// A network as a part at the dense level: its events are those of the fast level, and what the level cannot
// carry is one clear error.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>
#include <tuple>

#include "models/part/network.h"
#include "models/watch/span_statistics.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/dense/sums.h"
#include "testbench/tests/part/recorded_run.h"

namespace torusim {
namespace {

using test::refusal;

using Event = std::tuple<MessageId, Cycle, Cycle, NodeId, NodeId, std::int64_t, int, int>;

/// All that a caller sees of random traffic with answers.
struct Seen {
  std::vector<Event> left, delivered;
  std::vector<Cycle> stops;
  std::int64_t flit_hops = 0;
  std::uint64_t hash = 0;
};

/// The other way around some of the rings.
Route detour(const Topology& topology, const Route& shortest, std::mt19937& random) {
  Route route;
  for (Run run : shortest) {
    const int side = topology.side(run.dimension);
    if (topology.wraps(run.dimension) && random() % 4 == 0) {
      run.hops = static_cast<std::int16_t>(run.hops > 0 ? run.hops - side : run.hops + side);
    }
    route.append(run);
  }
  return route;
}

Seen seen_at(Level level, RunOptions options, std::int64_t longest, unsigned seed) {
  options.level = level;
  const Hardware& hardware = options.hardware;
  std::mt19937 random(seed), of_answers(seed + 1), of_steps(seed + 2);
  const auto drawn = [&](std::mt19937& from, NodeId source, Cycle now) {
    Message message{.source = source};
    const auto nodes = static_cast<unsigned>(hardware.topology.nodes());
    message.destination = static_cast<NodeId>((source + 1 + from() % (nodes - 1)) % nodes);
    message.flits = 1 + static_cast<std::int64_t>(from()) % longest;
    message.message_class = static_cast<int>(from() % static_cast<unsigned>(hardware.classes));
    message.earliest = now + static_cast<Cycle>(from() % 200);
    message.tag = static_cast<int>(from() % 3);
    if (from() % 2 == 0) {
      message.route = detour(hardware.topology,
                             dimension_order_route(hardware.topology, source, message.destination), from);
    }
    return message;
  };
  const auto as_tuple = [](const MessageEvent& e) {
    return Event{e.id, e.cycle, e.injected, e.source, e.destination, e.flits, e.message_class, e.tag};
  };

  Seen seen;
  Network network(options);
  network.on_left([&](const MessageEvent& event) { seen.left.push_back(as_tuple(event)); });
  network.on_delivered([&](const MessageEvent& event) {
    seen.delivered.push_back(as_tuple(event));
    if (of_answers() % 3 == 0) network.send(drawn(of_answers, event.destination, network.now()));
  });
  for (int round = 0; round < 4; ++round) {
    for (NodeId node = 0; node < hardware.topology.nodes(); ++node) {
      network.send(drawn(random, node, network.now()));
    }
    network.advance(network.now() + of_steps() % 150, of_steps() % 2 == 0);
    seen.stops.push_back(network.now());
  }
  EXPECT_EQ(network.run(), Advanced::kIdle);
  seen.stops.push_back(network.now());
  network.finish();
  seen.flit_hops = network.flit_hops();
  seen.hash = network.ejection_hash();
  return seen;
}

RC_GTEST_PROP(DenseNetworkProperty, EventsAreThoseOfTheFastLevel, ()) {
  RunOptions options = test::torus(*rc::gen::element("torus:4x4", "torus:5x3", "mesh:3x4", "ring:7",
                                                     "torus:3x4x2", "torus:8x9", "torus:2x3x2x3"));
  Hardware& hardware = options.hardware;
  hardware.link_delay = *rc::gen::inRange(1, 5);
  hardware.arbitration = *rc::gen::element(Arbitration::kRoundRobin, Arbitration::kTransitFirst);
  hardware.switching =
      *rc::gen::element(Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward);
  const std::int64_t longest = *rc::gen::element(1, 8, 20);
  hardware.reserve =
      *rc::gen::inRange(1, 9) + (hardware.buffers_whole_worms() ? static_cast<int>(longest) : 0);
  options.longest_worm = *rc::gen::element<std::int64_t>(0, longest);
  const auto seed = *rc::gen::arbitrary<unsigned>();

  const Seen fast = seen_at(Level::kFast, options, longest, seed);
  options.threads = *rc::gen::inRange(1, 4);
  const Seen dense = seen_at(Level::kDense, options, longest, seed);
  RC_ASSERT(fast.delivered == dense.delivered);
  RC_ASSERT(fast.left == dense.left);
  RC_ASSERT(fast.stops == dense.stops);
  RC_ASSERT(fast.flit_hops == dense.flit_hops);
  RC_ASSERT(fast.hash == dense.hash);
}

TEST(DenseNetwork, SeveralThreadsAndSumsOfChannels) {
  RunOptions options = test::torus("torus:32x40");
  SpanStatistics fast_sums(options.hardware), dense_sums(options.hardware);
  options.observers = {&fast_sums};
  const Seen fast = seen_at(Level::kFast, options, 12, 1);
  options.observers = {&dense_sums};
  options.threads = 3;
  const Seen dense = seen_at(Level::kDense, options, 12, 1);
  EXPECT_EQ(fast.delivered, dense.delivered);
  EXPECT_EQ(fast.hash, dense.hash);
  EXPECT_EQ(test::first_difference(fast_sums, dense_sums, 0), "");
}

TEST(DenseNetwork, WhatTheLevelCannotCarryIsOneClearError) {
  RunOptions options = test::torus("torus:4x4");
  options.level = Level::kDense;
  Network network(options);
  const auto send = [&](const Message& message) { return refusal([&] { network.send(message); }); };
  EXPECT_EQ(send({.source = 0, .destination = 5, .flits = 1024}), "accepted");
  EXPECT_EQ(send({.source = 0, .destination = 5, .flits = 1025}),
            "message: its level cannot carry packets of more than 1024 flits");
  EXPECT_EQ(send({.source = 0, .destination = 5, .route = Route{{1, 1}, {0, 1}}}),
            "message: its level cannot carry routes that turn into later dimensions and into earlier ones");
  EXPECT_EQ(send({.source = 0, .destination = 5, .route = Route{{0, 1}, {1, -3}}}), "accepted");
  EXPECT_EQ(network.run(), Advanced::kIdle);
  EXPECT_EQ(network.delivered(), 2);

  options.hardware.last_dimension_first = true;
  Network backwards(options);
  EXPECT_EQ(refusal([&] {
              backwards.send({.source = 0, .destination = 5, .route = Route{{1, 1}, {0, 1}}});
            }),
            "accepted");
  EXPECT_EQ(refusal([&] { backwards.send({.source = 0, .destination = 5}); }),
            "message: its level cannot carry routes that turn into later dimensions and into earlier ones");
  EXPECT_EQ(backwards.run(), Advanced::kIdle);

  options.hardware.alpha = 2;
  EXPECT_EQ(refusal([&] { Network many_ports(options); }),
            "level dense cannot simulate several ports a node (--alpha)");
  options.hardware.classes = 2;
  EXPECT_EQ(
      refusal([&] { Network many_classes(options); }),
      "level dense cannot simulate several classes, of which a node sends messages at once (--classes)");
}

}  // namespace
}  // namespace torusim
