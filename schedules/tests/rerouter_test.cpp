// Routes round failed links: live, as short as can be, free of deadlock, spread evenly.
#include "schedules/reroute/rerouter.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <queue>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/check/circle_of_waits.h"
#include "schedules/core/link_load.h"
#include "schedules/tests/failed_networks.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/failure_text.h"

namespace torusim {
namespace {

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
  const Reroute how = *rc::gen::element(Reroute::kLayered, Reroute::kSpread, Reroute::kLong);
  const int lanes = *rc::gen::element(1, 2, 2);
  const auto schedule =
      test::rerouted(StoredSchedule::copy_of(*make_schedule("direct", intact)), topology, how, lanes);
  RC_PRE(static_cast<bool>(schedule));
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
  if (how == Reroute::kLong) return;
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

// The table of docs/failures.md. With one link less spread keeps to 69.6 and 34.3; the long way takes 128
// and 64.
TEST(Rerouter, BusiestChannelsOfThePage) {
  struct Row {
    const char* shape;
    const char* fail;
    std::int64_t layered, spread, longer;
  };
  for (const Row& row : {Row{"torus:8x8", "(3,4)+x", 83, 69, 128},
                         {"torus:8x8", "random:2%", 86, 69, 128},
                         {"torus:4x4x4", "(1,2,3)+z", 49, 34, 64},
                         {"torus:4x4x4", "random:2%", 49, 35, 64}}) {
    for (const auto& [how, busiest] : {std::pair(Reroute::kLayered, row.layered),
                                       {Reroute::kSpread, row.spread},
                                       {Reroute::kLong, row.longer}}) {
      const auto schedule = round_failures("direct-even", row.shape, row.fail, how, 3);
      EXPECT_EQ(schedule->info().rerouting->busiest, busiest) << row.shape << " " << row.fail;
      EXPECT_TRUE(how != Reroute::kLong || schedule->info().rerouting->classes_more() == 0) << row.fail;
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
  // Long: nothing is left of a ring that fails twice, and a path has no other way round.
  EXPECT_THROW(round_failures("direct", "torus:4x4", "(1,1)+x,(3,1)+x", Reroute::kLong), InputError);
  EXPECT_THROW(round_failures("direct", "torus:4x4m", "(1,1)+y", Reroute::kLong), InputError);
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

}  // namespace
}  // namespace torusim
