// Schedules as programs: equal to the schedule's run.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <tuple>

#include "schedules/core/program_schedule.h"
#include "testbench/tests/models/any_run.h"

namespace torusim {
namespace {

Hardware random_hardware(const Topology& topology, int classes, int longest) {
  Hardware hardware;
  hardware.topology = topology;
  hardware.classes = classes;
  test::draw_channels(hardware, 8, 5, 4);
  hardware.lanes = *rc::gen::inRange(1, 3);
  test::draw_switching(hardware, longest);
  return hardware;
}

/// Signals between random nodes, for whatever they gate, and barriers before some phases. All signals of a
/// node have one trigger: program_of() says nothing about the order of those that are due in one cycle.
StoredSchedule with_random_signals(StoredSchedule schedule) {
  const Topology& topology = schedule.info().topology;
  auto& phases = schedule.phases();
  std::map<NodeId, std::pair<Signal::Trigger, int>> triggers;
  for (int p = 1; p < static_cast<int>(phases.size()); ++p) {
    Phase& phase = phases[static_cast<std::size_t>(p)];
    phase.barrier_before = *rc::gen::inRange(0, 4) == 0;
    for (int n = *rc::gen::inRange(0, 6); n > 0; --n) {
      Signal signal;
      signal.from = *rc::gen::inRange<NodeId>(0, topology.nodes());
      signal.to = *rc::gen::inRange<NodeId>(0, topology.nodes());
      if (signal.from == signal.to) continue;
      signal.route = dimension_order_route(topology, signal.from, signal.to);
      const auto trigger = triggers.emplace(
          signal.from, std::pair{*rc::gen::element(Signal::Trigger::kSent, Signal::Trigger::kReceived,
                                                   Signal::Trigger::kFinished),
                                 *rc::gen::inRange(0, p)});
      std::tie(signal.trigger, signal.after) = trigger.first->second;
      signal.gates = p;
      phase.signals.push_back(signal);
    }
  }
  ScheduleInfo info = schedule.info();
  info.has_signals = true;
  return StoredSchedule(info, std::move(phases));
}

void expect_same_run(const RunResult& of_phases, const RunResult& of_program) {
  RC_ASSERT(of_phases.verdict == of_program.verdict);
  RC_ASSERT(of_phases.cycles == of_program.cycles);
  RC_ASSERT(of_phases.ejection_hash == of_program.ejection_hash);
  RC_ASSERT(of_phases.flit_hops == of_program.flit_hops);
}

RC_GTEST_PROP(ProgramOfSchedule, RunsAsTheScheduleWithoutSynchronisation, ()) {
  const Topology topology = test::any_product();
  const int classes = *rc::gen::inRange(1, 5);
  StoredSchedule schedule =
      test::random_exchange(topology, *rc::gen::inRange(1, 6), classes, *rc::gen::arbitrary<unsigned>());
  RunOptions options;
  options.sync = Synchronisation::kNone;
  options.block_flits = *rc::gen::inRange(0, 30);
  options.hardware = random_hardware(topology, classes, options.block_flits);
  options.startup = *rc::gen::inRange(0, 12);
  ProgramSchedule program = program_of(schedule, options.block_flits, options.hardware.alpha);
  const RunResult of_phases = simulate(schedule, options);
  const RunResult of_program = simulate(program, options);
  expect_same_run(of_phases, of_program);
  // After a deadlock a schedule counts the messages of the phases that were loaded.
  if (of_phases.verdict == Verdict::kVerified) RC_ASSERT(of_phases.messages == of_program.messages);
}

/// Phases apart by barriers, signals or classes. Nodes begin late, and some phases have no message.
RC_GTEST_PROP(ProgramOfSchedule, RunsAsTheScheduleWithItsSynchronisation, ()) {
  const auto sync =
      *rc::gen::element(Synchronisation::kBarrier, Synchronisation::kLocal, Synchronisation::kPriority);
  const Topology topology = test::any_product();
  const int classes = *rc::gen::inRange(1, 3);
  StoredSchedule schedule =
      test::random_exchange(topology, *rc::gen::inRange(1, 6), classes, *rc::gen::arbitrary<unsigned>());
  if (sync == Synchronisation::kLocal) schedule = with_random_signals(std::move(schedule));
  RunOptions options;
  options.sync = sync;
  options.block_flits = *rc::gen::inRange(0, 30);
  options.hardware = random_hardware(topology, classes_needed(schedule, sync), options.block_flits);
  options.startup = *rc::gen::inRange(0, 12);
  options.barrier = sync == Synchronisation::kPriority ? 0 : *rc::gen::inRange(0, 40);
  if (*rc::gen::arbitrary<bool>()) {
    for (NodeId node = 0; node < topology.nodes(); ++node) options.skew.push_back(*rc::gen::inRange(0, 60));
  }
  ProgramSchedule program =
      program_of(schedule, options.block_flits, options.hardware.alpha, {sync, options.barrier});
  const RunResult of_phases = simulate(schedule, options);
  options.sync = Synchronisation::kNone;
  const RunResult of_program = simulate(program, options);
  expect_same_run(of_phases, of_program);
  if (of_phases.verdict == Verdict::kVerified) RC_ASSERT(of_phases.signals == of_program.signals);
}

}  // namespace
}  // namespace torusim
