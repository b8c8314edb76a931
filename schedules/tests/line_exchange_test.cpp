// Total exchange on rings, linear arrays and complete graphs in single hops: the tables of steps.
#include "schedules/algorithms/line_exchange.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "schedules/check/check.h"
#include "schedules/formulas/product_closed_forms.h"
#include "schedules/tests/made.h"
#include "schedules/tests/product_helpers.h"

namespace torusim {
namespace {

constexpr PortModel kOne = PortModel::kOnePort, kAll = PortModel::kAllPort;

std::vector<std::size_t> steps_of(Line line, PortModel ports, int first, int last) {
  std::vector<std::size_t> result;
  for (int n = first; n <= last; ++n) result.push_back(line_exchange({n, line}, ports).size());
  return result;
}

TEST(LineExchange, StepsOfTheTables) {
  using Steps = std::vector<std::size_t>;
  EXPECT_EQ(steps_of(Line::kRing, kOne, 2, 16),
            (Steps{1, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 42, 49, 56, 64}));
  EXPECT_EQ(steps_of(Line::kArray, kOne, 2, 16),
            (Steps{1, 4, 7, 12, 17, 24, 31, 40, 49, 60, 71, 84, 97, 112, 127}));
  EXPECT_EQ(steps_of(Line::kRing, kAll, 3, 16), (Steps{1, 2, 3, 5, 6, 8, 10, 13, 15, 18, 21, 25, 28, 32}));
  EXPECT_EQ(steps_of(Line::kArray, kAll, 2, 16),
            (Steps{1, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 42, 49, 56, 64}));
  EXPECT_EQ(steps_of(Line::kComplete, kOne, 2, 6), (Steps{1, 2, 3, 4, 5}));
  EXPECT_EQ(steps_of(Line::kComplete, kAll, 2, 6), (Steps{1, 1, 1, 1, 1}));
}

TEST(LineExchange, StepsOfTheClosedForms) {
  for (const Line line : {Line::kRing, Line::kArray, Line::kComplete}) {
    for (const PortModel ports : {kOne, kAll}) {
      for (int n = 2; n <= 40; ++n) {
        EXPECT_EQ(static_cast<std::int64_t>(line_exchange({n, line}, ports).size()),
                  line_exchange_steps({n, line}, ports))
            << n;
      }
    }
  }
}

// Every message home on a shortest path, by the checker and by the replay.
TEST(LineExchange, DeliversEveryMessageOnShortestPaths) {
  for (const char* kind : {"ring", "path", "complete"}) {
    for (const char* ports : {"one", "all"}) {
      for (const int n : {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 25, 32}) {
        const std::string shape = fmt::format("{}:{}", kind, n);
        if (n > 16 && shape.starts_with("complete") && std::string(ports) == "all") continue;
        SCOPED_TRACE(shape + " " + ports);
        const auto schedule = test::made("te-a1", shape, {{"ports", ports}});
        EXPECT_TRUE(check(*schedule).correct());
        const Replay replayed = replay(*schedule);
        EXPECT_EQ(replayed.undelivered + replayed.not_held, 0);
        EXPECT_EQ(replayed.sends, total_status(schedule->info().topology));
        EXPECT_TRUE(replayed.channels_once);
        if (std::string(ports) == "all") continue;
        EXPECT_TRUE(replayed.one_port);
        // Rings and complete graphs waste no send: they reach bound (3).
        if (shape[0] != 'p') {
          EXPECT_EQ(replayed.fewest_sends, n);
        }
      }
    }
  }
}

// A node inside an array must receive v (n-v) + (n-1-v)(v+1) messages one at a time: no one-port schedule can
// be shorter, and bound (3) is out of reach from three nodes on.
TEST(LineExchange, OnePortArraysAreOptimalAboveBoundThree) {
  for (std::int64_t n = 2; n <= 40; ++n) {
    std::int64_t most = 0;
    for (std::int64_t v = 0; v < n; ++v) most = std::max(most, v * (n - v) + (n - 1 - v) * (v + 1));
    const Dimension line{static_cast<int>(n), Line::kArray};
    EXPECT_EQ(line_exchange_steps(line, kOne), most);
    if (n >= 3) {
      EXPECT_GT(static_cast<double>(most), average_status(Topology({line})).value());
    }
  }
}

}  // namespace
}  // namespace torusim
