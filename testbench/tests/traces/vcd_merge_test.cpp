// The waves of RTL routers become part of the network's own file, at the same times.
#include "traces/vcd_merge.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "schedules/core/error.h"

namespace torusim {
namespace {

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

}  // namespace
}  // namespace torusim
