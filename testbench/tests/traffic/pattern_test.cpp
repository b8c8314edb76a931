// Every pattern against its definition in the literature (Dally and Towles, Table 3.1).
#include "models/sources/pattern.h"

#include <gtest/gtest.h>

#include <set>

#include "models/sources/arrivals.h"
#include "models/sources/packet_mix.h"
#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

NodeId destination(const char* name, const char* shape, NodeId source) {
  const Topology topology = Topology::parse(shape);
  NodeRandom random(0, source);
  return Pattern({name}, topology).destination(source, random);
}

template <typename Error>
std::string refusal(const PatternOptions& options, const char* shape) {
  return test::refusal<Error>([&] { const Pattern pattern(options, Topology::parse(shape)); });
}

TEST(Pattern, FixedPatternsArePermutations) {
  for (const char* name : {"transpose", "bit-complement", "bit-reverse", "shuffle", "tornado", "neighbour"}) {
    for (const char* shape : {"torus:8x8", "mesh:16x16", "torus:4x4x4x4"}) {
      const Topology topology = Topology::parse(shape);
      const Pattern pattern({name}, topology);
      std::set<NodeId> all;
      for (NodeId node = 0; node < topology.nodes(); ++node) {
        NodeRandom random(0, node);
        all.insert(pattern.destination(node, random));
      }
      EXPECT_EQ(all.size(), std::size_t(topology.nodes())) << name << " " << shape;
    }
  }
}

TEST(Pattern, FollowsItsFormula) {
  const Topology square = Topology::parse("torus:8x8");
  for (NodeId node = 0; node < 64; ++node) {
    const int x = square.coordinate(node, 0), y = square.coordinate(node, 1);
    EXPECT_EQ(destination("transpose", "torus:8x8", node), square.node({y, x}));
    EXPECT_EQ(destination("bit-complement", "torus:8x8", node), square.node({7 - x, 7 - y}));
    EXPECT_EQ(destination("tornado", "torus:8x8", node), square.node({(x + 3) % 8, (y + 3) % 8}));
    EXPECT_EQ(destination("neighbour", "torus:8x8", node), square.node({(x + 1) % 8, (y + 1) % 8}));
    EXPECT_EQ(destination("shuffle", "torus:8x8", node), (2 * node) % 64 + node / 32);
    NodeId reversed = 0;
    for (int bit = 0; bit < 6; ++bit) reversed |= ((node >> bit) & 1) << (5 - bit);
    EXPECT_EQ(destination("bit-reverse", "torus:8x8", node), reversed);
  }
  const Topology odd = Topology::parse("torus:5x7");
  EXPECT_EQ(destination("tornado", "torus:5x7", odd.node({4, 6})), odd.node({1, 2}));
  const Topology four = Topology::parse("torus:4x6x4x6");
  EXPECT_EQ(destination("transpose", "torus:4x6x4x6", four.node({1, 2, 3, 4})), four.node({3, 4, 1, 2}));
}

TEST(Pattern, UniformReachesEveryOtherNodeAlike) {
  const Topology topology = Topology::parse("torus:3x4");
  const Pattern pattern({"uniform"}, topology);
  NodeRandom random(5, 7);
  std::vector<int> hits(12);
  for (int i = 0; i < 110'000; ++i) ++hits[pattern.destination(7, random)];
  EXPECT_EQ(hits[7], 0);
  for (NodeId node = 0; node < 12; ++node) {
    if (node != 7) {
      EXPECT_NEAR(hits[node], 10'000, 500) << node;  // five standard deviations
    }
  }
}

TEST(Pattern, HotspotGetsItsShareAndItsUniformPart) {
  const Topology topology = Topology::parse("torus:8x8");
  for (const double share : {0.0, 0.05, 0.5, 1.0}) {
    const Pattern pattern({"hotspot", 27, share}, topology);
    NodeRandom random(1, 3);
    int hits = 0;
    for (int i = 0; i < 100'000; ++i) hits += pattern.destination(3, random) == 27 ? 1 : 0;
    EXPECT_NEAR(hits / 1e5, share + (1 - share) / 63, 0.01);
    EXPECT_EQ(pattern.sends(27), share < 1);
    EXPECT_EQ(pattern.senders(), share < 1 ? 64 : 63);
    EXPECT_EQ(pattern.only_destination(3), share < 1 ? std::nullopt : std::optional<NodeId>(27));
  }
}

TEST(Pattern, MeanHopsIsTheAverageOverItsPackets) {
  for (const char* shape : {"torus:8x8", "torus:5x4", "mesh:3x7", "torus:4x3m", "ring:9", "path:6"}) {
    const Topology topology = Topology::parse(shape);
    for (const PatternOptions& options : {PatternOptions{"uniform", 0, 0},
                                          {"tornado", 0, 0},
                                          {"neighbour", 0, 0},
                                          {"hotspot", 2, 0.3},
                                          {"hotspot", 1, 1.0}}) {
      const Pattern pattern(options, topology);
      double hops = 0;
      int packets = 0;
      for (NodeId node = 0; node < topology.nodes(); ++node) {
        NodeRandom random(3, node);
        for (int i = 0; i < 20'000 && pattern.sends(node); ++i) {
          const NodeId to = pattern.destination(node, random);
          if (to == node) continue;
          hops += topology.distance(node, to);
          ++packets;
        }
      }
      EXPECT_NEAR(pattern.mean_hops(topology), hops / packets, 0.02) << options.name << " " << shape;
    }
  }
}

TEST(Pattern, SaysWhatItNeeds) {
  EXPECT_EQ(refusal<InputError>({"shuffle"}, "torus:6x6"),
            "pattern shuffle needs a power of two nodes, torus:6x6 has 36");
  EXPECT_EQ(refusal<InputError>({"transpose"}, "torus:4x8"),
            "pattern transpose needs equal sides, such as torus:8x8 or torus:4x6x4x6, not torus:4x8");
  EXPECT_EQ(refusal<InputError>({"tornado"}, "torus:2x2"),
            "pattern tornado maps every node of torus:2x2 to itself");
  EXPECT_EQ(refusal<UsageError>({"tornadoes"}, "torus:4x4").substr(0, 39),
            "unknown pattern 'tornadoes'; there are ");
}

TEST(NodeRandom, NeighbouringSeedsAndNodesShareNoNumbers) {
  std::set<std::uint64_t> all;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (NodeId node = 0; node < 20; ++node) {
      NodeRandom random(seed, node);
      for (int i = 0; i < 50; ++i) all.insert(random.next());
    }
  }
  EXPECT_EQ(all.size(), 20'000u);
}

// Packet lengths and the times at which packets are made: rates, bursts, and what is refused.

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
