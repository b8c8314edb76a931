// Other programs: their ends, and that none outlives an interruption.
#include "testbench/process/child_process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "schedules/tests/own_directory.h"
#include "testbench/process/interrupt.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

class ChildProcessTest : public testing::Test {
 protected:
  ChildProcess shell(const std::string& command, const std::string& log = "log") const {
    return {{"sh", "-c", command}, directory_ / log};
  }
  ChildFailure run(const std::vector<ChildProcess>& programs, int jobs = 1) const {
    return run_children(programs, jobs, directory_, [] { return false; });
  }
  std::string text(const std::string& name) const {
    std::ifstream file(directory_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const test::OwnDirectory own_{"child_process"};
  const fs::path directory_ = own_.path();
};

TEST_F(ChildProcessTest, RunsThemInTheDirectoryAndKeepsWhatTheyPrint) {
  EXPECT_EQ(run({shell("echo one; echo two >&2; cat"), shell("pwd", "other")}).code, 0);
  EXPECT_EQ(text("log"), "one\ntwo\n");
  EXPECT_EQ(text("other"), fs::canonical(directory_).string() + "\n");
}

TEST_F(ChildProcessTest, TheFirstThatFailsEndsIt) {
  const ChildFailure failure = run({shell("true"), shell("exit 3"), shell("touch never")});
  EXPECT_EQ(failure.place, 1u);
  EXPECT_EQ(failure.code, 3);
  EXPECT_FALSE(fs::exists(directory_ / "never"));
  EXPECT_EQ(run({{{"no-such-program-at-all"}, directory_ / "log"}}).code, 127);
  EXPECT_EQ(run({shell("kill -9 $$")}).code, 137);
}

TEST_F(ChildProcessTest, AnInterruptionEndsThemAndWhatTheyHaveStarted) {
  const std::vector<ChildProcess> programs{shell("(sleep 1; touch survived) & wait"),
                                           shell("sleep 60", "other")};
  int looks = 0;
  EXPECT_THROW(run_children(programs, 2, directory_, [&] { return ++looks > 5; }), InterruptedError);
  std::this_thread::sleep_for(std::chrono::milliseconds(1300));
  EXPECT_FALSE(fs::exists(directory_ / "survived"));
}

}  // namespace
}  // namespace torusim
