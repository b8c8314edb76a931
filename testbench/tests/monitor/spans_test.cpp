// Spans of a run whose routers sleep, where that was wrong once.
#include <gtest/gtest.h>

#include "testbench/tests/models/sources.h"
#include "testbench/tests/models/span_recorder.h"

namespace torusim {
namespace {

// A streaming worm has the pool of its far buffer full: every credit opens it for another VC's worm, before
// the next flit takes the slot. That worm is put forward in every cycle, loses the link, and a stream that
// comes by its input port must take turns with it. A property found this, in one case of some ten thousand.
TEST(Spans, AStreamTakesTurnsWithAWormForWhichEveryCreditOpensThePool) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:3x4"), 3, 3, 2376582946U);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.alpha = 1;
  options.hardware.reserve = 4;
  options.hardware.shared = 2;
  options.block_flits = 70;
  test::SpanRecorder asleep, awake;
  options.observers = {&asleep};
  simulate(schedule, options);
  options.sleep = false;
  options.observers = {&awake};
  simulate(schedule, options);
  EXPECT_EQ(asleep.sorted(), awake.sorted());
}

}  // namespace
}  // namespace torusim
