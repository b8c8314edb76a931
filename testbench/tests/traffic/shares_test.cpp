// Which sources a network serves that is offered more than it can take: docs/traffic.md on full load.
#include <gtest/gtest.h>

#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

/// Counts what every source has got through in a window.
class SourceShares : public Observer {
 public:
  SourceShares(NodeId nodes, Cycle from, Cycle cycles) : flits_(nodes, 0), from_(from), cycles_(cycles) {}
  bool wants_moves() const override { return false; }
  void delivered(Cycle cycle, const Worm& worm) override {
    if (cycle >= from_ && cycle < from_ + cycles_) flits_[worm.source] += worm.flits;
  }

  /// Flits of the source, a cycle.
  double of(NodeId source) const { return double(flits_[source]) / double(cycles_); }

 private:
  std::vector<std::int64_t> flits_;
  const Cycle from_, cycles_;
};

TEST(SourceShares, OfTornadoOnARingAreFibonacciNumbers) {
  // 3 hops on a ring of 8. At every output the worms that enter and those that pass take turns, so a source
  // gets as much as the two behind it that still go on there. The chain ends at the wrap channel, where worms
  // change to a lane of their own: the three sources before it share its one flit a cycle.
  TrafficOptions options = test::traffic_on("torus:8", "tornado", 0.99);
  options.traffic.warm_up = 5000;
  options.traffic.window = 20000;
  SourceShares shares(8, options.traffic.warm_up, options.traffic.window);
  options.observers.push_back(&shares);
  simulate_traffic(options);
  const int fibonacci[] = {0, 1, 1, 2, 3, 5, 8, 13};
  for (NodeId source = 0; source < 8; ++source) {
    EXPECT_NEAR(shares.of(source), fibonacci[source] / 26.0, 0.003) << source;
  }
}

TEST(SourceShares, TransitFirstTakesMoreThanTurns) {
  TrafficOptions options = test::traffic_on("torus:16x16", "uniform", 0.99);
  options.traffic.warm_up = 5000;
  const double turns = simulate_traffic(options).accepted;
  options.hardware.arbitration = Arbitration::kTransitFirst;
  EXPECT_GT(simulate_traffic(options).accepted, 1.1 * turns);
}

}  // namespace
}  // namespace torusim
