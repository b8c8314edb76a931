// A torus in the kernel of a design: messages, clocks, sleep, and bad use.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "models/contract/kernel.h"
#include "models/part/sysc/torus.h"
#include "schedules/core/error.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/part/platform.h"
#include "testbench/tests/part/program.h"
#include "testbench/tests/part/recorded_run.h"

namespace torusim::sysc {
namespace {

using sc_core::SC_NS;
using sc_core::SC_PS;
using sc_core::sc_time;
using test::Program;

/// Sends each message at the beginning of its cycle, or some cycles before.
std::function<void()> player(Torus& torus, const std::vector<Message>& sends, const sc_time& period,
                             unsigned seed) {
  return [&torus, sends, period, seed]() mutable {
    std::mt19937 random(seed);
    for (const Message& message : sends) {
      const Cycle at = std::max<Cycle>(message.earliest - static_cast<Cycle>(random() % 3), torus.cycle());
      sc_core::wait(period * static_cast<double>(at) - sc_core::sc_time_stamp());
      torus.node(message.source).nb_send(message);
    }
  };
}

/// The network's result when it has all messages from the beginning.
std::pair<Cycle, std::uint64_t> alone(const RunOptions& options, const std::vector<Message>& sends) {
  torusim::Network network(options);
  for (const Message& message : sends) network.send(message);
  network.run();
  network.finish();
  return {network.last_delivery(), network.ejection_hash()};
}

std::pair<Cycle, std::uint64_t> result(Torus& torus) {
  torus.finish();
  return {torus.network().last_delivery(), torus.network().ejection_hash()};
}

RC_GTEST_PROP(TorusModuleProperty, AScheduleThroughTheModuleIsTheRun, ()) {
  const Topology topology = Topology::parse(
      *rc::gen::element<std::string>("torus:4x4", "ring:7", "mesh:3x3", "torus:3x2x2", "complete:4"));
  StoredSchedule schedule = test::any_exchange(topology, 4, 4);
  TorusOptions options;
  options.network = test::options_for(schedule, test::any_sync());
  RunOptions& run_options = options.network;
  test::draw_channels(run_options.hardware, 8, 5, 4);
  run_options.block_flits = *rc::gen::inRange(0, 30);
  run_options.startup = *rc::gen::inRange(0, 12);
  const test::RecordedRun run = test::record(schedule, run_options);
  RC_PRE(run.result.verdict == Verdict::kVerified);

  const sc_time period(*rc::gen::element(0.7, 1.0, 12.5), SC_NS);
  const unsigned seed = *rc::gen::arbitrary<unsigned>();
  KernelSession session;
  if (*rc::gen::arbitrary<bool>()) {
    Torus torus("torus", options, period);
    Program program("program", [&] {
      for (const Message& message : run.sends) torus.node(message.source).nb_send(message);
    });
    sc_core::sc_start();
    RC_ASSERT(torus.network().flit_hops() == run.result.flit_hops);
    RC_ASSERT(result(torus) == std::make_pair(run.last_delivery, run.result.ejection_hash));
  } else {
    const sc_core::sc_clock clock("clock", period);
    Torus torus("torus", options, clock);
    std::vector<Message> sends = run.sends;
    std::ranges::stable_sort(sends, {}, &Message::earliest);
    Program program("program", player(torus, sends, period, seed));
    sc_core::sc_start(period * static_cast<double>(run.last_delivery + 10));
    const auto got = result(torus);
    RC_ASSERT(got.first == run.last_delivery);
    RC_ASSERT(got == alone(run_options, sends));
  }
}

/// A 4x4 at 1 GHz and an 8x8 at 800 MHz, with a bridge of messages between them.
TEST(TorusModule, TwoInOneKernelAreAsEachAlone) {
  KernelSession session;
  const TorusOptions small_options = test::of_shape("torus:4x4"), large_options = test::of_shape("torus:8x8");
  const sc_time fast(1, SC_NS), slow(1250, SC_PS);
  Torus small("small", small_options, fast), large("large", large_options, slow);
  std::vector<Message> to_small, to_large;
  const auto send = [](Torus& torus, std::vector<Message>& record, Message message) {
    message.earliest = std::max(message.earliest, torus.cycle());
    record.push_back(message);
    EXPECT_TRUE(torus.node(message.source).nb_send(message));
  };
  Program traffic("traffic", [&] {
    std::mt19937 random(5);
    for (int i = 0; i < 400; ++i) {
      const auto one_of = [&](int nodes) {
        return static_cast<NodeId>(random() % static_cast<unsigned>(nodes));
      };
      const auto flits = 1 + static_cast<std::int64_t>(random() % 40);
      const NodeId a = one_of(16), b = one_of(64);
      if (a != 5) send(small, to_small, {.source = a, .destination = 5, .flits = flits});
      if (b != 9) send(large, to_large, {.source = b, .destination = 9, .flits = flits});
      sc_core::wait(sc_time(static_cast<double>(random() % 300) / 10, SC_NS));
    }
  });
  int bridged = 0;
  const auto bridge = [&](Torus& from, NodeId in, Torus& to, NodeId out, std::vector<Message>& record) {
    while (true) {
      sc_core::wait(from.node(in).arrived());
      while (const auto received = from.node(in).receive()) {
        if (received->message.tag != 0) continue;
        send(to, record, {.source = out, .destination = out + 1, .flits = received->message.flits, .tag = 1});
        ++bridged;
      }
    }
  };
  Program up("up", [&] { bridge(small, 5, large, 20, to_large); });
  Program down("down", [&] { bridge(large, 9, small, 8, to_small); });
  sc_core::sc_start();
  EXPECT_GT(bridged, 700);
  EXPECT_EQ(result(small), alone(small_options.network, to_small));
  EXPECT_EQ(result(large), alone(large_options.network, to_large));
}

TEST(TorusModule, MessagesCarryBytes) {
  KernelSession session;
  TorusOptions options = test::of_shape("torus:4x4");
  options.max_waiting = 2;
  Torus torus("torus", options, sc_time(1, SC_NS));
  MessagePort& from = torus.node(3);
  int refused = 0, arrived = 0;
  std::vector<sc_time> accepted;
  Program sender("sender", [&] {
    sc_core::wait(sc_time(250, SC_PS));
    for (unsigned char i = 0; i < 6; ++i) {
      if (!from.has_room()) {
        ++refused;
        EXPECT_FALSE(from.nb_send({.destination = 9}));
      }
      EXPECT_EQ(from.send({.destination = 9, .flits = 50, .tag = i}, {i, 7}), MessageId{i});
      accepted.push_back(sc_core::sc_time_stamp());
    }
  });
  Program receiver("receiver", [&] {
    EXPECT_FALSE(torus.node(9).receive());
    while (true) {
      sc_core::wait(torus.node(9).arrived());
      while (const auto received = torus.node(9).receive()) {
        EXPECT_EQ(received->message.source, 3);
        EXPECT_EQ(received->message.tag, arrived);
        EXPECT_EQ(received->payload, (Payload{static_cast<unsigned char>(arrived), 7}));
        EXPECT_EQ(sc_core::sc_time_stamp(), sc_time(static_cast<double>(received->message.cycle + 1), SC_NS));
        ++arrived;
      }
    }
  });
  sc_core::sc_start();
  EXPECT_EQ(arrived, 6);
  EXPECT_EQ(refused, 4);
  EXPECT_EQ(accepted[1], sc_time(250, SC_PS));
  EXPECT_GT(accepted[5], sc_time(150, SC_NS));
}

/// The kernel's own count of what it did is the cost of a network in which nothing happens.
TEST(TorusModule, AnIdleNetworkHasNoEvents) {
  std::vector<sc_dt::uint64> counts;
  for (const bool with_network : {false, true}) {
    KernelSession session;
    std::unique_ptr<Torus> network;
    if (with_network)
      network = std::make_unique<Torus>("torus", test::of_shape("torus:16x16"), sc_time(1, SC_NS));
    const sc_dt::uint64 before = sc_core::sc_delta_count();
    Program program("program", [&] {
      for (int i = 0; i < 1000; ++i) sc_core::wait(sc_time(17, SC_NS));
      if (network == nullptr) return;
      network->node(0).nb_send({.destination = 1});
      sc_core::wait(network->node(1).arrived());
      EXPECT_TRUE(network->network().idle());
    });
    sc_core::sc_start(sc_time(16, SC_NS) * 1000);
    counts.push_back(sc_core::sc_delta_count() - before);
    sc_core::sc_start();
    EXPECT_TRUE(!with_network || network->network().delivered() == 1);
  }
  EXPECT_EQ(counts[0], counts[1]);
}

TEST(TorusModule, AClockGivesPeriodAndPhase) {
  KernelSession session;
  const sc_core::sc_clock rising("rising", sc_time(2, SC_NS), 0.5, sc_time(3, SC_NS)),
      falling("falling", sc_time(4, SC_NS), 0.25, sc_time(10, SC_NS), false);
  Torus a("a", test::of_shape("ring:4"), rising), b("b", test::of_shape("ring:4"), falling);
  Program program("program", [&] {
    EXPECT_EQ(a.cycle(), 0);
    sc_core::wait(rising.posedge_event());
    EXPECT_EQ(a.cycle(), 0);
    sc_core::wait(rising.posedge_event());
    EXPECT_EQ(a.cycle(), 1);
    sc_core::wait(sc_time(1, SC_PS));
    EXPECT_EQ(a.cycle(), 2);
    sc_core::wait(falling.posedge_event());
    EXPECT_EQ(b.cycle(), 0);
    sc_core::wait(falling.posedge_event());
    EXPECT_EQ(b.cycle(), 1);
    b.node(0).nb_send({.destination = 1});
    sc_core::wait(b.node(1).arrived());
    EXPECT_EQ(sc_core::sc_time_stamp(),
              b.network().deliveries().empty()
                  ? sc_core::SC_ZERO_TIME
                  : sc_time(13, SC_NS) +
                        sc_time(4, SC_NS) * static_cast<double>(b.network().deliveries()[0].cycle + 1));
  });
  sc_core::sc_start(sc_time(200, SC_NS));
  EXPECT_EQ(b.network().delivered(), 1);
}

/// The report that it throws.
template <typename Call>
std::string report_of(Call call) {
  try {
    call();
  } catch (const sc_core::sc_report& report) {
    return std::string(report.get_msg_type()) + ": " + report.get_msg();
  }
  return "no report";
}

TEST(TorusBadUse, ElaborationIsRefused) {
  KernelSession session;
  EXPECT_EQ(report_of([] { Torus("a", test::of_shape("torus:4x4"), sc_core::SC_ZERO_TIME); }),
            "/torusim/use: the period of a network's clock is zero");
  TorusOptions options = test::of_shape("torus:4x4");
  options.network.hardware.lanes = 9;
  options.network.hardware.classes = 8;
  EXPECT_EQ(report_of([&] { Torus("b", options, sc_time(1, SC_NS)); }).substr(0, 16), "/torusim/use: b:");
  options = test::of_shape("torus:4x4");
  options.network.level = Level::kDense;
  EXPECT_EQ(report_of([&] { Torus("c", options, sc_time(1, SC_NS)); }).substr(0, 16), "/torusim/use: c:");
  options = test::of_shape("torus:4x4");
  options.network.hardware.classes = 1;
  Torus one("one", options, sc_time(1, SC_NS)), two("two", test::of_shape("torus:4x4"), sc_time(1, SC_NS));
  EXPECT_EQ(report_of([&] { one.target_socket(0); }),
            "/torusim/use: one: transactions use class 1; the network has classes 0 to 0");
  EXPECT_EQ(report_of([&] { two.target_socket(16); }),
            "/torusim/use: two: there is no node 16; torus:4x4 has nodes 0 to 15");
  EXPECT_EQ(report_of([&] { two.initiator_socket(-1); }),
            "/torusim/use: two: there is no node -1; torus:4x4 has nodes 0 to 15");
  EXPECT_EQ(report_of([&] { two.node(99); }),
            "/torusim/use: two: there is no node 99; torus:4x4 has nodes 0 to 15");
  two.map({.first = 0x100, .last = 0x1ff, .node = 3});
  EXPECT_EQ(
      report_of([&] { two.map({.first = 0x180, .last = 0x27f, .node = 4}); }),
      "/torusim/use: two: addresses 0x180 to 0x27f of node 4 overlap addresses 0x100 to 0x1ff of node 3");
  EXPECT_EQ(report_of([&] { two.map({.first = 0x0, .last = 0x100, .node = 4}); }),
            "/torusim/use: two: addresses 0x0 to 0x100 of node 4 overlap addresses 0x100 to 0x1ff of node 3");
  EXPECT_EQ(report_of([&] { two.map({.first = 0x20, .last = 0x10, .node = 4}); }),
            "/torusim/use: two: addresses 0x20 to 0x10: the last is before the first");
  EXPECT_EQ(
      report_of([&] { sc_core::sc_start(); }),
      "/torusim/use: two: addresses 0x100 to 0x1ff lead to target 0 of node 3, which has none bound to its "
      "socket");
}

TEST(TorusBadUse, MessagesAreRefusedAndHarmNothing) {
  KernelSession session;
  Torus torus("torus", test::of_shape("torus:4x4"), sc_time(1, SC_NS));
  const test::Reports reports;
  Program program("program", [&] {
    EXPECT_FALSE(torus.node(4).nb_send({.destination = 4}));
    EXPECT_FALSE(torus.node(4).send({.destination = 77}));
    EXPECT_THROW(torus.node(77), InputError);
    EXPECT_TRUE(torus.node(4).send({.destination = 5, .flits = 1000}));
    sc_core::wait(sc_time(20, SC_NS));
    sc_core::sc_stop();
  });
  sc_core::sc_start();
  EXPECT_EQ(
      test::Reports::take(),
      (std::vector<std::string>{
          "/torusim/use: torus.network: message: node 4 sends to itself; the network carries messages "
          "between nodes",
          "/torusim/use: torus.network: message: there is no node 77; torus:4x4 has nodes 0 to 15",
          "/torusim/use: torus: there is no node 77; torus:4x4 has nodes 0 to 15",
          "/torusim/unfinished: torus: 1 messages and 0 transactions were in flight when the simulation "
          "ended"}));
  EXPECT_EQ(torus.network().sent(), 1);
  EXPECT_FALSE(torus.node(4).nb_send({.destination = 5}));
  EXPECT_EQ(test::Reports::take(),
            (std::vector<std::string>{"/torusim/use: torus.network: send after the network has ended"}));
}

TEST(TorusBadUse, ADeadlockIsReportedOnce) {
  KernelSession session;
  TorusOptions options = test::of_shape("ring:4");
  options.network.hardware.lanes = 1;
  Torus torus("torus", options, sc_time(1, SC_NS));
  const test::Reports reports;
  Program program("program", [&] {
    for (NodeId node = 0; node < 4; ++node) {
      torus.node(node).send({.destination = (node + 2) % 4, .flits = 100, .route = Route{{0, 2}}});
    }
  });
  sc_core::sc_start();
  const auto texts = test::Reports::take();
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0].substr(0, texts[0].find('\n')),
            "/torusim/deadlock: torus.network: 4 messages can never move again");
  EXPECT_NE(texts[0].find("waits for"), std::string::npos);
}

}  // namespace
}  // namespace torusim::sysc
