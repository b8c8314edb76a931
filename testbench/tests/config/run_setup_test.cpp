// What the set-up of a run has read of its schedule, the run does not read again.
#include "testbench/config/run_setup.h"

#include <gtest/gtest.h>

#include "models/run/simulation.h"
#include "schedules/algorithms/registry.h"

namespace torusim {
namespace {

/// A schedule that counts how often it has been read to its end.
class ReadSchedule : public StoredSchedule {
 public:
  ReadSchedule(StoredSchedule schedule, int& times) : StoredSchedule(std::move(schedule)), times_(times) {}
  bool next(Phase& phase) override {
    const bool more = StoredSchedule::next(phase);
    times_ += !more;
    return more;
  }

 private:
  int& times_;
};

TEST(RunSetup, ReadsTheMessagesForTheRun) {
  RunConfig config;
  config.algorithm = "t4";
  config.topology = "torus:4x4";
  config.level = Level::kFast;
  int times = 0;
  const auto schedule = make_schedule("t4", Topology::parse("torus:4x4"));
  PreparedRun run =
      prepare_run(config, std::make_unique<ReadSchedule>(StoredSchedule::copy_of(*schedule), times));
  times = 0;
  EXPECT_EQ(simulate(*run.schedule, run.options).verdict, Verdict::kVerified);
  EXPECT_EQ(times, 1);
  run.options.longest_worm = 0;  // of options that nothing has settled
  run.schedule->rewind();
  times = 0;
  EXPECT_EQ(simulate(*run.schedule, run.options).verdict, Verdict::kVerified);
  EXPECT_EQ(times, 2);
}

}  // namespace
}  // namespace torusim
