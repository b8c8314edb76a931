// Times of ranks and jobs.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <set>

#include "models/run/simulation.h"
#include "schedules/algorithms/registry.h"
#include "schedules/tests/own_directory.h"
#include "schedules/tests/random_program.h"
#include "testbench/results/job_times.h"
#include "testbench/results/rank_times.h"
#include "testbench/results/run_record.h"

namespace torusim {
namespace {

// What ranks of a program do over time: by hand, and sums that hold for every program.

/// A copy of the program that the observer follows, at this level.
std::vector<RankTime> times_of(ProgramSchedule& program, RunOptions options, RunResult& result) {
  RankTimes times(program.program().ranks());
  options.sync = Synchronisation::kNone;
  options.hardware.topology = program.info().topology;
  options.observers = {&times};
  result = simulate(program, options);
  return times.until(result.cycles);
}

TEST(RankTimes, ByHand) {
  // Rank 0 computes 100 and sends 64 bytes; meanwhile rank 1 computes 110, posts its receive and computes 7.
  test::ProgramText text(2);
  text.begin(0);
  const OperationId before = text.compute(100);
  text.wait(text.send(1, 64), before);
  text.begin(1);
  const OperationId beside = text.compute(110);
  const OperationId receive = text.receive(0, 64);
  text.wait(receive, beside);
  text.wait(text.compute(7), receive);
  ProgramSettings settings;
  settings.node_of_rank = {0, 1};
  ProgramSchedule program(text.finish(), Topology::parse("ring:2"), std::move(settings));
  RunOptions options;
  RunResult result;
  const std::vector<RankTime> ranks = times_of(program, options, result);
  ASSERT_EQ(result.verdict, Verdict::kVerified);
  const Cycle message = result.cycles - 100 - 7;  // from the send to the last flit, then the computation of 7
  ASSERT_GT(message, 64);
  EXPECT_EQ(ranks[0].computing, 100);
  EXPECT_EQ(ranks[0].hidden, 0);
  EXPECT_EQ(ranks[0].exposed, message);
  EXPECT_EQ(ranks[0].waiting, 7);
  EXPECT_EQ(ranks[1].computing, 117);
  EXPECT_EQ(ranks[1].hidden, 10);
  EXPECT_EQ(ranks[1].exposed, message - 10);
  EXPECT_EQ(ranks[1].waiting, 0);
  const MeanRankTime mean = mean_of(ranks);
  EXPECT_EQ(mean.most_exposed, 0u);
  EXPECT_DOUBLE_EQ(mean.exposed, static_cast<double>(message) - 5);
}

RC_GTEST_PROP(RankTimes, FillTheRunAndChangeNothing, (unsigned seed)) {
  const Topology topology = Topology::parse(*rc::gen::element("ring:4", "torus:2x3", "mesh:2x2x2"));
  ProgramSchedule program = test::random_program(topology, seed);
  RunOptions options;
  options.startup = *rc::gen::inRange(0, 30);
  options.hardware.alpha = program.info().ports;
  options.hardware.classes = 1 + program.highest_class();
  RunResult result, other, pins;
  const std::vector<RankTime> ranks = times_of(program, options, result);
  options.level = Level::kPins;
  const std::vector<RankTime> of_pins = times_of(program, options, pins);
  options.observers.clear();
  options.level = Level::kFast;
  options.sync = Synchronisation::kNone;
  options.hardware.topology = topology;
  other = simulate(program, options);
  RC_ASSERT(result.verdict == other.verdict);
  RC_ASSERT(result.ejection_hash == other.ejection_hash);
  Cycle computed = 0, expected = 0;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const RankTime& time = ranks[rank];
    RC_ASSERT(time.computing + time.exposed + time.waiting == result.cycles);
    RC_ASSERT(time.hidden >= 0 && time.hidden <= time.computing);
    RC_ASSERT(time.exposed == of_pins[rank].exposed && time.hidden == of_pins[rank].hidden);
    computed += time.computing;
  }
  for (const Operation& operation : program.program().operations) {
    if (operation.kind == Operation::Kind::kCompute) expected += program.cycles(operation);
  }
  if (result.verdict != Verdict::kVerified) return;
  RC_ASSERT(computed <= expected);
  if (program.program().cpus == 1) RC_ASSERT(computed == expected);
}

// Rows of jobs in run.json: what is written is read back, and nothing else is taken.

TEST(JobRows, AreReadBack) {
  const std::vector<JobResult> jobs{{"a", 16, 500, 2174, 1656, 240, 8000}, {"b, c", 4, 0, -1, -1, 3, 6}};
  const auto rows = json_of(jobs);
  EXPECT_EQ(checked_jobs(nlohmann::ordered_json::parse(rows.dump())).dump(), rows.dump());
  EXPECT_DOUBLE_EQ(rows[0]["slowdown"].get<double>(), 2174.0 / 1656);
  EXPECT_TRUE(rows[1]["slowdown"].is_null());
  EXPECT_NE(jobs_text(jobs, {}).find("1.313"), std::string::npos);
  EXPECT_NE(jobs_text(jobs, {1e9, 16}).find("2.174 us"), std::string::npos);
}

TEST(JobRows, OthersAreNotTaken) {
  const auto good = nlohmann::ordered_json::parse(json_of({{"a", 16, 500, 2174, 1656, 240, 8000}}).dump());
  EXPECT_FALSE(checked_jobs(good).is_null());
  for (const char* key : {"name", "nodes", "start", "cycles", "alone", "slowdown", "messages", "flits"}) {
    auto without = good, wrong = good;
    without[0].erase(key);
    wrong[0][key] = nlohmann::ordered_json::array();
    EXPECT_TRUE(checked_jobs(without).is_null()) << key;
    EXPECT_TRUE(checked_jobs(wrong).is_null()) << key;
  }
  EXPECT_TRUE(checked_jobs(nlohmann::ordered_json("a")).is_null());
  EXPECT_TRUE(checked_jobs(nlohmann::ordered_json::array({1})).is_null());
  EXPECT_TRUE(checked_jobs(nlohmann::ordered_json(std::vector<int>(1000))).is_null());
}

// timeline.json as the Chrome trace event format wants it, which is what Perfetto reads.

using Json = nlohmann::ordered_json;

Json timeline_of(const char* name, const char* shape, Synchronisation sync, double clock = 0) {
  const auto schedule = make_schedule(name, Topology::parse(shape));
  TransferLog log(schedule->info().topology);
  RunOptions options;
  options.hardware.topology = schedule->info().topology;
  options.hardware.classes = classes_needed(*schedule, sync);
  options.hardware.alpha = schedule->info().ports;
  options.sync = sync;
  options.observers = {&log};
  const RunResult result = simulate(*schedule, options);
  const std::vector<Cycle> predicted(result.phases.size(), -1);
  const test::OwnDirectory directory("timeline");
  RunRecord record{schedule->info(), result, &log, predicted, 1, {}};
  record.scale.clock = clock;
  write_timeline(directory.path(), record);
  return Json::parse(std::ifstream(directory.path() / "timeline.json"));
}

TEST(Timeline, HasOnlyEventsOfTheFormat) {
  for (const auto& [name, shape] : {std::pair{"t4", "torus:8x8"}, {"broadcast", "torus:5x5"}}) {
    const Json json = timeline_of(name, shape, Synchronisation::kNone);
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["displayTimeUnit"], "ns");  // the format knows ms and ns
    ASSERT_TRUE(json["traceEvents"].is_array());
    std::set<std::int64_t> named;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> end_of;  // by process and track
    int bars = 0;
    for (const Json& event : json["traceEvents"]) {
      ASSERT_TRUE(event["ph"].is_string() && event["pid"].is_number_integer() && event["name"].is_string() &&
                  event["args"].is_object())
          << event;
      if (event["ph"] == "M") {
        ASSERT_TRUE(event["name"] == "process_name" || event["name"] == "process_sort_index") << event;
        if (event["name"] == "process_name") {
          EXPECT_TRUE(event["args"]["name"].is_string());
          EXPECT_TRUE(named.insert(event["pid"].get<std::int64_t>()).second) << "a process named twice";
        } else {
          EXPECT_TRUE(event["args"]["sort_index"].is_number_integer());
        }
        continue;
      }
      ASSERT_EQ(event["ph"], "X") << event;
      ++bars;
      ASSERT_TRUE(event["tid"].is_number_integer() && event["ts"].is_number_integer() &&
                  event["dur"].is_number_integer())
          << event;
      const auto pid = event["pid"].get<std::int64_t>(), begin = event["ts"].get<std::int64_t>(),
                 length = event["dur"].get<std::int64_t>();
      EXPECT_TRUE(named.contains(pid)) << "a bar before its process is named";
      EXPECT_GE(begin, 0);
      EXPECT_GE(length, 0);
      // Bars of one track must nest, or a viewer drops them: ours follow each other in the order of time.
      auto& end = end_of[{pid, event["tid"].get<std::int64_t>()}];
      EXPECT_GE(begin, end) << event;
      end = begin + length;
    }
    EXPECT_GT(bars, 20);
  }
}

TEST(Timeline, HasTimesByTheClock) {
  const Json cycles = timeline_of("t4", "torus:4x4", Synchronisation::kNone)["traceEvents"].back();
  const Json times = timeline_of("t4", "torus:4x4", Synchronisation::kNone, 312.5e6)["traceEvents"].back();
  for (const char* key : {"ts", "dur"}) {
    EXPECT_EQ(times[key].get<double>(), cycles[key].get<double>() * 32 / 10'000);
  }
}

// 104,652 messages are more than the file is to hold.
TEST(Timeline, IsBoundedAndSaysWhatIsLeftOut) {
  const Json json = timeline_of("direct", "torus:18x18", Synchronisation::kNone);
  const Json& other = json["otherData"];
  EXPECT_EQ(other["messages"], 104'652);
  EXPECT_EQ(other["shown"], 100'000);
  std::set<std::int64_t> numbers;
  std::int64_t bars = 0, first = INT64_MAX, last = 0;
  for (const Json& event : json["traceEvents"]) {
    if (event["ph"] != "X" || event["pid"] == 0) continue;
    ++bars;
    const auto number = event["args"]["number"].get<std::int64_t>();
    EXPECT_TRUE(numbers.insert(number).second) << "twice: " << event;
    first = std::min(first, number);
    last = std::max(last, number);
  }
  EXPECT_EQ(bars, 100'000);
  EXPECT_LT(first, 10);
  EXPECT_GT(last, 104'640);
  EXPECT_FALSE(timeline_of("t4", "torus:4x4", Synchronisation::kNone).contains("otherData"));
}

}  // namespace
}  // namespace torusim
