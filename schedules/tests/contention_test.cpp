// Local synchronisation: what meets without it, and that nothing does with it.
#include "schedules/check/contention.h"

#include <gtest/gtest.h>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

Contention contention_of(const std::string& name, const std::string& shape, Synchronisation sync,
                         const AlgorithmOptions& options = {}) {
  return contention(*make_schedule(name, Topology::parse(shape), options), sync);
}

// 16 pairs of the patterns on 8 nodes, 96 on 16 (both trees), less those of the phase SP_{d-2} of direction
// -, whose messages are empty: 4 on 8 nodes and 16 on 16.
TEST(Contention, WithoutSynchronisationMessagesMeet) {
  EXPECT_EQ(contention_of("ring-gs", "ring:8", Synchronisation::kNone).channel_pairs, 12);
  EXPECT_EQ(contention_of("ring-gs", "ring:16", Synchronisation::kNone).channel_pairs, 80);
  EXPECT_GT(contention_of("ring-gs", "ring:16", Synchronisation::kNone).receiver_pairs, 0);
}

TEST(Contention, SignalsKeepRingsFree) {
  for (int n = 5; n <= 48; ++n) {
    for (const char* rule : {"A", "S", "E", "F"}) {
      const auto found =
          contention_of("ring-gs", "ring:" + std::to_string(n), Synchronisation::kLocal, {{"rule", rule}});
      EXPECT_EQ(found.channel_pairs + found.receiver_pairs, 0) << n << ' ' << rule << ": " << found.first;
    }
  }
}

TEST(Contention, SignalsKeepToriFree) {
  const std::vector<std::pair<const char*, const char*>> cases{{"t1", "torus:8x12"},
                                                               {"t4", "torus:16x16"},
                                                               {"t4", "torus:12x20"},
                                                               {"c1", "torus:3x4x5"},
                                                               {"c64", "torus:8x8x8"}};
  for (const auto& [name, shape] : cases) {
    const auto found = contention_of(name, shape, Synchronisation::kLocal);
    EXPECT_EQ(found.channel_pairs + found.receiver_pairs, 0) << shape << ": " << found.first;
  }
}

int barriers_of(Schedule& schedule) {
  int result = 0;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) result += phase.barrier_before;
  schedule.rewind();
  return result;
}

// Section 7.1: 2d - 5 barriers keep channels free, and none of them can be left out; receivers need one more.
TEST(Contention, FewBarriersKeepChannelsFree) {
  for (int d = 3; d <= 6; ++d) {
    const Topology ring = Topology::parse("ring:" + std::to_string(1 << d));
    auto few = make_schedule("ring-gs", ring, {{"local", "barriers"}});
    EXPECT_EQ(barriers_of(*few), 2 * d - 5);
    const Contention found = contention(*few, Synchronisation::kLocal);
    EXPECT_EQ(found.channel_pairs, 0) << found.first;
    EXPECT_GT(found.receiver_pairs, 0);
    auto stored = StoredSchedule::copy_of(*few);
    for (Phase& phase : stored.phases()) {
      if (!phase.barrier_before) continue;
      phase.barrier_before = false;
      EXPECT_GT(contention(stored, Synchronisation::kLocal).channel_pairs, 0) << d << ' ' << phase.name;
      phase.barrier_before = true;
    }
    auto more = make_schedule("ring-gs", ring, {{"local", "one-port-barriers"}});
    EXPECT_EQ(barriers_of(*more), 2 * d - 4);
    const Contention none = contention(*more, Synchronisation::kLocal);
    EXPECT_EQ(none.channel_pairs + none.receiver_pairs, 0) << none.first;
  }
}

TEST(Contention, FewBarriersOnOtherEvenRings) {
  for (int n = 6; n <= 48; n += 2) {
    for (const char* rule : {"A", "S", "E", "F"}) {
      const auto found = contention_of("ring-gs", "ring:" + std::to_string(n), Synchronisation::kLocal,
                                       {{"rule", rule}, {"local", "barriers"}});
      EXPECT_EQ(found.channel_pairs, 0) << n << ' ' << rule << ": " << found.first;
      const auto one_port = contention_of("ring-gs", "ring:" + std::to_string(n), Synchronisation::kLocal,
                                          {{"rule", rule}, {"local", "one-port-barriers"}});
      EXPECT_EQ(one_port.channel_pairs + one_port.receiver_pairs, 0)
          << n << ' ' << rule << ": " << one_port.first;
    }
  }
  EXPECT_THROW(make_schedule("ring-gs", Topology::parse("ring:13"), {{"local", "barriers"}}), InputError);
  EXPECT_THROW(make_schedule("ring-gs", Topology::parse("ring:4"), {{"local", "barriers"}}), InputError);
}

// Of the barriers that remain none can go: the one before SP_0 keeps receivers from two messages at once,
// those before the stages and between the dimensions of preprocessing keep channels and receivers free.
TEST(Contention, EveryRemainingBarrierIsNeeded) {
  auto generated = make_schedule("t4", Topology::parse("torus:16x16"));
  auto stored = StoredSchedule::copy_of(*generated);
  int barriers = 0;
  for (Phase& phase : stored.phases()) {
    if (!phase.barrier_before) continue;
    ++barriers;
    phase.barrier_before = false;
    const auto found = contention(stored, Synchronisation::kLocal);
    EXPECT_GT(found.channel_pairs + found.receiver_pairs, 0) << phase.name;
    phase.barrier_before = true;
  }
  EXPECT_EQ(barriers, 5);  // PreY, two stages, SP0 in each
}

TEST(Contention, EverySignalOfTheRingIsNeeded) {
  auto generated = make_schedule("ring-gs", Topology::parse("ring:16"));
  auto stored = StoredSchedule::copy_of(*generated);
  int signals = 0;
  for (Phase& phase : stored.phases()) {
    const std::vector<Signal> all = phase.signals;
    for (std::size_t i = 0; i < all.size(); ++i) {
      phase.signals.erase(phase.signals.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_GT(contention(stored, Synchronisation::kLocal).channel_pairs, 0) << phase.name << ' ' << i;
      phase.signals = all;
      ++signals;
    }
  }
  EXPECT_EQ(signals, 32);
}

}  // namespace
}  // namespace torusim
