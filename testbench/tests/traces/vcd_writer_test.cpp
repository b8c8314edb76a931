#include "traces/vcd_writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "models/hardwired/arrival_checker.h"
#include "models/hardwired/network.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/traces/vcd_reader.h"
#include "traces/vcd_merge.h"
#include "traces/wire_trace.h"

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

// The waves of RTL routers become part of the network's own file, at the same times.

std::string file(const char* name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

std::string read(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

constexpr const char* kOwn =
    "$timescale 1 ns $end\n$scope module top $end\n$var wire 8 ! a [7:0] $end\n$upscope $end\n"
    "$enddefinitions $end\n#10\n$dumpvars\nb1 !\n$end\n#12\nb10 !\n#20\n";

TEST(VcdMerge, ChangesOfAPartComeAtTheirTimesWithinTheWindow) {
  const std::string own = file("merge_own.vcd", kOwn);
  const std::string part = file("merge_part.vcd",
                                "$timescale 1ps $end\n $scope module TOP $end\n  $var wire  1 # clk $end\n  "
                                "$var wire  4 $ q[1] [3:0] $end\n"
                                " $upscope $end\n$enddefinitions $end\n\n#3\n0#\nb0000 $\n#8\nb0011 "
                                "$\n#12\n1#\n#15\nb0100 $\n#30\n0#\n");
  const auto signals = merge_vcd(own, {{part, "rtl_r_1"}});
  ASSERT_EQ(signals.size(), 1u);
  ASSERT_EQ(signals[0].size(), 2u);
  EXPECT_EQ(signals[0][0].name, "rtl_r_1.TOP.clk");
  EXPECT_EQ(signals[0][1].name, "rtl_r_1.TOP.q_1[3:0]");
  EXPECT_EQ(signals[0][1].bits, 4);
  EXPECT_EQ(read(own),
            "$timescale 1 ns $end\n$scope module top $end\n$var wire 8 ! a [7:0] $end\n$upscope $end\n"
            "$scope module rtl_r_1 $end\n$scope module TOP $end\n$var wire 1 \" clk $end\n"
            "$var wire 4 # q_1 [3:0] $end\n$upscope $end\n$upscope $end\n$enddefinitions $end\n"
            "#10\n$dumpvars\nb1 !\n$end\n0\"\nb0011 #\n#12\nb10 !\n1\"\n#15\nb0100 #\n#20\n");
}

TEST(VcdMerge, CyclesOfAPartAreTimesOfTheFile) {
  const std::string own =
      file("merge_timed.vcd", "$timescale 1 ps $end\n$enddefinitions $end\n#0\n#3200\n#6400\n#9600\n");
  const std::string part =
      file("merge_cycles.vcd", "$var wire 1 # a $end\n$enddefinitions $end\n#1\n1#\n#2\n0#\n");
  merge_vcd(own, {{part, "rtl"}}, Timescale(312.5e6));
  EXPECT_TRUE(read(own).ends_with("#0\n#3200\n1!\n#6400\n0!\n#9600\n")) << read(own);
}

TEST(VcdMerge, AMissingPartLeavesTheFileAsItWas) {
  const std::string own = file("merge_alone.vcd", kOwn);
  EXPECT_THROW(merge_vcd(own, {{testing::TempDir() + "no_such.vcd", "rtl"}}), InputError);
  EXPECT_EQ(read(own), kOwn);
}

// The waves of routers that are only wires show what is on the wires, cycle by cycle.

TEST(WireTrace, ShowsEveryWordWhereTheTableBringsIt) {
  constexpr int kBlock = 3, kStartup = 4, kSteps = 8;
  const std::string path = testing::TempDir() + "wire_trace_test.vcd";
  const auto schedule = make_schedule("gossip-two", Topology::parse("torus:4x4"));
  const Topology& topology = schedule->info().topology;
  RunOptions options;
  options.hardware.topology = topology;
  options.block_flits = kBlock;
  options.startup = kStartup;
  WireTrace trace(topology, path);
  const RunResult result = hardwired::simulate(*schedule, options, &trace);
  trace.finish();
  ASSERT_EQ(result.verdict, Verdict::kVerified);
  ASSERT_EQ(result.cycles, kStartup + 1 + kSteps * kBlock);

  const test::VcdReader waves(path);
  const HardwiredGossip& gossip = *schedule->hardwired();
  const int each = gossip.table.packets_a_node();
  Circulation circulation(gossip.table);
  for (int step = 0; step < kSteps; ++step) {
    circulation.advance();
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int port = 0; port < topology.network_ports(); ++port) {
        const std::string wire = "top.r_" + topology.node_suffix(node) + "." + topology.port_suffix(port);
        const PacketNumber packet = circulation.on(node, port);
        ASSERT_NE(packet, kNoPacket);
        const hardwired::Load load{&gossip.packets[packet], packet / each, packet % each, kBlock};
        for (int word = 0; word < kBlock; ++word) {
          const Cycle now = kStartup + 1 + step * kBlock + word;
          EXPECT_EQ(waves.at(wire + "_valid", now), "1") << wire << " in " << now;
          EXPECT_EQ(std::stoull(waves.at(wire + "_word", now), nullptr, 2), hardwired::word_of(load, word))
              << wire << " in " << now;
        }
        EXPECT_EQ(waves.at(wire + "_valid", kStartup), "0");
      }
    }
    EXPECT_EQ(std::stoi(waves.at("top.phase", kStartup + 2 + step * kBlock), nullptr, 2), step + 1);
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace torusim
