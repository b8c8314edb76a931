// The inside of RTL routers as waves: the same cycles as the network's own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "models/foreign/place.h"
#include "models/foreign/rtl_models.h"
#include "schedules/core/error.h"
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

RunOptions traced_options(Schedule& schedule, const std::string& path) {
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 5;
  options.rtl_nodes = {1, kNode};
  options.traced_nodes = {kNode};
  options.rtl_traces = path;
  return options;
}

TEST(TraceRtl, TheInsideOfARouterIsPartOfTheWavesInTheSameCycles) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 1, 1, 3);
  RunOptions options = traced_options(schedule, testing::TempDir() + "trace_rtl");
  options.foreign_router = [](const Hardware& hardware, NodeId node) {
    return rtl::make_traced({5, 2, 4, 128}, hardware, node);
  };
  const std::string waves = testing::TempDir() + "trace_rtl_waves.vcd";
  TraceOptions trace_options;
  trace_options.path = waves;
  trace_options.nodes = {kNode};
  FlitTrace trace(options.hardware, trace_options);
  options.observers = {&trace};
  const RunResult result = simulate(schedule, options);
  ASSERT_EQ(result.verdict, Verdict::kVerified);
  trace.finish(result.cycles);

  TraceContents contents = trace.contents();
  const std::string inside = rtl::trace_path(options.hardware, options, kNode);
  contents.inside = merge_vcd(waves, {{inside, "rtl"}});
  ASSERT_EQ(contents.inside.size(), 1u);
  EXPECT_GT(contents.inside[0].size(), 100u);

  // What the network saw on a channel the router drove, bit for bit in the same cycle; so did its inside.
  const test::VcdReader reader(waves);
  const char* const ports[] = {"xp", "xm", "yp", "ym", "ej0"};
  int flits = 0;
  for (Cycle cycle = 1; cycle <= result.cycles; ++cycle) {
    int valid = 0;
    for (int p = 0; p < 5; ++p)
      valid |= reader.number_at(fmt::format("top.r_1_1.{}.valid", ports[p]), cycle) << p;
    ASSERT_EQ(reader.number_at("rtl.TOP.out_valid_o", cycle), valid) << cycle;
    flits += valid != 0;
  }
  EXPECT_GT(flits, 100);
  const auto count = write_gtkw({testing::TempDir(), testing::TempDir(), "trace_rtl_waves.vcd"}, contents);
  EXPECT_GT(count.signals, 100);
  std::filesystem::remove(inside);
}

TEST(TraceRtl, ARouterBuiltWithoutWavesSaysHowToBuildIt) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 1, 1, 3);
  RunOptions options = traced_options(schedule, testing::TempDir() + "trace_rtl");
  options.foreign_router = [](const Hardware& hardware, NodeId node) {
    return rtl::make_planted({5, 8, 8, 128}, hardware, node);
  };
  try {
    simulate(schedule, options);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("-DTORUSIM_RTL_TRACE=ON"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace torusim
