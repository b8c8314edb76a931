// What is remembered of a long run lies in a file, also while it is put in order.
#include "models/watch/flit_history.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace torusim {
namespace {

long most_memory() {  // kB
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(FlitHistory, TheProcessStaysSmall) {
  Hardware hardware;
  hardware.topology = Topology::parse("ring:4");
  FlitHistory history(hardware);
  const long before = most_memory();
  constexpr std::uint32_t kWorms = 250, kChannels = 30'000;  // 7.5 million passages: 270 MB
  Cycle now = 0;
  for (std::uint32_t number = 0; number < kWorms; ++number) {
    Worm worm;
    worm.number = number;
    worm.flits = 1;
    history.started(now, worm);
    for (std::uint32_t hop = 0; hop < kChannels; ++hop, ++now) {
      FlitSpan span;
      span.begin = span.last = now;
      span.worm = &worm;
      span.number = number;
      span.flits = 1;
      history.span_began(span);
      history.span_ended(span);
    }
  }
  history.finish();
  EXPECT_EQ(history.passages().size(), kWorms * kChannels);
  EXPECT_LT(most_memory() - before, 130'000);
  const WormRecord& last = history.worms()[kWorms - 1];
  EXPECT_EQ(history.on_wire(last.last, 0), now - 1);
  EXPECT_EQ(last.channels, static_cast<std::int32_t>(kChannels));
}

}  // namespace
}  // namespace torusim
