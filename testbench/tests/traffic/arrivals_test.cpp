// Packet lengths and the times at which packets are made: rates, bursts, and what is refused.
#include "models/sources/arrivals.h"

#include <gtest/gtest.h>

#include "models/sources/packet_mix.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

struct Counts {
  double load;      // flits a cycle
  double variance;  // of the packets in 100 cycles, over their mean: 1 - p for Bernoulli
};

Counts count(const char* kind, double load, int flits) {
  const Arrivals arrivals(ArrivalKind::parse(kind), load, flits);
  constexpr int kNodes = 200, kStretches = 500, kLength = 100;
  double sum = 0, squares = 0;
  for (NodeId node = 0; node < kNodes; ++node) {
    NodeRandom random(1, node);
    Arrivals::State state = arrivals.begin(random);
    std::vector<int> made(kStretches);
    Cycle at = -1;
    while ((at = arrivals.next(state, random, at)) < kStretches * kLength) ++made[at / kLength];
    for (const int packets : made) {
      sum += packets;
      squares += double(packets) * packets;
    }
  }
  const double all = kNodes * kStretches, mean = sum / all;
  return {mean * flits / kLength, (squares / all - mean * mean) / mean};
}

TEST(Arrivals, BernoulliKeepsItsLoadAndItsVariance) {
  for (const double load : {0.01, 0.3, 0.8}) {
    const Counts counts = count("bernoulli", load, 8);
    EXPECT_NEAR(counts.load, load, 0.02 * load);
    EXPECT_NEAR(counts.variance, 1 - load / 8, 0.03);
  }
}

TEST(Arrivals, BurstsKeepTheLoadAndAreBursty) {
  for (const char* kind : {"bursty:1", "bursty:50", "bursty:200:0.5"}) {
    const double load = std::string(kind) == "bursty:1" ? 0.4 : 0.25;
    const Counts counts = count(kind, load, 4);
    EXPECT_NEAR(counts.load, load, 0.03 * load) << kind;
    if (std::string(kind) != "bursty:1") {
      EXPECT_GT(counts.variance, 2) << kind;
    }
  }
}

TEST(Arrivals, ABurstIsAsLongAsItSays) {
  // One packet in every cycle that is on, so that runs of packets show the bursts.
  const Arrivals arrivals(ArrivalKind::parse("bursty:20"), 0.25, 1);
  NodeRandom random(3, 0);
  Arrivals::State state = arrivals.begin(random);
  Cycle at = arrivals.next(state, random, -1);
  double bursts = 1, packets = 1;
  for (int i = 0; i < 400'000; ++i, ++packets) {
    const Cycle next = arrivals.next(state, random, at);
    ASSERT_GT(next, at);
    bursts += next > at + 1 ? 1 : 0;
    at = next;
  }
  EXPECT_NEAR(packets / bursts, 20, 1);
  EXPECT_NEAR(packets / static_cast<double>(at), 0.25, 0.01);
}

TEST(Arrivals, TextsAreReadBackAndOthersRefused) {
  for (const char* text : {"bernoulli", "bursty:1", "bursty:64:0.25", "bursty:1000000"}) {
    EXPECT_EQ(ArrivalKind::parse(text).text(), text);
  }
  for (const char* text : {"", "bernouli", "bursty", "bursty:", "bursty:0", "bursty:8:", "bursty:8:0",
                           "bursty:8:-1", "bursty:8:1:1", "bursty:8:nan", "bursty:x", "bernoulli:1"}) {
    EXPECT_THROW(ArrivalKind::parse(text), UsageError) << text;
  }
}

TEST(PacketMix, DrawsItsShares) {
  const PacketMix mix = PacketMix::parse("1:3,5:1");
  EXPECT_DOUBLE_EQ(mix.mean_flits(), 2);
  NodeRandom random(1, 1);
  int ones = 0;
  for (int i = 0; i < 100'000; ++i) ones += mix.draw(random) == 1 ? 1 : 0;
  EXPECT_NEAR(ones / 1e5, 0.75, 0.01);
  EXPECT_DOUBLE_EQ(PacketMix::parse("1,5").mean_flits(), 3);
}

TEST(PacketMix, TextsAreReadBackAndOthersRefused) {
  for (const char* text : {"8", "1,5", "1:0.8,5:0.2", "1:4,5:2,64:0.5"}) {
    EXPECT_EQ(PacketMix::parse(text).text(), text);
  }
  for (const char* text :
       {"", "0", "-1", "8,", ",8", "1:0.5,5", "1:0,5:1", "1:", "8x", "1:nan", "1000001", "1 5"}) {
    EXPECT_THROW(PacketMix::parse(text), UsageError) << text;
  }
}

}  // namespace
}  // namespace torusim
