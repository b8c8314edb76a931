// Networks with failed links: routes round them, and schedules made for them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <queue>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/check/deadlock_verdict.h"
#include "schedules/core/failed_network.h"
#include "schedules/core/link_load.h"
#include "schedules/formulas/collective_closed_forms.h"
#include "schedules/reroute/rerouted_schedule.h"
#include "schedules/reroute/rerouter.h"
#include "schedules/tests/failed_networks.h"
#include "schedules/tests/random_program.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/failure_text.h"

namespace torusim {
namespace {

std::string error_of(const char* shape, const char* text, std::uint64_t seed = 0) {
  return test::refusal<std::runtime_error>([&] { parse_failures(Topology::parse(shape), text, seed); });
}

std::string text_of(const char* shape, const char* text, std::uint64_t seed = 0) {
  const Topology intact = Topology::parse(shape);
  return failures_text(intact.with_failures(parse_failures(intact, text, seed)), 8);
}

TEST(Failures, AreReadFromText) {
  EXPECT_EQ(parse_failures(Topology::parse("torus:8x8"), "none", 0), nullptr);
  EXPECT_EQ(text_of("torus:8x8", "(3,4)+x,(7,7)"), "1 of 128 links: (3,4)+x; node (7,7)");
  EXPECT_EQ(text_of("torus:8x8", " ( 3 , 4 )-y:one-way , 5"), "1 of 128 links: (3,4)-y one way; node (0,5)");
  EXPECT_EQ(text_of("ring:9", "3+x"), "1 of 9 links: 3+x");
  EXPECT_EQ(text_of("complete:5x3", "(0,0)+x2,(1,1)+y1"), "2 of 45 links: (0,0)+x2, (1,1)+y1");
  EXPECT_EQ(text_of("torus:2x2x2x3", "(0,0,0,0)+d3"), "1 of 96 links: (0,0,0,0)+d3");
  EXPECT_EQ(text_of("product:petersen,4", "(0,0)+x1"), "1 of 100 links: (0,0)+x1");
}

TEST(Failures, CloseBothChannelsOfALink) {
  const Topology intact = Topology::parse("torus:4x4");
  const Topology both = intact.with_failures(parse_failures(intact, "(3,1)+x", 0));
  EXPECT_FALSE(both.has_channel(intact.node({3, 1}), 0));
  EXPECT_FALSE(both.has_channel(intact.node({0, 1}), 1));
  EXPECT_TRUE(both.has_channel(intact.node({3, 1}), 1));
  const Topology one = intact.with_failures(parse_failures(intact, "(3,1)+x:one-way", 0));
  EXPECT_FALSE(one.has_channel(intact.node({3, 1}), 0));
  EXPECT_TRUE(one.has_channel(intact.node({0, 1}), 1));
  EXPECT_FALSE(both == one);
  EXPECT_FALSE(both == intact);
  EXPECT_TRUE(both == intact.with_failures(parse_failures(intact, "(0,1)-x", 0)));
  // Runs: on the way, behind it, in the other direction.
  EXPECT_FALSE(one.has_run(intact.node({2, 1}), 0, 3));
  EXPECT_TRUE(one.has_run(intact.node({0, 1}), 0, 3));
  EXPECT_FALSE(one.has_run(intact.node({0, 1}), 0, 4));
  EXPECT_FALSE(one.has_run(intact.node({0, 1}), 0, 4000));
  EXPECT_TRUE(one.has_run(intact.node({0, 1}), 0, -4000));
}

TEST(Failures, CloseAllChannelsOfANode) {
  const Topology intact = Topology::parse("torus:4x4");
  const Topology failed = intact.with_failures(parse_failures(intact, "(1,1)", 0));
  int closed = 0;
  for (NodeId node = 0; node < 16; ++node) {
    for (int port = 0; port < 4; ++port) closed += failed.has_channel(node, port) ? 0 : 1;
  }
  EXPECT_EQ(closed, 8);
  EXPECT_EQ(failed.name(), "torus:4x4");
}

TEST(Failures, AreDrawnBySeed) {
  const Topology topology = Topology::parse("torus:8x8");
  const auto two = parse_failures(topology, "random:2%", 7);
  EXPECT_EQ(two->links().size(), 3u);  // 2.56
  EXPECT_EQ(*two, *parse_failures(topology, "random:2%", 7));
  EXPECT_FALSE(*two == *parse_failures(topology, "random:2%", 8));
  EXPECT_EQ(parse_failures(topology, "(0,0)+x,random:5,(1,1)-y", 3)->links().size(), 7u);
  EXPECT_EQ(*parse_failures(topology, "random:5,(1,1)-y", 3),
            *parse_failures(topology, "(1,1)-y,random:5", 3));
  EXPECT_TRUE(parse_failures(topology, "random:0%", 3)->links().empty());
}

TEST(Failures, ThatCannotBeAreOneClearError) {
  EXPECT_EQ(error_of("torus:4x4", "(3,4)+x").substr(0, 56),
            "'(3,4)+x', column 4: coordinate y = 4 is outside 0..3; f");
  EXPECT_NE(error_of("torus:4x4", "(3,3)+z").find("no port +z on torus:4x4, the nearest is +x"),
            std::string::npos);
  EXPECT_NE(error_of("torus:4x4", "(3,3)+x:once").find("no port +x:once"), std::string::npos);
  EXPECT_NE(error_of("torus:4x4", "(3,3)+x (1,1)").find("column 9"), std::string::npos);
  EXPECT_NE(error_of("torus:4x4", "16").find("node 16 is outside 0..15"), std::string::npos);
  EXPECT_NE(error_of("torus:4x4", "random:101%").find("a share is 0% to 100%"), std::string::npos);
  EXPECT_NE(error_of("torus:4x4", "random:33").find("33 links cannot fail, 32 are left"), std::string::npos);
  EXPECT_EQ(error_of("torus:4x4", "(3,1)+x,(0,1)-x"), "(3,1)+x,(0,1)-x: the link (0,1)-x is named twice");
  EXPECT_EQ(error_of("torus:4x4", "(1,1),(1,1)"), "(1,1),(1,1): the node (1,1) is named twice");
  EXPECT_EQ(error_of("torus:4x4", "(1,1),(0,1)+x"),
            "(1,1),(0,1)+x: the link (0,1)+x is named twice: it fails with a node at its end");
  EXPECT_EQ(error_of("torus:4x4", "(0,1)+x,(1,1)"),
            "(0,1)+x,(1,1): the link (1,1)-x is named twice: it fails with a node at its end");
  EXPECT_EQ(error_of("mesh:4x4", "(3,1)+x"), "(3,1)+x: there is no link (3,1)+x: mesh:4x4 ends there");
  EXPECT_EQ(error_of("mesh:4x4", "(0,0)+x,(0,0)+y"),
            "(0,0)+x,(0,0)+y: the network is cut: no path leads from (0,0) to (0,1)");
  EXPECT_EQ(error_of("path:4", "1+x:one-way"), "1+x:one-way: the network is cut: no path leads from 0 to 2");
  EXPECT_EQ(error_of("path:4", "1-x:one-way"), "1-x:one-way: the network is cut: no path leads from 1 to 0");
  EXPECT_EQ(error_of("ring:2", "0,1"), "0,1: no node is left");
  EXPECT_EQ(error_of("ring:2", "1"), "1: one node is left; a network takes two");
}

// Routes round failed links: live, as short as can be, free of deadlock, spread evenly.

/// Hops from a node to all others over live channels.
std::vector<int> live_distances(const Topology& topology, NodeId from) {
  std::vector<int> distance(static_cast<std::size_t>(topology.nodes()), -1);
  distance[static_cast<std::size_t>(from)] = 0;
  std::queue<NodeId> open({from});
  for (; !open.empty(); open.pop()) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      if (!topology.has_channel(open.front(), port)) continue;
      const NodeId to = topology.neighbor(open.front(), port);
      if (distance[static_cast<std::size_t>(to)] >= 0) continue;
      distance[static_cast<std::size_t>(to)] = distance[static_cast<std::size_t>(open.front())] + 1;
      open.push(to);
    }
  }
  return distance;
}

std::unique_ptr<ReroutedSchedule> round_failures(const char* algorithm, const char* shape, const char* fail,
                                                 Reroute how, std::uint64_t seed = 0) {
  const Topology intact = Topology::parse(shape);
  return std::make_unique<ReroutedSchedule>(make_schedule(algorithm, intact),
                                            intact.with_failures(parse_failures(intact, fail, seed)), how, 2);
}

// All pairs of random networks, whatever fails: no circle in any class, by the graph of check --deadlock.
RC_GTEST_PROP(Rerouter, RoutesLiveAndCloseNoCircle, ()) {
  const Topology intact = test::any_shape(36);
  const Topology topology = test::with_failed_links(intact, 5);
  const Reroute how = *rc::gen::element(Reroute::kLayered, Reroute::kSpread);
  const int lanes = *rc::gen::element(1, 2, 2);
  const auto schedule =
      test::rerouted(StoredSchedule::copy_of(*make_schedule("direct", intact)), topology, how, lanes);
  CheckOptions options;
  options.lanes = lanes;
  const CheckReport report = check(*schedule, options);
  RC_ASSERT(report.correct());
  // With one lane dimension order itself is not free on rings; what goes round failures then adds nothing.
  if (lanes == 2) RC_ASSERT(report.cycles.overall == std::vector<std::string>{});
  WaitingModel model{Synchronisation::kNone, lanes};
  const CircleOfWaits circle = find_circle_of_waits(*schedule, model);
  for (const HeldChannel& channel : circle.channels) {
    RC_ASSERT(channel.message_class == schedule->info().rerouting->classes_more());
  }
  schedule->rewind();
  Phase phase, before;
  while (schedule->next(phase)) {
    for (const Transfer& transfer : phase.transfers) {
      const auto distance = live_distances(topology, transfer.source);
      RC_ASSERT(transfer.route.hops(topology) == distance[static_cast<std::size_t>(transfer.destination)]);
    }
  }
}

struct Busiest {
  const char* shape;
  const char* fail;
  Reroute how;
  std::int64_t before, most;
};

// One link gone; by their ties the routes of direct-even are not quite even on 4^3. The bounds are those of
// the issue: 8 x 8 at most 69.6 spread, 4^3 at most 34.3.
// Ties of a program are taken in turn, also by the messages that stay where others move.
RC_GTEST_PROP(Rerouter, ProgramsUseLiveChannels, ()) {
  const Topology intact = test::any_shape(20);
  const Topology failed = test::with_failed_links(intact, 3);
  RC_PRE(failed.failures() != nullptr);
  const auto how = *rc::gen::element(Reroute::kLayered, Reroute::kSpread);
  ProgramSchedule moved =
      rerouted_program(test::random_program(intact, *rc::gen::arbitrary<unsigned>()), failed, how, 2);
  Phase phase;
  RC_ASSERT(moved.next(phase));
  for (const Transfer& transfer : phase.transfers) {
    RC_ASSERT(lives(failed, transfer.source, transfer.route));
  }
}

TEST(Rerouter, BusiestChannelOfACompleteExchange) {
  for (const Busiest& known : {Busiest{"torus:8x8", "(0,0)+x", Reroute::kSpread, 64, 69},
                               {"torus:8x8", "(3,4)-y", Reroute::kSpread, 64, 69},
                               {"torus:4x4x4", "(0,0,0)+x", Reroute::kSpread, 36, 34},
                               {"torus:4x4x4", "(1,2,3)+z", Reroute::kSpread, 36, 34}}) {
    const auto schedule = round_failures("direct-even", known.shape, known.fail, known.how);
    const Rerouting& rerouting = *schedule->info().rerouting;
    EXPECT_EQ(rerouting.busiest_before, known.before) << known.shape;
    EXPECT_LE(rerouting.busiest, known.most) << known.shape << " " << known.fail;
  }
}

// The table of docs/networks.md. With one link less spread keeps to 69.6 and 34.3.
TEST(Rerouter, BusiestChannelsOfThePage) {
  struct Row {
    const char* shape;
    const char* fail;
    std::int64_t layered, spread;
  };
  for (const Row& row : {Row{"torus:8x8", "(3,4)+x", 83, 69},
                         {"torus:8x8", "random:2%", 86, 69},
                         {"torus:4x4x4", "(1,2,3)+z", 49, 34},
                         {"torus:4x4x4", "random:2%", 49, 35}}) {
    for (const auto& [how, busiest] :
         {std::pair(Reroute::kLayered, row.layered), {Reroute::kSpread, row.spread}}) {
      const auto schedule = round_failures("direct-even", row.shape, row.fail, how, 3);
      EXPECT_EQ(schedule->info().rerouting->busiest, busiest) << row.shape << " " << row.fail;
    }
  }
}

TEST(Rerouter, LayeredNeedsAClassForALinkAndTwoForMore) {
  for (const char* shape : {"torus:8x8", "torus:4x4x4", "torus:4x4x8"}) {
    const auto link = round_failures("direct", shape, "random:1", Reroute::kLayered, 5);
    EXPECT_EQ(link->info().rerouting->classes_more(), 1) << shape;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const auto links = round_failures("direct", shape, "random:2%", Reroute::kLayered, seed);
      EXPECT_GE(links->info().rerouting->classes_more(), 1) << shape << " seed " << seed;
      EXPECT_LE(links->info().rerouting->classes_more(), 2) << shape << " seed " << seed;
    }
  }
}

// Loads that the summary gives are those of the routes.
TEST(Rerouter, SaysWhatPhasesLose) {
  const auto schedule = round_failures("t4", "torus:8x8", "(0,0)+x", Reroute::kLayered);
  const Rerouting& rerouting = *schedule->info().rerouting;
  EXPECT_EQ(rerouting.apart_before, rerouting.phases);
  int lost = 0, worst = 0;
  std::int64_t hops = 0;
  for (const BusiestLink& link : busiest_links(*schedule)) {
    lost += link.messages > 1 ? 1 : 0;
    worst = std::max(worst, link.messages);
  }
  for (Phase phase; schedule->next(phase);) {
    for (const Transfer& transfer : phase.transfers) hops += transfer.route.hops(schedule->info().topology);
  }
  EXPECT_GT(lost, 0);
  EXPECT_EQ(rerouting.apart_lost, lost);
  EXPECT_EQ(rerouting.worst, worst);
  EXPECT_EQ(rerouting.hops, hops);
  EXPECT_FALSE(schedule->info().claims.link_disjoint);
  EXPECT_TRUE(check(*schedule).correct());
}

TEST(Rerouter, EveryScheduleGoesRoundALink) {
  for (const char* name : {"t1", "c1", "t4", "ring-gs", "direct-even", "paired", "gossip-two", "gossip-ti",
                           "swing", "ring-reduce", "broadcast", "bucket", "ring-pass", "all-port", "pex"}) {
    const char* const shape = std::string(name) == "ring-gs" ? "ring:8" : "torus:8x8";
    const char* const fail = std::string(name) == "ring-gs" ? "3+x" : "(3,4)+x";
    const auto schedule = round_failures(name, shape, fail, Reroute::kLayered);
    const CheckReport report = check(*schedule);
    EXPECT_TRUE(report.correct()) << name << ": "
                                  << (report.violations.empty() ? "" : report.violations[0].text);
  }
}

TEST(Rerouter, FailedNodesAreNotToBeDoneWithout) {
  EXPECT_EQ(test::refusal([&] { round_failures("direct", "torus:4x4", "(1,1)", Reroute::kLayered); }),
            "direct on torus:4x4 needs node (1,1), which has failed: it has a message in phase J1");
  EXPECT_NO_THROW(round_failures("direct", "torus:4x4m", "(1,1)+y", Reroute::kLayered));
}

// The monitor of schedules: a route over a channel that has failed.
TEST(Rerouter, CheckRefusesRoutesOverFailedChannels) {
  const Topology intact = Topology::parse("torus:4x4");
  StoredSchedule schedule = StoredSchedule::copy_of(*make_schedule("direct", intact));
  ScheduleInfo info = schedule.info();
  info.topology = intact.with_failures(parse_failures(intact, "(0,0)+x", 0));
  StoredSchedule failed(info, schedule.phases());
  const CheckReport report = check(failed);
  ASSERT_FALSE(report.correct());
  EXPECT_NE(report.violations[0].text.find("uses a channel that does not exist or has failed"),
            std::string::npos)
      << report.violations[0].text;
}

// Schedules made for a network with failed links: correct, over live channels, paths of a phase apart.

std::unique_ptr<Schedule> planned(const Topology& topology, const AlgorithmOptions& options) {
  const auto intact = make_schedule("broadcast", topology.with_failures(nullptr), options);
  return planned_round_failures(*intact, make_schedule("broadcast", topology, options));
}

RC_GTEST_PROP(Planned, BroadcastsAreCorrectAndKeepApart, ()) {
  const Topology intact = test::any_shape(36), topology = test::with_failed_links(intact, 5);
  const auto kind = *rc::gen::element<std::string>("broadcast", "broadcast", "reduce", "all-reduce");
  const auto ports = *rc::gen::element<std::string>("all", "all", "1");
  const NodeId root = *rc::gen::inRange(0, topology.nodes());
  const auto schedule =
      planned(topology, {{"root", std::to_string(root)}, {"ports", ports}, {"collective", kind}});
  if (schedule == nullptr) {  // a path over a link that has failed one way, backwards
    RC_ASSERT(kind != "broadcast");
    return;
  }
  const CheckReport report = check(*schedule);  // holds it to its claims, over live channels
  RC_ASSERT(report.correct());
  const ScheduleInfo& info = schedule->info();
  RC_ASSERT(info.claims.link_disjoint);
  RC_ASSERT(report.cycles.in_phase.empty());
  const int least = broadcast_lower_bound(topology, ports == "1" ? 1 : topology.network_ports());
  RC_ASSERT(info.phases >= (kind == "all-reduce" ? 2 : 1) * least);
  RC_ASSERT(info.rerouting->phases == info.phases);
}

// A link less costs no step where steps are not full; constructions of the intact network may take more.
TEST(Planned, ALinkLessCostsNoStep) {
  for (const auto& [shape, fail, steps] : {std::tuple{"torus:8x8", "(0,0)+x", 3},
                                           {"torus:8x8", "(3,4)+x", 3},
                                           {"torus:4x4x4", "(1,2,3)+z", 3},
                                           {"torus:4x4x8~", "(0,0,0)-y", 3},
                                           {"torus:16x16", "random:2%", 4}}) {
    const Topology intact = Topology::parse(shape);
    const auto schedule = planned(intact.with_failures(parse_failures(intact, fail, 7)), {});
    EXPECT_EQ(schedule->info().phases, steps) << shape << " " << fail;
    EXPECT_GE(schedule->info().rerouting->phases_before, steps) << shape;
  }
}

TEST(Planned, WhatIsNotPlannedIsRefused) {
  const auto refusal = [](const char* algorithm, const char* fail, const AlgorithmOptions& options) {
    const Topology intact = Topology::parse("torus:4x4");
    const Topology topology = intact.with_failures(parse_failures(intact, fail, 0));
    return test::refusal([&] { make_schedule(algorithm, topology, options); });
  };
  EXPECT_EQ(refusal("t4", "(0,0)+x", {}),
            "t4 on torus:4x4 is not planned round failures, broadcast and planned are; --reroute layered or "
            "spread moves its messages");
  EXPECT_EQ(refusal("broadcast", "(1,1)", {}), "broadcast on torus:4x4 needs node (1,1), which has failed");
  EXPECT_EQ(refusal("broadcast", "(0,0)+x", {{"variant", "best"}}),
            "broadcast on torus:4x4: constructions are for intact networks; variant=auto finds a schedule by "
            "search");
  EXPECT_EQ(refusal("broadcast", "(0,0)+x", {}), "accepted");
}

}  // namespace
}  // namespace torusim
