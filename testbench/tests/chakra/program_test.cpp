// Chakra traces as programs: what waits for what, and what runs at once.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>
#include <set>

#include "models/run/program_time.h"
#include "schedules/core/error.h"
#include "testbench/tests/chakra/trace_programs.h"
#include "testbench/tests/models/result_text.h"

namespace torusim {
namespace {

using test::cycles_of;
using test::error_of;
using test::everywhere;
using test::NodeMessage;
using test::options_on;
using test::placed;
using test::program_on;
using test::Ranks;
using test::result_text;

const Topology kTwo = Topology::parse("ring:2");

TEST(ChakraProgram, TakesMicrosecondsAndAtLeastANanosecond) {
  EXPECT_EQ(cycles_of(kTwo, {{NodeMessage::compute(1, 3)}, {}}), 3000);
  EXPECT_EQ(cycles_of(kTwo, {{NodeMessage::compute(1, 0)}, {}}), 1);
  EXPECT_EQ(cycles_of(kTwo, {{NodeMessage::compute(1, 3), NodeMessage::compute(2, 4)}, {}}), 7000);
  EXPECT_EQ(cycles_of(kTwo, {{NodeMessage::compute(1, 3), NodeMessage::compute(2, 4).cpu()}, {}}), 4000);
}

TEST(ChakraProgram, DataBindControlOnlyIfAsked) {
  const Ranks data{{NodeMessage::compute(1, 3), NodeMessage::compute(2, 4).cpu().after({1})}, {}};
  EXPECT_EQ(cycles_of(kTwo, data), 7000);
  const Ranks control{{NodeMessage::compute(1, 3), NodeMessage::compute(2, 4).cpu().after_control(1)}, {}};
  EXPECT_EQ(cycles_of(kTwo, control), 4000);
  ChakraOptions both;
  both.control = true;
  EXPECT_EQ(cycles_of(kTwo, control, both), 7000);
}

TEST(ChakraProgram, AbsentNodesCountAsMet) {
  const Ranks ranks{{NodeMessage::compute(1, 3).after({5, 6}), NodeMessage::compute(2, 1).after({1, 99})},
                    {}};
  EXPECT_EQ(cycles_of(kTwo, ranks), 4000);
  const auto notes = program_on(kTwo, ranks).notes;
  EXPECT_NE(std::find(notes.begin(), notes.end(), "3 dependences on nodes that do not exist count as met"),
            notes.end());
}

/// Node 9 waits for the unit from the start, node 3 later, and node 3 goes first.
TEST(ChakraProgram, ReadyNodesTakeTurnsByTheirIds) {
  const std::vector<NodeMessage> nodes{NodeMessage::compute(0, 10), NodeMessage::compute(1, 4).cpu(),
                                       NodeMessage::compute(9, 5), NodeMessage::compute(3, 5).after({1}),
                                       NodeMessage::compute(20, 100).cpu().after({3})};
  EXPECT_EQ(cycles_of(kTwo, {nodes, {}}), 115000);
}

/// Ring-wise all-reduces of 2 ranks: each takes 2 messages one after the other on a rank.
TEST(ChakraProgram, OneCommunicationAtATimeButReceivesAreFree) {
  ChakraOptions ring;
  ring.collectives = CollectiveChoice("all-reduce=ring");
  const NodeMessage first = NodeMessage::collective(1, 0, 2000);
  const Cycle one = cycles_of(kTwo, everywhere(2, {first}), ring);
  EXPECT_EQ(one % 2, 0);
  EXPECT_GT(one, 2000);
  EXPECT_EQ(cycles_of(kTwo, everywhere(2, {first, NodeMessage::collective(2, 0, 2000)}), ring), 2 * one);
  // Two sends of a rank take turns; a receive that waits delays no operation.
  const Ranks sends{
      {NodeMessage::receive(0, 1, 9), NodeMessage::send(1, 1, 1000), NodeMessage::send(2, 1, 1000)},
      {NodeMessage::receive(1, 0, 1000), NodeMessage::receive(2, 0, 1000).after({1}),
       NodeMessage::send(3, 0, 9).after({2})}};
  const Ranks single{{NodeMessage::receive(0, 1, 9), NodeMessage::send(1, 1, 1000)},
                     {NodeMessage::receive(1, 0, 1000), NodeMessage::send(3, 0, 9).after({1})}};
  const Cycle both = cycles_of(kTwo, sends), alone = cycles_of(kTwo, single);
  EXPECT_GE(both - alone, 1000);
  EXPECT_LE(both - alone, 1010);
}

/// Messages of collectives have the first numbers, other sends the next ones. Errors name the node of the
/// trace.
TEST(ChakraProgram, MessagesHaveNumbersAndNodes) {
  const NodeMessage reduction = NodeMessage::collective(1, 0, 2000);
  const Program program = program_on(kTwo, {{reduction, NodeMessage::send(5, 1, 10)},
                                            {NodeMessage::receive(7, 0, 10), reduction}})
                              .program;
  std::set<std::uint32_t> numbers;
  for (OperationId id = 0; id < program.operations.size(); ++id) {
    const Operation& operation = program.operations[id];
    if (operation.kind != Operation::Kind::kSend) continue;
    EXPECT_TRUE(numbers.insert(operation.message).second) << program.describe(id);
    const char* const node = operation.size == 10 ? "t.0.et, node 5" : ".et, node 1";
    EXPECT_NE(program.describe(id).find(node), std::string::npos) << program.describe(id);
  }
  EXPECT_EQ(numbers.size(), program.messages);
  EXPECT_EQ(*numbers.rbegin() + 1, program.messages);
}

/// A communication that has begun keeps others waiting, even of other ranks.
TEST(ChakraProgram, ACollectiveWaitsForItsLastRank) {
  ChakraOptions ring;
  ring.collectives = CollectiveChoice("all-reduce=ring");
  const Cycle one = cycles_of(kTwo, everywhere(2, {NodeMessage::collective(1, 0, 2000)}), ring);
  const Ranks late{{NodeMessage::collective(1, 0, 2000)},
                   {NodeMessage::compute(0, 50), NodeMessage::collective(1, 0, 2000).after({0})}};
  const Cycle waits = cycles_of(kTwo, late, ring);
  EXPECT_GT(waits, 50000);
  EXPECT_LE(waits, 50000 + one);
}

/// Each rank begins with another group, and keeps its communication until the other one comes.
TEST(ChakraProgram, GroupsInDifferentOrdersWaitForEver) {
  ChakraOptions options;
  options.groups = {{"a", {0, 1}}, {"b", {1, 0}}};
  const auto in = [](std::uint64_t id, const char* group) {
    return NodeMessage::collective(id, 0, 64).group(group);
  };
  ProgramSchedule schedule =
      placed(program_on(kTwo, {{in(1, "a"), in(2, "b")}, {in(1, "b"), in(2, "a")}}, options), kTwo);
  EXPECT_TRUE(check_program(schedule.program(), 65535).correct());  // it has no turns
  const RunResult result = simulate(schedule, options_on(kTwo, schedule.info().ports));
  EXPECT_EQ(result.verdict, Verdict::kDeadlock);
  const std::string turn =
      "the beginning of the communication of rank 1 (t.1.et, node 2) waits for another "
      "communication of its rank";
  EXPECT_NE(std::find(result.findings.begin(), result.findings.end(), turn), result.findings.end());
}

TEST(ChakraProgram, RefusesByName) {
  const auto of = [&](NodeMessage node) { return error_of(kTwo, {{std::move(node)}, {}}); };
  EXPECT_EQ(of(NodeMessage(3, 2)),
            "t.0.et, node 3: MEM_LOAD_NODE: there is no remote memory; it is not modelled");
  EXPECT_EQ(of(NodeMessage::collective(3, 1, 8)),
            "t.0.et, node 3: the collective REDUCE, which this program does not run; it runs ALL_REDUCE, "
            "ALL_GATHER, ALL_TO_ALL, REDUCE_SCATTER, BROADCAST and BARRIER");
  EXPECT_EQ(of(NodeMessage::collective(3, 5, 8)),
            "t.0.et, node 3: BROADCAST without a root; the attribute root_rank or comm_root names its rank");
  EXPECT_EQ(of(NodeMessage::collective(3, 5, 8).integer("root_rank", 7)),
            "t.0.et, node 3: its root, rank 7, is not in its process group");
  EXPECT_EQ(of(NodeMessage(3, 7)), "t.0.et, node 3: COMM_COLL_NODE without the attribute comm_type");
  EXPECT_EQ(of(NodeMessage(3, 5).integer("comm_size", 4)),
            "t.0.et, node 3: COMM_SEND_NODE without the attribute comm_dst");
  EXPECT_EQ(of(NodeMessage::send(3, 2, 4)), "t.0.et, node 3: rank 2 is outside 0..1");
  EXPECT_EQ(of(NodeMessage::send(3, 1, 4).integer("comm_src", 1)),
            "t.0.et, node 3: comm_src is 1, in the trace of rank 0");
  EXPECT_EQ(of(NodeMessage::compute(3, UINT64_MAX)),
            "t.0.et, node 3: a duration of 18446744073709551615 us is too long");
}

/// Every rank does the collectives of its groups in the same order, with computations and messages between.
Ranks random_ranks(int nodes, unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  Ranks ranks(static_cast<std::size_t>(nodes));
  std::uint64_t id = 0;
  const auto add = [&](int rank, NodeMessage node) {
    auto& row = ranks[static_cast<std::size_t>(rank)];
    if (!row.empty()) node.after({id - 1 - std::uint64_t(below(3))});  // some exist, in order
    row.push_back(node);
  };
  for (int left = 12; left > 0; --left, ++id) {
    const int what = below(4);
    if (what == 0) {
      const int kinds[] = {0, 2, 6, 7, 9};
      const int kind = kinds[below(5)];
      const auto size = std::uint64_t(below(300));
      for (int rank = 0; rank < nodes; ++rank) add(rank, NodeMessage::collective(id, kind, size));
    } else if (what == 1) {
      const int from = below(nodes), to = (from + 1 + below(nodes - 1)) % nodes;
      const auto size = std::uint64_t(below(100));
      add(from, NodeMessage::send(id, to, size, left));
      add(to, NodeMessage::receive(id, from, size, left));
    } else {
      NodeMessage node = NodeMessage::compute(id, 0);
      add(below(nodes), what == 2 ? node.cpu() : node);
    }
  }
  return ranks;
}

RC_GTEST_PROP(ChakraLevels, FastAndPinsAreEqual, ()) {
  const Topology topology =
      Topology::parse(*rc::gen::element<std::string>("torus:2x3", "ring:5", "mesh:2x2"));
  ProgramSchedule program =
      placed(program_on(topology, random_ranks(topology.nodes(), *rc::gen::arbitrary<unsigned>())), topology);
  RC_ASSERT(check_program(program.program(), 65535).violation_count == 0);
  RunOptions options = options_on(topology, program.info().ports);
  options.hardware.lanes = 2;
  options.startup = *rc::gen::inRange(0, 5);
  options.level = Level::kFast;
  const RunResult fast = simulate(program, options);
  options.level = Level::kPins;
  const RunResult pins = simulate(program, options);
  RC_ASSERT(result_text(fast) == result_text(pins));
}

}  // namespace
}  // namespace torusim
