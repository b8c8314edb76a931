#include "traces/flit_trace.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "models/run/simulation.h"
#include "models/watch/spans_of_moves.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/error.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/traces/vcd_reader.h"

namespace torusim {
namespace {

std::string path_of(const char* name) { return testing::TempDir() + name; }

/// A ring of eight with two classes; worms go from node 0 in direction +x.
class FlitTraceTest : public testing::Test {
 protected:
  FlitTraceTest() {
    hardware_.topology = Topology::parse("ring:8");
    hardware_.classes = 2;
  }
  Worm worm(std::uint32_t number, std::uint32_t flits, NodeId destination, int message_class) const {
    Worm result;
    result.number = number;
    result.flits = flits;
    result.destination = destination;
    result.blocks = 3;
    result.message_class = static_cast<std::int16_t>(message_class);
    result.route = dimension_order_route(hardware_.topology, 0, destination);
    return result;
  }
  /// The flit of `worm` on channel +x of node 1.
  FlitMove at_node_1(const Worm& worm, std::uint32_t index) const {
    return {&worm, index, 1, 0, static_cast<std::uint8_t>(hardware_.vc(worm.message_class, 0))};
  }

  Hardware hardware_;
};

TEST_F(FlitTraceTest, ShowsAWormFromHeadToTail) {
  const Worm w = worm(7, 4, 3, 1);
  FlitTrace trace(hardware_, {path_of("worm.vcd"), "T4", {1}});
  SpansOfMoves to_trace(hardware_, {&trace});
  trace.phase_began(0, 0, "GP1");
  for (std::uint32_t i = 0; i < 4; ++i) {
    const FlitMove moves[] = {at_node_1(w, i)};
    to_trace.moved(10 + i, moves);
  }
  to_trace.finish();
  trace.finish(20);
  const test::VcdReader read(path_of("worm.vcd"));
  const std::string label = "top.r_1.xp.vc2.label", state = "top.r_1.xp.vc2.state";
  EXPECT_EQ(read.at("top.phase", 9), "GP1");
  EXPECT_EQ(read.at(label, 9), " ");
  EXPECT_EQ(read.at(label, 10), "0>3 #7 GP1 blocks 3 class 1 T4");
  EXPECT_EQ(read.at(label, 13), "0>3 #7 GP1 blocks 3 class 1 T4");
  EXPECT_EQ(read.at(label, 14), " ");
  EXPECT_EQ(read.number_at(state, 10), static_cast<int>(VcState::kStream));
  EXPECT_EQ(read.number_at(state, 14), static_cast<int>(VcState::kIdle));
  EXPECT_EQ(read.changes(state).size(), 3u);
  EXPECT_EQ(read.changes("top.r_1.xp.valid").size(), 3u);
  EXPECT_EQ(read.number_at("top.r_1.xp.worm", 10), 7);
  EXPECT_EQ(read.number_at("top.r_1.xp.seg_port", 10), 0);
  EXPECT_EQ(read.number_at("top.r_1.xp.seg_hops", 10), 1);  // of three hops, two are done
  EXPECT_EQ(read.at("top.r_1.xp.head", 10), "1");
  EXPECT_EQ(read.at("top.r_1.xp.head", 11), "0");
  EXPECT_EQ(read.at("top.r_1.xp.tail", 12), "0");
  EXPECT_EQ(read.at("top.r_1.xp.tail", 13), "1");
  EXPECT_EQ(read.at("top.r_1.xp.tail", 14), "0");
  EXPECT_FALSE(read.has("top.r_0.xp.valid"));
  EXPECT_EQ(read.times().back(), 21);
}

TEST_F(FlitTraceTest, AStreamingWormCostsNothing) {
  const Worm w = worm(1, 100000, 3, 0);
  FlitTrace trace(hardware_, {path_of("stream.vcd"), "", {}});
  SpansOfMoves to_trace(hardware_, {&trace});
  for (std::uint32_t i = 0; i + 1 < w.flits; ++i) {
    const FlitMove moves[] = {at_node_1(w, i)};
    to_trace.moved(1 + i, moves);
  }
  to_trace.finish();
  trace.finish(w.flits - 1);
  EXPECT_GT(trace.writer().changes(), 5);
  EXPECT_LT(trace.writer().changes(), 15);
}

TEST_F(FlitTraceTest, TellsWaitingFromPreempted) {
  const Worm low = worm(1, 4, 3, 1), high = worm(2, 2, 3, 0);
  FlitTrace trace(hardware_, {path_of("preempted.vcd"), "", {1}});
  SpansOfMoves to_trace(hardware_, {&trace});
  const std::vector<std::vector<FlitMove>> cycles = {
      {at_node_1(low, 0)},  {at_node_1(low, 1)}, {at_node_1(high, 0)}, {},
      {at_node_1(high, 1)}, {at_node_1(low, 2)}, {at_node_1(low, 3)}};
  for (std::size_t c = 0; c < cycles.size(); ++c) to_trace.moved(static_cast<Cycle>(5 + c), cycles[c]);
  to_trace.finish();
  trace.finish(20);
  const test::VcdReader read(path_of("preempted.vcd"));
  using enum VcState;
  const std::vector<VcState> of_low = {kStream,    kStream, kPreempted, kWait,
                                       kPreempted, kStream, kStream,    kIdle};
  const std::vector<VcState> of_high = {kIdle, kIdle, kStream, kWait, kStream, kIdle, kIdle, kIdle};
  for (int c = 0; c < 8; ++c) {
    EXPECT_EQ(read.number_at("top.r_1.xp.vc2.state", 5 + c), static_cast<int>(of_low[c])) << c;
    EXPECT_EQ(read.number_at("top.r_1.xp.vc0.state", 5 + c), static_cast<int>(of_high[c])) << c;
  }
}

TEST_F(FlitTraceTest, AVirtualChannelGoesFromWormToWormWithoutAGap) {
  const Worm first = worm(1, 1, 3, 0), second = worm(2, 1, 4, 0);
  FlitTrace trace(hardware_, {path_of("gap.vcd"), "", {1}});
  SpansOfMoves to_trace(hardware_, {&trace});
  const FlitMove a[] = {at_node_1(first, 0)}, b[] = {at_node_1(second, 0)};
  to_trace.moved(5, a);
  to_trace.moved(6, b);
  to_trace.finish();
  trace.finish(9);
  const test::VcdReader read(path_of("gap.vcd"));
  EXPECT_EQ(read.changes("top.r_1.xp.vc0.label").size(), 4u);  // blank, first, second, blank
  EXPECT_EQ(read.changes("top.r_1.xp.vc0.state").size(), 3u);
  EXPECT_EQ(read.changes("top.r_1.xp.head").size(), 3u);
}

TEST_F(FlitTraceTest, AWindowBeginsWithTheWormsUnderWay) {
  const Worm w = worm(7, 40, 3, 1);
  FlitTrace whole(hardware_, {path_of("whole.vcd"), "T4", {1}});
  SpansOfMoves to_whole(hardware_, {&whole});
  FlitTrace part(hardware_, {path_of("part.vcd"), "T4", {1}, 20, 30});
  SpansOfMoves to_part(hardware_, {&part});
  for (std::uint32_t i = 0; i < w.flits; ++i) {
    const FlitMove moves[] = {at_node_1(w, i)};
    to_whole.moved(10 + i, moves);
    to_part.moved(10 + i, moves);
  }
  to_whole.finish();
  whole.finish(60);
  to_part.finish();
  part.finish(60);
  const test::VcdReader all(path_of("whole.vcd")), read(path_of("part.vcd"));
  EXPECT_EQ(read.times(), (std::vector<std::int64_t>{20, 31}));
  for (const char* name : {"valid", "worm", "vc2.label", "vc2.state", "tail"}) {
    EXPECT_EQ(read.at(std::string("top.r_1.xp.") + name, 20), all.at(std::string("top.r_1.xp.") + name, 20));
  }
  EXPECT_EQ(part.contents().first, 20);
  EXPECT_EQ(part.contents().end, 31);
}

TEST_F(FlitTraceTest, SkippedCyclesAreIdle) {
  const Worm w = worm(7, 1, 3, 0);
  FlitTrace trace(hardware_, {path_of("skipped.vcd"), "", {1}});
  SpansOfMoves to_trace(hardware_, {&trace});
  const FlitMove moves[] = {at_node_1(w, 0)};
  to_trace.moved(5, moves);
  to_trace.moved(50, moves);
  to_trace.finish();
  trace.finish(60);
  const test::VcdReader read(path_of("skipped.vcd"));
  EXPECT_EQ(read.at("top.r_1.xp.valid", 6), "0");
  EXPECT_EQ(read.at("top.r_1.xp.vc0.label", 6), " ");
  EXPECT_EQ(read.at("top.r_1.xp.valid", 50), "1");
}

TEST_F(FlitTraceTest, RefusesWhatItCannotShow) {
  EXPECT_THROW(FlitTrace(hardware_, {path_of("bad.vcd"), "", {8}}), InputError);
  EXPECT_THROW(FlitTrace(hardware_, {path_of("bad.vcd"), "", {}, 5, 4}), InputError);
  EXPECT_THROW(FlitTrace(hardware_, {"/nowhere/bad.vcd", "", {}}), InputError);
}

TEST(FlitTraceOfARun, CountsFlitsAndMessages) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("mesh:3x3"), 2, 2, 1);
  RunOptions options = test::options_for(schedule, Synchronisation::kPriority);
  FlitTrace trace(options.hardware, {path_of("run.vcd"), "random", {}});
  options.observers = {&trace};
  const RunResult result = simulate(schedule, options);
  trace.finish(result.cycles);
  const test::VcdReader read(path_of("run.vcd"));
  EXPECT_EQ(read.number_at("top.flits_in_flight", result.cycles + 1), 0);
  EXPECT_EQ(read.number_at("top.delivered", result.cycles + 1), 72);
  EXPECT_FALSE(read.has("top.r_0_0.xm.valid"));
  EXPECT_TRUE(read.has("top.r_0_0.xp.valid"));
  for (const TracedChannel& channel : trace.contents().channels) {
    const std::string scope = "top." + router_scope(options.hardware, channel.node) + "." +
                              port_scope(options.hardware, channel.port);
    EXPECT_EQ(read.at(scope + ".valid", result.cycles + 1), "0") << scope;
    for (int v = 0; v < options.hardware.vcs(); ++v) {
      EXPECT_EQ(read.at(scope + ".vc" + std::to_string(v) + ".label", result.cycles + 1), " ") << scope;
    }
  }
}

TEST(FlitTraceOfARun, IsTheSameAtEveryLevel) {
  const auto content = [](Level level, const std::string& path) {
    StoredSchedule schedule = test::random_exchange(Topology::parse("torus:3x4"), 3, 1, 2);
    RunOptions options = test::options_for(schedule, Synchronisation::kPriority);
    options.block_flits = 5;
    options.level = level;
    FlitTrace trace(options.hardware, {path, "random", {}, 20, 90});
    options.observers = {&trace};
    trace.finish(simulate(schedule, options).cycles);
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  };
  const std::string fast = content(Level::kFast, path_of("fast.vcd"));
  EXPECT_GT(fast.size(), 20000u);
  EXPECT_TRUE(fast == content(Level::kPins, path_of("pins.vcd")));
}

TEST(FlitTraceOfARun, AFullDiskDoesNotLoseTheRun) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:8x8"), 3, 1, 2);
  RunOptions options = test::options_for(schedule, Synchronisation::kPriority);
  FlitTrace trace(options.hardware, {"/dev/full", "random", {}});
  options.observers = {&trace};
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  EXPECT_THROW(trace.finish(result.cycles), InputError);
}

/// The waves of a run, as they are in the file.
std::string waves_of(Schedule& schedule, RunOptions options, bool sleep) {
  const std::string path = path_of(sleep ? "asleep.vcd" : "awake.vcd");
  options.sleep = sleep;
  FlitTrace trace(options.hardware, {path, "T", {}});
  options.observers = {&trace};
  trace.finish(simulate(schedule, options).cycles);
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(FlitTraceOfARun, IsTheSameWhileRoutersSleep) {
  StoredSchedule contended = test::random_exchange(Topology::parse("torus:4x4"), 3, 3, 7);
  const auto free = make_schedule("t4", Topology::parse("torus:8x8"));
  for (const auto sync : {Synchronisation::kNone, Synchronisation::kPriority}) {
    for (Schedule* schedule : {static_cast<Schedule*>(&contended), free.get()}) {
      RunOptions options = test::options_for(*schedule, sync);
      options.block_flits = 40;
      const std::string waves = waves_of(*schedule, options, true);
      EXPECT_GT(waves.size(), 10000u);
      EXPECT_TRUE(waves == waves_of(*schedule, options, false));
    }
  }
}

}  // namespace
}  // namespace torusim
