// A network as a part of another program: the door changes nothing, and bad use harms nothing.
#include "models/part/network.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "schedules/algorithms/registry.h"
#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/failure_text.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/part/recorded_run.h"

namespace torusim {
namespace {

using test::refusal;

void expect_same_run(Network& network, const RunResult& result) {
  network.finish();
  EXPECT_EQ(network.last_delivery(), result.cycles);
  EXPECT_EQ(network.delivered(), result.messages);
  EXPECT_EQ(network.flit_hops(), result.flit_hops);
  EXPECT_EQ(network.ejection_hash(), result.ejection_hash);
}

RC_GTEST_PROP(NetworkProperty, AScheduleThroughTheDoorIsTheRun, ()) {
  const Topology topology = test::any_product();
  StoredSchedule schedule = test::any_exchange(topology, 4, 4);
  RunOptions options = test::options_for(schedule, test::any_sync());
  test::draw_channels(options.hardware, 8, 5, 4);
  options.block_flits = *rc::gen::inRange(0, 30);
  test::draw_switching(options.hardware, options.block_flits);
  options.startup = *rc::gen::inRange(0, 12);
  options.barrier = *rc::gen::inRange(0, 12);
  const test::RecordedRun run = test::record(schedule, options);
  RC_PRE(run.result.verdict == Verdict::kVerified);

  options.threads = *rc::gen::inRange(1, 4);
  Network network(options);
  // Some messages are sent at once, others in the last cycle in which that is possible; and the caller's
  // steps are as it likes.
  std::mt19937 random(*rc::gen::arbitrary<unsigned>());
  const bool early = *rc::gen::arbitrary<bool>();
  if (early) {
    for (const Message& message : run.sends) network.send(message);
    while (!network.idle()) network.advance(network.now() + 1 + random() % 50, random() % 2 == 0);
    network.finish();
    RC_ASSERT(network.ejection_hash() == run.result.ejection_hash);
  } else {
    std::vector<Message> sends = run.sends;
    std::ranges::stable_sort(sends, {}, &Message::earliest);
    for (const Message& message : sends) {
      network.advance(std::max<Cycle>(message.earliest - static_cast<Cycle>(random() % 3), network.now()));
      network.send(message);
    }
    RC_ASSERT(network.run() == Advanced::kIdle);
    RC_ASSERT(network.flit_hops() == run.result.flit_hops);
    network.finish();
  }
  RC_ASSERT(network.last_delivery() == run.last_delivery);
}

/// Without synchronisation a node goes on as soon as its sends and receives of a phase are done: a program
/// that answers events can do the same.
TEST(Network, AProgramOfListenersIsTheScheduleDriver) {
  for (const char* name : {"direct", "t4"}) {
    for (const Cycle startup : {0, 7}) {
      const auto schedule = make_schedule(name, Topology::parse("torus:4x4"));
      RunOptions options = test::options_for(*schedule, Synchronisation::kNone);
      options.block_flits = 3;
      options.startup = startup;
      const RunResult result = simulate(*schedule, options);

      std::vector<Phase> phases;
      schedule->rewind();
      for (Phase phase; schedule->next(phase);) phases.push_back(phase);
      struct Node {
        std::size_t phase = 0, begun = 0, sent = 0, received = 0;
        std::vector<std::vector<const Transfer*>> sends;
        std::vector<std::size_t> receives;  // by phase
        std::vector<std::size_t> early;     // received, by phase
      };
      std::vector<Node> nodes(16);
      for (Node& node : nodes) {
        node.sends.resize(phases.size());
        node.receives.resize(phases.size());
        node.early.resize(phases.size());
      }
      for (std::size_t p = 0; p < phases.size(); ++p) {
        for (const Transfer& transfer : phases[p].transfers) {
          nodes[transfer.source].sends[p].push_back(&transfer);
          ++nodes[transfer.destination].receives[p];
        }
      }
      Network network(options);
      const auto go_on = [&](NodeId id) {
        Node& node = nodes[id];
        while (node.phase < phases.size()) {
          if (node.begun > node.sent) return;
          if (node.begun < node.sends[node.phase].size()) {
            const Transfer& transfer = *node.sends[node.phase][node.begun++];
            Message message{.source = id, .destination = transfer.destination};
            message.flits = message_flits(transfer.block_count(), options.block_flits);
            message.earliest = network.now() + startup;
            message.tag = static_cast<int>(node.phase);
            message.route = transfer.route;
            network.send(message);
            return;
          }
          if (node.early[node.phase] < node.receives[node.phase]) return;
          ++node.phase;
          node.begun = node.sent = 0;
        }
      };
      network.on_left([&](const MessageEvent& event) {
        ++nodes[event.source].sent;
        go_on(event.source);
      });
      network.on_delivered([&](const MessageEvent& event) {
        ++nodes[event.destination].early[static_cast<std::size_t>(event.tag)];
        go_on(event.destination);
      });
      for (NodeId node = 0; node < 16; ++node) go_on(node);
      EXPECT_EQ(network.run(), Advanced::kIdle);
      EXPECT_EQ(network.last_delivery(), result.cycles) << name << " " << startup;
      EXPECT_EQ(network.delivered(), result.messages);
    }
  }
}

TEST(Network, RtlRoutersAreAsEverywhere) {
  const auto schedule = make_schedule("direct", Topology::parse("torus:4x4"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kNone);
  options.block_flits = 5;
  options.startup = 2;
  const test::RecordedRun run = test::record(*schedule, options);
  for (const std::vector<NodeId>& nodes : {std::vector<NodeId>{5}, std::vector<NodeId>{0, 1, 2, 3, 7, 12}}) {
    options.rtl_nodes = nodes;
    options.lockstep = true;
    Network network(options);
    for (const Message& message : run.sends) network.send(message);
    EXPECT_EQ(network.run(), Advanced::kIdle);
    expect_same_run(network, run.result);
  }
}

TEST(Network, TwoSideBySideAreAsEachAlone) {
  RunOptions small = test::torus("torus:4x4"), large = test::torus("mesh:5x3");
  std::vector<std::uint64_t> hashes;
  for (const bool together : {false, true}) {
    Network a(small), b(large);
    for (NodeId node = 1; node < 15; ++node) {
      a.send({.source = node,
              .destination = 15 - node == node ? 0 : 15 - node,
              .flits = 20,
              .earliest = 3 * node});
      b.send({.source = node, .destination = 0, .flits = 9, .earliest = node});
    }
    if (together) {
      for (Cycle cycle = 0; cycle < 2000; cycle += 7) {
        a.advance(cycle);
        b.advance(cycle / 2);
      }
    }
    a.run();
    b.run();
    EXPECT_TRUE(a.idle() && b.idle());
    a.finish();
    b.finish();
    hashes.push_back(a.ejection_hash());
    hashes.push_back(b.ejection_hash());
  }
  EXPECT_EQ(hashes[0], hashes[2]);
  EXPECT_EQ(hashes[1], hashes[3]);
}

TEST(Network, ZeroLoadTimesAreTheClosedForm) {
  Network network(test::torus("torus:8x8"));
  std::vector<MessageEvent> arrived;
  network.on_delivered([&](const MessageEvent& event) { arrived.push_back(event); });
  network.send({.source = 0, .destination = 1, .flits = 10, .earliest = 100, .tag = 4});
  EXPECT_EQ(network.next_event(), 0);
  EXPECT_EQ(network.advance(50), Advanced::kReached);
  EXPECT_EQ(network.now(), 50);
  EXPECT_EQ(network.next_event(), 100);
  EXPECT_EQ(network.advance(Network::kForever, true), Advanced::kDelivered);
  ASSERT_EQ(arrived.size(), 1u);
  EXPECT_EQ(arrived[0].injected, 101);
  EXPECT_EQ(arrived[0].tag, 4);
  EXPECT_EQ(network.now(), arrived[0].cycle + 1);
  EXPECT_EQ(network.deliveries().size(), 1u);
  EXPECT_EQ(network.advance(1'000'000'000'000), Advanced::kIdle) << "idle time is skipped";
  EXPECT_EQ(network.now(), 1'000'000'000'000);
  network.send({.source = 0, .destination = 1, .flits = 10, .earliest = 5});
  network.run();
  ASSERT_EQ(arrived.size(), 2u);
  EXPECT_EQ(arrived[1].injected, 1'000'000'000'001) << "a past cycle means now";
  EXPECT_EQ(arrived[1].cycle - arrived[1].injected, arrived[0].cycle - arrived[0].injected);
}

TEST(Network, AnUrgentClassPassesLongMessagesOfItsNode) {
  RunOptions options = test::torus("torus:4x4");
  options.hardware.classes = 2;
  Network network(options);
  std::vector<MessageId> order;
  network.on_delivered([&](const MessageEvent& event) { order.push_back(event.id); });
  for (int i = 0; i < 3; ++i) network.send({.source = 0, .destination = 2, .flits = 500, .message_class = 1});
  network.send({.source = 0, .destination = 2, .flits = 5, .message_class = 0, .earliest = 50});
  network.run();
  EXPECT_EQ(order, (std::vector<MessageId>{3, 0, 1, 2}));
}

TEST(Network, QueuesAreAsLongAsTheCallerSays) {
  Network network(test::torus("torus:4x4"));
  network.set_max_waiting(2);
  int sent = 0, refused = 0, told = 0;
  const auto fill = [&] {
    while (sent < 20 && network.try_send({.source = 3, .destination = 9, .flits = 7})) ++sent;
    refused += sent < 20 ? 1 : 0;
  };
  network.on_room([&](NodeId node) {
    EXPECT_EQ(node, 3);
    ++told;
    fill();
  });
  fill();
  EXPECT_EQ(sent, 2);
  EXPECT_EQ(refusal([&] { network.send({.source = 3, .destination = 9}); }),
            "message: node (0,3) has 2 messages waiting, which is its limit");
  EXPECT_EQ(network.run(), Advanced::kIdle);
  EXPECT_EQ(network.delivered(), 20);
  EXPECT_EQ(told, 20);
  EXPECT_GT(refused, 5);
}

// A message without a route takes the network's own, which must live.
TEST(Network, NothingComesFromFailedNodesOrOverFailedLinks) {
  RunOptions options = test::torus("torus:4x4");
  const Topology intact = options.hardware.topology;
  options.hardware.topology = intact.with_failures(parse_failures(intact, "(0,1),(2,2)+x", 1));
  Network network(options);
  const auto send = [&](NodeId from, NodeId to) {
    return refusal([&] { network.send({.source = from, .destination = to}); });
  };
  EXPECT_EQ(send(0, 1), "message: node (0,1) has failed");
  EXPECT_EQ(send(1, 5), "message: node (0,1) has failed");
  EXPECT_EQ(send(10, 14), "message: its route +x1 leaves the network at node (2,2)");
  network.send({.source = 14, .destination = 15});
  EXPECT_EQ(network.run(), Advanced::kIdle);
  EXPECT_EQ(network.delivered(), 1);
}

TEST(Network, BadUseIsRefusedAndHarmsNothing) {
  RunOptions options = test::torus("torus:4x4");
  options.hardware.alpha = 2;
  Network network(options);
  const auto send = [&](const Message& message) { return refusal([&] { network.send(message); }); };
  EXPECT_EQ(send({.source = 0, .destination = 16}),
            "message: there is no node 16; torus:4x4 has nodes 0 to 15");
  EXPECT_EQ(send({.source = -1, .destination = 3}),
            "message: there is no node -1; torus:4x4 has nodes 0 to 15");
  EXPECT_EQ(send({.source = 4, .destination = 4}),
            "message: node 4 sends to itself; the network carries messages between nodes");
  EXPECT_EQ(send({.source = 0, .destination = 1, .flits = 0}),
            "message: 0 flits; a message has 1 to 1073741824");
  EXPECT_EQ(
      send({.source = 0, .destination = 1, .earliest = INT64_MAX}),
      "message: cycle 9223372036854775807; a message enters in cycle 1000000000000000000 at the latest");
  EXPECT_EQ(send({.source = 0, .destination = 1, .message_class = 1}),
            "message: there is no class 1; the network has classes 0 to 0");
  EXPECT_EQ(send({.source = 0, .destination = 1, .tag = -3}), "message: tag -3; tags count from 0");
  EXPECT_EQ(send({.source = 0, .destination = 1, .ejection_channel = 2}),
            "message: there is no local channel 2; a node has channels 0 to 1");
  EXPECT_EQ(send({.source = 0, .destination = 1, .route = Route{{0, 2}}}),
            "message: its route +x2 ends at node (2,0), not at node (0,1)");
  EXPECT_EQ(send({.source = 0, .destination = 1, .route = Route{{2, 2}}}),
            "message: its route has dimension 2; torus:4x4 has dimensions 0 to 1");
  EXPECT_EQ(network.sent(), 0);

  network.finish();
  EXPECT_EQ(send({.source = 0, .destination = 1}), "network: send after finish");

  options.level = Level::kPins;
  EXPECT_EQ(refusal([&] { Network(options).run(); }),
            "a network as a part is at the level fast or dense; at the pins level it is a SystemC module");
}

TEST(Network, WhatIsUnderWayIsDropped) {
  for (const Cycle cycle : {0, 1, 20, 60}) {
    Network network(test::torus("torus:4x4"));
    for (NodeId node = 1; node < 16; ++node) network.send({.source = node, .destination = 0, .flits = 100});
    network.advance(cycle);
    EXPECT_EQ(network.in_flight(), 15);
  }
}

}  // namespace
}  // namespace torusim
