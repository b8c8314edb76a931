// Reductions with one random fault each, judged by the checker and by a replay that lists contributions one
// by one: they must agree about every one.
#include <gtest/gtest.h>

#include <random>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/tests/reduction_helpers.h"

namespace torusim {
namespace {

enum class ReductionFault { kDropped, kDoubled, kRedirected, kReordered, kOperation, kOtherChunk };
constexpr int kReductionFaults = 6;

class ReductionMutator {
 public:
  explicit ReductionMutator(unsigned seed) : random_(seed) {}

  int below(std::size_t n) { return std::uniform_int_distribution<int>(0, static_cast<int>(n) - 1)(random_); }

  void apply(StoredSchedule& schedule, ReductionFault fault) {
    const Topology& topology = schedule.info().topology;
    auto& phases = schedule.phases();
    auto& transfers = phases[below(phases.size())].transfers;
    const int at = below(transfers.size());
    Transfer& chosen = transfers[at];
    switch (fault) {
      case ReductionFault::kDropped:
        transfers.erase(transfers.begin() + at);
        break;
      case ReductionFault::kDoubled: {
        const Transfer again = chosen;
        phases[below(phases.size())].transfers.push_back(again);
        break;
      }
      case ReductionFault::kRedirected:
        do {
          chosen.destination = below(topology.nodes());
        } while (chosen.destination == chosen.source);
        chosen.route = dimension_order_route(topology, chosen.source, chosen.destination);
        break;
      case ReductionFault::kReordered: {
        const Transfer moved = chosen;
        transfers.erase(transfers.begin() + at);
        phases[below(phases.size())].transfers.push_back(moved);
        break;
      }
      case ReductionFault::kOperation:
        chosen.adds = !chosen.adds;
        break;
      case ReductionFault::kOtherChunk: {
        const Block block = initial_blocks(topology, schedule.info().collective, 0).front(topology);
        chosen.blocks = BlockSet(topology.dimensions());
        chosen.blocks.add(topology, block);
        break;
      }
    }
  }

 private:
  std::mt19937 random_;
};

struct Chosen {
  std::string name, shape;
  AlgorithmOptions options;
};

TEST(ReductionMutations, FiveHundredAreJudgedAsByAReplay) {
  const std::vector<Chosen> reductions{{"swing", "torus:4x4", {}},
                                       {"swing", "ring:10", {{"collective", "reduce-scatter"}}},
                                       {"swing", "torus:3x4", {{"variant", "latency"}}},
                                       {"bucket", "torus:3x4", {}},
                                       {"halving", "torus:4x2", {{"collective", "reduce-scatter"}}},
                                       {"ring-reduce", "torus:3x3", {}},
                                       {"trivance", "ring:9", {}},
                                       {"tree", "torus:3x4", {{"pieces", "3"}}},
                                       {"gossip-ti", "torus:3x4", {{"collective", "all-reduce"}}},
                                       {"broadcast", "torus:4x4", {{"collective", "reduce"}}}};
  ReductionMutator mutator(13);
  int wrong = 0, right = 0;
  for (int i = 0; i < 500; ++i) {
    const Chosen& chosen = reductions[i % reductions.size()];
    StoredSchedule schedule =
        StoredSchedule::copy_of(*make_schedule(chosen.name, Topology::parse(chosen.shape), chosen.options));
    ScheduleInfo info = schedule.info();
    // Only the account of contributions is judged here.
    info.claims = {};
    info.ports = 1000;
    std::vector<Phase> phases = schedule.phases();
    StoredSchedule mutated(info, std::move(phases));
    const auto fault = static_cast<ReductionFault>(i / reductions.size() % kReductionFaults);
    mutator.apply(mutated, fault);
    const PlainReduction plain(mutated);
    const CheckReport report = check(mutated, {.keep = 100000, .dependencies = false});
    ASSERT_EQ(report.correct(), plain.right())
        << chosen.name << " fault " << static_cast<int>(fault) << ": "
        << (report.violations.empty() ? "" : report.violations[0].text);
    // Not only that it is wrong, but where.
    int not_held = 0, twice = 0, lost = 0, lacking = 0;
    for (const Violation& violation : report.violations) {
      not_held += violation.kind == ViolationKind::kNotHeld;
      twice += violation.kind == ViolationKind::kRepeated;
      lost += violation.kind == ViolationKind::kLost;
      lacking += violation.kind == ViolationKind::kNotDelivered;
      EXPECT_TRUE(violation.block.has_value()) << violation.text;
    }
    EXPECT_EQ(not_held, plain.not_held);
    EXPECT_EQ(twice, plain.twice);
    EXPECT_EQ(lost, plain.lost);
    EXPECT_EQ(lacking > 0, plain.lacking > 0);
    ++(report.correct() ? right : wrong);
  }
  EXPECT_GT(wrong, 300);
  EXPECT_GT(right, 10);  // an operation changed where nothing was to be added to is no fault
}

TEST(ReductionMutations, NodeChunkAndContributionAreNamed) {
  const auto first = [](auto change) {
    StoredSchedule schedule = StoredSchedule::copy_of(*make_schedule("bucket", Topology::parse("torus:3x3")));
    change(schedule.phases());
    const CheckReport report = check(schedule);
    return report.violations.empty() ? std::string("correct") : report.violations[0].text;
  };
  EXPECT_EQ(first([](std::vector<Phase>&) {}), "correct");
  // Node (0,0) sends chunks of (2,*) to (1,0) in the first step.
  const auto again = [](std::vector<Phase>& phases) {
    phases[1].transfers.push_back(phases[0].transfers[0]);
  };
  EXPECT_EQ(first(again),
            "phase R2, node (0,0): sends 5 messages, but has 4 ports; the last with chunk (2,0):(0,0)");
  const auto stored = [](std::vector<Phase>& phases) { phases[0].transfers[0].adds = false; };
  EXPECT_EQ(first(stored),
            "phase R1, node (1,0): stores chunk (2,0):(0,0) from (0,0): the contribution of (1,0) at this "
            "node would be lost");
  const auto twice = [](std::vector<Phase>& phases) { phases.back().transfers[0].adds = true; };
  EXPECT_NE(first(twice).find("the contribution of (0,0) would count twice"), std::string::npos)
      << first(twice);
  const auto dropped = [](std::vector<Phase>& phases) {
    phases[0].transfers.erase(phases[0].transfers.begin());
  };
  EXPECT_EQ(first(dropped),
            "phase G4, node (0,0): stores chunk (2,0):(0,0) from (1,0): the contribution of (0,0) at this "
            "node would be lost");
}

}  // namespace
}  // namespace torusim
