// Slabs of nodes for threads, and the team of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <stdexcept>
#include <string>

#include "models/fast/delivery.h"
#include "models/fast/slabs.h"
#include "models/fast/views.h"
#include "models/threads/team.h"

namespace torusim {
namespace {

TEST(Slabs, AreWholeGroupsOfNodesAndLeaveNoneOut) {
  constexpr NodeId kGroup = fast::Slabs::kGroup;
  struct Case {
    int nodes, most, more;
  };
  for (const auto& [nodes, most, more] : std::initializer_list<Case>{{2, 1, 0},
                                                                     {15, 2, 0},
                                                                     {17, 2, 0},
                                                                     {256, 8, 0},
                                                                     {1000, 3, 0},
                                                                     {1000, 100, 0},
                                                                     {256, 2, 80},
                                                                     {256, 3, 1000},
                                                                     {4096, 8, 4096},
                                                                     {250, 2, 1 << 30}}) {
    Hardware hardware;
    hardware.topology = Topology::parse("ring:" + std::to_string(nodes));
    fast::Slabs slabs(hardware, most, more);
    NodeId next = 0;
    for (std::size_t s = 0; s < slabs.count(); ++s) {
      EXPECT_EQ(slabs[s].first, next);
      EXPECT_EQ(next % kGroup, 0);
      EXPECT_GT(slabs[s].size, 0);
      for (NodeId end = next + static_cast<NodeId>(slabs[s].size); next < end; ++next) {
        EXPECT_EQ(slabs.number_of(next), s);
        EXPECT_TRUE(slabs[s].holds(next));
      }
      EXPECT_FALSE(slabs[s].holds(next));
    }
    EXPECT_EQ(next, nodes);
    EXPECT_EQ(slabs.count(), std::min<std::size_t>(most, (nodes + kGroup - 1) / kGroup));
    if (more > 0) {
      EXPECT_LT(slabs[0].size, slabs[1].size);
      EXPECT_LE(slabs[slabs.count() - 1].size, slabs[1].size + kGroup);
    }
  }
}

TEST(Slabs, NeighborsOfOtherSlabsAreKnownByTheirGhosts) {
  for (const char* shape : {"torus:8x6", "torus:16x2x5", "ring:40", "mesh:6x9"}) {
    Hardware hardware;
    hardware.topology = Topology::parse(shape);
    const fast::Slabs slabs(hardware, 3);
    for (const auto& slab : slabs) {
      std::map<NodeId, NodeId> named;
      for (NodeId node = slab->first; node != slab->end(); ++node) {
        EXPECT_EQ(slab->name(node), node);
        for (int port = 0; port < hardware.network_ports(); ++port) {
          const NodeId neighbor = hardware.topology.neighbor(node, port), name = slab->name(neighbor);
          EXPECT_EQ(slab->node(name), neighbor);
          EXPECT_EQ(slab->holds(name), slab->holds(neighbor));
          EXPECT_NE(name, slab->dead_end);
          EXPECT_EQ(named.emplace(name, neighbor).first->second, neighbor);
        }
      }
    }
  }
}

TEST(Slabs, WhatHasBeenSentToGhostsIsPacked) {
  // The last two have more ghosts than 64 units of eight, one of them than 64 groups of a work list.
  for (const auto& [shape, expected_ghosts] : {std::pair{"torus:16x8", 16},
                                               {"torus:5x7x6", 84},
                                               {"torus:18x18x4", 144},
                                               {"torus:4x20x20", 800},
                                               {"torus:4x60x40", 4800}}) {
    Hardware hardware;
    hardware.topology = Topology::parse(shape);
    hardware.classes = 3;  // so that sets have two words in three dimensions
    const fast::Slabs slabs(hardware, 2);
    const fast::NetworkState state(hardware);
    fast::Slab& slab = slabs[0];
    const fast::Ghosts& ghosts = slab.ghosts[1];
    EXPECT_EQ(ghosts.nodes.size(), static_cast<std::size_t>(expected_ghosts)) << shape;
    constexpr Cycle kNow = 7, kArrival = 9;
    const auto words = static_cast<std::size_t>(state.layout().words);
    for (const int every : {1, 3, 100}) {
      slab.begin_post(kNow);
      EXPECT_FALSE(slab.has_posted(kNow));
      const fast::Delivery<fast::RouterView> delivery(state, slab, kArrival);
      std::vector<std::uint64_t> items(ghosts.nodes.size() * words, 0), streams = items;
      for (std::size_t i = 0; i < ghosts.nodes.size(); i += static_cast<std::size_t>(every)) {
        const int bit = static_cast<int>(i % 3), word = static_cast<int>(i % words);
        const bool ends = i % 5 == 4;
        delivery.send(slab.name(ghosts.nodes[i]), {word, bit},
                      ends ? fast::WireEvent::kEnds : fast::WireEvent::kOne);
        (ends ? streams : items)[i * words + static_cast<std::size_t>(word)] = std::uint64_t{1} << bit;
      }
      slab.pack_post(kNow, kArrival);
      EXPECT_TRUE(slab.has_posted(kNow));
      EXPECT_FALSE(slab.has_posted(kNow - 4));  // of which the same post was
      const fast::Post& post = slab.post_to(1, kNow);
      const auto unpacked = [&](std::uint64_t units, const std::uint64_t* packed) {
        std::vector<std::uint64_t> all(ghosts.nodes.size() * words, 0);
        for (std::size_t i = 0; i < all.size(); ++i) {
          if ((units >> (i / words / ghosts.unit()) & 1) != 0) all[i] = packed[i];
        }
        return all;
      };
      EXPECT_EQ(unpacked(post.items_in, post.items), items) << shape;
      EXPECT_EQ(unpacked(post.streams_in, post.streams), streams) << shape;
      slab.due.visit(kArrival, [](std::span<const NodeId> routers) { EXPECT_TRUE(routers.empty()); });
      slab.begin_post(kNow + 4);
      slab.pack_post(kNow + 4, kArrival + 4);  // the same day of inboxes
      EXPECT_FALSE(slab.has_posted(kNow + 4));
    }
  }
}

TEST(Team, EveryPartIsDoneOnceARound) {
  std::vector<std::int64_t> sums(5, 0);
  // More threads than there are cores, it may be.
  for (const bool take_over : {true, false}) {
    sums.assign(5, 0);
    Team team(5, [&](int part, std::int64_t step) { sums[part] += step; }, {.take_over = take_over});
    for (int round = 1; round <= 2000; ++round) team.run(round, 1, round % 2 == 0 ? 1 : kLongRound);
    EXPECT_EQ(sums, std::vector<std::int64_t>(5, 2000 * 2001 / 2));
  }
}

TEST(Team, NoPartIsMoreThanAStepAheadOfAnother) {
  constexpr int kParts = 3;
  constexpr std::int64_t kSteps = 8000;
  // What a part writes in a step, another reads two steps later, and only then: as slabs do with their post.
  struct alignas(64) Written {
    std::array<std::int64_t, 8> in_step{};
  };
  for (const Team::Rules rules : {Team::Rules{1, true}, {1, false}, {2, true}, {2, false}}) {
    std::vector<Written> written(kParts);
    std::vector<std::int64_t> steps(kParts, 0);
    std::atomic<int> wrong{0};
    const auto job = [&](int part, std::int64_t step) {
      wrong += step == steps[part] ? 0 : 1;
      const std::int64_t looked = step - step % rules.look_every, done = looked - 2;
      for (const Written& other : written) wrong += done < 0 || other.in_step[done & 7] == done ? 0 : 1;
      written[part].in_step[step & 7] = step;
      ++steps[part];
    };
    Team team(kParts, job, rules);
    for (std::int64_t step = 0; step < kSteps;) {
      const std::int64_t some = rules.look_every * (1 + step % 37);
      team.run(step, static_cast<int>(std::min(some, kSteps - step)), step % 3 == 0 ? 100 : kLongRound);
      step += some;
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(steps, std::vector<std::int64_t>(kParts, kSteps));
  }
}

TEST(Team, WhatAPartThrowsEndsTheRoundAndNotTheTeam) {
  // Part 2 in steps 4 and 6, part 1 in steps 5 and 6.
  Team team(3, [](int part, std::int64_t step) {
    const std::string what = std::to_string(part) + " in " + std::to_string(step);
    if (part > 0 && (step == 6 || step + part == 6)) throw std::runtime_error(what);
  });
  for (const std::int64_t work : {std::int64_t{1}, kLongRound}) {
    for (const auto& [first, steps, what] :
         {std::tuple{0, 10, "2 in 4"}, {5, 5, "1 in 5"}, {6, 1, "1 in 6"}, {6, 2, "1 in 6"}}) {
      try {
        team.run(first, steps, work);
        FAIL();
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), what);
      }
      team.run(0, 4, work);
    }
  }
}

}  // namespace
}  // namespace torusim
