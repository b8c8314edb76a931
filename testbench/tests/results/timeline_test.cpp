// timeline.json as the Chrome trace event format wants it, which is what Perfetto reads.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <set>

#include "models/run/simulation.h"
#include "schedules/algorithms/registry.h"
#include "schedules/tests/own_directory.h"
#include "testbench/results/run_record.h"

namespace torusim {
namespace {

using Json = nlohmann::json;

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
