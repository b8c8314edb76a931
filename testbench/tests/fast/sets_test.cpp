// What the fast level counts and chooses on sets of bits, against counting and choosing one by one.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "models/fast/arbiter.h"
#include "models/fast/bits.h"
#include "models/fast/counters.h"
#include "models/fast/credit.h"
#include "models/fast/next_vc.h"

namespace torusim::fast {
namespace {

TEST(SetsTest, BitsComeInAscendingOrder) {
  std::vector<int> seen;
  for (const int i : bits(std::uint64_t{1} << 63 | 0b1011)) seen.push_back(i);
  EXPECT_EQ(seen, (std::vector<int>{0, 1, 3, 63}));
  for (const int i : bits(std::uint32_t{0})) FAIL() << i;
  EXPECT_EQ(bit(31), 0x8000'0000u);
  EXPECT_EQ(bit64(63), 0x8000'0000'0000'0000u);
}

// 64 counters of four digits at once.
TEST(SetsTest, CountersCountEachForItself) {
  std::mt19937_64 random(1);
  std::array<std::uint64_t, 4> digits{};
  std::array<int, 64> expected{};
  for (int step = 0; step < 5000; ++step) {
    std::uint64_t up = random() & random(), down = random() & random();
    for (int i = 0; i < 64; ++i) {
      const bool both = ((up & down) >> i & 1) != 0;
      if (expected[i] == 15 && !both) up &= ~bit64(i);
      if (expected[i] == 0 && !both) down &= ~bit64(i);
      expected[i] += static_cast<int>(up >> i & 1) - static_cast<int>(down >> i & 1);
    }
    const std::uint64_t not_zero = count(digits.data(), 4, up, down);
    for (int i = 0; i < 64; ++i) {
      ASSERT_EQ(counter_value(digits.data(), 4, i), expected[i]) << "counter " << i << " in step " << step;
      ASSERT_EQ(not_zero >> i & 1, expected[i] != 0 ? 1u : 0u);
    }
  }
}

// The table against the rule.
TEST(SetsTest, TheNextVcIsThatOfTheContract) {
  for (const char* shape : {"torus:4x3", "mesh:2x5", "hypercube:4", "complete:5", "ring:7"}) {
    for (const int lanes : {1, 2, 4}) {
      Hardware hardware;
      hardware.topology = Topology::parse(shape);
      hardware.lanes = lanes;
      hardware.classes = 3;
      hardware.alpha = 2;
      const NextVc table(hardware);
      for (int in = 0; in < hardware.ports(); ++in) {
        for (int out = 0; out < hardware.ports(); ++out) {
          for (int vc = 0; vc < hardware.vcs(); ++vc) {
            for (const bool dateline : {false, true}) {
              for (int named = 0; named < lanes; ++named) {
                ASSERT_EQ(table(in, vc, out, dateline && lanes > 1, named),
                          next_vc(hardware, in, vc, out, dateline, named))
                    << shape << ", " << lanes << " lanes, " << in << ", VC " << vc << " to " << out;
              }
            }
          }
        }
      }
    }
  }
}

// Both steps of arbitration against the sentences of docs/router.md, for every turn and every set.
TEST(SetsTest, AnInputPutsForwardItsMostUrgentAndEqualsTakeTurns) {
  for (const int lanes : {1, 2, 3, 4}) {
    const int vcs = lanes == 4 ? 8 : 6;
    for (int turn = 0; turn <= vcs; ++turn) {  // the turn behind the last VC is that of the first
      for (std::uint64_t ready = 1; ready < 1u << vcs; ++ready) {
        int best = -1;
        for (int i = 0; i < vcs; ++i) {
          const int vc = (turn + i) % vcs;
          if ((ready >> vc & 1) == 0) continue;
          if (best < 0 || vc / lanes < best / lanes) best = vc;
        }
        ASSERT_EQ(arbitrate_input(ready, turn, lanes), best)
            << ready << " ready, turn " << turn << ", " << lanes << " lanes";
      }
    }
  }
}

TEST(SetsTest, ALinkGoesToTheMostUrgentAndEqualsTakeTurns) {
  const int ports = 5;
  // Of each input its urgency, 0 to 2; 3: it wants nothing.
  for (int code = 0; code < 1024; ++code) {
    const auto urgency = [&](int in) { return code >> 2 * in & 3; };
    for (int turn = 0; turn <= ports; ++turn) {
      int expected = -1;
      for (int i = 0; i < ports; ++i) {
        const int in = (turn + i) % ports;
        if (urgency(in) < 3 && (expected < 0 || urgency(in) < urgency(expected))) expected = in;
      }
      int best = -1;
      for (int in = 0; in < ports; ++in) {
        if (urgency(in) == 3) continue;
        if (best < 0 || wins_link({in, urgency(in)}, {best, urgency(best)}, turn)) best = in;
      }
      ASSERT_EQ(best, expected) << code << ", turn " << turn;
    }
  }
}

// occ[v] < reserve or sum over u of max(occ[u] - reserve, 0) < shared
TEST(SetsTest, TheCreditRule) {
  for (const CreditRule rule : {CreditRule{1, 0}, {1, 3}, {4, 0}, {4, 3}, {2, 1}}) {
    std::mt19937_64 random(2);
    std::array<std::uint16_t, 4> in_flight{};
    std::uint64_t below_reserve = 0xF;
    std::int32_t shared_used = 0;
    for (int step = 0; step < 2000; ++step) {
      int pool = 0;
      for (const int flits : in_flight) pool += std::max(flits - rule.reserve, 0);
      ASSERT_EQ(shared_used, pool);
      for (int v = 0; v < 4; ++v) {
        const bool own = in_flight[v] < rule.reserve;
        ASSERT_EQ(below_reserve >> v & 1, own ? 1u : 0u);
        ASSERT_EQ(rule.room(in_flight[v], shared_used),
                  std::max(rule.reserve - in_flight[v], 0) + rule.shared - pool);
      }
      const int v = static_cast<int>(random() % 4);
      const bool allowed = in_flight[v] < rule.reserve || pool < rule.shared;
      if (allowed && random() % 5 < 3) {
        rule.send(in_flight[v], below_reserve, bit64(v), shared_used);
      } else if (in_flight[v] > 0) {
        rule.credit(in_flight[v], below_reserve, bit64(v), shared_used);
      }
    }
  }
}

}  // namespace
}  // namespace torusim::fast
