// Networks with failed links at every level: the same flits in the same cycles, none on a failed channel, no
// rule of the contract broken, everything delivered.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/contract/observer.h"
#include "models/watch/network_monitor.h"
#include "schedules/core/failed_network.h"
#include "schedules/tests/failed_networks.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// Counts flits, by the channels alone.
class FailedChannels : public Observer {
 public:
  explicit FailedChannels(const Topology& topology) : topology_(topology) {}

  bool wants_moves() const override { return true; }
  void moved(Cycle, std::span<const FlitMove> moves) override {
    for (const FlitMove& move : moves) {
      if (move.port >= topology_.network_ports()) continue;
      ++(topology_.failures()->channel(move.node, move.port) ? on_failed : on_live);
    }
  }
  std::int64_t on_failed = 0, on_live = 0;

 private:
  const Topology& topology_;
};

RC_GTEST_PROP(FailedLevels, SameFlitsInTheSameCycles, ()) {
  const Topology intact = test::any_shape(16);
  const Topology topology = test::with_failed_links(intact, 4);
  RC_PRE(!topology.failures()->links().empty());
  const Reroute how = *rc::gen::element(Reroute::kLayered, Reroute::kSpread, Reroute::kLong);
  const int classes = *rc::gen::inRange(1, 3);
  const auto schedule = test::rerouted(
      test::random_exchange(intact, *rc::gen::inRange(1, 4), classes, *rc::gen::arbitrary<unsigned>()),
      topology, how, 2);
  RC_PRE(static_cast<bool>(schedule));
  RunOptions options = test::options_for(
      *schedule,
      *rc::gen::element(Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kSwitch));
  options.hardware.alpha = *rc::gen::inRange(1, topology.network_ports() + 1);
  options.hardware.reserve = *rc::gen::inRange(1, 6);
  options.hardware.link_delay = *rc::gen::inRange(1, 4);
  options.hardware.switching =
      *rc::gen::element(Switching::kWormhole, Switching::kWormhole, Switching::kCircuit);
  options.block_flits = *rc::gen::inRange(0, 20);
  const RunResult fast = simulate(*schedule, options);
  RC_ASSERT(fast.verdict == Verdict::kVerified);
  NetworkMonitor monitor(options.hardware);
  FailedChannels channels(topology);
  RunOptions watched = options;
  watched.observers = {&monitor, &channels};
  RC_ASSERT(simulate(*schedule, watched).ejection_hash == fast.ejection_hash);
  RC_ASSERT(monitor.violation().value_or("") == "");
  RC_ASSERT(monitor.quiet());
  RC_ASSERT(channels.on_failed == 0);
  RC_ASSERT(channels.on_live == fast.flit_hops);
  RC_ASSERT(test::result_text(test::at_pins(*schedule, options)) == test::result_text(fast));
}

// Small buffers, long worms, everything at once: classes and datelines keep it free of deadlock.
RC_GTEST_PROP(FailedLevels, NoRunHangs, ()) {
  const Topology intact = test::any_shape(40);
  const Topology topology = test::with_failed_links(intact, 8);
  const Reroute how = *rc::gen::element(Reroute::kLayered, Reroute::kSpread, Reroute::kLong);
  const auto schedule =
      test::rerouted(test::random_exchange(intact, 2, 1, *rc::gen::arbitrary<unsigned>()), topology, how, 2);
  RC_PRE(static_cast<bool>(schedule));
  RunOptions options = test::options_for(*schedule, Synchronisation::kNone);
  options.hardware.alpha = topology.network_ports();
  options.hardware.reserve = *rc::gen::inRange(1, 3);
  options.block_flits = *rc::gen::inRange(1, 30);
  RC_ASSERT(simulate(*schedule, options).verdict == Verdict::kVerified);
}

TEST(FailedLevels, ThreadsMakeNoDifference) {
  const Topology intact = Topology::parse("torus:8x8");
  auto failures = std::make_shared<FailedNetwork>(intact);
  failures->fail_link({5, 0});
  failures->fail_link({40, 3, true});
  const auto schedule = test::rerouted(test::random_exchange(intact, 2, 1, 5), intact.with_failures(failures),
                                       Reroute::kSpread, 2);
  RunOptions options = test::options_for(*schedule, Synchronisation::kNone);
  options.hardware.alpha = 4;
  options.block_flits = 4;
  const RunResult one = simulate(*schedule, options);
  options.threads = 3;
  const RunResult three = simulate(*schedule, options);
  EXPECT_EQ(one.verdict, Verdict::kVerified);
  EXPECT_EQ(test::result_text(one), test::result_text(three));
}

// A schedule that knows nothing of the failure is refused before a flit moves.
TEST(FailedLevels, RoutesOverFailedChannelsAreRefused) {
  const Topology intact = Topology::parse("torus:4x4");
  auto failures = std::make_shared<FailedNetwork>(intact);
  failures->fail_link({0, 0});
  StoredSchedule schedule = test::random_exchange(intact.with_failures(failures), 1, 1, 5);
  const std::string error =
      test::refusal([&] { simulate(schedule, test::options_for(schedule, Synchronisation::kNone)); });
  EXPECT_NE(error.find("takes a channel that does not exist or has failed"), std::string::npos) << error;
}

}  // namespace
}  // namespace torusim
