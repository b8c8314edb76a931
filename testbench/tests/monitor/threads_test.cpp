// Any number of threads gives the run of one: results, events in their cycles, spans.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>

#include "models/contract/reference_router.h"
#include "models/fast/delivery.h"
#include "models/fast/slabs.h"
#include "models/fast/views.h"
#include "models/run/traffic_run.h"
#include "models/threads/team.h"
#include "models/watch/network_monitor.h"
#include "testbench/tests/models/any_links.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/models/span_recorder.h"

namespace torusim {
namespace {

/// Spans, and all else that observers hear of; nothing is said of the order in one cycle.
class Events : public test::SpanRecorder {
 public:
  void started(Cycle cycle, const Worm& worm) override { add(cycle, worm.number, 1); }
  void delivered(Cycle cycle, const Worm& worm) override { add(cycle, worm.number, 2); }
  void phase_began(Cycle cycle, int phase, const std::string&) override { add(cycle, phase, 3); }
  void phase_ended(Cycle cycle, int phase, const std::string&) override { add(cycle, phase, 4); }

  /// By cycle.
  std::vector<std::tuple<Cycle, int, std::int64_t>> events() {
    in_order &= std::ranges::is_sorted(events_, {}, [](const auto& event) { return std::get<0>(event); });
    std::ranges::sort(events_);
    return events_;
  }

 private:
  void add(Cycle cycle, std::int64_t what, int kind) { events_.emplace_back(cycle, kind, what); }
  std::vector<std::tuple<Cycle, int, std::int64_t>> events_;
};

/// A router in whose place two threads must not tick two.
class NotThreadSafeRouter : public ReferenceRouter {
 public:
  using ReferenceRouter::ReferenceRouter;
  bool thread_safe() const override { return false; }
};

/// Routers of another kind at two nodes of three.
void place_others(ForeignPlacement& options, const Topology& topology) {
  const bool shy = *rc::gen::arbitrary<bool>();
  options.foreign_router = [shy](const Hardware& at, NodeId node) -> std::unique_ptr<ForeignRouter> {
    if (shy) return std::make_unique<NotThreadSafeRouter>(at, node);
    return std::make_unique<ReferenceRouter>(at, node);
  };
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    if (node % 3 != 0) options.rtl_nodes.push_back(node);
  }
}

/// A run that a monitor watches, flit by flit.
RunResult watched(Schedule& schedule, RunOptions options, NetworkMonitor& monitor) {
  options.observers.push_back(&monitor);
  RunResult result = simulate(schedule, options);
  if (monitor.violation()) result.findings.push_back(*monitor.violation());
  return result;
}

void expect_same(const NetworkMonitor& one, const NetworkMonitor& many, Cycle last) {
  for (ChannelId channel = 0; channel < one.table().size(); ++channel) {
    RC_ASSERT(one.link(channel, last) == many.link(channel, last));
  }
}

void expect_same(const RunResult& one, const RunResult& many) {
  RC_ASSERT(test::result_text(many) == test::result_text(one));
}

/// Some nodes send blocks that they do not hold, which ends the run.
void spoil(StoredSchedule& schedule) {
  std::vector<Transfer>& transfers = schedule.phases().back().transfers;
  const auto step = *rc::gen::inRange<std::size_t>(1, 50);
  for (std::size_t i = 0; i < transfers.size(); i += step) {
    transfers[i].blocks.clear(schedule.info().topology.dimensions());
    transfers[i].blocks.add(schedule.info().topology, {transfers[i].destination, transfers[i].source});
  }
}

/// Hardware of any kind, for messages of at most so many flits.
void draw_hardware(Hardware& hardware, int longest) {
  hardware.alpha = *rc::gen::inRange(1, std::min(4, hardware.network_ports() + 1));
  hardware.link_delay = *rc::gen::inRange(1, 4);
  hardware.reserve = *rc::gen::inRange(1, 12);
  hardware.shared = *rc::gen::element(0, 0, 3);
  hardware.switching = test::mostly_wormhole();
  hardware.arbitration = test::any_arbitration();
  if (hardware.buffers_whole_worms()) hardware.reserve += longest;
  if (*rc::gen::inRange(0, 3) == 0) {
    hardware.set_links(test::any_links(hardware.topology, 5, *rc::gen::element(1, 4)));
  }
}

RC_GTEST_PROP(Threads, GiveTheRunOfOne, ()) {
  const std::string shape =
      *rc::gen::element<std::string>("ring:100", "torus:9x8", "torus:12x12", "mesh:5x40", "torus:5x5x6");
  const Topology topology = Topology::parse(shape);
  StoredSchedule schedule = test::any_exchange(topology, 2, 2);
  RunOptions options = test::options_for(schedule, test::any_sync_or_gates());
  if (*rc::gen::inRange(0, 6) == 0) spoil(schedule);
  options.block_flits = *rc::gen::element(1, 5, 70);
  draw_hardware(options.hardware, options.block_flits + 1);
  options.startup = *rc::gen::element(0, 50);
  const bool others = *rc::gen::inRange(0, 6) == 0;
  if (others) place_others(options, topology);
  options.max_cycles = *rc::gen::inRange(200, 700);  // enough for all to meet
  Events one;
  options.observers = {&one};
  const RunResult serial = simulate(schedule, options);
  options.threads = *rc::gen::element(2, 3, 5, 8);
  Events many;
  options.observers = {&many};
  expect_same(serial, simulate(schedule, options));
  RC_ASSERT(one.events() == many.events());
  RC_ASSERT(one.sorted() == many.sorted());
  RC_ASSERT(many.in_order);
  options.observers.clear();
  if (*rc::gen::inRange(0, 3) == 0) {
    NetworkMonitor many_watched(options.hardware), one_watched(options.hardware);
    expect_same(serial, watched(schedule, options, many_watched));
    options.threads = 1;
    expect_same(serial, watched(schedule, options, one_watched));
    expect_same(one_watched, many_watched, serial.cycles);
  } else {
    expect_same(serial, simulate(schedule, options));
  }
  RC_TAG(to_text(serial.verdict), to_text(options.hardware.switching));
}

RC_GTEST_PROP(Threads, GiveTheTrafficOfOne, ()) {
  TrafficOptions options;
  options.hardware.topology =
      Topology::parse(*rc::gen::element<std::string>("torus:9x9", "mesh:12x12", "torus:5x5x5"));
  draw_hardware(options.hardware, 80);
  options.hardware.classes = *rc::gen::inRange(1, 3);
  options.pattern.name = *rc::gen::element<std::string>("uniform", "uniform", "hotspot", "neighbour");
  options.pattern.hotspot = *rc::gen::inRange(0, 81);
  options.traffic.load = *rc::gen::element(0.002, 0.1, 0.5, 0.9);
  options.traffic.packet = PacketMix::parse(*rc::gen::element<std::string>("1", "8", "4,80"));
  options.traffic.injection = ArrivalKind::parse(*rc::gen::element<std::string>("bernoulli", "bursty:30"));
  options.traffic.startup = *rc::gen::element(0, 0, 1, 40);
  options.traffic.warm_up = *rc::gen::element(0, 100);
  options.traffic.window = 300;
  options.traffic.drain = 300;
  options.traffic.seed = *rc::gen::inRange(0, 1000);
  if (*rc::gen::inRange(0, 6) == 0) place_others(options, options.hardware.topology);
  const TrafficResult one = simulate_traffic(options);
  options.threads = *rc::gen::element(2, 3, 5, 8);
  const TrafficResult many = simulate_traffic(options);
  RC_ASSERT(test::result_text(many) == test::result_text(one));
  RC_TAG(to_text(one.verdict));
}

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
