// What the scoreboard takes for right, what it says of the rest, and what its hash depends on.
#include "models/watch/scoreboard.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "schedules/core/mix_bits.h"

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

/// The hash of schema 2 from its definition: the sum over the flits of key * base^i * cycle.
std::uint64_t hash_by_flit(const Worm& worm, const std::vector<Cycle>& cycles) {
  const unsigned __int128 prime = (std::uint64_t{1} << 61) - 1;
  const std::uint64_t place = std::uint64_t{worm.number} << 32 | std::uint32_t(worm.destination);
  unsigned __int128 weight = mix_bits(place + kMixStep) >> 4 | 1, sum = 0;
  for (const Cycle cycle : cycles) {
    sum = (sum + weight * (static_cast<std::uint64_t>(cycle) % prime)) % prime;
    weight = weight * 0x0E3779B97F4A7C15u % prime;
  }
  return static_cast<std::uint64_t>(sum);
}

/// The hash of schema 1: a number for each longest unbroken stream, flits i .. j of a message from a cycle
/// on.
std::uint64_t hash_of_schema_1(const Worm& worm, const std::vector<Cycle>& cycles) {
  std::uint64_t sum = 0;
  for (std::size_t first = 0, end = 0; end++ < cycles.size();) {
    if (end < cycles.size() && cycles[end] == cycles[end - 1] + 1) continue;
    std::uint64_t h = mix_bits(worm.number + kMixStep);
    h = mix_bits(h ^ (std::uint64_t(std::uint32_t(worm.destination)) << 32 | first));
    sum += mix_bits(mix_bits(h ^ end) ^ mix_bits(std::uint64_t(cycles[first]) + 0xD1B54A32D192ED03u));
    first = end;
  }
  return sum;
}

RC_GTEST_PROP(ScoreboardTest, TheHashIsASumOverFlits, (std::vector<std::uint8_t> gaps)) {
  gaps.push_back(0);
  std::vector<Cycle> cycles;
  Cycle now = *rc::gen::inRange<Cycle>(1, Cycle{1} << 62);
  for (const std::uint8_t gap : gaps) {
    cycles.push_back(now);
    now += gap % 4 == 0 ? 1 + gap : 1;
  }
  const Worm worm = worm_of(*rc::gen::arbitrary<std::uint32_t>(), static_cast<std::uint32_t>(cycles.size()),
                            *rc::gen::inRange(0, 16));
  RC_ASSERT(hash_of(worm, cycles) == hash_by_flit(worm, cycles));
}

/// A fault of the order, of a cycle, of the number of flits or of the message changes both hashes.
RC_GTEST_PROP(ScoreboardTest, BothHashesTellTheSameRunsApart, ()) {
  const auto flits = *rc::gen::inRange<std::size_t>(2, 200);
  std::vector<Cycle> cycles;
  Cycle now = *rc::gen::inRange(1, 1000);
  for (std::size_t i = 0; i < flits; ++i) cycles.push_back(now += *rc::gen::element(1, 1, 1, 2, 7));
  Worm worm = worm_of(3, static_cast<std::uint32_t>(flits));
  const auto hashes = [&] { return std::pair(hash_by_flit(worm, cycles), hash_of_schema_1(worm, cycles)); };
  const auto right = hashes();
  const auto place = *rc::gen::inRange<std::size_t>(1, flits);
  switch (*rc::gen::inRange(0, 6)) {
    case 0:
      std::swap(cycles[place], cycles[place - 1]);
      break;
    case 1:
      ++cycles[place];
      break;
    case 2:
      cycles.erase(cycles.begin() + static_cast<std::ptrdiff_t>(place));
      break;
    case 3:
      cycles.insert(cycles.begin() + static_cast<std::ptrdiff_t>(place), cycles[place]);
      break;
    case 4:
      ++worm.number;
      break;
    default:
      ++worm.destination;
  }
  const auto wrong = hashes();
  RC_ASSERT(wrong.first != right.first);
  RC_ASSERT(wrong.second != right.second);
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
      for (std::int64_t count = 0; count < 40; ++count) {
        Worm one = worm_of(3, 50), other = one;
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
        for (std::uint32_t i = one.taken; i < 50; ++i) {
          EXPECT_EQ(by_flit.take(400 + i, 6, one, i), i == 49);
          EXPECT_EQ(by_pattern.take(400 + i, 6, other, i), i == 49);
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
  EXPECT_EQ(mix_bits(1234567 + kMixStep), 6457827717110365317u);
  EXPECT_EQ(mix_bits(0), 0u);
}

}  // namespace
}  // namespace torusim
