// Gossip and broadcast: what nodes start with and must end with, and what the checker says of schedules that
// have a fault.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <set>
#include <tuple>

#include "schedules/check/check.h"
#include "schedules/core/copy_table.h"
#include "schedules/core/cost.h"
#include "schedules/core/error.h"
#include "schedules/tests/schedule_helpers.h"

namespace torusim {
namespace {

TEST(Collectives, WhatNodesHold) {
  const Topology torus = Topology::parse("torus:3x4");
  const Collective gossip{Collective::Kind::kGossip, 0, 6};
  EXPECT_EQ(initial_blocks(torus, gossip, 7).blocks(), 6);
  EXPECT_TRUE(initial_blocks(torus, gossip, 7).contains(torus, {7, 5}));
  EXPECT_FALSE(initial_blocks(torus, gossip, 7).contains(torus, {7, 6}));
  EXPECT_EQ(final_blocks(torus, gossip, 7).blocks(), 72);
  EXPECT_EQ(deliveries(torus, gossip), 12 * 11 * 6);
  const Collective broadcast{Collective::Kind::kBroadcast, 5, 2};
  EXPECT_EQ(initial_blocks(torus, broadcast, 5).blocks(), 2);
  EXPECT_TRUE(initial_blocks(torus, broadcast, 4).empty());
  EXPECT_EQ(final_blocks(torus, broadcast, 4).blocks(), 2);
  EXPECT_EQ(deliveries(torus, broadcast), 22);
  EXPECT_EQ(description(torus, broadcast), "broadcast from (1,1), 2 pieces a packet");
  EXPECT_THROW(CopyTable(torus, {Collective::Kind::kGossip, 0, 13}), InputError);
  EXPECT_THROW(CopyTable(torus, {Collective::Kind::kBroadcast, 12, 1}), InputError);
  EXPECT_THROW(CopyTable(Topology::parse("torus:1024x1024"), {Collective::Kind::kGossip}), InputError);
}

TEST(Collectives, CorrectSchedulesAreClean) {
  for (int n = 2; n <= 33; ++n) {
    for (const bool halves : {false, true}) {
      StoredSchedule gossip = ring_gossip(n, halves);
      const CheckReport report = check(gossip);
      EXPECT_TRUE(report.correct()) << n << ": " << (report.correct() ? "" : report.violations[0].text);
      EXPECT_EQ(report.repeats, halves || n % 2 == 1 ? 0 : n);
      const LowerBounds bounds = lower_bounds(gossip.info().topology, 2, gossip.info().collective);
      EXPECT_GE(report.cost.blocks, bounds.blocks());
      // ceil((n - 1) / 2) packets, exactly (n - 1) / 2 with halves
      EXPECT_EQ(static_cast<double>(report.cost.blocks), halves ? n - 1.0 : std::ceil((n - 1) / 2.0));
    }
    StoredSchedule broadcast = ring_broadcast(n, n / 3);
    const CheckReport report = check(broadcast);
    EXPECT_TRUE(report.correct()) << n;
    EXPECT_EQ(report.cost.startups, lower_bounds(broadcast.info().topology).startups);
  }
}

TEST(Collectives, WrongCountOfRepeatsIsNamed) {
  const auto said = [](std::int64_t repeats) {
    StoredSchedule honest = ring_gossip(6, false);
    ScheduleInfo info = honest.info();
    info.collective.repeats = repeats;
    StoredSchedule schedule(info, honest.phases());
    const CheckReport report = check(schedule);
    return report.correct() ? "correct" : report.violations.front().text;
  };
  EXPECT_EQ(said(6), "correct");
  EXPECT_EQ(said(5),
            "at the end, node 0: 6 blocks reached nodes that already held them; the schedule declares 5");
  EXPECT_EQ(said(0), "phase G3, node 1: gets block 4 again");
}

TEST(Collectives, ReceivedBlocksCannotBeSentInTheSamePhase) {
  StoredSchedule chain = ring_broadcast(4, 0);
  chain.phases()[0].transfers.push_back(chain.phases()[1].transfers[1]);
  const CheckReport report = check(chain);
  ASSERT_FALSE(report.correct());
  EXPECT_EQ(report.violations[0].text, "phase B1, node 1: sends block 0 that it does not hold");
}

/// Who holds what at the end, with plain sets; counts of what was not held and what came again.
struct PlainCopies {
  std::vector<std::set<NodeId>> held;
  int not_held = 0, repeats = 0;

  explicit PlainCopies(StoredSchedule& schedule) : held(schedule.info().topology.nodes()) {
    const Topology& topology = schedule.info().topology;
    for (NodeId n = 0; n < topology.nodes(); ++n) held[n].insert(n);
    for (const Phase& phase : schedule.phases()) {
      auto before = held;
      for (const Transfer& transfer : phase.transfers) {
        bool missing = false;
        transfer.blocks.for_each(topology, [&](Block b) {
          if (!before[transfer.source].contains(b.source)) {
            missing = true;
          } else if (!held[transfer.destination].insert(b.source).second) {
            ++repeats;
          }
        });
        not_held += missing ? 1 : 0;
      }
    }
  }
};

// Any transfers at all: the checker counts exactly what a plain simulation does.
RC_GTEST_PROP(Collectives, RandomTransfersAreJudgedBlockByBlock, ()) {
  const Topology topology({{*rc::gen::inRange(2, 5), Line::kRing}, {*rc::gen::inRange(2, 5), Line::kRing}});
  ScheduleInfo info;
  info.topology = topology;
  info.ports = 4;
  info.collective = {.kind = Collective::Kind::kGossip, .repeats = 1'000'000};
  std::vector<Phase> phases(*rc::gen::inRange(1, 8));
  for (Phase& phase : phases) {
    for (int i = *rc::gen::inRange(0, 12); i > 0; --i) {
      Transfer transfer;
      transfer.source = *rc::gen::inRange(0, topology.nodes());
      transfer.destination = (transfer.source + *rc::gen::inRange(1, topology.nodes())) % topology.nodes();
      transfer.blocks = BlockSet(2);
      std::set<NodeId> sources;
      for (int b = *rc::gen::inRange(1, 4); b > 0; --b)
        sources.insert(*rc::gen::inRange(0, topology.nodes()));
      if (*rc::gen::arbitrary<bool>()) sources.insert(transfer.source);
      for (const NodeId source : sources) transfer.blocks.add(topology, Block{source, 0});
      phase.transfers.push_back(transfer);
    }
  }
  StoredSchedule schedule(info, phases);
  const PlainCopies plain(schedule);
  const CheckReport report = check(schedule, {.keep = 1000});
  RC_ASSERT(report.repeats == plain.repeats);
  int not_held = 0, lacking = 0;
  for (const Violation& violation : report.violations) {
    if (violation.kind == ViolationKind::kNotHeld) ++not_held;
    if (violation.kind == ViolationKind::kNotDelivered) ++lacking;
  }
  RC_ASSERT(not_held == plain.not_held);
  int expected = 0;
  for (const auto& held : plain.held) expected += held.size() < std::size_t(topology.nodes()) ? 1 : 0;
  RC_ASSERT(lacking == expected);
}

// Schedules of messages: blocks without names are counted, and belong to no other collective.

Transfer message(const Topology& topology, NodeId from, NodeId to, std::int64_t blocks) {
  Transfer transfer;
  transfer.source = from;
  transfer.destination = to;
  transfer.route = dimension_order_route(topology, from, to);
  transfer.blocks = BlockSet(topology.dimensions());
  transfer.unnamed = blocks;
  return transfer;
}

StoredSchedule two_messages(Collective::Kind kind = Collective::Kind::kMessages) {
  ScheduleInfo info;
  info.name = "two";
  info.topology = Topology::parse("ring:6");
  info.collective.kind = kind;
  Phase phase;
  phase.name = "one";
  phase.transfers = {message(info.topology, 0, 2, 5), message(info.topology, 3, 0, 0)};
  return StoredSchedule(info, {phase});
}

TEST(Messages, AreCountedAndHaveNothingToLack) {
  StoredSchedule schedule = two_messages();
  EXPECT_EQ(schedule.info().collective.blocks, 5);
  EXPECT_EQ(deliveries(schedule.info().topology, schedule.info().collective), 5);
  const CheckReport report = check(schedule);
  EXPECT_TRUE(report.correct());
  EXPECT_EQ(report.block_hops, 10);
  EXPECT_EQ(report.cost.blocks, 5);
  EXPECT_EQ(description(schedule.info().topology, schedule.info().collective), "messages, 5 blocks in all");
}

TEST(Messages, WhatIsWrongIsSaid) {
  const auto first = [](StoredSchedule schedule) {
    const CheckReport report = check(schedule);
    return report.violations.empty() ? "correct" : report.violations.front().text;
  };
  StoredSchedule more = two_messages();
  more.phases()[0].transfers[1].unnamed = 2;
  EXPECT_EQ(first(std::move(more)),
            "at the end, node 0: the messages carry 7 blocks, the schedule announces 5");
  StoredSchedule named = two_messages();
  named.phases()[0].transfers[1].blocks.add(named.info().topology, {3, 0});
  EXPECT_EQ(first(std::move(named)),
            "phase one, node 3: sends block 3:0, but blocks of messages have no names");
  StoredSchedule twice = two_messages();
  twice.phases()[0].transfers.push_back(twice.phases()[0].transfers[1]);
  EXPECT_EQ(first(std::move(twice)), "phase one, node 3: sends 2 messages, but has 1 ports");
  EXPECT_EQ(first(two_messages(Collective::Kind::kCompleteExchange)),
            "phase one, node 0: sends 5 unnamed blocks in a complete-exchange");
  StoredSchedule one = two_messages(Collective::Kind::kGossip);
  one.phases()[0].transfers[0].unnamed = 1;
  EXPECT_EQ(first(std::move(one)), "phase one, node 0: sends 1 unnamed blocks in a gossip");
  StoredSchedule fewer = two_messages();
  fewer.phases()[0].transfers[1].unnamed = -1;
  EXPECT_EQ(first(std::move(fewer)), "phase one, node 3: sends -1 unnamed blocks in a messages");
}

TEST(Messages, BoundsAreThoseOfTheMessages) {
  StoredSchedule schedule = two_messages();
  const LowerBounds bounds = lower_bounds(schedule);
  EXPECT_EQ(bounds.startups, 1);          // no node sends or receives more than one
  EXPECT_EQ(bounds.injection_blocks, 5);  // node 0 sends them one after the other
  EXPECT_EQ(bounds.link_blocks, 10.0 / 12);
  EXPECT_EQ(bounds.blocks(), 5);
}

// Messages over ports, rounded up.
TEST(Messages, StartupsAreThoseOfTheBusiestNode) {
  for (const auto& [ports, count, startups] :
       {std::tuple(1, 3, 3), {2, 3, 2}, {2, 4, 2}, {3, 4, 2}, {4, 4, 1}, {4, 5, 2}}) {
    StoredSchedule schedule = two_messages();
    ScheduleInfo info = schedule.info();
    info.ports = ports;
    Phase phase;
    for (int i = 0; i < count; ++i) phase.transfers.push_back(message(info.topology, 1, 2 + i % 4, 1));
    StoredSchedule many(info, {phase});
    EXPECT_EQ(lower_bounds(many).startups, startups) << count << " over " << ports;
  }
}

}  // namespace
}  // namespace torusim
