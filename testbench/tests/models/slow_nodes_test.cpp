// Nodes that begin later than others, or take longer for each of their sends.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "models/contract/observer.h"
#include "models/contract/zero_load.h"
#include "schedules/algorithms/registry.h"
#include "testbench/tests/models/any_run.h"

namespace torusim {
namespace {

/// Each message's cycles from its start to its head on the injection channel, and the first start of a node.
class Starts : public Observer {
 public:
  explicit Starts(NodeId nodes) : first(static_cast<std::size_t>(nodes), -1) {}
  bool wants_moves() const override { return false; }
  void started(Cycle cycle, const Worm& worm) override {
    Cycle& earliest = first[static_cast<std::size_t>(worm.source)];
    if (earliest < 0) earliest = cycle;
  }
  void delivered(Cycle, const Worm& worm) override { worms.push_back(worm); }
  std::vector<Cycle> first;
  std::vector<Worm> worms;
};

RC_GTEST_PROP(SlowNodes, BeginTheirSendsLate, ()) {
  if (*rc::gen::inRange(0, 5) != 0) return;  // each is several runs, and the suite asks for hundreds
  const Topology topology =
      Topology::parse(*rc::gen::element<std::string>("ring:5", "torus:3x4", "mesh:3x3"));
  StoredSchedule schedule = test::any_exchange(topology, 3, 1);
  RunOptions options = test::options_for(schedule, test::any_sync());
  const auto nodes = static_cast<std::size_t>(topology.nodes());
  options.hardware.alpha = *rc::gen::inRange(1, 3);
  options.block_flits = *rc::gen::inRange(0, 9);
  options.startup = *rc::gen::element(0, 7);
  options.slower = *rc::gen::container<std::vector<Cycle>>(nodes, rc::gen::element<Cycle>(0, 0, 5, 40));
  options.skew = *rc::gen::container<std::vector<Cycle>>(nodes, rc::gen::element<Cycle>(0, 3, 90));
  Starts starts(topology.nodes());
  options.observers = {&starts};
  const RunResult fast = simulate(schedule, options);
  RC_ASSERT(fast.verdict == Verdict::kVerified);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    RC_ASSERT(starts.first[static_cast<std::size_t>(node)] >= options.skew_of(node));
  }
  for (const Worm& worm : starts.worms) {
    RC_ASSERT(worm.injected >= worm.started + options.startup_of(worm.source) + 1);
  }
}

// Without contention every phase waits for its slowest message.
TEST(SlowNodes, APhaseTakesAsLongAsItsSlowestNode) {
  const auto schedule = make_schedule("t4", Topology::parse("torus:8x8"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  options.block_flits = 4;
  options.startup = 20;
  const RunResult even = simulate(*schedule, options);
  options.slower.assign(64, 0);
  options.slower[27] = 300;
  const RunResult slow = simulate(*schedule, options);
  ASSERT_EQ(slow.phases.size(), even.phases.size());
  schedule->rewind();
  Phase phase;
  for (std::size_t i = 0; schedule->next(phase); ++i) {
    Cycle longest = 0;
    for (const Transfer& transfer : phase.transfers) {
      const PathTimes path = path_times(options.hardware, transfer.source, transfer.route);
      longest = std::max(longest, zero_load_latency(options.hardware, options.startup_of(transfer.source),
                                                    path, 1 + 4 * transfer.block_count()));
    }
    EXPECT_EQ(slow.phases[i].end - slow.phases[i].start, longest) << phase.name;
  }
  EXPECT_GT(slow.cycles, even.cycles + 300);
}

}  // namespace
}  // namespace torusim
