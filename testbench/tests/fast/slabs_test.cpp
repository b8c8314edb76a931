// Slabs of routers, one for each thread: what one may tell at once, and what it keeps until all are done.
#include "models/fast/slabs.h"

#include <gtest/gtest.h>

#include "testbench/tests/models/span_recorder.h"

namespace torusim::fast {
namespace {

// Spans of all slabs are in one table: only a slab that is the only one writes there during a cycle.
TEST(SlabsTest, SpansWaitForTheEndOfACycleIfThereAreOtherSlabs) {
  Hardware hardware;
  hardware.topology = Topology::parse("torus:16x16");
  for (const int threads : {1, 2, 3}) {
    test::SpanRecorder recorder;
    OpenSpans open(hardware, {&recorder});
    const Slabs slabs(hardware, threads);
    ASSERT_EQ(slabs.count(), static_cast<std::size_t>(threads));
    for (int s = 0; s < threads; ++s) {
      slabs[s].run_span(open, s);
      EXPECT_EQ(slabs[s].spans.running.size(), threads == 1 ? 0u : 1u) << threads;
      EXPECT_EQ(open.span(s).last == FlitSpan::kRunning, threads == 1) << threads;
    }
  }
}

}  // namespace
}  // namespace torusim::fast
