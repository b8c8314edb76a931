// What the scoreboard takes for right, what it says of the rest, and what its hash depends on.
#include "models/watch/scoreboard.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace torusim {
namespace {

const Topology& torus() {
  static const Topology topology = Topology::parse("torus:4x4");
  return topology;
}

Worm worm_of(std::uint32_t number, std::uint32_t flits, NodeId destination = 6) {
  Worm worm;
  worm.number = number;
  worm.flits = flits;
  worm.source = 1;
  worm.destination = destination;
  return worm;
}

/// The hash of one worm whose flits are taken in these cycles.
std::uint64_t hash_of(Worm worm, const std::vector<Cycle>& cycles) {
  Scoreboard scoreboard(torus());
  for (std::uint32_t i = 0; i < worm.flits; ++i) {
    EXPECT_EQ(scoreboard.take(cycles[i], worm.destination, worm, i), i + 1 == worm.flits);
  }
  EXPECT_EQ(scoreboard.failure(), "");
  EXPECT_EQ(worm.head_out, cycles.front());
  EXPECT_EQ(worm.tail_out, cycles.back());
  EXPECT_EQ(worm.taken, worm.flits);
  return scoreboard.hash();
}

TEST(ScoreboardTest, TheHashTellsEveryFlitAndCycle) {
  const Worm worm = worm_of(3, 4);
  std::set<std::uint64_t> hashes{0, hash_of(worm, {10, 11, 12, 13})};
  for (const std::vector<Cycle>& other : {std::vector<Cycle>{11, 12, 13, 14},
                                          {9, 11, 12, 13},
                                          {10, 12, 13, 14},
                                          {10, 11, 13, 14},
                                          {10, 11, 12, 14}}) {
    EXPECT_TRUE(hashes.insert(hash_of(worm, other)).second);
  }
  EXPECT_TRUE(hashes.insert(hash_of(worm_of(4, 4), {10, 11, 12, 13})).second);
  EXPECT_TRUE(hashes.insert(hash_of(worm_of(3, 3), {10, 11, 12})).second);
  EXPECT_TRUE(hashes.insert(hash_of(worm_of(3, 4, 7), {10, 11, 12, 13})).second);
}

/// What one unbroken stream adds: flits first .. end - 1 of message 3 for node 6, the first taken in `cycle`.
std::uint64_t hash_of_stream(std::uint64_t first, std::uint64_t end, std::uint64_t cycle) {
  std::uint64_t h = mix(3 + 0x9E3779B97F4A7C15u);
  h = mix(h ^ (std::uint64_t{6} << 32 | first));
  return mix(mix(h ^ end) ^ mix(cycle + 0xD1B54A32D192ED03u));
}

TEST(ScoreboardTest, TheHashIsTheSumOverUnbrokenStreams) {
  EXPECT_EQ(hash_of(worm_of(3, 1), {10}), hash_of_stream(0, 1, 10));
  EXPECT_EQ(hash_of(worm_of(3, 2), {10, 11}), hash_of_stream(0, 2, 10));
  EXPECT_EQ(hash_of(worm_of(3, 2), {10, 12}), hash_of_stream(0, 1, 10) + hash_of_stream(1, 2, 12));
  EXPECT_EQ(hash_of(worm_of(3, 5), {10, 11, 14, 15, 16}),
            hash_of_stream(0, 2, 10) + hash_of_stream(2, 5, 14));
  EXPECT_EQ(hash_of(worm_of(3, 4), {10, 11, 12, 15}), hash_of_stream(0, 3, 10) + hash_of_stream(3, 4, 15));
}

TEST(ScoreboardTest, TheHashForgetsTheOrderOfNodes) {
  std::vector<std::uint64_t> hashes;
  for (const bool reversed : {false, true}) {
    Worm worms[] = {worm_of(3, 2, 6), worm_of(4, 2, 9)};
    Scoreboard scoreboard(torus());
    for (const std::uint32_t index : {0u, 1u}) {
      for (const bool second : {reversed, !reversed}) {
        Worm& worm = worms[second ? 1 : 0];
        scoreboard.take(5 + index, worm.destination, worm, index);
      }
    }
    hashes.push_back(scoreboard.hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(ScoreboardTest, AStreamIsItsFlits) {
  for (const Cycle gap : {0, 2}) {
    Worm one = worm_of(3, 9), other = one;
    Scoreboard by_flit(torus()), by_stream(torus());
    by_flit.take(20, 6, one, 0);
    by_stream.take(20, 6, other, 0);
    for (std::uint32_t i = 1; i < 8; ++i) by_flit.take(20 + gap + i, 6, one, i);
    by_stream.take_stream(21 + gap, 6, other, 1, 3);
    by_stream.take_stream(24 + gap, 6, other, 4, 0);
    by_stream.take_stream(24 + gap, 6, other, 4, 4);
    EXPECT_EQ(other.taken, 8u);
    EXPECT_TRUE(by_flit.take(40, 6, one, 8));
    EXPECT_TRUE(by_stream.take(40, 6, other, 8));
    EXPECT_EQ(by_flit.hash(), by_stream.hash());
    EXPECT_EQ(by_stream.failure(), "");
  }
}

TEST(ScoreboardTest, APatternIsItsFlits) {
  const std::vector<std::vector<Cycle>> patterns{{21}, {23}, {21, 22, 23}, {22, 23}, {21, 23}, {23, 24, 26}};
  for (const std::vector<Cycle>& cycles : patterns) {
    for (const Cycle period : {Cycle{1}, Cycle{3}, Cycle{7}}) {
      if (period < std::ssize(cycles) || cycles.back() - cycles.front() >= period) continue;
      for (std::int64_t count = 0; count < 20; ++count) {
        Worm one = worm_of(3, 30), other = one;
        Scoreboard by_flit(torus()), by_pattern(torus());
        by_flit.take(20, 6, one, 0);
        by_pattern.take(20, 6, other, 0);
        for (std::int64_t i = 0; i < count; ++i) {
          const auto place = static_cast<std::size_t>(i % std::ssize(cycles));
          by_flit.take(cycles[place] + i / std::ssize(cycles) * period, 6, one,
                       static_cast<std::uint32_t>(1 + i));
        }
        by_pattern.take_pattern(other, cycles, period, count);
        EXPECT_EQ(other.taken, one.taken);
        for (std::uint32_t i = one.taken; i < 30; ++i) {
          EXPECT_EQ(by_flit.take(400 + i, 6, one, i), i == 29);
          EXPECT_EQ(by_pattern.take(400 + i, 6, other, i), i == 29);
        }
        EXPECT_EQ(by_flit.hash(), by_pattern.hash());
      }
    }
  }
}

TEST(ScoreboardTest, WhatIsWrongIsSaidOnceAndNotTaken) {
  Scoreboard scoreboard(torus());
  Worm worm = worm_of(3, 3);
  EXPECT_FALSE(scoreboard.take(4, 6, worm, 0));
  EXPECT_FALSE(scoreboard.take(5, 6, worm, 2));  // flit 1 is missing
  EXPECT_EQ(scoreboard.failure(),
            "cycle 5, node (1,2): flit 2 of message 3 from (0,1) to (1,2) arrived, expected flit 1 at its "
            "destination");
  EXPECT_EQ(worm.taken, 1u);
  EXPECT_FALSE(scoreboard.take(6, 5, worm, 1));  // elsewhere
  EXPECT_EQ(worm.taken, 1u);
  EXPECT_EQ(scoreboard.failure().substr(0, 7), "cycle 5");
  Scoreboard another(torus());
  EXPECT_FALSE(another.take(6, 5, worm, 1));
  EXPECT_EQ(another.failure().substr(0, 19), "cycle 6, node (1,1)");
  another.fail(9, 0, "something else");
  EXPECT_EQ(another.failure().substr(0, 7), "cycle 6");
}

TEST(ScoreboardTest, MixIsThatOfSplitMix64) {
  EXPECT_EQ(mix(1234567 + 0x9E3779B97F4A7C15u), 6457827717110365317u);
  EXPECT_EQ(mix(0), 0u);
}

}  // namespace
}  // namespace torusim
