#pragma once
/// Schedules by name and shape: what the checker says of them, or why there are none.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/tests/refusal.h"

namespace torusim::test {

/// Ways to break ties of the pairwise algorithms.
inline const AlgorithmOptions kPos{{"tie", "pos"}}, kParity{{"tie", "parity"}};

inline std::unique_ptr<Schedule> made(const std::string& name, const std::string& shape,
                                      const AlgorithmOptions& options = {}) {
  return make_schedule(name, Topology::parse(shape), options);
}

/// The text with which the algorithm refuses the shape or an option; "accepted" without one.
template <typename Refusal = InputError>
std::string refused(const std::string& name, const std::string& shape, const AlgorithmOptions& options = {}) {
  return refusal<Refusal>([&] { made(name, shape, options); });
}

/// The report of a schedule that the checker finds correct.
inline CheckReport checked(Schedule& schedule) {
  CheckReport report = check(schedule);
  EXPECT_TRUE(report.correct()) << schedule.info().generator << ": "
                                << (report.violations.empty() ? "" : report.violations[0].text);
  return report;
}

/// The cost of a correct schedule that claims disjoint links, shortest paths and these ports.
inline Cost checked_cost(Schedule& schedule, int ports = 1) {
  const ScheduleInfo& info = schedule.info();
  EXPECT_TRUE(info.claims.link_disjoint && info.claims.shortest_paths) << info.generator;
  EXPECT_EQ(info.ports, ports) << info.generator;
  return checked(schedule).cost;
}

}  // namespace torusim::test
