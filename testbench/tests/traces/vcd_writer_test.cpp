#include "traces/vcd_writer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/traces/vcd_reader.h"

namespace torusim {
namespace {

std::string file_of(const char* name) { return testing::TempDir() + name; }

std::string content_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(VcdWriter, WritesWhatTheStandardAsksFor) {
  VcdWriter vcd(file_of("exact.vcd"));
  vcd.scope("top");
  const auto bit = vcd.wire("valid", 1);
  const auto vector = vcd.wire("worm", 32);
  const auto label = vcd.text("label");
  vcd.upscope();
  vcd.open(0);
  vcd.at(3);
  vcd.set(bit, 1);
  vcd.set(vector, 5);
  vcd.at(7);
  vcd.set_text(label, "T4 12>28");
  vcd.at(8);
  vcd.set(bit, 1);  // no change, no line
  vcd.close(9);
  EXPECT_EQ(content_of(vcd.path()),
            "$date - $end\n$version torusim $end\n$comment one unit of time is one cycle $end\n$timescale 1 "
            "ns $end\n"
            "$scope module top $end\n$var wire 1 ! valid $end\n$var wire 32 \" worm [31:0] $end\n"
            "$var string 1 # label $end\n$upscope $end\n$enddefinitions $end\n"
            "#0\n$dumpvars\n0!\nb0 \"\ns\\040 #\n$end\n"
            "#3\n1!\nb101 \"\n#7\nsT4\\04012>28 #\n#9\n");
  EXPECT_EQ(vcd.bytes(), static_cast<std::int64_t>(content_of(vcd.path()).size()));
}

// Each time is that of its cycle: exact where a unit fits, else to the nearest unit, however late.
TEST(VcdWriter, ATimeIsTheCycleByTheClock) {
  struct Case {
    double hertz;
    const char* unit;
    std::int64_t cycle, stamp;
  };
  for (const Case& c : {Case{0, "ns", 60, 60},
                        {1e9, "ns", 60, 60},
                        {312.5e6, "ps", 60, 192'000},
                        {1e6, "us", 3, 3},
                        {2.5e9, "ps", 7, 2'800},
                        {1.2e9, "fs", 60, 50'000'000},
                        {1.2e9, "fs", 1, 833'333},
                        {1.2e9, "fs", 1'200'000'000'000, 1'000'000'000'000'000'000},
                        {3, "ns", 3'000'000, 1'000'000'000'000'000},
                        {1, "s", 5, 5}}) {
    const Timescale timescale(c.hertz);
    EXPECT_STREQ(timescale.unit(), c.unit) << c.hertz;
    EXPECT_EQ(timescale.stamp(c.cycle), c.stamp) << c.hertz;
    EXPECT_GT(timescale.stamp(timescale.last()), INT64_MAX / 2 - 1) << c.hertz;
  }
  VcdWriter vcd(file_of("late.vcd"), Timescale(1.2e9));
  vcd.open(0);
  EXPECT_THROW(vcd.close(INT64_MAX / 800'000), InputError);
}

TEST(VcdWriter, DoesNotDependOnTheOrderOfCalls) {
  VcdWriter vcd(file_of("order.vcd"));
  const auto a = vcd.wire("a", 1), b = vcd.wire("b", 1);
  const auto text = vcd.text("t");
  vcd.open(0);
  vcd.at(1);
  vcd.set_text(text, "on the way");
  vcd.set(b, 1);
  vcd.set(a, 1);
  vcd.set_text(text, "");
  vcd.at(2);
  vcd.set(a, 0);
  vcd.set(a, 1);
  vcd.close(3);
  const std::string content = content_of(vcd.path());
  EXPECT_EQ(content.substr(content.find("#1")), "#1\n1!\n1\"\n#3\n");
}

TEST(VcdWriter, RemembersValuesSetBeforeItIsOpen) {
  VcdWriter vcd(file_of("early.vcd"));
  const auto vector = vcd.wire("v", 64);
  const auto label = vcd.text("s");
  vcd.at(4);
  vcd.set(vector, ~std::uint64_t{0});
  vcd.set_text(label, "here");
  vcd.open(10);
  vcd.close(20);
  const test::VcdReader read(vcd.path());
  EXPECT_EQ(read.at("v", 10), std::string(64, '1'));
  EXPECT_EQ(read.at("s", 10), "here");
  EXPECT_EQ(read.times(), (std::vector<std::int64_t>{10, 20}));
}

TEST(VcdWriter, EscapesWhatViewersWouldMisread) {
  VcdWriter vcd(file_of("escapes.vcd"));
  const auto label = vcd.text("s");
  vcd.open(0);
  vcd.at(1);
  vcd.set_text(label, "a\\b \xC3\xA4\n");
  vcd.close(2);
  EXPECT_NE(content_of(vcd.path()).find("sa\\134b\\040\\303\\244\\012 !\n"), std::string::npos);
  EXPECT_EQ(test::VcdReader(vcd.path()).at("s", 1), "a\\b \xC3\xA4\n");
}

TEST(VcdWriter, KeepsManySignalsApart) {
  VcdWriter vcd(file_of("many.vcd"));
  std::vector<VcdWriter::Signal> signals;
  for (int i = 0; i < 20000; ++i) signals.push_back(vcd.wire("w" + std::to_string(i), 16));
  vcd.open(0);
  vcd.at(1);
  for (int i = 0; i < 20000; ++i) vcd.set(signals[i], static_cast<std::uint64_t>(i));
  vcd.close(2);
  const test::VcdReader read(vcd.path());
  for (int i = 0; i < 20000; i += 97) EXPECT_EQ(read.number_at("w" + std::to_string(i), 1), i);
}

TEST(VcdWriter, SaysSoWhenItCannotWrite) {
  EXPECT_THROW(VcdWriter("/nowhere/waves.vcd"), InputError);
  VcdWriter full("/dev/full");
  full.wire("v", 1);
  full.open(0);
  EXPECT_EQ(test::refusal([&] { full.close(1); }), "/dev/full: cannot write: No space left on device");
}

}  // namespace
}  // namespace torusim
