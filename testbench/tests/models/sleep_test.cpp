// Routers that sleep while worms stream through them, against the same run without sleep.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/contract/observer.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/cost.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/result_text.h"

namespace torusim {
namespace {

/// Messages of one to some hundred blocks, contended or not; block sizes make worms of 1 to many thousand
/// flits.
StoredSchedule any_schedule(int classes) {
  const int kind = *rc::gen::inRange(0, 4);
  const unsigned seed = *rc::gen::arbitrary<unsigned>();
  if (kind == 0) {
    const Topology ring({{*rc::gen::inRange(2, 20), Line::kRing}});
    auto schedule = make_schedule("ring-gs", ring);
    return StoredSchedule::copy_of(*schedule);
  }
  if (kind == 1) {
    const Topology torus({{*rc::gen::inRange(2, 7), Line::kRing}, {*rc::gen::inRange(2, 7), Line::kRing}});
    auto schedule = make_schedule("t1", torus);
    return StoredSchedule::copy_of(*schedule);
  }
  const Topology any(
      {{*rc::gen::inRange(2, 5), *rc::gen::element(Line::kArray, Line::kRing, Line::kComplete)},
       {*rc::gen::inRange(2, 5), Line::kRing}});
  return test::random_exchange(any, *rc::gen::inRange(1, 4), classes, seed);
}

/// In blocks.
int longest_message(Schedule& schedule) {
  std::int64_t longest = 0;
  for (const PhaseSummary& phase : summarize(schedule)) longest = std::max(longest, phase.max_blocks);
  return static_cast<int>(longest);
}

/// Hashes every flit on every channel and every event, whatever the order of those of one cycle.
class Witness : public Observer {
 public:
  void moved(Cycle cycle, std::span<const FlitMove> moves) override {
    for (const FlitMove& move : moves) {
      add(cycle, std::int64_t{move.worm->number} << 32 | move.index,
          (std::int64_t{move.node} << 16) + (move.port << 8) + move.vc);
    }
  }
  void started(Cycle cycle, const Worm& worm) override { add(cycle, worm.number, -1); }
  void delivered(Cycle cycle, const Worm& worm) override { add(cycle, worm.number, -2); }
  void phase_began(Cycle cycle, int phase, const std::string&) override { add(cycle, phase, -3); }
  void phase_ended(Cycle cycle, int phase, const std::string&) override { add(cycle, phase, -4); }

  std::uint64_t hash = 0;

 private:
  void add(Cycle cycle, std::int64_t what, std::int64_t where) {
    std::uint64_t h = static_cast<std::uint64_t>(cycle);
    for (const std::int64_t value : {what, where}) {
      h = (h ^ static_cast<std::uint64_t>(value)) * 0x9E3779B97F4A7C15u;
      h ^= h >> 29;
    }
    hash += h;
  }
};

RunResult watched(Schedule& schedule, RunOptions options, Witness& witness) {
  options.observers = {&witness};
  return simulate(schedule, options);
}

RC_GTEST_PROP(Sleep, ChangesNothing, ()) {
  StoredSchedule schedule = any_schedule(*rc::gen::inRange(1, 5));
  const auto sync = *rc::gen::element(
      Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kPriority, Synchronisation::kSwitch,
      schedule.info().has_signals ? Synchronisation::kLocal : Synchronisation::kNone);
  RunOptions options = test::options_for(schedule, sync);
  options.hardware.alpha = *rc::gen::inRange(1, options.hardware.network_ports() + 1);
  options.hardware.lanes = *rc::gen::inRange(1, 3);
  options.hardware.link_delay = *rc::gen::inRange(1, 5);
  options.hardware.reserve =
      *rc::gen::inRange(1, 2 * Hardware::credit_round_trip(options.hardware.link_delay));
  options.hardware.shared = *rc::gen::inRange(0, 12);
  options.block_flits = *rc::gen::element(1, 7, 15, 16, 17, 40, 200, 2000);
  options.hardware.switching = test::any_switching();
  options.hardware.arbitration = test::any_arbitration();
  if (options.hardware.buffers_whole_worms()) {
    const int longest = 1 + options.block_flits * longest_message(schedule);
    RC_PRE(longest <= 4000);
    options.hardware.reserve += longest;
  }
  options.startup = *rc::gen::inRange(0, 100);
  options.barrier = *rc::gen::inRange(0, 30);
  if (options.hardware.classes * options.hardware.lanes > Hardware::kMaxVcs) options.hardware.lanes = 1;
  if (*rc::gen::inRange(0, 8) == 0) options.max_cycles = *rc::gen::inRange(1, 3000);
  const RunResult asleep = simulate(schedule, options);
  Witness witness_asleep, witness_awake;
  const RunResult watched_asleep = watched(schedule, options, witness_asleep);
  options.sleep = false;
  const RunResult awake = watched(schedule, options, witness_awake);
  RC_ASSERT(watched_asleep.ejection_hash == awake.ejection_hash);
  RC_ASSERT(witness_asleep.hash == witness_awake.hash);
  RC_ASSERT(test::result_text(asleep) == test::result_text(awake));
  RC_TAG(to_text(asleep.verdict));
}

}  // namespace
}  // namespace torusim
