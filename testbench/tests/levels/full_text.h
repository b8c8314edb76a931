#pragma once
/// A run in a way, and all that it reports as text.

#include "models/run/simulation.h"
#include "testbench/tests/levels/any_case.h"
#include "testbench/tests/models/result_text.h"

namespace torusim::test {

inline Outcome outcome_of(const RunResult& result) {
  using End = Outcome::End;
  Outcome outcome;
  switch (result.verdict) {
    case Verdict::kVerified:
      outcome.end = End::kWhole;
      break;
    case Verdict::kLimit:
      outcome.end = End::kStopped;
      break;
    case Verdict::kDeadlock:
      outcome.end = End::kDeadlock;
      break;
    default:
      outcome.end = End::kFailed;
  }
  outcome.text = result_text(result) +
                 fmt::format("; {} blocks due, {} repeated", result.total_blocks, result.repeated_blocks);
  for (const PhaseTime& p : result.phases) {
    outcome.text += fmt::format("; {}: {} to {}, {} messages, {} flit-hops", p.name, p.start, p.end,
                                p.messages, p.flit_hops);
  }
  outcome.hash = result.ejection_hash;
  outcome.cycles = result.cycles;
  outcome.messages = result.messages;
  outcome.signals = result.signals;
  outcome.flit_hops = result.flit_hops;
  return outcome;
}

inline Outcome simulate_in(const Way& way, Schedule& schedule, RunOptions options) {
  static_cast<ForeignPlacement&>(options) = way.foreign;
  options.level = way.level;
  options.sleep = way.sleep;
  options.threads = way.threads;
  options.observers = way.observers;
  return outcome_of(torusim::simulate(schedule, options));
}

}  // namespace torusim::test
