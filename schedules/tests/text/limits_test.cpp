// What a short text may ask for, refused at once and by name.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/line_source.h"
#include "schedules/text/tcs_reader.h"
#include "schedules/text/tcs_writer.h"

namespace torusim {
namespace {

/// The message of the refusal. Texts that would be read without end have no other end than the test's limit.
std::string refusal(const std::string& text) {
  return test::refusal([&] { read_tcs_text(text, "f"); });
}

std::string schedule(const std::string& statement, const std::string& topology = "torus 4x4") {
  return "tcs 1\ntopology " + topology + "\nphase p\n" + statement + "\nend 1\n";
}

/// `forall v0=RANGE v1=RANGE ..`
std::string variables(int count, const std::string& range) {
  std::string text = "forall";
  for (int i = 0; i < count; ++i) text += " v" + std::to_string(i) + "=" + range;
  return text;
}

TEST(TextLimits, VariablesOfAForall) {
  EXPECT_EQ(refusal(schedule(variables(16, "0..0") + " : 0 > 1 b=0:1")), "accepted");
  EXPECT_NE(refusal(schedule(variables(60'000, "0..0") + " : 0 > 1 b=0:1")).find("at most 16 variables"),
            std::string::npos);
}

TEST(TextLimits, CombinationsAreCountedBeforeTheyAreGoneThrough) {
  EXPECT_NE(refusal(schedule(variables(16, "0..15") + " : 0 > 1 b=0:1")).find("more than 16777216"),
            std::string::npos);
}

TEST(TextLimits, ConditionsThatSeldomHold) {
  const std::string message = refusal(schedule(variables(8, "0..7") + " if v0>9 : 0 > 1 b=0:1"));
  EXPECT_NE(message.find("the condition holds too rarely"), std::string::npos);
  // One of 64 holds: 4,096 transfers of 2^18 combinations.
  const std::string seldom = variables(6, "0..7") + " if v0==v1 and v2==v3 : v5 > v5+1 b=none";
  EXPECT_NE(refusal(schedule(seldom)).find("'end 1', but the file has 4096"), std::string::npos);
}

TEST(TextLimits, BoxesOfATransfer) {
  std::string boxes;
  for (int i = 0; i < 5000; ++i) boxes += " b=" + std::to_string(i) + ":0";
  EXPECT_NE(refusal(schedule("0 > 1" + boxes, "ring 8192")).find("more than 4096 boxes"), std::string::npos);
}

TEST(TextLimits, RunsOfARoute) {
  EXPECT_EQ(refusal(schedule("0 > 32767 b=0:32767", "mesh 65538")), "accepted");
  for (const char* route : {"", " r=dor"}) {
    EXPECT_NE(refusal(schedule("0 > 65537 b=0:65537" + std::string(route), "mesh 65538"))
                  .find("a straight run of 65537 hops along x: a route names 32767 at most"),
              std::string::npos);
  }
  EXPECT_NE(refusal(schedule("0 > 65537 b=0:65537 r=+x32768+x32769", "mesh 65538"))
                .find("32768 hops are more than 32767"),
            std::string::npos);
  // In three runs it can be said; there is no dimension-order route then, and the writer knows.
  const std::string three = schedule("0 > 65537 b=0:65537 r=+x32767+x32767+x3", "mesh 65538");
  std::ostringstream out;
  write_tcs(*read_tcs_text(three, "f"), out);
  EXPECT_NE(out.str().find("r=+x32767+x32767+x3"), std::string::npos);
}

TEST(TextLimits, NestedExpressions) {
  const auto nested = [](int depth) {
    return schedule("forall v=0..1 : 0 > v+" + std::string(depth, '(') + "1" + std::string(depth, ')') +
                    " b=none");
  };
  EXPECT_EQ(refusal(nested(100)).find("nested too deeply"), std::string::npos);
  EXPECT_NE(refusal(nested(101)).find("the expression is nested too deeply"), std::string::npos);
}

TEST(TextLimits, NamesThatATerminalWouldObey) {
  EXPECT_NE(refusal("tcs 1\nname a\x1b[2Jb\n").find("f:2:7: a name holds no control characters"),
            std::string::npos);
  EXPECT_NE(refusal("tcs 1\ntopology ring 4\nphase \x07\nend 0\n").find("f:3:7: a name holds no control"),
            std::string::npos);
}

class PipeTest : public testing::Test {
 protected:
  PipeTest() : path_(testing::TempDir() + "pipe_" + std::to_string(getpid())) {
    unlink(path_.c_str());
    EXPECT_EQ(mkfifo(path_.c_str(), 0600), 0);
  }
  ~PipeTest() override { unlink(path_.c_str()); }
  const std::string path_;
};

TEST_F(PipeTest, IsReadAgainFromItsCopy) {
  const std::string text = "\xef\xbb\xbf" + schedule("0 > 1 b=0:1");
  std::thread writer([&] { std::ofstream(path_) << text; });
  const auto read = read_tcs(path_);
  writer.join();
  for (int round = 0; round < 2; ++round) {
    Phase phase;
    ASSERT_TRUE(read->next(phase));
    EXPECT_EQ(phase.transfers.size(), 1u);
    EXPECT_FALSE(read->next(phase));
    read->rewind();
  }
}

TEST_F(PipeTest, StartsAgainInTheMiddle) {
  std::thread writer([&] {
    std::ofstream out(path_);
    for (int i = 0; i < 100'000; ++i) out << "line " << i << '\n';
  });
  auto source = text::LineSource::open(path_);
  std::string_view line;
  ASSERT_TRUE(source.next(line));
  source.rewind();
  writer.join();
  int lines = 0;
  for (std::string last; source.next(line); ++lines) last = line;
  EXPECT_EQ(lines, 100'000);
}

TEST(TextLimits, DevicesWithoutEnd) {
  EXPECT_THROW(read_tcs("/dev/zero"), InputError);
  EXPECT_THROW(read_tcs("/dev/urandom"), InputError);
}

}  // namespace
}  // namespace torusim
