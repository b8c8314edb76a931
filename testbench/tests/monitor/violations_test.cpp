// A correct run, recorded and then broken in one place: every break is found, and the first sentence says it.
#include <gtest/gtest.h>

#include "models/watch/network_monitor.h"
#include "schedules/core/failed_network.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/monitor/move_sequence.h"

namespace torusim {
namespace {

using Entry = test::MoveSequence::Entry;

class ViolationsTest : public testing::Test {
 protected:
  ViolationsTest() : hardware_(record(run_)) { EXPECT_EQ(finding(), ""); }

  static Hardware record(test::MoveSequence& run) {
    StoredSchedule schedule = test::random_exchange(Topology::parse("mesh:4x4"), 1, 3, 7);
    RunOptions options = test::options_for(schedule, Synchronisation::kNone);
    options.block_flits = 6;
    options.hardware.shared = 2;
    options.observers = {&run};
    EXPECT_EQ(simulate(schedule, options).verdict, Verdict::kVerified);
    return options.hardware;
  }
  std::string finding() const { return finding(hardware_); }
  std::string finding(const Hardware& hardware) const {
    NetworkMonitor monitor(hardware);
    run_.play(monitor);
    return monitor.violation().value_or(monitor.quiet() ? "" : "flits are left");
  }
  /// The first entry in the middle of the run for which `wanted` holds.
  template <typename Wanted>
  std::vector<Entry>::iterator find(Wanted wanted) {
    auto at = std::find_if(run_.entries.begin() + run_.entries.size() / 3, run_.entries.end(), wanted);
    EXPECT_NE(at, run_.entries.end());
    return at;
  }
  bool taken(Cycle cycle, NodeId node, int port) const {
    return std::any_of(run_.entries.begin(), run_.entries.end(),
                       [&](const Entry& e) { return e.cycle == cycle && e.node == node && e.port == port; });
  }
  /// The worm's head is on a wire in `cycle`.
  bool hops_in(Cycle cycle, std::uint32_t worm) const {
    return std::any_of(run_.entries.begin(), run_.entries.end(),
                       [&](const Entry& e) { return e.cycle == cycle && e.worm == worm && e.index == 0; });
  }
  bool network(const Entry& entry) const { return entry.port < hardware_.network_ports(); }
  bool body(const Entry& entry) const {
    return entry.index > 0 && entry.index + 1 < run_.worm(entry.worm).flits;
  }
  void expect_finding(const std::string& part) const {
    EXPECT_NE(finding().find(part), std::string::npos) << "found: " << finding();
  }

  test::MoveSequence run_;
  Hardware hardware_;
};

TEST_F(ViolationsTest, ALostFlit) {
  run_.entries.erase(find([&](const Entry& e) { return network(e) && body(e); }));
  expect_finding("ready, but the output stays idle");
}

TEST_F(ViolationsTest, AFlitLostAtTheEnd) {
  const auto last = std::find_if(run_.entries.rbegin(), run_.entries.rend(), [&](const Entry& e) {
    return e.port >= hardware_.network_ports() && e.port < hardware_.ports();
  });
  run_.entries.erase(std::next(last).base());
  run_.deliveries.clear();
  EXPECT_EQ(finding(), "flits are left");
}

TEST_F(ViolationsTest, FlitsThatSwapPlaces) {
  const auto first = find([&](const Entry& e) { return network(e) && body(e) && e.index + 2 < 6; });
  const auto second = find([&](const Entry& e) {
    return e.worm == first->worm && e.index == first->index + 1 && e.node == first->node &&
           e.port == first->port;
  });
  std::swap(first->cycle, second->cycle);
  expect_finding("comes next");
}

TEST_F(ViolationsTest, ACopiedFlit) {
  Entry copy = *find([&](const Entry& e) { return network(e) && body(e); });
  while (taken(copy.cycle, copy.node, copy.port)) ++copy.cycle;
  run_.entries.push_back(copy);
  expect_finding("on a VC that ");  // the worm had passed before the channel was free
}

TEST_F(ViolationsTest, TwoFlitsOnAChannel) {
  run_.entries.push_back(*find([&](const Entry& e) { return network(e); }));
  expect_finding("a second flit on the channel");
}

TEST_F(ViolationsTest, AHeadOffItsPath) {
  const auto other_port = [&](const Entry& e) { return e.port ^ 2; };  // the same direction, across
  const auto at = find([&](const Entry& e) {
    return network(e) && e.index == 0 && hardware_.topology.has_channel(e.node, other_port(e)) &&
           !taken(e.cycle, e.node, other_port(e));
  });
  at->port = other_port(*at);
  expect_finding("head off its path");
}

TEST_F(ViolationsTest, AHeadOnAnotherLane) {
  find([&](const Entry& e) { return network(e) && e.index == 0; })->vc ^= 1;
  expect_finding("head off its path");
}

TEST_F(ViolationsTest, ABodyFlitOnAnotherVc) {
  const auto at = find([&](const Entry& e) { return network(e) && body(e); });
  at->vc = (at->vc + 2) % hardware_.vcs();
  expect_finding("on a VC that ");
}

TEST_F(ViolationsTest, AHeadThatIsTooFast) {
  const auto at = find([&](const Entry& e) {
    return network(e) && e.index == 0 && !taken(e.cycle - 1, e.node, e.port) && hops_in(e.cycle - 2, e.worm);
  });
  --at->cycle;
  expect_finding("head that is not at the front of any input buffer");
}

TEST_F(ViolationsTest, AChannelThatDoesNotExist) {
  const auto at = find([&](const Entry& e) { return e.node == 15 && network(e) && e.index == 0; });
  at->port = 0;
  expect_finding("which does not exist");
}

TEST_F(ViolationsTest, BuffersThatAreSmallerThanTheSenderThinks) {
  Hardware smaller = hardware_;
  smaller.shared = 1;
  EXPECT_NE(finding(smaller).find("without credit"), std::string::npos) << finding(smaller);
}

TEST_F(ViolationsTest, CreditsThatAreSlowerThanTheContract) {
  Hardware larger = hardware_;
  larger.shared = 3;  // the senders leave a slot unused
  EXPECT_NE(finding(larger).find("the output stays idle"), std::string::npos) << finding(larger);
}

TEST_F(ViolationsTest, ChannelsThatAreFasterThanTheContract) {
  Hardware slower = hardware_;
  slower.link_delay = 2;
  EXPECT_NE(finding(slower).find("not at the front of any input buffer"), std::string::npos)
      << finding(slower);
}

TEST_F(ViolationsTest, ADeliveryBeforeTheTail) {
  run_.deliveries.front().first = 3;
  expect_finding("delivered at node");
}

TEST_F(ViolationsTest, TimeThatGoesBack) {
  NetworkMonitor monitor(hardware_);
  const Worm& worm = run_.worm(run_.entries.front().worm);
  const ChannelRef at = channel_on_path(hardware_, worm, 0);
  const FlitMove move{&worm, 0, at.node, static_cast<std::uint8_t>(at.port),
                      static_cast<std::uint8_t>(at.vc)};
  monitor.moved(5, {&move, 1});
  monitor.moved(5, {&move, 1});
  EXPECT_EQ(monitor.violation(), "cycle 5 is reported after cycle 5");
}

// A flit on a channel that has failed, in the run of a network that is whole.

TEST(FailedChannel, CarriesNoFlit) {
  const Topology intact = Topology::parse("torus:4x4");
  test::MoveSequence run;
  StoredSchedule schedule = test::random_exchange(intact, 1, 1, 7);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 3;
  options.observers = {&run};
  ASSERT_EQ(simulate(schedule, options).verdict, Verdict::kVerified);
  const auto finding = [&](std::shared_ptr<const Failures> failures) {
    Hardware hardware = options.hardware;
    hardware.topology = intact.with_failures(std::move(failures));
    NetworkMonitor monitor(hardware);
    run.play(monitor);
    return monitor.violation().value_or("");
  };
  EXPECT_EQ(finding(nullptr), "");
  auto failures = std::make_shared<FailedNetwork>(intact);
  failures->fail_link({6, 2});
  const std::string found = finding(failures);
  EXPECT_TRUE(found.ends_with("is on (1,2)+y, a channel that has failed") ||
              found.ends_with("is on (1,3)-y, a channel that has failed"))
      << found;
  auto one_way = std::make_shared<FailedNetwork>(intact);
  one_way->fail_link({6, 2, true});
  EXPECT_TRUE(finding(one_way).ends_with("is on (1,2)+y, a channel that has failed")) << finding(one_way);
}

// The monitor names escape and adaptive lanes: a run by dimension order is none of adaptive routing.

TEST(EscapeLane, IsNamedByTheMonitor) {
  test::MoveSequence run;
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 1, 1, 7);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.lanes = 4;
  options.observers = {&run};
  ASSERT_EQ(simulate(schedule, options).verdict, Verdict::kVerified);
  options.hardware.adaptive = true;
  NetworkMonitor monitor(options.hardware);
  run.play(monitor);
  const std::string found = monitor.violation().value_or("");
  EXPECT_NE(found.find("VC 0, escape lane 0, worm "), std::string::npos) << found;
  EXPECT_NE(found.find("head off its path, which leads to "), std::string::npos) << found;
  EXPECT_NE(found.find(" VC 2, adaptive lane 2"), std::string::npos) << found;
}

}  // namespace
}  // namespace torusim
