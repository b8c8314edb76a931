// Schedules at the dense level: all that a run reports is what the fast level reports.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/contract/observer.h"
#include "models/run/level_choice.h"
#include "schedules/core/error.h"
#include "schedules/tests/made.h"
#include "testbench/tests/dense/whole_worms.h"
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

TEST(DenseSchedules, EqualTheFastLevel) {
  const std::tuple<const char*, const char*, int> runs[] = {
      {"direct", "torus:4x4", 1},  {"direct", "torus:6x7", 7},   {"direct", "mesh:9x8", 3},
      {"te-a1", "torus:4x4", 4},   {"t4", "torus:8x8", 1},       {"halving", "torus:8x8", 2},
      {"swing", "ring:8", 60},     {"direct", "torus:3x4x5", 0}, {"pex", "torus:8x8", 4},
      {"pex-gen", "torus:5x9", 1}, {"gen", "mesh:3x4x2x3", 7},   {"pex", "torus:16x16", 1}};
  for (const auto& [name, shape, block] : runs) {
    for (const Synchronisation sync : {Synchronisation::kNone, Synchronisation::kBarrier}) {
      const auto schedule = test::made(name, shape);
      RunOptions options = dense_options(*schedule, block, sync);
      const RunResult fast = run_at(*schedule, options, Level::kFast);
      EXPECT_EQ(fast.verdict, Verdict::kVerified);
      EXPECT_EQ(all_that_is_reported(run_at(*schedule, options, Level::kDense)), all_that_is_reported(fast))
          << name << " on " << shape << ", " << to_text(sync);
    }
  }
}

/// Router-cycles of runs that take the level pins a moment.
constexpr Cycle kFewRouterCycles = 2'000;

RC_GTEST_PROP(DenseSchedulesProperty, EqualTheFastLevel, ()) {
  std::vector<Dimension> sides;
  const int dimensions = *rc::gen::weightedElement<int>({{2, 1}, {4, 2}, {3, 3}, {1, 4}});
  const int large = *rc::gen::weightedElement<int>({{2, 5}, {1, 11}});
  const int most = dimensions == 1 ? 40 : dimensions == 2 ? large : dimensions == 3 ? 5 : 4;
  for (int d = 0; d < dimensions; ++d) {
    sides.push_back(
        {*rc::gen::inRange(2, most), *rc::gen::weightedElement<Line>({{3, Line::kRing}, {1, Line::kArray}})});
  }
  StoredSchedule schedule = test::random_exchange(Topology(sides), *rc::gen::inRange(1, 5),
                                                  *test::dense_classes(), *rc::gen::arbitrary<unsigned>());
  if (*rc::gen::arbitrary<bool>()) std::ranges::for_each(schedule.phases(), test::take_last_dimension_first);
  RunOptions options = dense_options(
      schedule, *rc::gen::oneOf(rc::gen::inRange(0, 8), rc::gen::inRange(8, 50)),
      *rc::gen::element(Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kPriority));
  options.hardware.reserve = *rc::gen::oneOf(rc::gen::inRange(1, 9), rc::gen::inRange(9, 65));
  options.hardware.link_delay =
      *rc::gen::weightedOneOf<int>({{2, rc::gen::just(1)}, {1, rc::gen::inRange(2, 6)}});
  options.hardware.arbitration = *rc::gen::element(Arbitration::kRoundRobin, Arbitration::kTransitFirst);
  test::draw_dense_switching(options.hardware, 1 + options.block_flits);
  options.startup =
      *rc::gen::weightedOneOf<Cycle>({{2, rc::gen::just(Cycle{0})}, {1, rc::gen::inRange<Cycle>(1, 90)}});
  options.barrier =
      *rc::gen::weightedOneOf<Cycle>({{2, rc::gen::just(Cycle{0})}, {1, rc::gen::inRange<Cycle>(1, 40)}});
  const auto nodes = static_cast<std::size_t>(schedule.info().topology.nodes());
  const auto cycles = rc::gen::container<std::vector<Cycle>>(nodes, rc::gen::inRange<Cycle>(0, 60));
  if (*rc::gen::arbitrary<bool>()) options.slower = *cycles;
  if (*rc::gen::arbitrary<bool>()) options.skew = *cycles;
  const RunResult fast = run_at(schedule, options, Level::kFast);
  RC_ASSERT(fast.verdict == Verdict::kVerified);
  RC_ASSERT(all_that_is_reported(run_at(schedule, options, Level::kDense)) == all_that_is_reported(fast));
  const bool small = static_cast<Cycle>(nodes) * fast.cycles < kFewRouterCycles;
  RC_CLASSIFY(small, "pins too");
  if (small)
    RC_ASSERT(all_that_is_reported(run_at(schedule, options, Level::kPins)) == all_that_is_reported(fast));

  options.max_cycles = *rc::gen::inRange<Cycle>(1, fast.cycles + 1);
  RC_ASSERT(all_that_is_reported(run_at(schedule, options, Level::kDense)) ==
            all_that_is_reported(run_at(schedule, options, Level::kFast)));
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

// A phase is a class, or messages have classes of their own.
TEST(DenseSchedules, EqualTheFastLevelWithClasses) {
  for (const char* shape : {"torus:4x4", "torus:5x9", "torus:3x3x4", "path:9"}) {
    for (const Synchronisation sync :
         {Synchronisation::kPriority, Synchronisation::kNone, Synchronisation::kBarrier}) {
      StoredSchedule schedule = test::random_exchange(Topology::parse(shape), 4, 3, 7);
      const RunOptions options = dense_options(schedule, 5, sync);
      EXPECT_EQ(options.hardware.classes, sync == Synchronisation::kPriority ? 4 : 3);
      const RunResult fast = run_at(schedule, options, Level::kFast);
      EXPECT_EQ(fast.verdict, Verdict::kVerified);
      EXPECT_EQ(all_that_is_reported(run_at(schedule, options, Level::kDense)), all_that_is_reported(fast))
          << shape << ", " << to_text(sync);
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
