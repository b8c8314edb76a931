// What a hardwired run tells its observers: every word on its channel, in the cycle in which it is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "models/hardwired/network.h"
#include "models/watch/flit_history.h"
#include "schedules/algorithms/registry.h"

namespace torusim {
namespace {

TEST(HardwiredReport, EveryWordIsOnItsChannelOnce) {
  for (const auto& [name, shape, delay] : {std::tuple{"gossip-two", "torus:4x4", 1},
                                           {"gossip-two", "torus:4x6", 3},
                                           {"gossip-one", "torus:4x5", 2}}) {
    const auto schedule = make_schedule(name, Topology::parse(shape));
    Hardware hardware;
    hardware.topology = schedule->info().topology;
    hardware.link_delay = delay;
    FlitHistory history(hardware);
    RunOptions options;
    options.hardware = hardware;
    options.block_flits = 5;
    options.startup = 4;
    options.observers = {&history};
    const RunResult result = hardwired::simulate(*schedule, options);
    ASSERT_EQ(result.verdict, Verdict::kVerified) << shape;
    EXPECT_EQ(static_cast<std::int64_t>(history.worms().size()), result.messages) << shape;

    std::int64_t words = 0;
    Cycle first = result.cycles, last = 0;
    for (ChannelId channel = 0; channel < history.table().size(); ++channel) {
      Cycle later = result.cycles + 1;
      for (StreamIndex s = history.past(channel).newest; s != kNoIndex; s = history.stream(s).older) {
        const FlitStream stream = history.stream(s);
        EXPECT_LE(stream.end(), later) << shape << ": two words on " << history.table().name(channel);
        later = stream.cycle;
        words += stream.count;
        first = std::min(first, stream.cycle);
        last = std::max(last, stream.end() - 1);
      }
    }
    EXPECT_EQ(words, result.flit_hops) << shape;
    EXPECT_EQ(first, options.startup + 1) << shape;   // the first words leave one cycle after the startup
    EXPECT_EQ(last + delay, result.cycles) << shape;  // the last one is taken in the last cycle
    for (const WormRecord& worm : history.worms()) {
      EXPECT_EQ(hardware.topology.distance(worm.source, worm.destination), 1);
      EXPECT_LE(worm.tail_out, result.cycles);
    }
  }
}

}  // namespace
}  // namespace torusim
