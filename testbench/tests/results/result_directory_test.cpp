// A result directory is complete or absent.
#include "testbench/results/result_directory.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>

#include "schedules/core/error.h"
#include "schedules/tests/own_directory.h"
#include "schedules/tests/refusal.h"
#include "testbench/process/whole_file.h"
#include "testbench/results/file_list.h"
#include "testbench/results/json_text.h"
#include "testbench/results/output_file.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

class ResultDirectoryTest : public testing::Test {
 protected:
  std::string path(const char* name = "out") const { return (base_ / name).string(); }
  static void fill(const ResultDirectory& directory, const char* mark = "1") {
    std::ofstream(directory.staging() / "run.json")
        << R"({"verdict":"verified","versions":{"torusim":")" << mark << "\"}}";
  }
  int entries() const { return static_cast<int>(std::distance(fs::directory_iterator(base_), {})); }
  static std::string refusal(const std::string& path, bool force) {
    return test::refusal([&] { ResultDirectory directory(path, force); });
  }

  const test::OwnDirectory own_{"results"};
  const fs::path base_ = own_.path();
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
  EXPECT_NE(refusal(path("mine"), true).find("holds no results of torusim"), std::string::npos);
  std::ofstream(base_ / "mine" / "run.json") << R"({"script":"marathon"})";
  EXPECT_NE(refusal(path("mine"), true).find("holds no results of torusim"), std::string::npos);
  std::ofstream(base_ / "file");
  EXPECT_NE(refusal(path("file"), true).find("is not a directory"), std::string::npos);
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

TEST_F(ResultDirectoryTest, WhatAKilledRunLeftIsRemoved) {
  std::string left;
  {
    ResultDirectory killed(path(), false);
    left = killed.staging().filename().string();
    fs::create_directory(base_ / "aside");
    fs::copy(killed.staging(), base_ / "aside", fs::copy_options::recursive);
  }
  fs::rename(base_ / "aside", base_ / left);
  std::ofstream(base_ / left / "half") << "of a file";
  ResultDirectory directory(path(), false);
  EXPECT_FALSE(fs::exists(base_ / left));
}

// However far it had come: its mark half written, results that were not in their place yet, old ones that
// were half removed.
TEST_F(ResultDirectoryTest, WhatWasKilledAtAnyMomentIsRemoved) {
  std::string mark, list;
  {
    ResultDirectory directory(path(), false);
    mark = read_whole_file((directory.staging() / kFileList).string(), 1000).value();
    fill(directory);
    std::ofstream(directory.staging() / "waves.vcd");
    directory.commit();
    list = read_whole_file((base_ / "out" / kFileList).string(), 1000).value();
    fs::remove_all(base_ / "out");
  }
  const fs::path left = base_ / ".out.torusim-partial-left";
  const auto is_removed = [&](const std::string& found, std::initializer_list<const char*> files) {
    fs::create_directory(left);
    std::ofstream(left / kFileList) << found;
    for (const char* file : files) std::ofstream(left / file) << "1";
    ResultDirectory directory(path(), false);
    const bool removed = !fs::exists(left);
    fs::remove_all(left);
    return removed;
  };
  for (std::size_t size = 0; size < mark.size(); ++size) {
    EXPECT_TRUE(is_removed(mark.substr(0, size), {})) << size;
    EXPECT_FALSE(is_removed(mark.substr(0, size), {"thesis"})) << size;
  }
  EXPECT_TRUE(is_removed(mark, {"run.json", ".torusim-list"}));
  EXPECT_TRUE(is_removed(list, {"run.json", "waves.vcd"}));
  EXPECT_TRUE(is_removed(list, {"waves.vcd"}));
  EXPECT_FALSE(is_removed(list, {"run.json", "thesis"}));
  EXPECT_FALSE(is_removed("years", {}));
}

// A directory, a link or a file whose name looks like one that is being written, but which torusim has not
// made.
TEST_F(ResultDirectoryTest, WhatOnlyLooksLikeItsOwnIsLeftAlone) {
  fs::create_directory(base_ / "victim");
  std::ofstream(base_ / "victim" / "thesis") << "years";
  fs::create_directory_symlink(base_ / "victim", base_ / ".out.torusim-partial");
  fs::create_directory_symlink(base_ / "victim", base_ / ".out.torusim-partial-link");
  fs::copy(base_ / "victim", base_ / ".out.torusim-partial-mine", fs::copy_options::recursive);
  std::ofstream(base_ / ".out.torusim-partial-file") << "years";
  ResultDirectory directory(path(), false);
  fill(directory);
  directory.commit();
  EXPECT_TRUE(fs::exists(base_ / "victim" / "thesis"));
  EXPECT_TRUE(fs::exists(base_ / ".out.torusim-partial-mine" / "thesis"));
  EXPECT_TRUE(fs::is_symlink(base_ / ".out.torusim-partial-link"));
  EXPECT_TRUE(fs::exists(base_ / ".out.torusim-partial-file"));
  EXPECT_FALSE(fs::is_symlink(base_ / "out"));
  EXPECT_TRUE(fs::exists(base_ / "out" / "run.json"));
}

TEST_F(ResultDirectoryTest, ForceRemovesNothingOfAUser) {
  {
    ResultDirectory directory(path(), false);
    fill(directory);
    directory.commit();
  }
  std::ofstream(base_ / "out" / "notes.txt") << "mine";
  EXPECT_NE(refusal(path(), true).find("holds notes.txt, which is none of the files of these results"),
            std::string::npos);
  fs::remove(base_ / "out" / "notes.txt");
  fs::remove(base_ / "out" / "run.json");
  ASSERT_EQ(mkfifo((base_ / "out" / "run.json").c_str(), 0600), 0);
  EXPECT_NE(refusal(path(), true).find("holds run.json, which is a pipe"), std::string::npos);
  fs::remove(base_ / "out" / "run.json");
  ResultDirectory directory(path(), true);
  std::ofstream(base_ / "out" / "notes.txt") << "mine";  // while the run goes on
  EXPECT_THROW(directory.commit(), InputError);
  EXPECT_TRUE(fs::exists(base_ / "out" / "notes.txt"));
}

TEST_F(ResultDirectoryTest, NobodyElseEntersBeforeTheEnd) {
  const mode_t before = umask(022);
  ResultDirectory directory(path(), false);
  EXPECT_EQ(fs::status(directory.staging()).permissions(), fs::perms::owner_all);
  fill(directory);
  directory.commit();
  EXPECT_EQ(fs::status(path()).permissions(), static_cast<fs::perms>(0755));
  umask(before);
}

TEST_F(ResultDirectoryTest, AnInterruptedRunReplacesOnlyInterruptedOnes) {
  EXPECT_FALSE(ResultDirectory(path("new"), true).holds_finished_run());
  for (const char* verdict : {"interrupted", "deadlock"}) {
    ResultDirectory directory(path(), true);
    std::ofstream(directory.staging() / "run.json") << "{\"verdict\":\"" << verdict << "\"}";
    directory.commit();
    const ResultDirectory next(path(), true);
    EXPECT_EQ(next.holds_finished_run(), std::string_view(verdict) == "deadlock");
  }
  std::ofstream(base_ / "out" / "run.json") << R"({"verdict":"veri)";  // cut off: nobody knows what it was
  EXPECT_TRUE(ResultDirectory(path(), true).holds_finished_run());
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
  EXPECT_EQ(test::refusal([&] { file.close(); }), "/dev/full: cannot write: No space left on device");
}

TEST(OutputFile, ColumnsOfNumbers) {
  const test::OwnDirectory directory("columns");
  const fs::path path = directory.path() / "table.csv";
  OutputFile file(path);
  file.columns(std::array<std::int64_t, 6>{0, -1, 10, INT64_MAX, INT64_MIN, 7});
  file.write("\n");
  file.columns(std::array<std::int64_t, 1>{-1});
  file.write(";");
  file.columns({});
  file.close();
  std::ifstream written(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(written), {}), "0,,10,9223372036854775807,,7\n;");
}

TEST(OutputFile, QuotesFieldsThatNeedIt) {
  EXPECT_EQ(csv_field("GP1"), "GP1");
  EXPECT_EQ(csv_field("(3,5)"), "\"(3,5)\"");
  EXPECT_EQ(csv_field("a \"b\""), "\"a \"\"b\"\"\"");
}

TEST(OutputFile, LeavesSpreadsheetsNothingToCompute) {
  EXPECT_EQ(csv_field("=1+1"), "'=1+1");
  EXPECT_EQ(csv_field("@SUM(A1,2)"), "\"'@SUM(A1,2)\"");
  EXPECT_EQ(csv_field("-2+3|cmd"), "'-2+3|cmd");
  EXPECT_EQ(csv_field("+x"), "'+x");
  EXPECT_EQ(csv_field("-"), "'-");
  EXPECT_EQ(csv_field("\t=1"), "'\t=1");
  EXPECT_EQ(csv_field("\r=1"), "\"'\r=1\"");
  for (const char* number : {"", "-5", "+3", "-0.25", "-1e-300", "1e400", "-1e400", "0", "4=4", "a-b"})
    EXPECT_EQ(csv_field(number), number);
}

TEST(JsonText, IsShallow) {
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(is_shallow_json(nested(64)));
  EXPECT_FALSE(is_shallow_json(nested(65)));
  EXPECT_FALSE(is_shallow_json("{\"a\\\"\":" + nested(64) + "}")) << "behind a quote in a text";
  EXPECT_TRUE(is_shallow_json("[\"\\\\\\\"" + nested(100) + "\"]")) << "brackets in a text";
  EXPECT_TRUE(is_shallow_json("[" + nested(63) + "," + nested(63) + "]"));
}

}  // namespace
}  // namespace torusim
