// Rows of jobs in run.json: what is written is read back, and nothing else is taken.
#include "testbench/results/job_times.h"

#include <gtest/gtest.h>

namespace torusim {
namespace {

TEST(JobRows, AreReadBack) {
  const std::vector<JobResult> jobs{{"a", 16, 500, 2174, 1656, 240, 8000}, {"b, c", 4, 0, -1, -1, 3, 6}};
  const auto rows = json_of(jobs);
  EXPECT_EQ(checked_jobs(nlohmann::json::parse(rows.dump())).dump(), rows.dump());
  EXPECT_DOUBLE_EQ(rows[0]["slowdown"].get<double>(), 2174.0 / 1656);
  EXPECT_TRUE(rows[1]["slowdown"].is_null());
  EXPECT_NE(jobs_text(jobs, {}).find("1.313"), std::string::npos);
  EXPECT_NE(jobs_text(jobs, {1e9, 16}).find("2.174 us"), std::string::npos);
}

TEST(JobRows, OthersAreNotTaken) {
  const auto good = nlohmann::json::parse(json_of({{"a", 16, 500, 2174, 1656, 240, 8000}}).dump());
  EXPECT_FALSE(checked_jobs(good).is_null());
  for (const char* key : {"name", "nodes", "start", "cycles", "alone", "slowdown", "messages", "flits"}) {
    auto without = good, wrong = good;
    without[0].erase(key);
    wrong[0][key] = nlohmann::json::array();
    EXPECT_TRUE(checked_jobs(without).is_null()) << key;
    EXPECT_TRUE(checked_jobs(wrong).is_null()) << key;
  }
  EXPECT_TRUE(checked_jobs(nlohmann::json("a")).is_null());
  EXPECT_TRUE(checked_jobs(nlohmann::json::array({1})).is_null());
  EXPECT_TRUE(checked_jobs(nlohmann::json(std::vector<int>(1000))).is_null());
}

}  // namespace
}  // namespace torusim
