// Schedules of messages: blocks without names are counted, and belong to no other collective.
#include <gtest/gtest.h>

#include <tuple>

#include "schedules/check/check.h"
#include "schedules/core/cost.h"

namespace torusim {
namespace {

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
