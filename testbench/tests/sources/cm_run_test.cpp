// Connection matrices in time: when start times and triggers begin their connections.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "models/contract/observer.h"
#include "models/run/program_time.h"
#include "schedules/convert/cm_program.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// The cycles in which connections begin and have arrived, by their numbers in the file from 0 on.
struct CmTimes : Observer {
  bool wants_moves() const override { return false; }
  void started(Cycle cycle, const Worm& worm) override { began[worm.number] = cycle; }
  void delivered(Cycle cycle, const Worm& worm) override { arrived[worm.number] = cycle; }
  std::map<std::int64_t, Cycle> began, arrived;
};

/// A run on `shape`, a cycle a ns.
CmTimes times_of(const std::string& connections, const std::string& triggers, const std::string& shape) {
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  const Topology topology = Topology::parse(shape);
  ProgramFile file = read_cm_program_text("Nodes " + std::to_string(topology.nodes()) + "\nConnections " +
                                              std::to_string(lines(connections)) + "\nTriggers " +
                                              std::to_string(lines(triggers)) + "\n" + connections + triggers,
                                          "f");
  ProgramSettings settings;
  for (NodeId node = 0; node < topology.nodes(); ++node) settings.node_of_rank.push_back(node);
  settings.cycles_per_unit = file.program.ns_per_unit;
  ProgramSchedule schedule(std::move(file.program), topology, std::move(settings));
  CmTimes times;
  RunOptions options;
  options.sync = Synchronisation::kNone;
  options.hardware.topology = topology;
  options.hardware.classes = schedule.highest_class() + 1;
  options.observers = {&times};
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  EXPECT_EQ(cycles_without_contention(schedule, options), result.cycles);
  return times;
}

TEST(CmRun, ConnectionsBeginAtTheirStartTimes) {
  const CmTimes times = times_of(
      "0->1 start 0 size 8\n2->3 start 70000 size 8\n3->2 start 70001 size 8\n2->1 start 90e3 size 8\n", "",
      "complete:4");
  EXPECT_EQ(times.began.at(0), 0);
  EXPECT_EQ(times.began.at(1), 70);
  EXPECT_EQ(times.began.at(2), 71);
  EXPECT_EQ(times.began.at(3), 90);
}

TEST(CmRun, ABarrierStartsAllItsTargetsAtTheLastArrival) {
  const CmTimes times = times_of(
      "0->1 id 1 start 0 size 500 recv_done_trigger 1\n2->3 id 2 start 9000 size 5 send_done_trigger 1\n"
      "4->5 id 3 trigger 1 size 1\n6->7 id 4 trigger 1 size 1\n",
      "trigger id 1 barrier count 2\n", "complete:8");
  EXPECT_GT(times.arrived.at(0), times.arrived.at(1));
  EXPECT_EQ(times.began.at(2), times.arrived.at(0));
  EXPECT_EQ(times.began.at(3), times.arrived.at(0));
}

TEST(CmRun, AOneshotStartsAllItsTargets) {
  const CmTimes times = times_of(
      "0->1 id 1 start 3000 size 5 recv_done_trigger 4\n4->5 id 3 trigger 4 size 1\n6->7 id 4 trigger 4 size "
      "1\n",
      "trigger id 4 oneshot\n", "complete:8");
  EXPECT_EQ(times.began.at(1), times.arrived.at(0));
  EXPECT_EQ(times.began.at(2), times.arrived.at(0));
}

// The order of the arrivals counts, not that of the file: the second and third connection arrive first.
TEST(CmRun, AMultishotStartsATargetForEachArrival) {
  const CmTimes times = times_of(
      "0->1 id 1 start 0 size 900 recv_done_trigger 1\n2->3 id 2 start 0 size 300 send_done_trigger 1\n"
      "3->2 id 3 start 0 size 600 recv_done_trigger 1\n4->5 id 4 trigger 1 size 1\n6->7 id 5 trigger 1 size "
      "1\n"
      "7->6 id 6 trigger 1 size 1\n",
      "trigger id 1 multishot\n", "complete:8");
  EXPECT_LT(times.arrived.at(1), times.arrived.at(2));
  EXPECT_LT(times.arrived.at(2), times.arrived.at(0));
  EXPECT_EQ(times.began.at(3), times.arrived.at(1));
  EXPECT_EQ(times.began.at(4), times.arrived.at(2));
  EXPECT_EQ(times.began.at(5), times.arrived.at(0));
}

TEST(CmRun, AMultishotHasNothingLeftForFurtherArrivals) {
  const CmTimes times = times_of(
      "0->1 id 1 start 0 size 900 recv_done_trigger 1\n2->3 id 2 start 0 size 300 recv_done_trigger 1\n"
      "4->5 id 3 trigger 1 size 1\n",
      "trigger id 1 multishot\n", "complete:6");
  EXPECT_EQ(times.began.at(2), times.arrived.at(1));
}

// As htsim's generators of serial exchanges write it: two flows are under way at any time.
TEST(CmRun, AMultishotKeepsAWindowOfFlows) {
  std::string connections;
  const int sizes[] = {700, 200, 100, 50, 400, 10, 90};
  for (int i = 0; i < 7; ++i) {
    connections += std::to_string(i) + "->" + std::to_string(i + 7) + " id " + std::to_string(i + 1) +
                   (i < 2 ? " start 0" : " trigger 1") + " size " + std::to_string(sizes[i]) +
                   " send_done_trigger 1\n";
  }
  const CmTimes times = times_of(connections, "trigger id 1 multishot\n", "complete:14");
  std::vector<Cycle> arrivals;
  for (const auto& [number, cycle] : times.arrived) arrivals.push_back(cycle);
  std::sort(arrivals.begin(), arrivals.end());
  for (int i = 2; i < 7; ++i) EXPECT_EQ(times.began.at(i), arrivals[static_cast<std::size_t>(i - 2)]) << i;
}

}  // namespace
}  // namespace torusim
