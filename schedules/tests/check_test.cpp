// The checker: clean on correct schedules, and agreed with by a plain simulation that lists every block.
#include "schedules/check/check.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "schedules/algorithms/registry.h"
#include "schedules/check/program_check.h"
#include "schedules/core/program.h"
#include "schedules/tests/random_program.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

CheckReport report_of(const std::string& name, const std::string& shape,
                      const AlgorithmOptions& options = {}) {
  return check(*make_schedule(name, Topology::parse(shape), options));
}

std::string first_text(const CheckReport& report) {
  return report.violations.empty() ? "correct" : report.violations.front().text;
}

TEST(Check, CorrectSchedulesAreClean) {
  for (const char* rule : {"A", "S", "E", "F"}) {
    for (const char* completion : {"fold", "split", "seq"}) {
      const AlgorithmOptions options{{"rule", rule}, {"completion", completion}};
      for (int n = 2; n <= 41; ++n) {
        const CheckReport report = report_of("ring-gs", "ring:" + std::to_string(n), options);
        EXPECT_TRUE(report.correct()) << n << rule << completion << ": " << first_text(report);
        EXPECT_TRUE(report.cycles.overall.empty());
      }
    }
  }
  const std::vector<std::pair<const char*, const char*>> cases{
      {"t1", "torus:8x16"},    {"t1", "torus:6x9"},     {"t1", "torus:7x7"},       {"t1", "torus:2x3"},
      {"t4", "torus:2x2"},     {"t4", "torus:2x6"},     {"t4", "torus:8x8"},       {"t4", "torus:16x16"},
      {"t4", "torus:32x32"},   {"t4", "torus:64x64"},   {"t4", "torus:12x20"},     {"t4", "torus:10x16"},
      {"c1", "torus:3x4x5"},   {"c1", "torus:4x8x16"},  {"c1", "torus:2x3x2x3"},   {"c1", "torus:5x5x5"},
      {"c64", "torus:4x4x4"},  {"c64", "torus:8x8x8"},  {"c64", "torus:12x12x12"}, {"c64", "torus:16x16x16"},
      {"c64", "torus:4x8x20"}, {"direct", "torus:5x6"}, {"direct", "mesh:4x7"},    {"direct", "torus:6x4m"}};
  for (const auto& [name, shape] : cases) {
    const CheckReport report = report_of(name, shape);
    EXPECT_TRUE(report.correct()) << name << ' ' << shape << ": " << first_text(report);
  }
}

// 32768 nodes and 2^30 blocks: under two seconds and 60 MB when this was written.
TEST(Check, C64OfTheSmallestSizeOfTheoremThree) {
  const CheckReport report = report_of("c64", "torus:32x32x32");
  EXPECT_TRUE(report.correct()) << first_text(report);
  EXPECT_EQ(report.cost, (Cost{25, 376832}));
}

/// Block by block: where every block is at the end. Empty if a block is sent by a node that does not hold it.
std::vector<std::set<std::pair<NodeId, NodeId>>> plain_run(Schedule& schedule) {
  const Topology& topology = schedule.info().topology;
  std::vector<std::set<std::pair<NodeId, NodeId>>> held(topology.nodes());
  for (NodeId s = 0; s < topology.nodes(); ++s) {
    for (NodeId t = 0; t < topology.nodes(); ++t) held[s].insert({s, t});
  }
  schedule.rewind();
  bool complete = true;
  for (Phase phase; schedule.next(phase);) {
    for (const Transfer& transfer : phase.transfers) {
      transfer.blocks.for_each(topology, [&](Block b) {
        complete = complete && held[transfer.source].erase({b.source, b.destination}) == 1;
      });
    }
    for (const Transfer& transfer : phase.transfers) {
      transfer.blocks.for_each(topology, [&](Block b) {
        held[transfer.destination].insert({b.source, b.destination});
      });
    }
  }
  schedule.rewind();
  if (!complete) held.clear();
  return held;
}

/// A random algorithm on a random shape of at most `most` nodes that it runs on.
std::unique_ptr<Schedule> arbitrary_schedule(int most) {
  const std::string name = *rc::gen::elementOf(std::vector<std::string>{"ring-gs", "t1", "t4", "c1", "c64"});
  const int k = name == "t4" ? 2 : name == "c64" ? 4 : 1;
  const int dimensions = name == "ring-gs" ? 1
                         : name == "c64"   ? 3
                         : name == "c1"    ? *rc::gen::inRange(1, 5)
                                           : 2;
  std::vector<Dimension> sides;
  int left = most;
  for (int d = 0; d < dimensions; ++d) {
    int largest = left / k;
    for (int rest = d + 1; rest < dimensions; ++rest) largest /= std::max(2, k);
    const int smallest = k == 1 ? 2 : 1;
    const int side = k * *rc::gen::inRange(smallest, std::max(smallest, std::min(largest, 40)) + 1);
    sides.push_back({side, Line::kRing});
    left /= side;
  }
  return make_schedule(
      name, Topology(sides),
      {{"rule", *rc::gen::elementOf(std::vector<std::string>{"auto", "A", "S", "E", "F"})},
       {"completion", *rc::gen::elementOf(std::vector<std::string>{"fold", "split", "seq"})}});
}

RC_GTEST_PROP(Check, RandomShapesAreCorrectBlockByBlock, ()) {
  const auto schedule = arbitrary_schedule(128);
  const Topology& topology = schedule->info().topology;
  const CheckReport report = check(*schedule);
  RC_LOG() << schedule->info().generator << ": " << first_text(report);
  RC_ASSERT(report.correct());
  const auto held = plain_run(*schedule);
  RC_ASSERT(!held.empty());
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    RC_ASSERT(static_cast<NodeId>(held[node].size()) == topology.nodes());
    for (const auto& block : held[node]) RC_ASSERT(block.second == node);
  }
}

RC_GTEST_PROP(Check, LargerRandomShapesAreCorrect, ()) {
  const auto schedule = arbitrary_schedule(4000);
  const CheckReport report = check(*schedule);
  RC_LOG() << schedule->info().generator << ": " << first_text(report);
  RC_ASSERT(report.correct());
  RC_ASSERT(report.cost.blocks >= lower_bounds(schedule->info().topology).blocks() - 1e-6);
}

// Without dilation every block takes a shortest path; dilation makes some go one node too far and back.
TEST(Check, CountsHopsOfBlocks) {
  const auto distances = [](const std::string& shape) {
    const Topology topology = Topology::parse(shape);
    return lower_bounds(topology).link_blocks * static_cast<double>(topology.channels());
  };
  EXPECT_DOUBLE_EQ(report_of("t1", "torus:6x9").block_hops, distances("torus:6x9"));
  EXPECT_DOUBLE_EQ(report_of("direct", "mesh:4x7").block_hops, distances("mesh:4x7"));
  EXPECT_GT(report_of("t4", "torus:8x8").block_hops, distances("torus:8x8"));
}

/// A schedule of one phase on a small topology, and what is said about it.
std::vector<ViolationKind> kinds_of(const std::string& shape, std::vector<Transfer> transfers,
                                    Claims claims = {}, std::vector<std::string>* texts = nullptr) {
  ScheduleInfo info;
  info.topology = Topology::parse(shape);
  info.claims = claims;
  Phase phase;
  phase.name = "P";
  phase.transfers = std::move(transfers);
  StoredSchedule schedule(info, {phase});
  std::vector<ViolationKind> kinds;
  for (const Violation& violation : check(schedule, {.keep = 1000}).violations) {
    if (violation.kind == ViolationKind::kNotDelivered) continue;
    kinds.push_back(violation.kind);
    if (texts != nullptr) texts->push_back(violation.text);
  }
  return kinds;
}

Transfer transfer(const Topology& topology, NodeId from, NodeId to, Route route, std::vector<Block> blocks) {
  Transfer result{
      .source = from, .destination = to, .route = route, .blocks = BlockSet(topology.dimensions())};
  for (const Block& block : blocks) result.blocks.add(topology, block);
  return result;
}

TEST(Check, NamesEachKindOfViolation) {
  using Kinds = std::vector<ViolationKind>;
  const Topology torus = Topology::parse("torus:4x4");
  const Topology mesh = Topology::parse("mesh:4x4");
  const Transfer fine = transfer(torus, 0, 1, {{1, 1}}, {{0, 1}});
  EXPECT_EQ(kinds_of("torus:4x4", {fine}), Kinds{});
  EXPECT_EQ(kinds_of("torus:4x4", {transfer(torus, 0, 1, {{1, 2}}, {{0, 1}})}), Kinds{ViolationKind::kRoute});
  EXPECT_EQ(kinds_of("mesh:4x4", {transfer(mesh, 0, 3, {{1, -1}}, {{0, 3}})}), Kinds{ViolationKind::kRoute});
  EXPECT_EQ(kinds_of("torus:4x4", {transfer(torus, 0, 1, {{2, 1}}, {{0, 1}})}), Kinds{ViolationKind::kRoute});
  EXPECT_EQ((Route{{2, 1}, {1, -1}}).hops(torus), 2);
  EXPECT_EQ(kinds_of("torus:4x4", {transfer(torus, 0, 1, {{1, -3}}, {{0, 1}})}, {.shortest_paths = true}),
            Kinds{ViolationKind::kNotShortest});
  EXPECT_EQ(kinds_of("torus:4x4",
                     {transfer(torus, 0, 2, {{1, 2}}, {{0, 2}}), transfer(torus, 1, 3, {{1, 2}}, {{1, 3}})},
                     {.link_disjoint = true}),
            Kinds{ViolationKind::kChannelShared});
  EXPECT_EQ(kinds_of("torus:4x4", {fine, transfer(torus, 0, 2, {{1, -2}}, {{0, 2}})}),
            Kinds{ViolationKind::kPorts});
  EXPECT_EQ(kinds_of("torus:4x4", {transfer(torus, 0, 1, {{1, 1}}, {})}),
            Kinds{ViolationKind::kEmptyMessage});
  EXPECT_EQ(kinds_of("torus:4x4", {transfer(torus, 0, 16, {{1, 1}}, {{0, 1}})}),
            Kinds{ViolationKind::kBadNode});
  EXPECT_EQ(kinds_of("torus:4x4", {transfer(torus, -1, 0, {{1, 1}}, {{0, 1}})}),
            Kinds{ViolationKind::kBadNode});
  EXPECT_EQ(kinds_of("torus:4x4", {transfer(torus, 0, 0, {}, {{0, 1}})}), Kinds{ViolationKind::kBadNode});
  Transfer classed = fine;
  classed.message_class = -1;
  EXPECT_EQ(kinds_of("torus:4x4", {classed}), Kinds{ViolationKind::kMessageClass});

  std::vector<std::string> texts;
  EXPECT_EQ(kinds_of("torus:4x4", {transfer(torus, 6, 7, {{1, 1}}, {{0, 5}})}, {}, &texts),
            Kinds{ViolationKind::kNotHeld});
  EXPECT_EQ(texts.front(), "phase P, node (1,2): sends block (0,0):(1,1) that it does not hold");
}

TEST(Check, ReceivedBlocksCannotBeSentInTheSamePhase) {
  const Topology ring = Topology::parse("ring:4");
  const auto kinds = kinds_of(
      "ring:4", {transfer(ring, 0, 1, {{0, 1}}, {{0, 2}}), transfer(ring, 1, 2, {{0, 1}}, {{0, 2}})});
  EXPECT_EQ(kinds, std::vector<ViolationKind>{ViolationKind::kNotHeld});
}

TEST(Check, KeepsTheFirstViolationsAndCountsAll) {
  ScheduleInfo info;
  info.topology = Topology::parse("ring:8");
  StoredSchedule nothing_moves(info, {});
  const CheckReport report = check(nothing_moves, {.keep = 3});
  EXPECT_EQ(report.violations.size(), 3u);
  EXPECT_EQ(report.violation_count, 16);  // each node lacks blocks and holds others'
  EXPECT_EQ(first_text(report), "at the end, node 0: lacks 7 of its blocks, first block 1:0");
}

TEST(Check, ImpossibleSignals) {
  auto generated = make_schedule("ring-gs", Topology::parse("ring:16"));
  // SP1 waits, among others, for nodes that send nothing in direction - in SP2: they signal when they have
  // finished.
  const auto with = [&](auto&& change) {
    auto stored = StoredSchedule::copy_of(*generated);
    Phase& phase = stored.phases()[4];
    const auto signal = std::find_if(phase.signals.begin(), phase.signals.end(),
                                     [](const Signal& s) { return s.trigger == Signal::Trigger::kFinished; });
    change(*signal);
    const CheckReport report = check(stored);
    ASSERT_EQ(report.violation_count, 1);
    EXPECT_EQ(report.violations[0].kind, ViolationKind::kSignal);
    EXPECT_EQ(report.violations[0].phase_name, "SP1");
  };
  with([](Signal& s) { s.gates = 3; });
  with([](Signal& s) { s.after = 4; });
  with([](Signal& s) { s.to = 99; });
  with([](Signal& s) { s.route = Route{{0, 1}}; });
  with([](Signal& s) { s.trigger = Signal::Trigger::kSent; });
  with([](Signal& s) { s.trigger = Signal::Trigger::kReceived; });
}

TEST(Check, FindsCyclesOfDependencies) {
  // A ring exchange is free of cycles on one lane even: no message passes the nodes of the highest level.
  const auto ring = make_schedule("ring-gs", Topology::parse("ring:16"));
  EXPECT_TRUE(check(*ring, {.lanes = 1}).cycles.overall.empty());
  // The logical rings of T4 pass each other's; a phase alone closes no cycle, and two lanes break what all
  // do.
  const auto t4 = make_schedule("t4", Topology::parse("torus:16x16"));
  const CheckReport one_lane = check(*t4, {.lanes = 1});
  EXPECT_TRUE(one_lane.cycles.in_phase.empty());
  EXPECT_EQ(one_lane.cycles.overall.size(), 16u);
  EXPECT_TRUE(check(*t4, {.lanes = 2}).cycles.overall.empty());
  // The steps of direct exchange do it within a phase.
  const auto direct = make_schedule("direct", Topology::parse("ring:8"));
  EXPECT_EQ(check(*direct, {.lanes = 1}).cycles.phase, "J2");
  EXPECT_TRUE(check(*direct, {.lanes = 2}).cycles.in_phase.empty());
  // A turn from y back to x closes a cycle that no lane breaks.
  const Topology torus = Topology::parse("torus:4x4");
  const auto corner = [&](int x, int y, Route route) {
    const NodeId from = torus.node({x, y});
    return transfer(torus, from, route.end_node(torus, from), route, {{from, route.end_node(torus, from)}});
  };
  ScheduleInfo info;
  info.topology = torus;
  Phase phase;
  phase.transfers = {corner(1, 1, {{0, 1}, {1, 1}}), corner(2, 1, {{1, 1}, {0, -1}}),
                     corner(2, 2, {{0, -1}, {1, -1}}), corner(1, 2, {{1, -1}, {0, 1}})};
  StoredSchedule turns(info, {phase});
  EXPECT_EQ(check(turns).cycles.in_phase,
            (std::vector<std::string>{"(1,1)+x/0", "(2,1)+y/0", "(2,2)-x/0", "(1,2)-y/0"}));
}

TEST(Check, BlocksOfAnotherNetworkAreRefused) {
  ScheduleInfo info;
  info.topology = Topology::parse("torus:2x2");
  Transfer transfer;
  transfer.destination = 1;
  transfer.route = {{1, 1}};
  transfer.blocks.add(Topology::parse("ring:4"), {0, 1});
  StoredSchedule schedule(info, {{"J1", {transfer}, {}, false}});
  EXPECT_EQ(test::refusal([&] { check(schedule); }),
            "phase J1, message #0 > #1: its blocks are of 1 dimension, torus:2x2 has 2");
}

// check of programs: what never ends is named, and circles of waits.

TEST(ProgramCheck, RandomProgramsEnd) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const ProgramSchedule schedule = test::random_program(Topology::parse("ring:5"), seed);
    const ProgramReport report = check_program(schedule.program(), schedule.settings().host.rendezvous);
    EXPECT_TRUE(report.correct()) << seed << ": " << report.violations.front();
    EXPECT_EQ(report.sends, report.receives);
    EXPECT_GT(report.bytes, 0);
  }
}

std::vector<std::string> violations(const Program& program, std::int64_t rendezvous = 65535) {
  return check_program(program, rendezvous).violations;
}

using Sentences = std::vector<std::string>;

TEST(ProgramCheck, MessagesAndReceivesWithoutPartner) {
  test::ProgramText text(2);
  text.begin(0);
  text.send(1, 8, 3);
  text.begin(1);
  const OperationId received = text.receive(0, 8, 4);
  text.wait(text.compute(1), received);
  EXPECT_EQ(
      violations(text.finish()),
      (Sentences{"test: no message is left for the receive of 8 bytes by rank 1 from 0, tag 4 (operation 0)",
                 "test: no receive is left for the send of 8 bytes from rank 0 to 1, tag 3 (operation 0)"}));
}

TEST(ProgramCheck, AReceiveThatIsTooShort) {
  test::ProgramText text(2);
  text.begin(0);
  text.send(1, 8);
  text.begin(1);
  text.receive(0, 7);
  EXPECT_EQ(
      violations(text.finish()),
      (Sentences{
          "test: the receive of 7 bytes by rank 1 from 0, tag 0 (operation 0) is too short for the send "
          "of 8 bytes from rank 0 to 1, tag 0 (operation 0)"}));
}

TEST(ProgramCheck, ACircleOfDependences) {
  test::ProgramText text(1);
  text.begin(0);
  const OperationId a = text.compute(1), b = text.compute(2), c = text.compute(3);
  text.wait(b, a);
  text.wait(c, b);
  text.wait(a, c, true);
  EXPECT_EQ(
      violations(text.finish()),
      (Sentences{
          "test: operations wait for each other: the computation of 1 on rank 0 (operation 0) waits for "
          "the computation of 3 on rank 0 (operation 2), which waits for the computation of 2 on rank 0 "
          "(operation 1), which waits for the computation of 1 on rank 0 (operation 0)"}));
}

TEST(ProgramCheck, ACircleThroughMessages) {
  test::ProgramText text(2);
  for (int rank = 0; rank < 2; ++rank) {
    text.begin(rank);
    const OperationId receive = text.receive(1 - rank, 4);
    text.wait(text.send(1 - rank, 4), receive);
  }
  EXPECT_EQ(violations(text.finish()),
            (Sentences{
                "test: operations wait for each other: the receive of 4 bytes by rank 0 from 1, tag 0 "
                "(operation 0) waits for the send of 4 bytes from rank 1 to 0, tag 0 (operation 1), which "
                "waits for the receive of 4 bytes by rank 1 from 0, tag 0 (operation 0), which waits for the "
                "send of 4 bytes from rank 0 to 1, tag 0 (operation 1), which waits for the receive of 4 "
                "bytes by rank 0 from 1, tag 0 (operation 0)"}));
}

TEST(ProgramCheck, SendsThatWaitForTheirReceives) {
  // Head to head: both send first, and receive when their send has ended.
  for (const std::int64_t rendezvous : {4, 3}) {
    test::ProgramText text(2);
    for (int rank = 0; rank < 2; ++rank) {
      text.begin(rank);
      const OperationId send = text.send(1 - rank, 4);
      text.wait(text.receive(1 - rank, 4), send);
    }
    const Sentences found = violations(text.finish(), rendezvous);
    EXPECT_EQ(found.size(), rendezvous == 4 ? 0u : 1u);
    for (const std::string& sentence : found)
      EXPECT_NE(sentence.find("wait for each other"), std::string::npos);
  }
}

}  // namespace
}  // namespace torusim
