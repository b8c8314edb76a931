// The chain that determines the end of a run: without gaps, without anything unexplained, and each step as
// long as the hardware makes it.
#include "models/watch/critical_path.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "schedules/algorithms/registry.h"
#include "testbench/tests/explain/explained.h"
#include "testbench/tests/models/any_links.h"
#include "testbench/tests/models/any_run.h"

namespace torusim {
namespace {

using test::Explained;

/// What is wrong with the path; empty: nothing.
std::string fault(const Explained& run, const RunOptions& options) {
  const auto& steps = run.path.steps;
  const auto& worms = run.history.worms();
  const ChannelTable& table = run.history.table();
  Cycle at = 0;
  for (const Step& step : steps) {
    if (step.begin != at) return "a gap before cycle " + std::to_string(step.begin);
    if (step.end < step.begin) return "a step backwards";
    at = step.end;
    const bool instant =
        step.kind == StepKind::kReceive || step.kind == StepKind::kSend || step.kind == StepKind::kSignal;
    if (step.kind == StepKind::kUnknown) {
      return fmt::format("an unexplained wait in {}..{} of worm {} for {}", step.begin, step.end,
                         step.worm == kNoIndex ? 0 : worms[step.worm].number,
                         step.channel < 0 ? "its start" : table.name(step.channel));
    }
    if (instant && step.cycles() != 0) return "a driver that waited for nothing";
    if (step.kind == StepKind::kBarrier && options.barrier > 0 && step.cycles() % options.barrier != 0) {
      return "a barrier of the wrong latency";
    }
    if (step.kind == StepKind::kStartup && step.cycles() != options.startup) return "a wrong startup time";
    const bool blocked = step.blocked();
    if (blocked && (step.blocker == kNoIndex || step.blocker == step.worm)) return "blocked by nobody";
    if (blocked && step.cycles() == 0) return "blocked for no time";
    if (step.kind == StepKind::kMove || step.kind == StepKind::kSignalMove) {
      // From the injection channel, or from another router; and on, from the ejection channel, out.
      const Cycle slowest = std::max(1, options.hardware.link_delay) + 1;
      const Cycle out = table.ejection(step.channel) ? 1 : 0;
      const Cycle most = table.injection(step.channel) ? 1 : slowest + out;
      const std::set<Cycle> right{1, 2, 2 + out, slowest, slowest + out};
      const bool even = options.hardware.uneven == nullptr;
      if (even && right.count(step.cycles()) == 0) return "a flit that moves at no speed of a link";
      if (!options.hardware.slow_links && step.cycles() > most) return "a flit that moves too slowly";
    }
    if (step.kind == StepKind::kAck) {
      const int delay = options.hardware.uneven == nullptr ? options.hardware.link_delay : 1;
      const Cycle trip = 4 + Cycle{worms[step.worm].hops} * delay;
      if (step.cycles() < trip) return "an ack that is faster than its way";
      if (options.hardware.switching != Switching::kCircuit) return "an ack without a circuit";
    }
    if (step.kind == StepKind::kCredit) {
      const Cycle trip = table.ejection(step.channel) ? 4 : table.delay(step.channel) + 1;
      if (step.cycles() % trip != 0) return "a credit of the wrong latency";
    }
    if (step.kind == StepKind::kStream && step.cycles() >= worms[step.worm].flits) return "too many flits";
  }
  if (at != run.result.cycles) return "it ends in " + std::to_string(at);
  return "";
}

RC_GTEST_PROP(CriticalPathOnRuns, EndsWhereTheRunEnds, ()) {
  const std::string shape = *rc::gen::element<std::string>(
      "ring:2", "ring:5", "path:4", "torus:3x4", "mesh:3x3", "torus:4x3m", "torus:2x2x3", "torus:4x4");
  StoredSchedule schedule = test::any_exchange(Topology::parse(shape), 4, 3);
  const auto sync = test::any_sync_or_gates();
  RunOptions options = test::options_for(schedule, sync);
  Hardware& hardware = options.hardware;
  test::draw_channels(hardware, 9, 5, 4);
  options.block_flits = *rc::gen::inRange(0, 12);
  test::draw_switching(hardware, 1 + options.block_flits);
  options.startup = *rc::gen::inRange(0, 20);
  options.barrier = *rc::gen::inRange(0, 20);
  if (*rc::gen::inRange(0, 2) == 0) {
    hardware.set_links(test::any_links(hardware.topology, 6, *rc::gen::element(1, 5)));
  }
  const Explained run(schedule, options);
  RC_ASSERT(run.result.verdict == Verdict::kVerified);
  RC_ASSERT(fault(run, options) == "");

  // Every stall that the monitor has counted at a channel has been booked with a worm.
  std::int64_t at_channels[4] = {}, at_worms[4] = {};
  for (ChannelId c = 0; c < run.monitor.table().size(); ++c) {
    const LinkStatistics link = run.monitor.link(c, run.result.cycles);
    at_channels[static_cast<int>(StallCause::kAllocation)] += link.stalled_allocation;
    at_channels[static_cast<int>(StallCause::kCredit)] += link.stalled_credit;
    at_channels[static_cast<int>(StallCause::kPreemption)] += link.stalled_preemption;
    at_channels[static_cast<int>(StallCause::kArbitration)] += link.stalled_arbitration;
  }
  for (const WormRecord& worm : run.history.worms()) {
    for (int cause = 0; cause < 4; ++cause) at_worms[cause] += worm.stalls[cause];
  }
  for (int cause = 0; cause < 4; ++cause) RC_ASSERT(at_channels[cause] == at_worms[cause]);
}

/// What the modes are made of: a head that waits for its tail, a payload that waits for an ack.
TEST(CriticalPathOnRuns, TheSwitchingModesAddUpToTheirClosedForms) {
  StoredSchedule schedule(test::random_exchange(Topology::parse("path:5"), 1, 1, 1).info(), {Phase{}});
  schedule.phases()[0].name = "one";
  schedule.phases()[0].transfers = {test::transfer(schedule.info().topology, 0, 3)};
  constexpr Cycle kHops = 3, kDelay = 2, kFlits = 6, kStartup = 7;
  for (const auto& [mode, stream, ack] : {std::tuple{Switching::kWormhole, kFlits - 1, Cycle{0}},
                                          {Switching::kCutThrough, kFlits - 1, Cycle{0}},
                                          {Switching::kStoreAndForward, (kFlits - 1) * (kHops + 2), Cycle{0}},
                                          {Switching::kCircuit, kFlits - 2, 4 + kHops * kDelay}}) {
    RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
    options.hardware.switching = mode;
    options.hardware.link_delay = kDelay;
    options.hardware.reserve = 10;
    options.block_flits = kFlits - 1;
    options.startup = kStartup;
    const Explained run(schedule, options);
    const CriticalPath path = critical_path(run.history, {run.result.cycles, kStartup, 0, options.sync});
    EXPECT_EQ(path.cycles(StepKind::kStream), stream) << to_text(mode);
    EXPECT_EQ(path.cycles(StepKind::kAck), ack) << to_text(mode);
    EXPECT_EQ(path.cycles(StepKind::kStartup), kStartup) << to_text(mode);
    EXPECT_EQ(path.cycles(StepKind::kUnknown), 0) << to_text(mode);
    Cycle sum = 0;
    for (const Step& step : path.steps) sum += step.cycles();
    EXPECT_EQ(sum, run.result.cycles) << to_text(mode);
  }
}

/// A circuit keeps its channels from its head to its tail, and that is what the next one waits for.
TEST(CriticalPathOnRuns, ACircuitBlocksWithEveryChannelThatItHolds) {
  ScheduleInfo info;
  info.topology = Topology::parse("path:4");
  info.collective.kind = Collective::Kind::kMessages;
  Phase phase;
  phase.name = "both";
  for (const auto& [from, to, blocks] : {std::tuple{0, 3, 20}, {1, 2, 1}}) {
    Transfer transfer;
    transfer.source = from;
    transfer.destination = to;
    transfer.route = dimension_order_route(info.topology, from, to);
    transfer.blocks = BlockSet(1);
    transfer.unnamed = blocks;
    phase.transfers.push_back(transfer);
  }
  StoredSchedule schedule(info, {phase});
  for (const Switching mode : {Switching::kWormhole, Switching::kCircuit}) {
    RunOptions options = test::options_for(schedule, Synchronisation::kNone);
    options.hardware.switching = mode;
    const Explained run(schedule, options);
    ASSERT_EQ(run.result.verdict, Verdict::kVerified);
    EXPECT_EQ(run.result.delivered_blocks, 21);
    EXPECT_EQ(fault(run, options), "") << to_text(mode);
  }
}

/// Two messages end in the cycle in which a node begins its next phase: it waited for both.
TEST(CriticalPathOnRuns, MessagesThatEndTogetherAreCounted) {
  ScheduleInfo info;
  info.topology = Topology::parse("path:3");
  info.ports = 2;
  info.collective.kind = Collective::Kind::kMessages;
  const auto message = [&](NodeId from, NodeId to) {
    Transfer transfer = test::transfer(info.topology, from, to);
    transfer.blocks = BlockSet(1);
    transfer.unnamed = 1;
    return transfer;
  };
  for (const bool both : {true, false}) {
    std::vector<Transfer> first = {message(2, 1)};
    if (both) first.insert(first.begin(), message(0, 1));
    StoredSchedule schedule(info, {{"in", first, {}, false}, {"out", {message(1, 0)}, {}, false}});
    RunOptions options = test::options_for(schedule, Synchronisation::kNone);
    options.hardware.alpha = 2;
    const Explained run(schedule, options);
    ASSERT_EQ(fault(run, options), "");
    const auto receive = std::ranges::find(run.path.steps, StepKind::kReceive, &Step::kind);
    ASSERT_NE(receive, run.path.steps.end());
    EXPECT_EQ(run.history.worms()[receive->blocker].number, 0);
    EXPECT_EQ(receive->also, both ? 1 : 0);
  }
}

/// Past its limit the history is dropped, and the run is not harmed.
TEST(CriticalPathOnRuns, AHistoryThatIsTooLongSaysSo) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 1, 1);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  FlitHistory history(options.hardware, std::filesystem::temp_directory_path(), 10'000);
  NetworkMonitor monitor(options.hardware, {}, &history);
  options.observers = {&monitor, &history};
  EXPECT_EQ(simulate(schedule, options).verdict, Verdict::kVerified);
  EXPECT_TRUE(history.overflowed());
  EXPECT_TRUE(history.worms().empty());
}

TEST(CriticalPathOnRuns, TheAlgorithmsUnderEverySynchronisation) {
  for (const auto& [name, shape] :
       {std::pair{"ring-gs", "ring:16"}, {"ring-gs", "ring:7"}, {"t4", "torus:8x8"}}) {
    const auto schedule = make_schedule(name, Topology::parse(shape));
    for (const auto sync : {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kLocal,
                            Synchronisation::kPriority}) {
      if (sync == Synchronisation::kLocal && !schedule->info().has_signals) continue;
      for (const int reserve : {1, 4}) {
        RunOptions options = test::options_for(*schedule, sync);
        options.hardware.reserve = reserve;
        options.startup = 3;
        const Explained run(*schedule, options);
        EXPECT_EQ(fault(run, options), "") << name << " " << shape << " " << to_text(sync);
        if (sync == Synchronisation::kNone) continue;
        EXPECT_EQ(run.path.blocked(), 0) << name << " " << shape << " " << to_text(sync);
      }
    }
  }
}

/// Between barriers nothing is in the way: only startup, hops, flits and the barrier's own latency remain.
TEST(CriticalPathOnRuns, BarriersLeaveOnlyTheCostModel) {
  const auto schedule = make_schedule("t4", Topology::parse("torus:8x8"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  options.startup = 10;
  options.barrier = 7;
  const Explained run(*schedule, options);
  const Cycle phases = schedule->info().phases;
  EXPECT_EQ(run.path.cycles(StepKind::kStartup), phases * 10);
  EXPECT_EQ(run.path.cycles(StepKind::kBarrier), (phases - 1) * 7);
}

}  // namespace
}  // namespace torusim
