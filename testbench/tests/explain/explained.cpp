#include "testbench/tests/explain/explained.h"

namespace torusim::test {

Explained::Explained(Schedule& schedule, RunOptions options)
    : history(options.hardware), monitor(options.hardware, {}, &history) {
  options.observers = {&monitor, &history};
  result = simulate(schedule, options);
  history.finish();
  if (result.verdict != Verdict::kVerified) return;
  path = critical_path(history, {result.cycles, options.startup, options.barrier, options.sync});
}

}  // namespace torusim::test
