// Opens waves and save file in GTKWave itself, on a display that nobody sees.
#include "traces/gtkw.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

#include "models/contract/reference_router.h"
#include "models/run/simulation.h"
#include "schedules/core/error.h"
#include "schedules/tests/own_directory.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/traces/vcd_reader.h"
#include "traces/flit_trace.h"
#include "traces/fst.h"
#include "traces/surfer.h"

namespace torusim {
namespace {

struct Opened {
  int rows = 0;
  Cycle last = 0;
  std::int64_t view_first = 0, view_last = 0;
  std::map<std::string, std::string> values;
};

Opened open_in_gtkwave(const std::filesystem::path& directory, Cycle marker,
                       const std::string& waves = "waves.vcd") {
  for (const char* program : {GTKWAVE, XVFB_RUN}) {
    EXPECT_TRUE(std::filesystem::exists(program)) << program << ": install the packages gtkwave and xvfb";
  }
  // GTKWave stays open for ever after an error in its script.
  const std::string command = "WAVES_MARKER=" + std::to_string(marker) +
                              " " XVFB_RUN " -a -s '-screen 0 1680x1050x24' timeout 600 " GTKWAVE " -f " +
                              (directory / waves).string() + " -a " + (directory / "waves.gtkw").string() +
                              " -S " GTKWAVE_SCRIPT " 2>&1";
  std::FILE* const pipe = popen(command.c_str(), "r");
  Opened opened;
  std::array<char, 4096> line{};
  while (std::fgets(line.data(), line.size(), pipe) != nullptr) {
    std::istringstream words(line.data());
    std::string word, name, equals, value;
    words >> word;
    if (word == "rows") words >> opened.rows;
    if (word == "times") words >> opened.last >> opened.last;
    if (word == "view") words >> opened.view_first >> opened.view_last;
    if (word != "row") continue;
    const std::string rest = std::string(line.data()).substr(4);
    const auto at = rest.find(" = ");
    opened.values[rest.substr(0, at)] = rest.substr(at + 3, rest.find('\n') - at - 3);
  }
  pclose(pipe);
  return opened;
}

class GtkwTest : public testing::Test {
 protected:
  /// Runs a contended exchange and writes both files.
  gtkw::Counts write(const char* shape, const std::vector<NodeId>& nodes, int phases, Cycle first,
                     Cycle last) {
    StoredSchedule schedule = test::random_exchange(Topology::parse(shape), phases, 1, 1);
    RunOptions options = test::options_for(schedule, Synchronisation::kPriority);
    options.block_flits = 6;
    FlitTrace trace(options.hardware, {(directory_ / "waves.vcd").string(), "random", nodes, first, last});
    options.observers = {&trace};
    const RunResult result = simulate(schedule, options);
    EXPECT_EQ(result.verdict, Verdict::kVerified);
    trace.finish(result.cycles);
    contents_ = trace.contents();
    return write_gtkw({directory_, directory_, "waves.vcd"}, contents_);
  }

  static std::string bytes(const std::filesystem::path& path) {
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }

  const test::OwnDirectory own_{"gtkw_test"};
  const std::filesystem::path directory_ = own_.path();
  TraceContents contents_;
};

TEST_F(GtkwTest, EveryLineIsAccepted) {
  const gtkw::Counts written = write("torus:4x4", {0, 5}, 4, 0, 1 << 20);
  const Opened opened = open_in_gtkwave(directory_, 40);
  EXPECT_GT(written.signals, 100);
  EXPECT_EQ(opened.rows, written.rows);
  EXPECT_EQ(opened.last, contents_.end);
  EXPECT_LE(opened.view_first, 0);
  EXPECT_GE(opened.view_last, contents_.end);
  EXPECT_LE(opened.view_last, contents_.end * 5 / 4);
  EXPECT_EQ(opened.values.at("phase").substr(0, 2), "P0");
  // Routers with red bars are open, and only they.
  std::map<NodeId, bool> red;
  for (const TracedChannel& channel : contents_.channels) red[channel.node] |= channel.preempted;
  EXPECT_TRUE(red[0] || red[5]);
  const std::string save = bytes(directory_ / "waves.gtkw");
  for (const auto& [node, preempted] : red) {
    const std::string group = "@800200\n-" + router_scope(contents_.hardware, node) + "\n";
    EXPECT_EQ(save.find(group) != std::string::npos, preempted) << group;
  }
  int labels = 0;
  for (const auto& [name, value] : opened.values) labels += value.ends_with(" random");
  EXPECT_GT(labels, 2);  // worms under way in cycle 40, read back as people will read them
}

/// A user's router, as Verilator declares what is inside: a shim with the pins around it, one wire by several
/// names.
constexpr const char* kInside = R"($scope module TOP $end
$var wire 1 ! clk_i $end
$var wire 5 " out_valid_o [4:0] $end
$var wire 10 * out_vc_o [9:0] $end
$scope module torusim_mine $end
$var wire 1 ! clk_i $end
$scope module i_router $end
$var wire 1 ! aclk $end
$var wire 32 # PORTS [31:0] $end
$var wire 5 " m_valid [4:0] $end
$var wire 5 $ busy [4:0] $end
$scope module g_in[0] $end
$scope module u_fifo $end
$var wire 1 % full $end
$var wire 8 & data_q[0] [7:0] $end
$var wire 8 ' data_q[1] [7:0] $end
$var wire 5 $ taken_reg [4:0] $end
$scope module unnamedblk1 $end
$var wire 32 ( i [31:0] $end
$upscope $end
$upscope $end
$upscope $end
$scope module u_arbiter $end
$var wire 1 ! clk $end
$var wire 1 % ask $end
$var wire 2 ) turn_q [1:0] $end
$upscope $end
$upscope $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
b0 $
b10010 "
b110110001 *
)";

TEST_F(GtkwTest, TheInsideOfARouterIsATree) {
  write("torus:4x4", {0}, 1, 0, 1 << 20);
  std::ofstream(directory_ / "inside.vcd") << kInside;
  contents_.inside =
      merge_vcd((directory_ / "waves.vcd").string(), {{(directory_ / "inside.vcd").string(), "rtl"}});
  const gtkw::Counts written = write_gtkw({directory_, directory_, "waves.vcd"}, contents_);
  const std::string save = bytes(directory_ / "waves.gtkw");
  // What --trace-rtl asks for comes first, and open.
  const auto from = save.find("@800200\n-rtl\n");
  ASSERT_LT(from, save.find("-r_0_0\n"));
  const std::string end = "@1000200\n-rtl\n";
  std::string channels;
  for (int p = 0; p < 5; ++p) {
    channels += fmt::format(
        "@c00200\n-out {0}\n@28\n+{{valid}} ({1})rtl.TOP.out_valid_o[4:0]\n@24\n#{{vc}} "
        "({2})rtl.TOP.out_vc_o[9:0] "
        "({3})rtl.TOP.out_vc_o[9:0]\n@1401200\n-out {0}\n",
        p, 4 - p, 8 - 2 * p, 9 - 2 * p);
  }
  EXPECT_EQ(save.substr(from, save.find(end) + end.size() - from), R"(@800200
-rtl
@c00200
-pins
@28
+{clk_i} rtl.TOP.clk_i
)" + channels + R"(@1401200
-pins
@c00200
-state
@c00200
-g_in_0.u_fifo
@22
+{data_q_0[7:0]} rtl.TOP.torusim_mine.i_router.g_in_0.u_fifo.data_q_0[7:0]
@22
+{data_q_1[7:0]} rtl.TOP.torusim_mine.i_router.g_in_0.u_fifo.data_q_1[7:0]
@22
+{taken_reg[4:0]} rtl.TOP.torusim_mine.i_router.g_in_0.u_fifo.taken_reg[4:0]
@1401200
-g_in_0.u_fifo
@1401200
-state
@c00200
-arbiters
@c00200
-u_arbiter
@28
+{ask} rtl.TOP.torusim_mine.i_router.u_arbiter.ask
@22
+{turn_q[1:0]} rtl.TOP.torusim_mine.i_router.u_arbiter.turn_q[1:0]
@1401200
-u_arbiter
@1401200
-arbiters
@c00200
-other
@c00200
-g_in_0.u_fifo
@28
+{full} rtl.TOP.torusim_mine.i_router.g_in_0.u_fifo.full
@1401200
-g_in_0.u_fifo
@1401200
-other
@1000200
-rtl
)");
  // GTKWave has values of open groups only.
  std::string open = save;
  for (const auto& [closed, opened] : {std::pair("@c00200", "@800200"), std::pair("@1401200", "@1000200")}) {
    for (std::size_t at; (at = open.find(closed)) != std::string::npos;) {
      open.replace(at, std::string(closed).size(), opened);
    }
  }
  std::ofstream(directory_ / "waves.gtkw") << open;
  const Opened opened = open_in_gtkwave(directory_, 40);
  EXPECT_EQ(opened.rows, written.rows);
  EXPECT_EQ(opened.values.at("valid"), "1");  // of output 4, the last row
  EXPECT_EQ(opened.values.at("vc"), "1");
}

TEST_F(GtkwTest, TheClockOfARouterMoves) {
  const std::string own = (directory_ / "own.vcd").string(), part = (directory_ / "part.vcd").string();
  std::ofstream(own) << "$timescale 1 ps $end\n$enddefinitions $end\n#2000\n#6000\n";
  std::ofstream(part)
      << "$scope module TOP $end\n$var wire 1 # clk_i $end\n$var wire 1 % busy $end\n$upscope $end\n"
         "$enddefinitions $end\n#0\n1#\n0%\n#4\n1%\n";
  merge_vcd(own, {{part, "rtl"}}, Timescale(0, true));
  const test::VcdReader reader(own);
  for (int cycle = 2; cycle < 6; ++cycle) {
    EXPECT_EQ(reader.number_at("rtl.TOP.clk_i", 1000 * cycle), 1);
    EXPECT_EQ(reader.number_at("rtl.TOP.clk_i", 1000 * cycle + 499), 1);
    EXPECT_EQ(reader.number_at("rtl.TOP.clk_i", 1000 * cycle + 500), 0);
    EXPECT_EQ(reader.number_at("rtl.TOP.busy", 1000 * cycle), cycle >= 4);
  }
}

/// A router that keeps its 30th credit back.
class Miser : public ForeignRouter {
 public:
  Miser(const Hardware& hardware, NodeId node) : router_(hardware, node) {}
  void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) override {
    router_.tick(now, inputs, outputs);
    for (PortSet rest = outputs.credit; rest != 0; rest &= rest - 1) {
      if (++credits_ == 30) outputs.credit &= ~(rest & -rest);
    }
  }
  bool idle() const override { return router_.idle(); }

 private:
  ReferenceRouter router_;
  int credits_ = 0;
};

TEST_F(GtkwTest, WavesOfLockstepOpenAtTheDifference) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 1, 1);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 6;
  options.rtl_nodes = {5};
  options.lockstep = true;
  options.lockstep_waves = (directory_ / "waves").string();
  options.foreign_router = [](const Hardware& hardware, NodeId node) {
    return std::make_unique<Miser>(hardware, node);
  };
  const RunResult result = simulate(schedule, options);
  ASSERT_FALSE(result.findings.empty());
  const std::string save = (directory_ / "waves_1_1.gtkw").string();
  EXPECT_TRUE(result.findings[0].ends_with("of both: gtkwave " + save)) << result.findings[0];
  std::filesystem::rename(save, directory_ / "waves.gtkw");

  // An output takes an input in one cycle, and has its flit in the next.
  const test::VcdReader reader((directory_ / "waves_1_1.vcd").string());
  int flits = 0;
  for (Cycle cycle = result.cycles - 10; cycle <= result.cycles; ++cycle) {
    EXPECT_EQ(reader.number_at("r_1_1.clock", 1000 * cycle), 1);
    EXPECT_EQ(reader.number_at("r_1_1.clock", 1000 * cycle - 500), 0);
    for (int port = 0; port < 5; ++port) {
      const bool takes = reader.at(fmt::format("r_1_1.state.port_{}_takes", port), 1000 * (cycle - 1)) != " ";
      const auto valid = fmt::format("r_1_1.reference.port_{}.valid", port);
      EXPECT_EQ(reader.number_at(valid, 1000 * cycle), takes) << cycle << " " << port;
      flits += takes;
    }
  }
  EXPECT_GT(flits, 5);

  const Opened opened = open_in_gtkwave(directory_, 1000 * result.cycles, "waves_1_1.vcd");
  const std::string text = bytes(directory_ / "waves.gtkw");
  int rows = 0;
  for (const char* begin : {"\n+", "\n-"}) {
    for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos; ++at) ++rows;
  }
  EXPECT_EQ(opened.rows, rows);
  EXPECT_EQ(opened.values.at("router credit"), "0");
  EXPECT_EQ(opened.values.at("reference credit"), "1");
  EXPECT_EQ(opened.view_first, 1000 * (result.cycles - 11));
  EXPECT_GE(opened.view_last, 1000 * (result.cycles + 1));
}

TEST_F(GtkwTest, ManyRoutersAWindowAndMorePhasesThanMarkers) {
  const gtkw::Counts written = write("torus:4x4", {}, 30, 100, 300);
  const Opened opened = open_in_gtkwave(directory_, 150);
  EXPECT_EQ(opened.rows, written.rows);
  EXPECT_EQ(opened.last, 301);
  EXPECT_LE(opened.view_first, 100);
  EXPECT_GE(opened.view_last, 301);
}

/// The compressed form shows the same, and is the same whenever it is made.
TEST_F(GtkwTest, FstShowsWhatVcdShows) {
  const gtkw::Counts written = write("torus:4x4", {0, 5}, 4, 0, 1 << 20);
  const Opened vcd = open_in_gtkwave(directory_, 40);
  const auto copy = directory_ / "copy.vcd";
  std::filesystem::copy_file(directory_ / "waves.vcd", copy);
  const auto size = std::filesystem::file_size(copy);
  convert_to_fst(directory_ / "waves.vcd", directory_ / "waves.fst");
  EXPECT_FALSE(std::filesystem::exists(directory_ / "waves.vcd"));
  EXPECT_LT(3 * std::filesystem::file_size(directory_ / "waves.fst"), size);
  write_gtkw({directory_, directory_, "waves.fst"}, contents_);
  const Opened fst = open_in_gtkwave(directory_, 40, "waves.fst");
  EXPECT_EQ(fst.rows, written.rows);
  EXPECT_EQ(fst.last, vcd.last);
  EXPECT_EQ(fst.values, vcd.values);
  convert_to_fst(copy, directory_ / "again.fst");
  EXPECT_EQ(bytes(directory_ / "again.fst"), bytes(directory_ / "waves.fst"));
  EXPECT_THROW(convert_to_fst(directory_ / "none.vcd", directory_ / "none.fst"), InputError);
}

/// Surfer cannot be run here, so its commands are held to its manual and its signals to the waves.
TEST_F(GtkwTest, SurferIsAskedForSignalsThatExist) {
  write("torus:4x4", {0, 5}, 4, 0, 1 << 20);
  write_surfer(directory_, "waves.vcd", contents_);
  const std::string waves = bytes(directory_ / "waves.vcd");
  std::istringstream commands(bytes(directory_ / "waves.sucl"));
  int signals = 0;
  for (std::string command, argument; commands >> command;) {
    if (command == "zoom_fit") continue;
    commands >> argument;
    EXPECT_TRUE(command == "variable_add" || command == "divider_add") << command;
    if (command != "variable_add") continue;
    ++signals;
    const std::string name = argument.substr(argument.rfind('.') + 1);
    EXPECT_NE(waves.find(" " + name + " "), std::string::npos) << argument;
  }
  EXPECT_GT(signals, 20);
  EXPECT_EQ(bytes(directory_ / "waves.states.mnemonic.txt").substr(0, 34),
            "Name: torusim state\nBits: 2\n0 idle");
}

TEST_F(GtkwTest, NamesTheDirectoryInWhichTheFilesWillLie) {
  write("ring:4", {}, 1, 0, 1000);
  write_gtkw({directory_, "results/final", "waves.vcd"}, contents_);
  std::stringstream text;
  text << std::ifstream(directory_ / "waves.gtkw").rdbuf();
  const std::string final_path = (std::filesystem::current_path() / "results/final").string();
  EXPECT_NE(text.str().find("[dumpfile] \"" + final_path + "/waves.vcd\""), std::string::npos);
  EXPECT_NE(text.str().find("[savefile] \"" + final_path + "/waves.gtkw\""), std::string::npos);
  EXPECT_NE(text.str().find("^1 " + final_path + "/waves.states.txt"), std::string::npos);
}

}  // namespace
}  // namespace torusim
