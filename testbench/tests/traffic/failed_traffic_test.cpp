// Open-loop traffic round failed links and nodes.
#include <gtest/gtest.h>

#include "schedules/core/error.h"
#include "schedules/reroute/rerouted_schedule.h"
#include "schedules/text/failure_text.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

TrafficOptions failed_traffic(const char* shape, const char* pattern, double load, const char* fail,
                              Reroute how, std::uint64_t seed = 0) {
  TrafficOptions options = test::traffic_on(shape, pattern, load);
  const Topology intact = options.hardware.topology;
  options.hardware.topology = intact.with_failures(parse_failures(intact, fail, seed));
  const Topology& topology = options.hardware.topology;
  const Pattern destinations(options.pattern, topology);
  options.pairs = rerouted_pairs(topology, how, options.hardware.lanes, [&](const auto& visit) {
    for (NodeId from = 0; from < topology.nodes(); ++from) {
      if (!destinations.sends(from)) continue;
      const auto only = destinations.only_destination(from);
      for (NodeId to = 0; to < topology.nodes(); ++to) {
        if (to == from || topology.failures()->node(to) || (only && to != *only)) continue;
        visit(from, to);
      }
    }
  });
  options.hardware.classes = options.pairs->classes();
  return options;
}

// Hops as measured are those that the closed form at zero load counts.
TEST(FailedTraffic, MeanHopsAreThoseOfTheRoutes) {
  for (const char* fail : {"(0,0)+x", "(3,3),(5,1)+y", "random:5%"}) {
    for (const char* pattern : {"uniform", "hotspot"}) {
      const TrafficOptions options = failed_traffic("torus:8x8", pattern, 0.05, fail, Reroute::kLayered, 3);
      const TrafficResult result = simulate_traffic(options);
      EXPECT_NE(result.verdict, TrafficVerdict::kSaturated);
      const double hops = Pattern(options.pattern, options.hardware.topology)
                              .mean_hops(options.hardware.topology, options.pairs.get());
      EXPECT_NEAR(result.mean_hops, hops, 0.1) << fail << " " << pattern;
      EXPECT_GT(hops, pattern == std::string("uniform") ? 4.06 : 3.9);
    }
  }
}

TEST(FailedTraffic, ADeadNodeSendsAndGetsNothing) {
  const TrafficOptions options = failed_traffic("torus:4x4", "uniform", 0.1, "(1,1)", Reroute::kLayered);
  const Topology& topology = options.hardware.topology;
  const Pattern uniform(options.pattern, topology), tornado({"tornado"}, topology);
  NodeRandom random(1, 2);
  EXPECT_EQ(uniform.senders(), 15);
  for (int i = 0; i < 1000; ++i) EXPECT_NE(uniform.destination(3, random), 5);
  EXPECT_FALSE(uniform.sends(5));
  EXPECT_FALSE(tornado.sends(5));
  EXPECT_FALSE(tornado.sends(0));  // its packets would go to node 5
  EXPECT_THROW(Pattern({"hotspot", 5}, topology), InputError);
}

// More packets get through a network with a failed link if its load is spread.
TEST(FailedTraffic, SpreadTakesMoreThanLayered) {
  const auto accepted = [](Reroute how) {
    const TrafficOptions options = failed_traffic("torus:8x8", "uniform", 0.6, "(0,0)+x", how);
    return simulate_traffic(options).accepted;
  };
  EXPECT_GT(accepted(Reroute::kSpread), 1.01 * accepted(Reroute::kLayered));
}

// Classes that `layered` needs for the pairs whose routes have failed (docs/networks.md).
TEST(FailedTraffic, LayeredNeedsAClassForALinkAndOneOrTwoForANode) {
  const auto classes_more = [](const char* shape, const char* fail) {
    return failed_traffic(shape, "uniform", 0.1, fail, Reroute::kLayered).hardware.classes - 1;
  };
  for (const auto& [shape, link, node] : {std::tuple{"torus:8x8", "(3,4)+x", "(3,4)"},
                                          {"torus:4x4x4", "(1,2,3)+z", "(1,2,3)"},
                                          {"torus:4x4x8", "(1,2,3)+z", "(1,2,3)"}}) {
    EXPECT_EQ(classes_more(shape, link), 1) << shape;
    const int more = classes_more(shape, node);
    EXPECT_TRUE(more == 1 || more == 2) << shape << ": " << more;
  }
}

}  // namespace
}  // namespace torusim
