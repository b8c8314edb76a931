// Schedules in the order of their data: the same results, without races, and no slower than with barriers.
#include "schedules/core/data_order.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/run/simulation.h"
#include "schedules/algorithms/registry.h"
#include "schedules/check/program_check.h"
#include "schedules/tests/failed_networks.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// `planned` for any collective but an exchange. Through fewer ports messages of different links would queue.
AlgorithmOptions any_plan(const Topology& topology) {
  const auto kind = *rc::gen::element<std::string>("gossip", "reduce-scatter", "all-reduce", "broadcast",
                                                   "broadcast", "reduce", "reduce");
  AlgorithmOptions options{{"collective", kind}};
  const bool rooted = kind == "broadcast" || kind == "reduce";
  options["pieces"] =
      fmt::format("{}", *rc::gen::inRange(1, std::min(rooted ? 40 : 3, 1 + topology.nodes())));
  options["phases"] = *rc::gen::element<std::string>("auto", "few", "even");
  if (rooted) options["root"] = fmt::format("{}", *rc::gen::inRange(0, topology.nodes()));
  return options;
}

RC_GTEST_PROP(DataOrder, OfAPlanIsNoSlowerThanItsPhases, ()) {
  const Topology intact = test::any_shape(16);
  const Topology topology = *rc::gen::arbitrary<bool>() ? test::with_failed_links(intact, 3) : intact;
  const auto options = any_plan(topology);
  RC_PRE(topology.nodes() <= 40 || options.at("pieces").size() == 1);
  RunOptions run;
  run.hardware.topology = topology;
  run.hardware.lanes = 2;
  run.hardware.link_delay = *rc::gen::inRange(1, 9);
  run.block_flits = *rc::gen::inRange(0, 20);
  run.startup = *rc::gen::inRange(0, 12);
  run.reduce_delay = *rc::gen::inRange(0, 5);
  RC_LOG() << topology.name() << " " << (topology.failures() ? failures_list(topology) : "");
  for (const auto& [option, value] : options) RC_LOG() << " " << option << "=" << value;
  auto made = make_schedule("planned", topology, options);
  run.hardware.alpha = made->info().ports;
  run.hardware.reserve = 64;
  run.sync = Synchronisation::kBarrier;
  const RunResult apart = simulate(*made, run);
  RC_ASSERT(apart.verdict == Verdict::kVerified);
  DataSchedule data(std::move(made), run.block_flits, run.hardware.alpha, run.reduce_delay);
  const ProgramSchedule& program = *data.as_program();
  const ProgramReport report = check_program(program.program(), 0, program.settings().chunks.get());
  RC_ASSERT(report.violations == std::vector<std::string>());
  run.sync = Synchronisation::kNone;
  const RunResult together = simulate(data, run);
  RC_ASSERT(together.findings == std::vector<std::string>());
  RC_ASSERT(together.verdict == Verdict::kVerified);
  RC_ASSERT(together.cycles <= apart.cycles);
  RC_ASSERT(together.flit_hops == apart.flit_hops);
  RC_CLASSIFY(together.cycles < apart.cycles, "quicker");
}

/// Reductions and gossips of other designs: sums that are stored and sent again, messages of many hops.
RC_GTEST_PROP(DataOrder, OfAnyAlgorithmIsCorrect, ()) {
  struct Made {
    const char* name;
    AlgorithmOptions options;
  };
  const auto made = *rc::gen::element(
      Made{"swing", {}}, Made{"swing", {{"variant", "latency"}}}, Made{"halving", {}}, Made{"bucket", {}},
      Made{"tree", {{"pieces", "5"}}}, Made{"bine", {}}, Made{"ring-reduce", {}}, Made{"hamiltonian", {}},
      Made{"gossip-ti", {}}, Made{"gossip-ti", {{"collective", "all-reduce"}}}, Made{"gossip-one", {}},
      Made{"edn", {}}, Made{"broadcast", {}}, Made{"broadcast", {{"collective", "all-reduce"}}},
      Made{"trivance", {}}, Made{"wang-tseng", {}});
  const auto shape = *rc::gen::element<std::string>("torus:4x4", "torus:8x4", "torus:4x4x4", "torus:3x3",
                                                    "torus:9x3", "torus:5x7");
  std::unique_ptr<Schedule> schedule;
  try {
    schedule = make_schedule(made.name, Topology::parse(shape), made.options);
  } catch (const InputError&) {
    RC_DISCARD("not on this shape");
  }
  RC_LOG() << made.name << " on " << shape;
  RC_TAG(made.name);
  RunOptions run = test::options_for(*schedule, Synchronisation::kNone);
  run.hardware.lanes = 2;
  const int ports = run.hardware.alpha = schedule->info().ports;
  DataSchedule data(std::move(schedule), run.block_flits, ports, 0);
  const ProgramSchedule& program = *data.as_program();
  const ProgramReport report = check_program(program.program(), 0, program.settings().chunks.get());
  RC_ASSERT(report.violations == std::vector<std::string>());
  const RunResult result = simulate(data, run);
  RC_ASSERT(result.findings == std::vector<std::string>());
  RC_ASSERT(result.verdict == Verdict::kVerified);
}

TEST(DataOrder, IsNotForBlocksThatMove) {
  const auto schedule = make_schedule("direct", Topology::parse("torus:4x4"));
  EXPECT_EQ(
      test::refusal([&] { program_of_data(*schedule, 1, 1, 0, 1); }),
      "--sync data: the blocks of a gossip, broadcast or reduction are copied or added up; those of direct "
      "are not");
}

}  // namespace
}  // namespace torusim
