// The schedule driver by hand: what it lets enter when, without a network.
#include "models/sources/schedule_driver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

#include "schedules/core/error.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// Messages of one block of their own on a path of four nodes; phases as lists of (from, to).
class ScheduleDriverTest : public testing::Test {
 protected:
  using Pairs = std::vector<std::pair<NodeId, NodeId>>;

  ScheduleDriverTest() { options_.hardware.topology = Topology::parse("path:4"); }

  Transfer transfer(NodeId from, NodeId to, std::int64_t blocks = 1) const {
    Transfer result = test::transfer(options_.hardware.topology, from, to);
    result.blocks = BlockSet(1);
    result.unnamed = blocks;
    return result;
  }
  void begin(const std::vector<Pairs>& phases) {
    std::vector<Phase> made;
    for (const Pairs& pairs : phases) {
      made.push_back({"P" + std::to_string(made.size()), {}, {}, false});
      for (const auto& [from, to] : pairs) made.back().transfers.push_back(transfer(from, to));
    }
    begin(std::move(made));
  }
  void begin(std::vector<Phase> phases, Collective::Kind kind = Collective::Kind::kMessages) {
    ScheduleInfo info;
    info.topology = options_.hardware.topology;
    info.collective.kind = kind;
    schedule_.emplace(info, std::move(phases));
    driver_.emplace(*schedule_, options_, worms_);
  }
  /// The worms that may enter the network from this cycle on, as FROM>TO, in order of their numbers.
  std::string advance(Cycle now) {
    injections_.clear();
    driver_->advance(now, injections_);
    std::sort(injections_.begin(), injections_.end(),
              [&](const auto& a, const auto& b) { return worms_[a.worm].number < worms_[b.worm].number; });
    std::string text;
    for (const Injection& injection : injections_) {
      const Worm& worm = worms_[injection.worm];
      EXPECT_EQ(injection.node, worm.source);
      EXPECT_EQ(injection.channel, worm.injection_channel);
      slot_[{worm.source, worm.destination}] = injection.worm;
      text +=
          (text.empty() ? "" : " ") + std::to_string(worm.source) + ">" + std::to_string(worm.destination);
    }
    return text;
  }
  const Worm& worm(NodeId from, NodeId to) { return worms_[slot_.at({from, to})]; }
  void sent(Cycle now, NodeId from, NodeId to) { driver_->sent(now, slot_.at({from, to})); }
  void received(Cycle now, NodeId from, NodeId to) { driver_->received(now, slot_.at({from, to})); }
  RunResult report() const {
    RunResult result;
    driver_->report(result);
    return result;
  }

  RunOptions options_;
  WormTable worms_;
  std::optional<StoredSchedule> schedule_;
  std::optional<ScheduleDriver> driver_;
  std::vector<Injection> injections_;
  std::map<std::pair<NodeId, NodeId>, WormSlot> slot_;
};

TEST_F(ScheduleDriverTest, AHeadMayEnterAfterTheStartupTime) {
  options_.startup = 10;
  options_.block_flits = 4;
  begin({{{0, 1}, {0, 2}}});
  EXPECT_EQ(driver_->next_timer(), 0);
  EXPECT_EQ(advance(0), "");
  EXPECT_EQ(driver_->next_timer(), 10);
  EXPECT_EQ(worms_.all().size(), 1u);  // one-port: the second waits for the first
  EXPECT_EQ(advance(9), "");
  EXPECT_EQ(advance(10), "0>1");
  EXPECT_EQ(driver_->next_timer(), MessageSource::kNever);
  EXPECT_EQ(worm(0, 1).started, 0);
  EXPECT_EQ(worm(0, 1).flits, 5u);
  EXPECT_EQ(worm(0, 1).number, 0u);
  sent(20, 0, 1);
  EXPECT_LE(driver_->next_timer(), 21);  // it is free again: there is something to do
  EXPECT_EQ(advance(21), "");
  EXPECT_EQ(driver_->next_timer(), 31);
  EXPECT_EQ(advance(31), "0>2");
  EXPECT_EQ(worm(0, 2).started, 21);
  EXPECT_EQ(worm(0, 2).number, 1u);
  received(30, 0, 1);
  EXPECT_FALSE(driver_->done());
  sent(40, 0, 2);
  received(45, 0, 2);
  EXPECT_EQ(advance(45), "");
  EXPECT_TRUE(driver_->done());
  EXPECT_FALSE(driver_->failed());
  const RunResult result = report();
  EXPECT_EQ(result.findings, std::vector<std::string>{});
  EXPECT_EQ(result.delivered_blocks, 2);
  EXPECT_EQ(result.total_blocks, 2);
  EXPECT_EQ(result.messages, 2);
  EXPECT_EQ(result.signals, 0);
  EXPECT_EQ(result.flit_hops, 5 * 1 + 5 * 2);
  ASSERT_EQ(result.phases.size(), 1u);
  EXPECT_EQ(result.phases[0].start, 0);
  EXPECT_EQ(result.phases[0].end, 45);
  EXPECT_EQ(result.phases[0].messages, 2);
  EXPECT_EQ(worms_.all().size(), 0u);
}

TEST_F(ScheduleDriverTest, ChannelsAreTheFirstFreeOnesAndThoseOfArrivalGoRound) {
  options_.hardware.topology = Topology::parse("complete:4");
  options_.hardware.alpha = 2;
  begin({{{0, 3}, {0, 1}, {0, 2}, {1, 3}, {2, 3}}});
  EXPECT_EQ(advance(0), "0>3 0>1 1>3 2>3");
  EXPECT_EQ(worm(0, 3).injection_channel, 0);
  EXPECT_EQ(worm(0, 1).injection_channel, 1);
  EXPECT_EQ(worm(0, 3).ejection_channel, 0);
  EXPECT_EQ(worm(1, 3).ejection_channel, 1);
  EXPECT_EQ(worm(2, 3).ejection_channel, 0);
  sent(5, 0, 1);
  EXPECT_EQ(advance(6), "0>2");
  EXPECT_EQ(worm(0, 2).injection_channel, 1);
}

// 1 has sent and received its own of P0 first; what it waits for before P1 is the synchronisation.
TEST_F(ScheduleDriverTest, NodesGoOnByThemselvesOrAllTogether) {
  for (const Synchronisation sync :
       {Synchronisation::kNone, Synchronisation::kPriority, Synchronisation::kBarrier}) {
    options_.sync = sync;
    options_.barrier = 7;
    options_.hardware.classes = sync == Synchronisation::kPriority ? 2 : 1;
    begin({{{0, 1}, {2, 3}}, {{1, 0}, {3, 2}}});
    EXPECT_EQ(advance(0), "0>1 2>3");
    sent(3, 0, 1);
    received(9, 0, 1);
    if (sync == Synchronisation::kBarrier) {
      EXPECT_EQ(advance(9), "");
      sent(20, 2, 3);
      received(20, 2, 3);
      EXPECT_EQ(advance(20), "");
      EXPECT_EQ(driver_->next_timer(), 27);
      EXPECT_EQ(advance(26), "");
      EXPECT_EQ(advance(27), "1>0 3>2");
    } else {
      EXPECT_EQ(advance(9), "1>0");  // a receive counts in its own cycle
      EXPECT_EQ(worm(1, 0).message_class, sync == Synchronisation::kPriority ? 1 : 0);
      sent(20, 2, 3);
      received(20, 2, 3);
      EXPECT_EQ(advance(20), "3>2");
    }
    EXPECT_EQ(worm(3, 2).phase, 1);
    for (const auto& [from, to] : Pairs{{1, 0}, {3, 2}}) {
      sent(40, from, to);
      received(41, from, to);
    }
    advance(41);
    EXPECT_TRUE(driver_->done());
    const RunResult result = report();
    ASSERT_EQ(result.phases.size(), 2u);
    EXPECT_EQ(result.phases[0].end, 20);
    EXPECT_EQ(result.phases[1].start, sync == Synchronisation::kBarrier ? 27 : 9);
    EXPECT_EQ(result.phases[1].end, 41);
    driver_.reset();
    worms_ = WormTable();
  }
}

TEST_F(ScheduleDriverTest, SignalsOpenTheGateOfTheirPhase) {
  options_.sync = Synchronisation::kLocal;
  options_.hardware.classes = 2;
  std::vector<Phase> phases{{"P0", {transfer(0, 1), transfer(2, 3)}, {}, false},
                            {"P1", {transfer(1, 0), transfer(3, 2)}, {}, false}};
  const Route back{{0, -2}};
  phases[1].signals = {{3, 1, back, Signal::Trigger::kReceived, 0, 1},
                       {1, 3, Route{{0, 2}}, Signal::Trigger::kSent, 0, 1}};
  begin(std::move(phases));
  EXPECT_EQ(advance(0), "0>1 2>3");
  EXPECT_EQ(worm(0, 1).message_class, 1);
  sent(3, 0, 1);
  received(4, 0, 1);
  EXPECT_EQ(advance(4), "1>3");  // 1 sends nothing in P0: its signal goes when it is through
  const Worm& signal = worm(1, 3);
  EXPECT_EQ(signal.number, Worm::kFirstSignal + 1);
  EXPECT_EQ(signal.message_class, 0);
  EXPECT_EQ(signal.flits, 1u);
  EXPECT_EQ(signal.injection_channel, 0);
  received(6, 1, 3);
  EXPECT_EQ(advance(6), "");  // 1 waits for 3's signal, 3 for its receive
  sent(8, 2, 3);
  received(8, 2, 3);
  EXPECT_EQ(advance(8), "3>2 3>1");
  received(12, 3, 1);
  EXPECT_EQ(advance(12), "1>0");
  EXPECT_EQ(report().signals, 2);
}

// `check` refuses a signal to a node that sends nothing in the phase, and no send waits for it.
TEST_F(ScheduleDriverTest, APhaseStaysUntilSignalsThatGateNothingHaveCome) {
  options_.sync = Synchronisation::kLocal;
  options_.hardware.classes = 2;
  std::vector<Phase> phases{{"P0", {transfer(0, 1)}, {}, false},
                            {"P1", {transfer(2, 3)}, {}, false},
                            {"P2", {transfer(2, 3)}, {}, false}};
  phases[1].signals = {{0, 1, Route{{0, 1}}, Signal::Trigger::kSent, 0, 1}};
  begin(std::move(phases));
  EXPECT_EQ(advance(0), "0>1 2>3");
  const WormSlot message = slot_.at({0, 1});
  sent(3, 0, 1);
  EXPECT_EQ(advance(3), "0>1");  // the signal
  const WormSlot signal = slot_.at({0, 1});
  driver_->received(4, message);
  sent(4, 2, 3);
  received(4, 2, 3);
  EXPECT_EQ(advance(4), "2>3");  // all have left P0 and P1
  EXPECT_EQ(advance(5), "");
  driver_->received(6, signal);
  sent(7, 2, 3);
  received(7, 2, 3);
  EXPECT_EQ(advance(7), "");
  EXPECT_TRUE(driver_->done());
  ASSERT_EQ(report().phases.size(), 3u);
  EXPECT_EQ(report().phases[1].end, 4);
}

TEST_F(ScheduleDriverTest, ABlockThatIsNotHeldEndsTheRun) {
  Phase phase{"P0", {test::transfer(options_.hardware.topology, 1, 0)}, {}, false};
  phase.transfers[0].blocks = BlockSet(1);
  phase.transfers[0].blocks.add(options_.hardware.topology, Block{2, 0});
  begin({phase}, Collective::Kind::kCompleteExchange);
  advance(0);
  EXPECT_TRUE(driver_->failed());
  EXPECT_TRUE(driver_->done());
  EXPECT_EQ(report().findings,
            std::vector<std::string>{"phase P0, node 1: sends block 2:0 to 0 but does not hold it"});
}

// A worm of 2^30 flits still fits.
TEST_F(ScheduleDriverTest, TheLongestWorm) {
  for (const std::int64_t blocks : {(std::int64_t{1} << 30) - 1, std::int64_t{1} << 30}) {
    begin({Phase{"P0", {transfer(0, 1, blocks)}, {}, false}});
    const bool fits = blocks < std::int64_t{1} << 30;
    EXPECT_EQ(advance(0), fits ? "0>1" : "");
    EXPECT_EQ(driver_->failed(), !fits);
    if (fits) {
      EXPECT_EQ(worm(0, 1).flits, 1u << 30);
    }
  }
}

TEST_F(ScheduleDriverTest, AWormThatItsBuffersCannotHold) {
  options_.hardware.switching = Switching::kStoreAndForward;
  for (const std::int64_t blocks : {3, 4}) {
    begin({Phase{"P0", {transfer(0, 1, blocks)}, {}, false}});
    EXPECT_EQ(advance(0), blocks == 3 ? "0>1" : "");
    EXPECT_EQ(driver_->failed(), blocks == 4);
  }
}

TEST_F(ScheduleDriverTest, APhaseWithoutMessagesIsPassed) {
  options_.barrier = 5;
  begin({Pairs{}, Pairs{{0, 1}}});
  EXPECT_EQ(advance(0), "");
  EXPECT_EQ(driver_->next_timer(), 5);
  EXPECT_EQ(advance(5), "0>1");
  EXPECT_EQ(report().phases[0].end, 0);
}

TEST_F(ScheduleDriverTest, RoutesClassesAndNodesThatCannotBeAreRefused) {
  const auto refused = [&](auto change) {
    Phase phase{"P0", {transfer(0, 2)}, {}, false};
    change(phase.transfers[0]);
    EXPECT_THROW(begin({phase}), InputError);
  };
  refused([](Transfer& t) { t.route = Route{{0, 1}}; });  // ends at 1
  refused([](Transfer& t) { t.route = Route{{0, 4}}; });  // leaves the path
  refused([](Transfer& t) { t.route = Route{{1, 2}}; });  // no such dimension
  refused([](Transfer& t) { t.message_class = 1; });      // one class only
  refused([](Transfer& t) { t.message_class = -1; });
  refused([](Transfer& t) { t.destination = 4; });
  refused([](Transfer& t) { t.source = -1; });
}

}  // namespace
}  // namespace torusim
