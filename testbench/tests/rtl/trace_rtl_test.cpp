// The inside of RTL routers as waves: the same cycles as the network's own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "models/foreign/place.h"
#include "models/foreign/rtl_models.h"
#include "schedules/tests/own_directory.h"
#include "schedules/tests/refusal.h"
#include "testbench/config/router_groups.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/traces/vcd_reader.h"
#include "traces/flit_trace.h"
#include "traces/gtkw.h"

namespace torusim {
namespace rtl {
std::unique_ptr<ForeignRouter> make_traced(const RtlParameters& parameters, const Hardware& hardware,
                                           NodeId node);
std::unique_ptr<ForeignRouter> make_planted(const RtlParameters& parameters, const Hardware& hardware,
                                            NodeId node);
}  // namespace rtl
namespace {

constexpr NodeId kNode = 5;

std::filesystem::path own_directory() {
  static const test::OwnDirectory directory("trace_rtl");
  return directory.path();
}
std::string traces_path() { return (own_directory() / "rtl").string(); }

RunOptions traced_options(Schedule& schedule, const std::string& path) {
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 5;
  options.rtl_nodes = {1, kNode};
  options.traced_nodes = {kNode};
  options.rtl_traces = path;
  return options;
}

/// Runs with the inside of kNode traced, and compares its pins with what the network saw on the channels that
/// it drives, bit for bit in the same cycles. Returns the rows of the save file.
std::string expect_inside_as_outside(Schedule& schedule, RunOptions options) {
  const std::string waves = (own_directory() / "waves.vcd").string();
  TraceOptions trace_options;
  trace_options.path = waves;
  trace_options.nodes = {kNode};
  FlitTrace trace(options.hardware, trace_options);
  options.observers = {&trace};
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  trace.finish(result.cycles);

  TraceContents contents = trace.contents();
  const std::string inside = rtl::trace_path(options.hardware, options, kNode);
  contents.inside = merge_vcd(waves, {{inside, "rtl"}});
  std::filesystem::remove(inside);
  const test::VcdReader reader(waves);
  const char* const ports[] = {"xp", "xm", "yp", "ym", "ej0"};
  int flits = 0;
  for (Cycle cycle = 1; cycle <= result.cycles; ++cycle) {
    int valid = 0;
    for (int p = 0; p < 5; ++p)
      valid |= reader.number_at(fmt::format("top.r_1_1.{}.valid", ports[p]), cycle) << p;
    EXPECT_EQ(reader.number_at("rtl.TOP.out_valid_o", cycle), valid) << cycle;
    flits += valid != 0;
  }
  EXPECT_GT(flits, 100);
  write_gtkw({own_directory(), own_directory(), "waves.vcd"}, contents);
  std::stringstream rows;
  rows << std::ifstream(own_directory() / "waves.gtkw").rdbuf();
  return rows.str();
}

/// The lines of `text` that begin or end a group or name a signal, without their flags, from the group `rtl`
/// on.
std::string tree_of(const std::string& text) {
  std::istringstream lines(text.substr(text.find("-rtl\n")));
  std::string line, tree;
  while (std::getline(lines, line)) {
    if (line[0] == '-') tree += line.substr(1) + '\n';
    if (line[0] == '+') tree += "  " + line.substr(1, line.find('}')) + '\n';
  }
  return tree;
}

TEST(TraceRtl, TheInsideOfARouterIsPartOfTheWavesInTheSameCycles) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 1, 1, 3);
  RunOptions options = traced_options(schedule, traces_path());
  options.foreign_router = [](const Hardware& hardware, NodeId node) {
    return rtl::make_traced({5, 2, 4, 128}, hardware, node);
  };
  const std::string tree = tree_of(expect_inside_as_outside(schedule, options));
  for (const char* part : {"rtl\npins\n  {clk_i}\n", "  {two_lanes_i}\npins\nstate\n  {cut_through_q}\n",
                           "gen_input_0.i_input\n  {credit_q}\n", "  {front_q_0[1:0]}\n",
                           "state\narbiters\ngen_input_0.i_input.i_arbiter\n", "gen_output_0.i_arbiter\n"}) {
    EXPECT_NE(tree.find(part), std::string::npos) << part << " is not in\n" << tree;
  }
  EXPECT_EQ(tree.find("unnamedblk"), std::string::npos);
  EXPECT_EQ(tree.find("PORTS"), std::string::npos);
  // The channels of five ports by their fields (without those of several bits), and the rest, the group of
  // the router included.
  const std::size_t from = tree.find("in 0\n"), to = tree.rfind("out 4\n");
  ASSERT_LT(from, to);
  EXPECT_EQ(std::count(tree.begin() + from, tree.begin() + to, '\n') + 1, 5 * 22);
  EXPECT_LE(std::count(tree.begin(), tree.end(), '\n'), 880 + 5 * 22) << tree;
}

TEST(TraceRtl, SoIsThatOfALibrary) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("mesh:4x4"), 2, 1, 3);
  RunOptions options = traced_options(schedule, traces_path());
  options.hardware.lanes = 1;
  static_cast<ForeignPlacement&>(options) =
      rtl::place_routers(options.hardware, "1,5=" PLUGINS "/libtalkative.so", 7);
  options.traced_nodes = {kNode};
  options.rtl_traces = traces_path();
  testing::internal::CaptureStderr();
  const std::string tree = tree_of(expect_inside_as_outside(schedule, options));
  EXPECT_NE(testing::internal::GetCapturedStderr().find("good morning"), std::string::npos);
  EXPECT_NE(tree.find("other\n  {busy[4:0]}\n"), std::string::npos) << tree;
}

TEST(TraceRtl, ALibraryWithoutWavesSaysHowToBuildIt) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("mesh:4x4"), 1, 1, 3);
  RunOptions options = traced_options(schedule, traces_path());
  options.hardware.lanes = 1;
  const auto refusal = [&](const std::string& library, Level level) {
    static_cast<ForeignPlacement&>(options) =
        rtl::place_routers(options.hardware, "5=" GUESTS "/" + library, 7);
    options.traced_nodes = {kNode};
    options.level = level;
    return test::refusal([&] { simulate(schedule, options); });
  };
  EXPECT_EQ(refusal("libmy_router.so", Level::kFast),
            "--trace-rtl: router 'my_router' of " GUESTS
            "/libmy_router.so provides no internal waves; set TRACE in its torusim_add_router()");
  EXPECT_NE(refusal("libqueue_router.so", Level::kPins).find("is a SystemC module; sc_trace"),
            std::string::npos);
}

TEST(TraceRtl, ARouterBuiltWithoutWavesSaysHowToBuildIt) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 1, 1, 3);
  RunOptions options = traced_options(schedule, traces_path());
  options.foreign_router = [](const Hardware& hardware, NodeId node) {
    return rtl::make_planted({5, 8, 8, 128}, hardware, node);
  };
  const std::string error = test::refusal([&] { simulate(schedule, options); });
  EXPECT_NE(error.find("-DTORUSIM_RTL_TRACE=ON"), std::string::npos) << error;
}

}  // namespace
}  // namespace torusim
