// Open nodes: the node interface in SystemVerilog at some nodes or all, and what is said of one that breaks a
// rule.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "models/contract/kernel.h"
#include "models/part/sysc/clocked_interface.h"
#include "models/part/sysc/torus.h"
#include "models/watch/network_monitor.h"
#include "schedules/core/error.h"
#include "schedules/tests/own_directory.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/part/cases.h"
#include "testbench/tests/part/platform.h"
#include "testbench/tests/part/program.h"
#include "testbench/tests/part/recorded_run.h"
#include "testbench/tests/part/rtl_interface.h"

namespace torusim::sysc {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using test::Program;
using test::Random;

/// A message of the other nodes for an open one carries the step in which that counts it.
Payload steps_of(const test::RtlPrograms& programs, std::size_t number, std::int64_t flits) {
  const std::uint16_t step = programs.step_of.at(static_cast<std::uint32_t>(number));
  Payload payload(8 * static_cast<std::size_t>(flits - 1));
  for (std::size_t at = 0; at < payload.size(); at += 8) {
    payload[at] = static_cast<unsigned char>(step);
    payload[at + 1] = static_cast<unsigned char>(step >> 8);
  }
  return payload;
}

std::vector<NodeId> random_nodes(Random& random, NodeId nodes) {
  std::set<NodeId> some;
  const int how = random.within(0, 2);
  if (how == 0) return {random.within(0, nodes - 1)};
  for (NodeId node = 0; node < nodes; ++node) {
    if (how == 2 || random.coin()) some.insert(node);
  }
  return {some.begin(), some.end()};
}

TEST(OpenNodes, TheInterfaceInSystemVerilogIsTheModels) {
  int runs = 0;
  const test::OwnDirectory directory("open_nodes");
  test::for_cases(40, [&](Random& random) {
    const Topology topology =
        Topology::parse(random.one_of<const char*>({"torus:3x3", "ring:5", "torus:2x3", "torus:3x2x2"}));
    StoredSchedule schedule =
        test::random_exchange(topology, random.within(1, 4), random.within(1, 3), random.seed());
    TorusOptions options;
    options.network =
        test::options_for(schedule, random.coin() ? Synchronisation::kNone : Synchronisation::kPriority);
    RunOptions& run_options = options.network;
    test::draw_run(random, run_options, test::kMostChannels);
    const test::RecordedRun run = test::record(schedule, run_options);
    if (run.result.verdict != Verdict::kVerified) return;
    ++runs;
    const test::RtlPrograms programs = test::rtl_programs(directory.path(), schedule, run_options);

    run_options.level = Level::kPins;
    NetworkMonitor monitor(run_options.hardware);
    run_options.observers = {&monitor};
    options.open_nodes = random_nodes(random, topology.nodes());
    SCOPED_TRACE(
        fmt::format("{} of {} nodes of {}", options.open_nodes.size(), topology.nodes(), topology.name()));
    const KernelSession session;
    const sc_core::sc_clock clock("clock", sc_time(1, SC_NS));
    Torus torus("torus", options, clock);
    std::vector<std::unique_ptr<ClockedInterface>> interfaces;
    for (const NodeId node : options.open_nodes) {
      interfaces.push_back(std::make_unique<ClockedInterface>(
          fmt::format("interface_{}", node).c_str(), run_options.hardware.alpha,
          test::rtl_interface(run_options.hardware, run_options.startup,
                              programs.of_node[static_cast<std::size_t>(node)])));
      interfaces.back()->clock(clock);
      torus.connect(node, *interfaces.back());
    }
    const auto is_open = [&](NodeId node) { return std::ranges::count(options.open_nodes, node) != 0; };
    Program program("program", [&] {
      for (std::size_t number = 0; number < run.sends.size(); ++number) {
        const Message& message = run.sends[number];
        if (is_open(message.source)) {
          EXPECT_EQ(torus.reserve_numbers(1), static_cast<MessageId>(number));
        } else if (is_open(message.destination)) {
          torus.node(message.source).nb_send(message, steps_of(programs, number, message.flits));
        } else {
          torus.node(message.source).nb_send(message);
        }
      }
      sc_core::wait(sc_time(static_cast<double>(run.last_delivery + 20), SC_NS));
      sc_core::sc_stop();
    });
    sc_core::sc_start();
    torus.finish();
    EXPECT_EQ(torus.network().delivered(), std::ssize(run.sends));
    EXPECT_EQ(torus.network().last_delivery(), run.last_delivery);
    EXPECT_EQ(torus.network().ejection_hash(), run.result.ejection_hash);
    EXPECT_EQ(torus.network().flit_hops(), run.result.flit_hops);
    EXPECT_EQ(monitor.violation(), std::nullopt);
    EXPECT_TRUE(monitor.quiet());
  });
  EXPECT_GT(runs, 20);
}

TorusOptions with_open_node(NodeId node, const char* shape = "torus:4x4") {
  TorusOptions options;
  options.network.hardware.topology = Topology::parse(shape);
  options.network.level = Level::kPins;
  options.open_nodes = {node};
  return options;
}

/// A flit of a message of three from node 5 to node 6 of a 4x4 torus.
Forward flit_of(std::uint32_t number, std::uint32_t index, std::uint32_t flits = 3) {
  Forward flit{.valid = true, .head = index == 0, .tail = index + 1 == flits, .vc = 0, .data = {}};
  if (index > 0) {
    flit.data = {std::uint64_t{index} << 32 | number, 0x100 * number + index};
    return flit;
  }
  const std::uint64_t one_hop = 1 << 5, plus_y = 2, local = 4;
  flit.data = {std::uint64_t{flits} << 32 | number, (one_hop | plus_y) | (one_hop | local) << 16};
  return flit;
}

/// Drives the wires of the open node 5 by a script: what is on them in cycles 1, 2, ..
struct Script {
  std::vector<Forward> flits;
  std::vector<Backward> answers;
};

/// What is reported while the script runs; `torus` and what node 6 has received are looked at in the end.
std::vector<std::string> play(const TorusOptions& options, const Script& script,
                              const std::function<void(Torus&)>& at_the_end = {}) {
  const KernelSession session;
  const sc_core::sc_clock clock("clock", sc_time(1, SC_NS));
  Torus torus("torus", options, clock);
  std::size_t cycle = 0;
  ClockedInterface interface("interface", 1, [&](const RouterWires&, RouterWires& out) {
    // The first edge begins cycle 0.
    if (cycle > 0 && cycle <= script.flits.size()) out.put(0, script.flits[cycle - 1]);
    if (cycle > 0 && cycle <= script.answers.size()) out.put(0, script.answers[cycle - 1]);
    ++cycle;
  });
  interface.clock(clock);
  torus.connect(5, interface);
  EXPECT_EQ(torus.reserve_numbers(10), 0);
  const test::Reports reports;
  Program program("program", [&] {
    torus.node(1).nb_send({.destination = 5, .flits = 2});
    sc_core::wait(sc_time(60, SC_NS));
    if (at_the_end) at_the_end(torus);
    sc_core::sc_stop();
  });
  sc_core::sc_start();
  std::vector<std::string> texts = test::Reports::take();
  std::erase_if(texts, [](const std::string& text) { return text.starts_with("/torusim/unfinished"); });
  return texts;
}

TEST(OpenNodes, WordsGoBothWays) {
  const TorusOptions options = with_open_node(5);
  Script script;
  for (const std::uint32_t number : {3, 4}) {
    for (const std::uint32_t index : {0, 1, 2}) script.flits.push_back(flit_of(number, index));
  }
  EXPECT_EQ(play(options, script,
                 [](Torus& torus) {
                   for (const MessageId number : {3, 4}) {
                     const auto received = torus.node(6).receive();
                     ASSERT_TRUE(received);
                     EXPECT_EQ(received->message.id, number);
                     EXPECT_EQ(received->message.source, 5);
                     EXPECT_EQ(received->message.injected, number == 3 ? 1 : 4);
                     Payload expected(16);
                     expected[0] = 1, expected[8] = 2;
                     expected[1] = expected[9] = static_cast<unsigned char>(number);
                     EXPECT_EQ(received->payload, expected);
                   }
                   EXPECT_FALSE(torus.node(6).receive());
                   EXPECT_EQ(torus.network().delivered(), 3);
                   EXPECT_EQ(torus.network().sent(), 3);
                 }),
            std::vector<std::string>());

  // The other way: the bytes are in the second words.
  const KernelSession session;
  const sc_core::sc_clock clock("clock", sc_time(1, SC_NS));
  Torus torus("torus", options, clock);
  std::vector<std::uint64_t> words;
  ClockedInterface interface("interface", 1, [&](const RouterWires& in, RouterWires& out) {
    const Forward flit = in.flit(0);
    if (flit.valid && !flit.head) words.push_back(flit.data[1]);
    out.put(0, Backward{.credit = flit.valid, .credit_vc = flit.vc});
  });
  interface.clock(clock);
  torus.connect(5, interface);
  const test::Reports reports;
  Program program("program", [&] {
    EXPECT_TRUE(torus.node(9).nb_send({.destination = 5, .flits = 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_FALSE(torus.node(9).nb_send({.destination = 5, .flits = 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9}));
    sc_core::wait(sc_time(60, SC_NS));
    sc_core::sc_stop();
  });
  sc_core::sc_start();
  EXPECT_EQ(words, (std::vector<std::uint64_t>{0x0807060504030201, 9}));
  EXPECT_EQ(
      test::Reports::take(),
      std::vector<std::string>{"/torusim/use: torus.network: message: 9 bytes for open node 5 in 2 flits; "
                               "each but the head has 8"});
}

TEST(OpenNodes, ABrokenRuleIsOneClearError) {
  const TorusOptions options = with_open_node(5);
  const auto said = [&](const Script& script, const TorusOptions& with) {
    const auto texts = play(with, script);
    EXPECT_EQ(texts.size(), 1u);
    return texts.empty() ? "nothing" : texts.front();
  };
  const std::string in_cycle = "/torusim/network: torus.network: cycle {}, node (1,1): {}";
  const auto expect = [&](const std::vector<Forward>& flits, int cycle, const char* text) {
    EXPECT_EQ(said({flits, {}}, options), fmt::format(fmt::runtime(in_cycle), cycle, text));
  };
  Forward other = flit_of(12, 0);
  expect({other}, 1,
         "the open node injects a head of message 12 whose number is not one of reserve_numbers()");
  other = flit_of(2, 0);
  other.vc = 1;
  expect({other}, 1,
         "the open node injects a head of message 2 on virtual channel 1; messages begin on lane 0, class c "
         "on 2 c");
  other = flit_of(2, 0, 0);
  expect({other}, 1, "the open node injects a head of message 2 of 0 flits; a message has 1 to 1073741824");
  other = flit_of(2, 0);
  other.data[1] = 1 << 5 | 9;
  expect({other}, 1, "the open node injects a head of message 2 that goes by port 9 of 5");
  other.data[1] = 1 << 5 | 2;
  expect({other}, 1, "the open node injects a head of message 2 without a segment that names a local port");
  other.data[1] = 1 << 5 | 4;
  expect({other}, 1, "the open node injects a head of message 2 whose route ends at its source");
  expect({flit_of(2, 0), flit_of(2, 1), flit_of(2, 2), flit_of(2, 0)}, 4,
         "the open node injects a head of message 2 whose number a message under way has");
  expect({flit_of(2, 0), flit_of(2, 2)}, 2,
         "the open node's network interface sends flit 2, a tail, of message 2, which has 3 flits; flit 1 is "
         "the "
         "next");
  expect({flit_of(2, 1)}, 1, "a flit of message 2 left port 5 that no node sent");
  std::vector<Forward> many;
  for (std::uint32_t index = 0; index < 9; ++index) many.push_back(flit_of(2, index, 9));
  TorusOptions small = options;
  small.network.hardware.reserve = 1;
  EXPECT_EQ(
      said({many, {}}, small),
      fmt::format(fmt::runtime(in_cycle), 2,
                  "the open node's network interface sends flit 1 of message 2 on virtual channel 0, which "
                  "has no credit"));
  const auto answer = [&](const Backward& back, const char* text) {
    EXPECT_EQ(said({{}, {back}}, options), fmt::format(fmt::runtime(in_cycle), 1, text));
  };
  answer({.credit = true, .credit_vc = 2},
         "the open node's network interface sends a credit for virtual channel 2, although none is due");
  answer({.ack = true, .ack_vc = 0},
         "the open node's network interface sends an ack for virtual channel 0, although none is due");
}

TEST(OpenNodes, BadUseIsRefused) {
  const KernelSession session;
  const auto report = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const sc_core::sc_report& found) {
      return found.get_msg();
    }
    return "nothing";
  };
  TorusOptions options = with_open_node(5);
  const sc_core::sc_clock clock("clock", sc_time(1, SC_NS));
  Torus torus("torus", options, clock);
  const char* const open = "torus: node 5 is open: its network interface is the design's";
  EXPECT_EQ(report([&] { torus.node(5); }), open);
  EXPECT_EQ(report([&] { torus.target_socket(5); }), open);
  EXPECT_EQ(report([&] { torus.initiator_socket(5); }), open);
  EXPECT_EQ(report([&] { torus.open_pins(6); }),
            "torus: node 6 is not open; TorusOptions::open_nodes opens it");
  EXPECT_EQ(report([&] { torus.open_pins(5, 1); }),
            "torus: there is no local channel 1; a node has channels 0 to 0");
  EXPECT_EQ(report([&] { torus.reserve_numbers(0); }), "torus: 0 numbers; 1 to 2147483648 can be reserved");
  options.open_nodes = {16};
  EXPECT_EQ(report([&] { Torus("a", options, clock); }),
            "a: open_nodes: there is no node 16; torus:4x4 has nodes 0 to 15");
  options.network.threads = 2;
  EXPECT_EQ(report([&] { Torus("b", options, clock); }), "b: threads 2: a network at the pins level has one");
  options.network.level = Level::kFast;
  EXPECT_EQ(report([&] { Torus("c", options, clock); }),
            "c: open_nodes: open nodes have pins, so network.level must be Level::kPins");
  options = with_open_node(5);
  EXPECT_EQ(report([&] { Torus("d", options, sc_time(1, SC_NS)); }),
            "d: open_nodes: their network interfaces need a clock; construct the torus with that sc_clock");
}

TEST(OpenNodes, ElaborationWithoutAnInterfaceIsRefused) {
  const KernelSession session;
  const sc_core::sc_clock clock("clock", sc_time(1, SC_NS));
  Torus torus("torus", with_open_node(5), clock);
  const test::Reports reports;
  EXPECT_THROW(sc_core::sc_start(sc_time(10, SC_NS)), InputError);
  EXPECT_EQ(test::Reports::take(),
            std::vector<std::string>{
                "/torusim/use: torus: node 5 is open, and no network interface is connected to its pins"});
}

}  // namespace
}  // namespace torusim::sysc
