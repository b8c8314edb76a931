// What is due when: events of the calendar, routers of the work list, the beginnings and ends of streams.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "models/fast/calendar.h"
#include "models/fast/stream.h"
#include "models/fast/work_list.h"

namespace torusim::fast {
namespace {

TEST(EventsTest, TheCalendarBringsEveryEventInItsCycle) {
  for (const int horizon : {1, 2, 3, 7, 8}) {
    std::mt19937 random(1);
    Calendar<int> calendar(horizon);
    std::map<Cycle, std::vector<int>> expected;
    EXPECT_EQ(calendar.next_due(0), MessageSource::kNever);
    int number = 0;
    for (Cycle now = 0; now < 300; ++now) {
      EXPECT_TRUE(std::ranges::equal(calendar.take(now), expected[now])) << horizon;
      expected.erase(now);
      for (unsigned i = random() % 8 < 5 ? 0 : random() % 3; i > 0; --i) {
        const Cycle due = now + 1 + random() % horizon;
        calendar.add(due, number);
        expected[due].push_back(number++);
      }
      ASSERT_EQ(calendar.next_due(now), expected.empty() ? MessageSource::kNever : expected.begin()->first);
    }
  }
}

TEST(EventsTest, TheWorkListVisitsWhoIsDueOnceAndInOrder) {
  EXPECT_EQ(WorkList(0, 1, 1).nowhere(), 512);
  EXPECT_EQ(WorkList(0, 512, 1).nowhere(), 512);
  EXPECT_EQ(WorkList(64, 577, 1).nowhere(), 64 + 1024);
  for (const NodeId routers : {1, 64, 65, 700}) {
    for (const auto& [first, horizon] : {std::pair<NodeId, int>{0, 1}, {0, 2}, {0, 5}, {64, 1}, {1024, 2}}) {
      std::mt19937 random(3);
      WorkList list(first, first + routers, horizon);
      std::map<Cycle, std::set<NodeId>> expected;
      for (Cycle now = 0; now < 60; ++now) {
        EXPECT_EQ(list.count(now, 1000), expected[now].size());
        EXPECT_EQ(list.count(now, 1) > 0, !expected[now].empty());
        std::vector<NodeId> visited;
        list.visit(now, [&](std::span<const NodeId> some) {
          EXPECT_FALSE(some.empty());
          visited.insert(visited.end(), some.begin(), some.end());
        });
        ASSERT_EQ(visited, std::vector<NodeId>(expected[now].begin(), expected[now].end()));
        list.visit(now, [&](std::span<const NodeId>) { FAIL() << "they are forgotten"; });
        expected.erase(now);
        for (int i = now % 7 < 3 ? 40 : 1; i > 0; --i) {
          const Cycle due = now + 1 + random() % horizon;
          const NodeId router = first + static_cast<NodeId>(random() % routers);
          const unsigned how = random() % 4;
          if (how == 0) list.day(due).add(list.nowhere());
          list.day(due).add(router, false);  // changes nothing
          if (how == 1) list.day(due).add(router);
          if (how == 2) list.day(due).add(router, true);
          if (how == 1 || how == 2) expected[due].insert(router);
        }
        ASSERT_EQ(list.next_due(now), expected.empty() ? MessageSource::kNever : expected.begin()->first);
      }
    }
  }
}

/// What a wire carries, cycle by cycle: put() says no more than where streams begin and end.
struct Wire {
  using Event = std::pair<int, int>;  // of the span, and its VC

  /// A flit, or a credit, of a worm on `vc`.
  std::vector<Event> send(Cycle now, int vc, Part part) {
    std::vector<Event> events;
    put(out, now, vc, part, [&](auto span) { events.emplace_back(static_cast<int>(span), out.vc); });
    return events;
  }
  StreamOut out;
};

TEST(EventsTest, AStreamSaysWhereItBeginsAndEnds) {
  const int one = 0, begins = 1, ends = 2, last = 3;
  using Events = std::vector<Wire::Event>;
  Wire wire;
  // Head, payload, tail of a long worm in a row.
  EXPECT_EQ(wire.send(10, 5, {true, true, false}), (Events{{begins, 5}}));
  EXPECT_EQ(wire.send(11, 5, {true, false, false}), Events{});
  EXPECT_EQ(wire.send(12, 5, {true, false, false}), Events{});
  EXPECT_EQ(wire.send(13, 5, {true, false, true}), (Events{{last, 5}}));
  EXPECT_FALSE(wire.out.on);
  // A short worm never streams.
  EXPECT_EQ(wire.send(14, 5, {false, true, false}), (Events{{one, 5}}));
  EXPECT_EQ(wire.send(15, 5, {false, false, false}), (Events{{one, 5}}));
  EXPECT_EQ(wire.send(16, 5, {false, false, true}), (Events{{one, 5}}));
  // After a gap payload does not begin a stream by itself, but the flit after it does.
  EXPECT_EQ(wire.send(20, 5, {true, false, false}), (Events{{one, 5}}));
  EXPECT_EQ(wire.send(21, 5, {true, false, false}), (Events{{begins, 5}}));
  // Another VC breaks in: the stream has ended.
  EXPECT_EQ(wire.send(22, 2, {true, false, false}), (Events{{ends, 5}, {one, 2}}));
  EXPECT_EQ(wire.send(23, 2, {true, false, false}), (Events{{begins, 2}}));
  // So does the head of another long worm, and a short one, on the same VC.
  EXPECT_EQ(wire.send(24, 2, {true, true, false}), (Events{{ends, 2}, {begins, 2}}));
  EXPECT_EQ(wire.send(25, 2, {false, true, true}), (Events{{ends, 2}, {one, 2}}));
  EXPECT_EQ(wire.send(26, 2, {true, true, true}), (Events{{one, 2}}));
}

}  // namespace
}  // namespace torusim::fast
