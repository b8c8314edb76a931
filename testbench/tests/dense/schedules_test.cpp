// Schedules at the dense level: where it is chosen, what it refuses, and runs that fail or are interrupted.
#include <gtest/gtest.h>

#include "models/contract/observer.h"
#include "models/run/level_choice.h"
#include "schedules/core/error.h"
#include "schedules/tests/made.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

auto all_that_is_reported(const RunResult& r) {
  std::vector<std::tuple<std::string, Cycle, Cycle, std::int64_t, std::int64_t>> phases;
  for (const PhaseTime& p : r.phases) phases.emplace_back(p.name, p.start, p.end, p.messages, p.flit_hops);
  return std::tuple(std::string(to_text(r.verdict)), r.findings, r.cycles, r.flit_hops, r.messages,
                    r.delivered_blocks, r.total_blocks, r.repeated_blocks, r.ejection_hash, phases);
}

RunResult run_at(Schedule& schedule, RunOptions options, Level level) {
  options.level = level;
  return simulate(schedule, options);
}

RunOptions dense_options(Schedule& schedule, int block, Synchronisation sync = Synchronisation::kBarrier) {
  RunOptions options = test::options_for(schedule, sync);
  options.block_flits = block;
  return options;
}

TEST(DenseSchedules, AFailureIsTheSame) {
  const Topology ring = Topology::parse("ring:4");
  ScheduleInfo info;
  info.name = "block that its node does not hold";
  info.topology = ring;
  Transfer wrong = test::transfer(ring, 1, 2);
  wrong.blocks = BlockSet(1);
  wrong.blocks.add(ring, Block{3, 2});
  StoredSchedule schedule(info, {{"P", {test::transfer(ring, 0, 1)}, {}, false}, {"Q", {wrong}, {}, false}});
  const RunOptions options = dense_options(schedule, 5);
  const RunResult fast = run_at(schedule, options, Level::kFast);
  EXPECT_EQ(fast.verdict, Verdict::kFailed);
  EXPECT_EQ(all_that_is_reported(run_at(schedule, options, Level::kDense)), all_that_is_reported(fast));
}

TEST(DenseSchedules, AnInterruptedRunIsTheSame) {
  for (const char* name : {"direct", "pex"}) {
    const auto schedule = test::made(name, "torus:8x8");
    RunOptions options = dense_options(*schedule, 31);
    options.sleep = false;  // else the fast level reports less often
    for (const Cycle end : {1, 6000}) {
      options.progress = [end](std::int64_t, std::int64_t, Cycle now) { return now < end; };
      const RunResult fast = run_at(*schedule, options, Level::kFast);
      EXPECT_EQ(fast.verdict, Verdict::kInterrupted);
      EXPECT_EQ(all_that_is_reported(run_at(*schedule, options, Level::kDense)), all_that_is_reported(fast))
          << name << " " << end;
    }
  }
}

TEST(DenseSchedules, AreChosenWhereTheyPay) {
  const auto level = [](const char* name, const char* shape, int block, auto change) {
    const auto schedule = test::made(name, shape);
    RunOptions options = dense_options(*schedule, block);
    change(options);
    return faster_level(*schedule, options);
  };
  const auto as_it_is = [](RunOptions&) {};
  EXPECT_EQ(level("direct", "torus:16x16", 1, as_it_is), Level::kDense);
  EXPECT_EQ(level("direct", "torus:16x16", 31, as_it_is), Level::kDense);
  for (const Switching whole : {Switching::kCutThrough, Switching::kStoreAndForward}) {
    const auto switching = [whole](RunOptions& o) { o.hardware.switching = whole; };
    EXPECT_EQ(level("direct", "torus:16x16", 1, switching), Level::kDense);
  }
  StoredSchedule classes = test::random_exchange(Topology::parse("torus:16x16"), 4, 1, 1);
  EXPECT_EQ(faster_level(classes, dense_options(classes, 1, Synchronisation::kPriority)), Level::kDense);
  EXPECT_EQ(level("direct", "torus:16x16", 255, as_it_is), Level::kFast);  // worms stream
  EXPECT_EQ(level("direct", "torus:4x4", 1, as_it_is), Level::kFast);      // a few milliseconds
  EXPECT_EQ(level("t4", "torus:16x16", 1, as_it_is), Level::kFast);        // messages of 129 flits
  EXPECT_EQ(level("pex", "torus:16x16", 1, as_it_is), Level::kDense);      // the last dimension comes first
  EXPECT_EQ(level("direct", "torus:16x16", 1, [](RunOptions& o) { o.sleep = false; }), Level::kFast);
  EXPECT_EQ(level("direct", "torus:16x16", 1, [](RunOptions& o) { o.threads = 2; }), Level::kDense);
  EXPECT_EQ(level("direct", "torus:16x16", 1, [](RunOptions& o) { o.threads = 4; }), Level::kFast);
  EXPECT_EQ(level("direct", "torus:16x16", 1, [](RunOptions& o) { o.hardware.shared = 1; }), Level::kFast);
}

TEST(DenseSchedules, SayWhatTheyCannotDo) {
  const auto unsupported_reason = [](const char* name, const char* shape, auto change) {
    const auto schedule = test::made(name, shape);
    RunOptions options = dense_options(*schedule, 1);
    change(options);
    EXPECT_THROW(run_at(*schedule, options, Level::kDense), UsageError) << name;
    return dense_fit(*schedule, options).unsupported_reason;
  };
  EXPECT_EQ(unsupported_reason("broadcast", "torus:4x4", [](RunOptions&) {}),
            "routes that turn into later dimensions and into earlier ones");
  StoredSchedule both = test::random_exchange(Topology::parse("torus:3x3"), 2, 1, 1);
  test::take_last_dimension_first(both.phases().back());
  EXPECT_EQ(dense_fit(both, dense_options(both, 1)).unsupported_reason,
            "routes that turn into later dimensions and into earlier ones");
  EXPECT_EQ(unsupported_reason("direct", "torus:4x4", [](RunOptions& o) { o.block_flits = 1024; }),
            "packets of more than 1024 flits");
  EXPECT_EQ(unsupported_reason("direct", "torus:4x4", [](RunOptions& o) { o.hardware.shared = 1; }),
            "shared buffers");
  EXPECT_EQ(unsupported_reason("direct", "torus:4x4",
                               [](RunOptions& o) {
                                 o.sync = Synchronisation::kPriority;
                                 o.hardware.classes = 15;
                               }),
            "more than 4 classes");
  EXPECT_EQ(unsupported_reason("direct", "torus:4x4",
                               [](RunOptions& o) {
                                 o.sync = Synchronisation::kSwitch;
                                 o.hardware.phase_gates = true;
                               }),
            "gates of phases (--sync switch)");
  const auto local = [](RunOptions& o) {
    o.sync = Synchronisation::kLocal;
    o.hardware.classes = 2;
  };
  EXPECT_EQ(unsupported_reason("ring-gs", "ring:8", local), "signals between nodes (--sync local)");
  Observer observer;
  EXPECT_EQ(unsupported_reason("direct", "torus:4x4", [&](RunOptions& o) { o.observers = {&observer}; }),
            "histories of flits (--explain, --report, --trace, --monitor)");
}

}  // namespace
}  // namespace torusim
