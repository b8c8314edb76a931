// A file is complete or what it was, and nothing else is touched on the way.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "schedules/core/error.h"
#include "schedules/tests/own_directory.h"
#include "schedules/tests/refusal.h"
#include "testbench/process/child_process.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/whole_file.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

constexpr Replaceable kForced{true, "mark", "a text"};

class WholeFileTest : public testing::Test {
 protected:
  std::string path(const char* name = "text") const { return (base_ / name).string(); }
  std::string content(const char* name = "text") const {
    return read_whole_file(path(name), 1000).value_or("none");
  }
  void put(const char* name, const char* content) const { std::ofstream(path(name)) << content; }
  static void say(std::ostream& out) { out << "mark new"; }
  std::string refusal(const char* name, const Replaceable& existing) const {
    return test::refusal([&] { write_whole_file(path(name), existing, say); });
  }
  int entries() const { return static_cast<int>(std::distance(fs::directory_iterator(base_), {})); }

  const test::OwnDirectory own_{"file"};
  const fs::path base_ = own_.path();
};

TEST_F(WholeFileTest, ReplacesOnlyWhenForcedAndOnlyItsOwn) {
  EXPECT_EQ(refusal("text", {}), "accepted");
  EXPECT_EQ(refusal("text", {}), path() + " exists; choose another name, or --force to replace it");
  EXPECT_EQ(refusal("text", kForced), "accepted");
  put("thesis", "years");
  EXPECT_EQ(refusal("thesis", kForced),
            path("thesis") + " is not a text of torusim; --force replaces nothing else");
  EXPECT_EQ(content("thesis"), "years");
  EXPECT_EQ(entries(), 2);
}

TEST_F(WholeFileTest, FollowsNoLink) {
  put("victim", "mark years");
  fs::create_symlink(path("victim"), path("link"));
  fs::create_symlink(path("nowhere"), path("dangling"));
  EXPECT_NE(refusal("link", kForced).find("is a symbolic link"), std::string::npos);
  EXPECT_NE(refusal("dangling", kForced).find("is a symbolic link"), std::string::npos);
  EXPECT_EQ(content("victim"), "mark years");
  EXPECT_FALSE(fs::exists(path("nowhere")));
}

TEST_F(WholeFileTest, DevicesAndPipesStay) {
  EXPECT_THROW(write_whole_file("/dev/null", kForced, say), InputError);
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  for (const Replaceable& existing : {kForced, Replaceable{}}) {
    EXPECT_EQ(refusal("pipe", existing), path("pipe") + ": is a pipe or device; name a file, or /dev/stdout");
  }
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

TEST_F(WholeFileTest, LeavesNothingWhenItFails) {
  put("text", "mark old");
  const auto fails = [](std::ostream&) { throw InputError("no more"); };
  EXPECT_THROW(write_whole_file(path(), kForced, fails), InputError);
  const auto stops = [](std::ostream& out) {
    std::raise(SIGTERM);
    for (int i = 0; i < 1 << 16; ++i) out << "0123456789";
    FAIL() << "an interruption was not noticed";
  };
  take_signals(false);
  static volatile std::sig_atomic_t told = 0;
  for (const int of_host : {SIGINT, SIGTERM, SIGHUP}) {
    const auto usual = std::signal(of_host, [](int number) { told = number; });
    write_whole_file(path("of a library"), {}, [of_host](std::ostream&) { std::raise(of_host); });
    EXPECT_EQ(told, of_host) << "a library leaves the signals to its host";
    std::signal(of_host, usual);
    fs::remove(path("of a library"));
  }
  take_signals();
  {
    const InterruptGuard interrupt;
    EXPECT_THROW(write_whole_file(path(), kForced, stops), InterruptedError);
  }
  EXPECT_EQ(content(), "mark old");
  EXPECT_EQ(entries(), 1);
  EXPECT_THROW(write_whole_file(path("no/such"), {}, say), InputError);
}

TEST_F(WholeFileTest, ReadsSmallRegularFilesOnly) {
  put("text", "12345");
  EXPECT_EQ(read_whole_file(path(), 5), "12345");
  EXPECT_EQ(read_whole_file(path(), 4), std::nullopt);
  EXPECT_EQ(read_whole_file("/dev/zero", 1000), std::nullopt);
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_whole_file(path("pipe"), 1000), std::nullopt);
}

// Other programs: their ends, and that none outlives an interruption.

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
