// Chakra traces as programs: what their collectives become.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>

#include "schedules/algorithms/best_exchange.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/error.h"
#include "testbench/tests/chakra/trace_programs.h"

namespace torusim {
namespace {

using test::cycles_of;
using test::error_of;
using test::everywhere;
using test::NodeMessage;
using test::placed;
using test::program_on;
using test::Ranks;
using test::refusal;

struct Sent {
  std::int64_t messages = 0, longest = 0, bytes = 0;
  bool operator==(const Sent&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Sent& sent) {
  return out << sent.messages << " messages, " << sent.longest << ", " << sent.bytes;
}

Sent sent_by(const Program& program, std::int32_t rank) {
  Sent sent;
  for (const Operation& operation : program.operations) {
    if (operation.kind != Operation::Kind::kSend || operation.rank != rank) continue;
    ++sent.messages;
    sent.longest = std::max(sent.longest, operation.size);
    sent.bytes += operation.size;
  }
  return sent;
}

std::string note_of(const ChakraProgram& program, const std::string& operation) {
  for (const std::string& note : program.notes) {
    if (note.starts_with(operation + ": ")) return note.substr(operation.size() + 2);
  }
  return "";
}

/// What ranks send by definition: of n ranks, s bytes of comm_size.
RC_GTEST_PROP(ChakraCollective, SendsWhatItsSizeMeans, ()) {
  const auto n = *rc::gen::inRange<std::int64_t>(2, 12);
  const auto share = *rc::gen::inRange<std::int64_t>(1, 2000);
  const std::int64_t s = n * share;
  const Topology topology = Topology::parse(fmt::format("ring:{}", n));
  const bool pairs = *rc::gen::arbitrary<bool>();
  ChakraOptions options;
  options.collectives =
      CollectiveChoice(pairs ? "all-reduce=pairs,all-gather=pairs,reduce-scatter=pairs,all-to-all=pairs"
                             : "all-reduce=ring,all-gather=ring,reduce-scatter=ring,all-to-all=pairs");
  const auto sent = [&](int kind) {
    const auto ranks = everywhere(static_cast<int>(n), {NodeMessage::collective(1, kind, std::uint64_t(s))});
    const Program program = program_on(topology, ranks, options).program;
    RC_ASSERT(check_program(program, 65535).violation_count == 0);
    return sent_by(program, 0);
  };
  RC_ASSERT(sent(0) == (Sent{2 * (n - 1), share, 2 * (n - 1) * share}));
  RC_ASSERT(sent(2) == (Sent{n - 1, s, (n - 1) * s}));
  RC_ASSERT(sent(6) == (Sent{n - 1, share, (n - 1) * share}));
  RC_ASSERT(sent(7) == (Sent{n - 1, share, (n - 1) * share}));
  RC_ASSERT(sent(9) == (Sent{static_cast<std::int64_t>(std::bit_width(std::uint64_t(n - 1))), 0, 0}));
}

/// A collective of all ranks takes the cycles of its algorithm, and every flit arrives when it does there.
RC_GTEST_PROP(ChakraCollective, RunsAsItsAlgorithm, ()) {
  struct Case {
    int kind;
    const char *operation, *algorithm, *collective;
  };
  const Case each = *rc::gen::element(
      Case{0, "all-reduce", "bucket", "all-reduce"}, Case{0, "all-reduce", "swing", "all-reduce"},
      Case{0, "all-reduce", "gossip-ti", "all-reduce"}, Case{0, "all-reduce", "ring-reduce", "all-reduce"},
      Case{2, "all-gather", "bucket", "gossip"}, Case{2, "all-gather", "gossip-ti", "gossip"},
      Case{7, "reduce-scatter", "bucket", "reduce-scatter"}, Case{6, "all-to-all", "direct", ""},
      Case{6, "all-to-all", "exchange", ""}, Case{6, "all-to-all", "ring-direct", ""});
  const Topology topology =
      Topology::parse(*rc::gen::element<std::string>("torus:4x4", "ring:4", "torus:4x8", "torus:4x8~x+y4"));
  RC_PRE(!topology.twisted() || find_algorithm(each.algorithm).twisted);
  AlgorithmOptions with;
  if (*each.collective != '\0') with["collective"] = each.collective;
  RunOptions options;
  options.block_flits = *rc::gen::inRange(1, 20);
  options.startup = *rc::gen::inRange(0, 9);
  if (std::string(each.algorithm) == "exchange") {
    with["block"] = std::to_string(options.block_flits);
    with["startup"] = std::to_string(options.startup);
  }
  auto schedule = make_schedule(each.algorithm, topology, with);
  const ScheduleInfo& info = schedule->info();
  const std::int64_t parts = each.kind == 6   ? topology.nodes()
                             : each.kind == 2 ? info.collective.pieces
                                              : info.collective.chunks(topology);
  options.sync = Synchronisation::kNone;
  options.hardware.topology = topology;
  options.hardware.alpha = *rc::gen::inRange(1, info.ports + 1);
  options.hardware.lanes = 2;
  ChakraOptions choice;
  choice.startup = options.startup;
  choice.alpha = options.hardware.alpha;
  choice.collectives = CollectiveChoice(fmt::format("{}={}", each.operation, each.algorithm));
  const auto size = std::uint64_t(parts) * std::uint64_t(options.block_flits);
  ProgramSchedule program =
      placed(program_on(topology, everywhere(topology.nodes(), {NodeMessage::collective(1, each.kind, size)}),
                        choice),
             topology);
  RC_ASSERT(program.info().ports == default_channels(*schedule));
  const RunResult expected = simulate(*schedule, options);
  const RunResult result = simulate(program, options);
  RC_ASSERT(result.verdict == expected.verdict);
  RC_ASSERT(result.cycles == expected.cycles);
  RC_ASSERT(result.ejection_hash == expected.ejection_hash);
}

// A result records the ports, and is repeated with them: pairs, too, use the ports of the all-reduce.
TEST(ChakraCollective, PortsOfAllAreThoseOfEach) {
  const Topology topology = Topology::parse("torus:4x4");
  const Ranks ranks =
      everywhere(16, {NodeMessage::collective(1, 0, 1600), NodeMessage::collective(2, 6, 1600).after({1})});
  ChakraOptions options;
  options.collectives = CollectiveChoice("all-to-all=pairs");
  const auto result = [&] {
    const ChakraProgram made = program_on(topology, ranks, options);
    ProgramSchedule program = placed(made, topology);
    options.alpha = program.info().ports;
    RunOptions run;
    run.sync = Synchronisation::kNone;
    run.hardware.topology = topology;
    run.hardware.alpha = options.alpha;
    run.hardware.lanes = 2;
    return fmt::format("{} {:x}", fmt::join(made.notes, "; "), simulate(program, run).ejection_hash);
  };
  const std::string automatic = result();
  EXPECT_EQ(options.alpha, 4);
  EXPECT_NE(automatic.find("4 at once"), std::string::npos) << automatic;
  EXPECT_EQ(result(), automatic);
}

TEST(ChakraGroup, ChoosesAnAlgorithmByItsNodes) {
  const Topology topology = Topology::parse("torus:4x4");
  const auto of = [&](const std::string& ranks, const std::vector<int>& members, const std::string& choice) {
    const NodeMessage groups =
        NodeMessage::metadata(0).values("['[{\"pg_name\": \"7\", \"ranks\": [" + ranks + "]}]']");
    Ranks all = everywhere(16, {});
    for (const int member : members) {
      all[std::size_t(member)] = {groups, NodeMessage::collective(1, 0, 4096).group("7")};
    }
    ChakraOptions options;
    options.collectives = CollectiveChoice(choice);
    return note_of(program_on(topology, all, options), "all-reduce");
  };
  const std::string one = " (1 collective of 1 group)";
  EXPECT_EQ(of("4,5,6,7", {4, 5, 6, 7}, "auto"), "bucket on ring:4" + one);
  EXPECT_EQ(of("1,5,9,13", {1, 5, 9, 13}, "all-reduce=swing"), "swing on ring:4" + one);
  EXPECT_EQ(of("5,6,9,10", {5, 6, 9, 10}, "all-reduce=tree"), "tree on mesh:2x2" + one);
  EXPECT_EQ(of("0,2,8,10", {0, 2, 8, 10}, "auto"), "ring of its ranks: its nodes are no torus or mesh" + one);
  EXPECT_EQ(of("4,5,6,7", {4, 5, 6, 7}, "all-reduce=trivance"),
            "ring of its ranks: trivance does not run on ring:4" + one);
}

/// Algorithms of the untwisted torus were taken: their routes end at other nodes.
TEST(ChakraGroup, RunsOnTwistedToriAndTheirLines) {
  const Topology topology = Topology::parse("torus:4x8~x+y4");  // the seam of x shifts y
  const auto of = [&](int kind, std::vector<std::uint64_t> dims, const char* operation) {
    const Ranks ranks = everywhere(32, {NodeMessage::collective(1, kind, 6400).involved(dims)});
    EXPECT_GT(cycles_of(topology, ranks), 0);
    return note_of(program_on(topology, ranks), operation);
  };
  const std::string one = " (1 collective of 1 group)", name = topology.name();
  EXPECT_EQ(of(0, {1, 1}, "all-reduce"), "ring-reduce on " + name + one);
  EXPECT_EQ(of(2, {1, 1}, "all-gather"), "ring-reduce on " + name + one);
  EXPECT_EQ(of(6, {1, 1}, "all-to-all"), "exchange (ring-pass) on " + name + one);
  EXPECT_EQ(of(0, {1, 0}, "all-reduce"), "bucket on ring:8 (4 collectives of 4 groups)");
  EXPECT_EQ(of(6, {0, 1}, "all-to-all"), "exchange (ring-pass) on path:4 (8 collectives of 8 groups)");
  const Topology untwisted = Topology::parse("torus:4x8");
  const auto program = [&] {
    return program_on(untwisted, everywhere(32, {NodeMessage::collective(1, 0, 64)}));
  };
  EXPECT_EQ(
      refusal([&] { placed(program(), topology); }),
      "send of 4 bytes from rank 0 to 24, message 64 of the collectives (t.0.et, node 1): its route -x1 on "
      "torus:4x8~x+y4 ends at (3,4), not at (3,0)");
}

TEST(ChakraGroup, BroadcastsFromANamedRoot) {
  const Topology topology = Topology::parse("torus:2x2");
  ChakraOptions options;
  options.groups = {{"9", {0, 2}}, {"8", {0, 1, 3}}};
  const auto broadcast = [](const char* group, std::uint64_t root) {
    return NodeMessage::collective(1, 5, 4096).group(group).integer("root_rank", root);
  };
  const auto sends = [&](const Ranks& ranks, std::int32_t root) {
    EXPECT_GT(cycles_of(topology, ranks, options), 4096);
    const ChakraProgram made = program_on(topology, ranks, options);
    EXPECT_GT(sent_by(made.program, root).bytes, 0);
    return note_of(made, "broadcast");
  };
  const std::string one = " (1 collective of 1 group)";
  EXPECT_EQ(sends({{broadcast("9", 2)}, {}, {broadcast("9", 2)}, {}}, 2), "broadcast on ring:2" + one);
  EXPECT_EQ(sends(everywhere(4, {broadcast("0", 3)}), 3), "broadcast on torus:2x2" + one);
  EXPECT_EQ(sends({{broadcast("8", 1)}, {broadcast("8", 1)}, {}, {broadcast("8", 1)}}, 1),
            "pairs of its ranks: its nodes are no torus or mesh" + one);
  Ranks unequal = everywhere(4, {broadcast("0", 3)});
  unequal[2] = {broadcast("0", 1)};
  EXPECT_EQ(error_of(topology, unequal, options),
            "t.2.et, node 1: its root is rank 1; another rank has rank 3, in its node 1");
}

TEST(ChakraGroup, PairsAreAtOnceWherePortsAllow) {
  const Topology topology = Topology::parse("complete:8");
  ChakraOptions options;
  options.collectives = CollectiveChoice("all-reduce=pairs");
  const Ranks ranks = everywhere(8, {NodeMessage::collective(1, 0, 8192)});
  EXPECT_EQ(cycles_of(topology, ranks, options), 14420);  // 2 x 7 messages of 1024 flits
  options.alpha = 7;
  EXPECT_EQ(cycles_of(topology, ranks, options), 2060);
}

TEST(ChakraGroup, InvolvedDimensionsAreSlices) {
  // Dimension 0 of a trace is the one along which ranks are consecutive.
  const Topology topology = Topology::parse("torus:3x4");
  const auto of = [&](std::vector<std::uint64_t> dims) {
    return note_of(program_on(topology, everywhere(12, {NodeMessage::collective(1, 2, 64).involved(dims)})),
                   "all-gather");
  };
  EXPECT_EQ(of({1, 0}), "bucket on ring:4 (3 collectives of 3 groups)");
  EXPECT_EQ(of({0, 1}), "bucket on ring:3 (4 collectives of 4 groups)");
  EXPECT_EQ(of({1, 1}), "bucket on torus:3x4 (1 collective of 1 group)");
  EXPECT_EQ(of({1, 1, 1, 1}), "bucket on torus:3x4 (1 collective of 1 group)");
  EXPECT_NE(error_of(topology, everywhere(12, {NodeMessage::collective(1, 2, 64).involved({1, 0, 1})}))
                .find("involved_dim names 2 of 3 dimensions"),
            std::string::npos);
}

TEST(ChakraGroup, ErrorsNameTheNode) {
  const Topology ring = Topology::parse("ring:4");
  const auto collective = [](int kind, std::uint64_t size) { return NodeMessage::collective(3, kind, size); };
  EXPECT_EQ(
      error_of(ring, everywhere(4, {collective(0, 8).group("5")})),
      "t.0.et, node 3: process group \"5\" is in no metadata node; --groups FILE names the ranks of groups");
  ChakraOptions groups;
  groups.groups = {{"5", {1, 2}}};
  EXPECT_EQ(error_of(ring, everywhere(4, {collective(0, 8).group("5")}), groups),
            "t.0.et, node 3: rank 0 is not in its process group \"5\"");
  groups.groups = {{"5", {0, 9}}};
  EXPECT_EQ(error_of(ring, everywhere(4, {collective(0, 8).group("5")}), groups),
            "t.0.et, node 3: process group \"5\" has rank 9, and there are ranks 0..3");
  Ranks unequal = everywhere(4, {collective(0, 8)});
  unequal[2] = {collective(0, 16)};
  EXPECT_EQ(
      error_of(ring, unequal),
      "t.2.et, node 3: all-reduce of 16 bytes, the 1. collective of its group of 4 ranks; another rank has "
      "all-reduce of 8 bytes there, in its node 3");
  unequal[2] = {};
  EXPECT_EQ(error_of(ring, unequal),
            "t.2.et: 0 collectives of a group of 4 ranks, and another of its ranks has 1");
}

TEST(CollectiveChoice, RefusesWhatIsNone) {
  for (const char* bad : {"", "all-reduce", "swing", "all-reduce=none", "all-reduce=t4", "all-to-all=ring",
                          "all-reduce=ring,all-reduce=ring", "broadcast=swing", "all-reduce=ring,"}) {
    EXPECT_THROW(CollectiveChoice{bad}, UsageError) << bad;
  }
  EXPECT_EQ(CollectiveChoice("all-reduce=swing").of(GroupOperation::kAllReduce), "swing");
  EXPECT_EQ(CollectiveChoice("all-reduce=swing").of(GroupOperation::kAllGather), "auto");
}

}  // namespace
}  // namespace torusim
