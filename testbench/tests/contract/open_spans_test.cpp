// When observers learn of spans.
#include "models/contract/open_spans.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

#include "models/contract/observer_hooks.h"
#include "testbench/tests/models/span_recorder.h"

namespace torusim {
namespace {

class Fetching : public test::SpanRecorder, public FetchingObserver {
 public:
  void span_due(const FlitSpan& span, bool soon) override { EXPECT_EQ(++due[span.channel], soon ? 2 : 1); }
  void span_began(const FlitSpan& span) override { due_before.push_back(due[span.channel]); }

  std::map<ChannelId, int> due;
  std::vector<int> due_before;
};

// Where the spans of all channels are more than a cache holds, each is announced twice before it begins.
TEST(OpenSpans, AreAnnouncedInLargeNetworks) {
  for (const bool large : {false, true}) {
    Hardware hardware;
    hardware.topology = Topology::parse(large ? "torus:64x64" : "torus:8x8");
    Fetching observer;
    OpenSpans spans(hardware, {&observer});
    Worm worm;
    worm.flits = 1;
    constexpr int kMany = 100;
    for (int i = 0; i < kMany; ++i) {
      FlitSpan span;
      span.channel = i;
      span.worm = &worm;
      span.begin = span.last = 1;
      spans.begin(span, 0);
    }
    spans.flush();
    EXPECT_EQ(observer.due_before, std::vector<int>(kMany, large ? 2 : 0));
  }
}

// One that forgets to take moves, or to decline them, is not silent.
TEST(Observer, OfMovesTakesThem) {
  class Forgetful : public Observer {
  } forgetful;
  EXPECT_TRUE(forgetful.wants_moves());
  EXPECT_THROW(forgetful.moved(1, {}), std::logic_error);
}

}  // namespace
}  // namespace torusim
