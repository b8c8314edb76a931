// The algorithms on twisted tori: what runs there is correct, and all others refuse.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/core/link_load.h"
#include "schedules/formulas/collective_closed_forms.h"
#include "schedules/tests/refusal.h"
#include "schedules/tests/twisted_helpers.h"

namespace torusim {
namespace {

struct Job {
  std::string name;
  AlgorithmOptions options;
};

std::vector<Job> jobs() {
  return {{"direct", {}},
          {"direct-even", {}},
          {"direct-even", {{"at-once", "3"}}},
          {"ring-pass", {}},
          {"ring-pass", {{"ways", "both"}}},
          {"gossip-ti", {}},
          {"gossip-ti", {{"collective", "all-reduce"}}},
          {"broadcast", {{"root", "1"}}},
          {"broadcast", {{"ports", "1"}}},
          {"broadcast", {{"collective", "reduce"}}},
          {"ring-reduce", {}},
          {"ring-reduce", {{"ports", "one"}, {"collective", "gossip"}}},
          {"tree", {{"root", "3"}, {"pieces", "2"}}}};
}

RC_GTEST_PROP(TwistedAlgorithms, ArePerformedCorrectly, ()) {
  const Topology t = test::any_twisted(60);
  const Job job = *rc::gen::elementOf(jobs());
  const auto schedule = make_schedule(job.name, t, job.options);
  const CheckReport report = check(*schedule);
  RC_TAG(job.name);
  RC_ASSERT((report.correct() || report.violations[0].text == ""));
  RC_ASSERT(report.cycles.in_phase.empty());
}

TEST(TwistedAlgorithms, AllOthersRefuse) {
  int run = 0;
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.twisted) {
      EXPECT_NO_THROW(make_schedule(info.name, Topology::parse("torus:4x4x8~"), {})) << info.name;
      ++run;
      continue;
    }
    try {
      make_schedule(info.name, Topology::parse("torus:4x4x8~"), {});
      ADD_FAILURE() << info.name;
    } catch (const InputError& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find(info.name + " needs dimensions that no seam joins; nearest for "),
                std::string::npos)
          << what;
    }
  }
  EXPECT_EQ(run, 10);
}

// The busiest channel of all steps together: of split messages it would carry 10 and 73 1/3.
TEST(TwistedAlgorithms, DirectTakesShortestWaysInTurns) {
  for (const auto& [shape, distances, busiest] :
       {std::tuple{"torus:2x2x2x4~x+d3:2", 72, 12}, {"torus:4x4x8~", 440, 79}}) {
    const auto schedule = make_schedule("direct-even", Topology::parse(shape), {});
    const Topology& torus = schedule->info().topology;
    const int ports = torus.network_ports();
    std::int64_t hops = 0, most = 0;
    LinkLoads loads(torus);
    std::vector<std::int64_t> sum(static_cast<std::size_t>(torus.nodes()) * ports);
    for (Phase phase; schedule->next(phase);) {
      loads.count(phase);
      for (NodeId node = 0; node < torus.nodes(); ++node)
        for (int port = 0; port < ports; ++port) sum[node * ports + port] += loads.on(node, port);
    }
    for (const std::int64_t load : sum) hops += load, most = std::max(most, load);
    EXPECT_EQ(hops, std::int64_t{torus.nodes()} * distances) << shape;
    EXPECT_EQ(most, busiest) << shape;
  }
}

// The blocks on the busiest channel of each step, summed; turns alone gave 21, 44 and 129. No choice of paths
// gives less than 13 on the first, as a linear program says of each step.
TEST(TwistedAlgorithms, StepsLoadChannelsEvenly) {
  for (const auto& [shape, most] :
       {std::pair{"torus:2x2x2x4~x+d3:2", 13}, {"torus:2x2x2x2x4~x+d4:2", 30}, {"torus:4x4x8~", 109}}) {
    const auto schedule = make_schedule("direct-even", Topology::parse(shape), {});
    std::int64_t sum = 0;
    for (const BusiestLink& link : busiest_links(*schedule)) sum += link.blocks;
    EXPECT_EQ(sum, most) << shape;
  }
}

TEST(TwistedAlgorithms, GossipsAndBroadcastsComeNearTheFewestSteps) {
  for (const char* shape : {"torus:2x2x4~", "torus:4x4x8~", "torus:4x8x8~", "torus:5x7~x+y3"}) {
    const Topology t = Topology::parse(shape);
    EXPECT_EQ(make_schedule("gossip-ti", t, {})->info().phases, fewest_gossip_steps(t)) << shape;
  }
  // Nodes that send over six channels at once: 7^2 < 128 <= 7^3.
  EXPECT_EQ(make_schedule("broadcast", Topology::parse("torus:4x4x8~"), {})->info().phases, 3);
}

TEST(TwistedAlgorithms, DirectEvenRefusesWhatItCannotDo) {
  const auto refused = [](const char* shape, const char* at_once) {
    return test::refusal<std::runtime_error>([&] {
      make_schedule("direct-even", Topology::parse(shape), {{"at-once", at_once}});
    });
  };
  EXPECT_EQ(refused("mesh:4x4", "all"),
            "direct-even on mesh:4x4: direct-even needs dimensions that wrap; direct does not");
  EXPECT_EQ(refused("torus:4x4", "16"),
            "direct-even on torus:4x4: at-once=16: a node sends 15 messages in all");
  EXPECT_EQ(refused("torus:4x4", "15"), "accepted");
  EXPECT_EQ(refused("torus:4x4", "0"), "direct-even: at-once=0: must be all or a number from 1");
  EXPECT_EQ(refused("ring:2", "all"), "accepted");
}

// On a plain torus as well.
TEST(TwistedAlgorithms, DirectEvenIsCorrectOnPlainTori) {
  for (const char* shape : {"ring:2", "ring:7", "torus:4x4", "torus:3x5", "torus:2x3x4"}) {
    for (const char* at_once : {"1", "all"}) {
      const auto schedule = make_schedule("direct-even", Topology::parse(shape), {{"at-once", at_once}});
      EXPECT_TRUE(check(*schedule).correct()) << shape << " " << at_once;
    }
  }
}

}  // namespace
}  // namespace torusim
