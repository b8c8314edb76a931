// Programs on networks, by hand: as quick as closed forms say, and what hosts, matching and failures do.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/contract/zero_load.h"
#include "models/run/program_time.h"
#include "schedules/tests/random_program.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// What a program of one-hop messages of 1 + `bytes` flits takes, with o cycles of the host at both ends.
class ClosedForms : public testing::TestWithParam<std::tuple<int, int, int>> {
 protected:
  Cycle measured(const char* shape, Program program) {
    const auto [o, bytes, startup] = GetParam();
    const Topology topology = Topology::parse(shape);
    ProgramSettings settings;
    for (NodeId node = 0; node < topology.nodes(); ++node) settings.node_of_rank.push_back(node);
    settings.host.overhead = o;
    ProgramSchedule schedule(std::move(program), topology, std::move(settings));
    RunOptions options;
    options.sync = Synchronisation::kNone;
    options.hardware.topology = topology;
    options.startup = startup;
    const RunResult result = simulate(schedule, options);
    EXPECT_EQ(result.verdict, Verdict::kVerified);
    EXPECT_EQ(cycles_without_contention(schedule, options), result.cycles);
    return result.cycles;
  }
  /// From one rank to a neighbour: 2 o + L + (s - 1) G.
  Cycle message() const {
    const auto [o, bytes, startup] = GetParam();
    return 2 * o + zero_load_latency(Hardware(), startup, 1, 1 + bytes);
  }
  int bytes() const { return std::get<1>(GetParam()); }
};

TEST_P(ClosedForms, AChain) {
  test::ProgramText text(9);
  for (int rank = 0; rank < 9; ++rank) {
    text.begin(rank);
    const auto came = rank > 0 ? std::optional(text.receive(rank - 1, bytes())) : std::nullopt;
    if (rank < 8) text.wait(text.send(rank + 1, bytes()), came);
  }
  EXPECT_EQ(measured("path:9", text.finish()), 8 * message());
}

TEST_P(ClosedForms, ABinomialTree) {
  // Rank 0 sends to 2^k; a rank whose highest bit is k has received from its rank without that bit.
  const int dimensions = 5, ranks = 1 << dimensions;
  test::ProgramText text(ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    text.begin(rank);
    int k = 0;
    while (rank >> k != 0) ++k;
    std::optional<OperationId> before;
    if (rank > 0) before = text.receive(rank & ~(1 << (k - 1)), bytes());
    for (; k < dimensions; ++k) {
      const OperationId send = text.send(rank | 1 << k, bytes());
      text.wait(send, before);
      before = send;
    }
  }
  // The next child of a rank never waits longer than the first child of that child.
  EXPECT_EQ(measured("hypercube:5", text.finish()), dimensions * message());
}

TEST_P(ClosedForms, ARing) {
  const int ranks = 8;
  test::ProgramText text(ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    text.begin(rank);
    std::optional<OperationId> before;
    for (int step = 0; step + 1 < ranks; ++step) {
      text.wait(text.send((rank + 1) % ranks, bytes(), step), before);
      before = text.receive((rank + ranks - 1) % ranks, bytes(), step);
    }
  }
  EXPECT_EQ(measured("ring:8", text.finish()), (ranks - 1) * message());
}

TEST_P(ClosedForms, ADissemination) {
  for (const int ranks : {2, 5, 8, 13}) {
    test::ProgramText text(ranks);
    int rounds = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      text.begin(rank);
      std::optional<OperationId> before;
      rounds = 0;
      for (int step = 1; step < ranks; step *= 2, ++rounds) {
        text.wait(text.send((rank + step) % ranks, bytes(), rounds), before);
        before = text.receive((rank + ranks - step) % ranks, bytes(), rounds);
      }
    }
    EXPECT_EQ(measured(fmt::format("complete:{}", ranks).c_str(), text.finish()), rounds * message());
  }
}

INSTANTIATE_TEST_SUITE_P(Costs, ClosedForms,
                         testing::Combine(testing::Values(0, 1, 7, 40), testing::Values(0, 1, 30),
                                          testing::Values(0, 5)));

RunResult run(Program program, const char* shape, HostCosts host = {}) {
  const Topology topology = Topology::parse(shape);
  ProgramSettings settings;
  for (std::int32_t rank = 0; rank < program.ranks(); ++rank) {
    settings.node_of_rank.push_back(rank % topology.nodes());
  }
  settings.host = host;
  ProgramSchedule schedule(std::move(program), topology, std::move(settings));
  RunOptions options;
  options.sync = Synchronisation::kNone;
  options.hardware.topology = topology;
  return simulate(schedule, options);
}

TEST(Program, CpusWorkSideBySideAndOperationsOfOneTakeTurns) {
  test::ProgramText text(2);
  text.begin(0);
  text.compute(100, 0);
  text.compute(50, 0);
  text.compute(120, 1);
  EXPECT_EQ(run(text.finish(), "path:2").cycles, 150);
}

TEST(Program, GapsSeparateTheSendsOfANicAndItsReceives) {
  const HostCosts host{3, 0, 100, 0, 65535};
  test::ProgramText text(2);
  text.begin(0);
  for (int i = 0; i < 4; ++i) text.send(1, 1);
  text.begin(1);
  for (int i = 0; i < 4; ++i) text.receive(0, 1);
  const Cycle one = 2 * 3 + zero_load_latency(Hardware(), 0, 1, 2);
  EXPECT_EQ(run(text.finish(), "path:2", host).cycles, 3 * 100 + one);
}

TEST(Program, EveryByteAfterTheFirstCostsTheCpuAndTheNic) {
  const HostCosts host{10, Decimal::of(0.5), 20, 2, 65535};
  test::ProgramText text(2);
  text.begin(0);
  text.send(1, 101);
  text.send(1, 1);
  text.begin(1);
  text.receive(0, 101);
  text.receive(0, 1);
  // The second starts g + 100 G after the first and takes 2 o; the first takes 2 (o + 100 O) and its flits.
  const Cycle second = 20 + 200 + 10 + zero_load_latency(Hardware(), 0, 1, 2) + 10;
  const Cycle first = 2 * (10 + 50) + zero_load_latency(Hardware(), 0, 1, 102);
  EXPECT_EQ(run(text.finish(), "path:2", host).cycles, std::max(second, first));
}

// The send of rank 1 and the message that arrives are ready in one cycle: the older one goes first.
TEST(Program, ADependenceThatIsWrittenTwiceCountsOnce) {
  for (const int times : {1, 2, 3}) {
    test::ProgramText text(2);
    text.begin(0);
    const OperationId short_work = text.compute(10);
    text.wait(text.send(1, 1), short_work);
    text.receive(1, 1, 1);
    text.begin(1);
    const OperationId work = text.compute(90), send = text.send(0, 1, 1);
    for (int n = 0; n < times; ++n) text.wait(send, work);
    text.receive(0, 1);
    EXPECT_EQ(run(text.finish(), "ring:2", HostCosts{10, 0, 10, 0, 65535}).cycles, 117);
  }
}

// The cpu of the receiver works on the message for 23 cycles more.
TEST(Program, ALongSendEndsWhenItIsMatched) {
  const Cycle arrives = 23 + zero_load_latency(Hardware(), 0, 1, 6);
  for (const auto& [threshold, posted] : {std::pair(5, Cycle{900}), {4, 0}, {4, arrives + 5}, {4, 900}}) {
    test::ProgramText text(2);
    text.begin(0);
    const OperationId receive = text.receive(1, 5);
    if (posted > 0) text.wait(receive, text.compute(posted, 1));
    text.begin(1);
    text.wait(text.compute(1000, 1), text.send(0, 5));
    const Cycle ends = threshold == 5 ? 23 : std::max(arrives, posted);
    EXPECT_EQ(run(text.finish(), "path:2", HostCosts{23, 0, 0, 0, threshold}).cycles, ends + 1000);
  }
}

TEST(Program, AmongThoseCreatedTogetherSendsAreFirst) {
  for (const std::int64_t work : {0, 100}) {
    test::ProgramText text(2);
    text.begin(0);
    const OperationId first = text.compute(work), last = text.compute(200), send = text.send(1, 5);
    text.wait(last, first);
    text.wait(send, first, true);
    text.begin(1);
    text.receive(0, 5);
    EXPECT_EQ(run(text.finish(), "path:2", HostCosts{10, 0, 0, 0, 65535}).cycles, work + 10 + 200);
  }
}

TEST(Program, OfOneKindTheFirstToBeReadyIsFirst) {
  test::ProgramText text(2);
  text.begin(0);
  text.compute(110);
  text.wait(text.send(1, 1, 1), text.compute(100, 1));  // created first
  const OperationId before = text.compute(40, 2), after = text.compute(50, 2);
  text.wait(after, before);
  text.wait(text.send(1, 1, 2), after);
  text.begin(1);
  text.receive(0, 1, 1);
  text.wait(text.compute(1000, 1), text.receive(0, 1, 2));
  EXPECT_EQ(run(text.finish(), "path:2", HostCosts{10, 0, 0, 0, 65535}).cycles,
            120 + zero_load_latency(Hardware(), 0, 1, 2) + 10 + 1000);
}

TEST(Program, AWaitForTheStartOfAReceiveIsMetWhenItIsPosted) {
  for (const bool start : {false, true}) {
    test::ProgramText text(2);
    text.begin(0);
    text.wait(text.send(1, 1), text.compute(300));
    text.begin(1);
    text.wait(text.compute(1000), text.receive(0, 1), start);
    const Cycle arrives = 300 + zero_load_latency(Hardware(), 0, 1, 2);
    EXPECT_EQ(run(text.finish(), "path:2").cycles, start ? 1000 : arrives + 1000);
  }
}

TEST(Program, AMessageTakesTheReceiveThatWasPostedFirst) {
  // Both receives fit; a computation follows the first in the file, which is posted later.
  test::ProgramText text(2);
  text.begin(0);
  text.send(1, 1, 7);
  text.wait(text.send(1, 1, 8), text.compute(5000));
  text.begin(1);
  const OperationId late = text.receive(Operation::kAnySource, 1, Operation::kAnyTag);
  text.wait(late, text.compute(1));
  text.receive(0, 1, Operation::kAnyTag);
  text.wait(text.compute(9000), late);
  EXPECT_EQ(run(text.finish(), "path:2").cycles, 5000 + zero_load_latency(Hardware(), 0, 1, 2) + 9000);
}

TEST(Program, SeveralRanksShareANode) {
  test::ProgramText text(4);
  for (int rank = 0; rank < 4; ++rank) {
    text.begin(rank);
    text.send((rank + 1) % 4, 8);
    text.receive((rank + 3) % 4, 8);
  }
  const RunResult result = run(text.finish(), "path:2");
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  EXPECT_EQ(result.messages, 4);
}

TEST(Program, WhatNeverComesIsADeadlockThatNamesItsReceive) {
  test::ProgramText text(2);
  text.begin(0);
  text.send(1, 4, 1);
  text.begin(1);
  const OperationId received = text.receive(0, 4, 2);
  text.wait(text.compute(5), received);
  const RunResult result = run(text.finish(), "path:2");
  EXPECT_EQ(result.verdict, Verdict::kDeadlock);
  ASSERT_EQ(result.findings.size(), 3u);
  EXPECT_EQ(result.findings[0],
            "the receive of 4 bytes by rank 1 from 0, tag 2 (operation 0) waits for its message");
  EXPECT_EQ(result.findings[1], "1 operation waits behind these; torusim check names a circle of waits");
  EXPECT_EQ(result.findings[2],
            "no receive has taken the send of 4 bytes from rank 0 to 1, tag 1 (operation 0)");
}

TEST(Program, WhatNobodyTakesFailsTheRun) {
  test::ProgramText text(2);
  text.begin(0);
  text.send(1, 4);
  text.send(1, 9);
  text.begin(1);
  text.receive(0, 3);
  const RunResult result = run(text.finish(), "path:2");
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  ASSERT_EQ(result.findings.size(), 2u);
  EXPECT_EQ(result.findings[0],
            "receive of 3 bytes by rank 1 from 0, tag 0 (operation 0) is too short for the send of 4 bytes "
            "from rank "
            "0 to 1, tag 0 (operation 0)");
  EXPECT_EQ(result.findings[1],
            "no receive has taken the send of 9 bytes from rank 0 to 1, tag 0 (operation 1)");
}

TEST(Program, ANicIsAnInjectionChannel) {
  test::ProgramText text(3);
  text.begin(0);
  text.send(1, 100, 0, 0);
  text.send(2, 100, 0, 1);
  text.begin(1);
  text.receive(0, 100);
  text.begin(2);
  text.receive(0, 100);
  Program program = text.finish();
  EXPECT_THROW(run(program, "ring:3"), InputError);  // of one channel
  ProgramSettings settings{{0, 1, 2}, 1, 1, {}, {}, {}};
  ProgramSchedule schedule(std::move(program), Topology::parse("ring:3"), settings);
  RunOptions options;
  options.sync = Synchronisation::kNone;
  options.hardware.topology = schedule.info().topology;
  options.hardware.alpha = schedule.info().ports;
  EXPECT_EQ(simulate(schedule, options).cycles, zero_load_latency(options.hardware, 0, 1, 101));
}

}  // namespace
}  // namespace torusim
