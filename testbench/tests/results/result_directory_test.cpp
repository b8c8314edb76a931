// A result directory is complete or absent.
#include "testbench/results/result_directory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "schedules/core/error.h"
#include "testbench/results/output_file.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

class ResultDirectoryTest : public testing::Test {
 protected:
  ResultDirectoryTest() : base_(fs::canonical(testing::TempDir()) / ("results_" + std::to_string(getpid()))) {
    fs::remove_all(base_);
    fs::create_directory(base_);
  }
  ~ResultDirectoryTest() override { fs::remove_all(base_); }

  std::string path(const char* name = "out") const { return (base_ / name).string(); }
  static void fill(const ResultDirectory& directory, const char* mark = "1") {
    std::ofstream(directory.staging() / "run.json")
        << R"({"verdict":"verified","versions":{"torusim":")" << mark << "\"}}";
  }
  int entries() const { return static_cast<int>(std::distance(fs::directory_iterator(base_), {})); }
  static std::string refusal(const std::string& path, bool force) {
    try {
      ResultDirectory directory(path, force);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  }

  fs::path base_;
};

TEST_F(ResultDirectoryTest, AppearsOnlyWhenCommitted) {
  {
    ResultDirectory directory(path(), false);
    fill(directory);
    EXPECT_FALSE(fs::exists(path()));
    directory.commit();
  }
  EXPECT_TRUE(fs::exists(base_ / "out" / "run.json"));
  EXPECT_EQ(entries(), 1);
}

TEST_F(ResultDirectoryTest, LeavesNothingWhenTheRunFails) {
  {
    ResultDirectory directory(path(), false);
    fill(directory);
  }
  EXPECT_EQ(entries(), 0);
}

TEST_F(ResultDirectoryTest, ReplacesOnlyRunsAndOnlyWhenForced) {
  for (const bool force : {false, true}) {
    ResultDirectory directory(path(), force);
    fill(directory, force ? "second" : "first");
    std::ofstream(directory.staging() / (force ? "new" : "old"));
    directory.commit();
  }
  EXPECT_TRUE(fs::exists(base_ / "out" / "new"));
  EXPECT_FALSE(fs::exists(base_ / "out" / "old"));
  EXPECT_NE(refusal(path(), false).find("exists; choose another directory, or --force"), std::string::npos);
  fs::create_directory(base_ / "mine");
  std::ofstream(base_ / "mine" / "thesis.tex") << "years";
  EXPECT_NE(refusal(path("mine"), true).find("holds no run.json"), std::string::npos);
  std::ofstream(base_ / "mine" / "run.json") << R"({"script":"marathon"})";
  EXPECT_NE(refusal(path("mine"), true).find("holds no run.json"), std::string::npos);
  std::ofstream(base_ / "file");
  EXPECT_NE(refusal(path("file"), true).find("holds no run.json"), std::string::npos);
  EXPECT_EQ(entries(), 3);
}

TEST_F(ResultDirectoryTest, KeepsTheOldResultsWhenTheNewRunFails) {
  {
    ResultDirectory directory(path(), false);
    fill(directory);
    directory.commit();
  }
  {
    ResultDirectory directory(path(), true);
    std::ofstream(directory.staging() / "half");
  }
  EXPECT_TRUE(fs::exists(base_ / "out" / "run.json"));
  EXPECT_EQ(entries(), 1);
}

TEST_F(ResultDirectoryTest, SecondRunIsRefusedWhileTheFirstGoesOn) {
  ResultDirectory first(path(), false);
  EXPECT_NE(refusal(path(), false).find("another run is writing its results there"), std::string::npos);
  EXPECT_NE(refusal(path() + "/", true).find("another run"), std::string::npos);
  fill(first);
  first.commit();
  EXPECT_NE(refusal(path(), false).find("exists"), std::string::npos);
}

TEST_F(ResultDirectoryTest, WhatAKilledRunLeftIsUsedAgain) {
  fs::create_directory(base_ / ".out.torusim-partial");
  std::ofstream(base_ / ".out.torusim-partial" / "stale");
  std::ofstream(base_ / ".out.torusim-partial" / ".torusim-writes-here");
  ResultDirectory directory(path(), false);
  fill(directory);
  directory.commit();
  EXPECT_FALSE(fs::exists(base_ / "out" / "stale"));
}

TEST_F(ResultDirectoryTest, SomebodyElsesDirectoryIsNotOverwritten) {
  ResultDirectory directory(path(), false);
  fill(directory);
  fs::create_directory(base_ / "out");  // made while the run went on
  EXPECT_THROW(directory.commit(), InputError);
}

TEST_F(ResultDirectoryTest, PlacesThatCannotBeWritten) {
  std::ofstream(base_ / "file");
  EXPECT_NE(refusal(path("file/out"), false), "accepted");
  EXPECT_NE(refusal("/proc/missing/out", false), "accepted");
  EXPECT_NE(refusal("/", true), "accepted");
  EXPECT_NE(refusal("", false), "accepted");
  EXPECT_EQ(entries(), 1);
}

TEST_F(ResultDirectoryTest, MakesTheDirectoriesAboveAndTakesThemBack) {
  { ResultDirectory directory(path("a/b/out"), false); }
  EXPECT_EQ(entries(), 0);
  ResultDirectory directory(path("a/b/out"), false);
  fill(directory);
  directory.commit();
  EXPECT_TRUE(fs::exists(base_ / "a" / "b" / "out" / "run.json"));
}

TEST(OutputFile, NoticesAFullDisk) {
  OutputFile file("/dev/full");
  file.write("data");
  try {
    file.close();
    FAIL() << "a full disk was not noticed";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "/dev/full: cannot write: No space left on device");
  }
}

TEST(OutputFile, QuotesFieldsThatNeedIt) {
  EXPECT_EQ(csv_field("GP1"), "GP1");
  EXPECT_EQ(csv_field("(3,5)"), "\"(3,5)\"");
  EXPECT_EQ(csv_field("a \"b\""), "\"a \"\"b\"\"\"");
}

TEST_F(ResultDirectoryTest, EmptiesNothingThatIsNoRuns) {
  fs::create_directory(base_ / "victim");
  std::ofstream(base_ / "victim" / "precious") << "kept";
  fs::create_directory_symlink(base_ / "victim", base_ / ".out.torusim-partial");
  EXPECT_NE(refusal(path(), false).find("is in the way"), std::string::npos);
  EXPECT_TRUE(fs::exists(base_ / "victim" / "precious"));
  fs::rename(base_ / "victim", base_ / ".mine.torusim-partial");
  EXPECT_NE(refusal(path("mine"), false).find("is in the way"), std::string::npos);
  EXPECT_TRUE(fs::exists(base_ / ".mine.torusim-partial" / "precious"));
}

TEST_F(ResultDirectoryTest, AnInterruptedRunReplacesOnlyInterruptedOnes) {
  {
    ResultDirectory directory(path(), false);
    EXPECT_FALSE(directory.keeps_old(Verdict::kInterrupted));
    fill(directory);
    directory.commit();
  }
  EXPECT_FALSE(fs::exists(base_ / "out" / ".torusim-writes-here"));
  {
    ResultDirectory directory(path(), true);
    EXPECT_TRUE(directory.keeps_old(Verdict::kInterrupted));
    EXPECT_FALSE(directory.keeps_old(Verdict::kFailed));
  }
  std::ofstream(base_ / "out" / "run.json") << R"({"verdict":"interrupted","versions":{"torusim":"1"}})";
  EXPECT_FALSE(ResultDirectory(path(), true).keeps_old(Verdict::kInterrupted));
}

}  // namespace
}  // namespace torusim
