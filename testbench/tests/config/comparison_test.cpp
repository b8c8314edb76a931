// compare: its cycles are those of single runs, and its sizes and links are read as the page says.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/run/simulation.h"
#include "schedules/tests/refusal.h"
#include "testbench/config/collective_comparison.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/jobs_file.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/units.h"
#include "testbench/process/interrupt.h"

namespace torusim {
namespace {

/// The run that the row names: with barriers, or in the order of data.
RunConfig run_of(const RunConfig& config, const ComparedNetwork& network, const ComparedRow& row) {
  RunConfig one = config;
  one.size.clear();
  one.algorithm = row.choice.candidate.name;
  one.set = row.choice.candidate.options;
  one.block = row.block;
  one.alpha = network.ports;
  const bool ordered = load_schedule(one)->info().sync == Synchronisation::kData && !one.set.contains("sync");
  if (!ordered) one.sync = Synchronisation::kBarrier;
  return one;
}

/// Its cycles and verdict.
std::string outcome(const RunConfig& one) {
  const PreparedRun prepared = prepare_run(one);
  const RunResult result = simulate(*prepared.schedule, prepared.options);
  return fmt::format("{} cycles, {}", result.cycles, to_text(result.verdict));
}

RC_GTEST_PROP(Comparison, SaysWhatRunsTake, ()) {
  RunConfig config;
  config.quiet = true;
  config.topology =
      *rc::gen::element<std::string>("torus:4x4", "torus:4x3", "ring:6", "mesh:3x4", "torus:2x4x4",
                                     "torus:4x4~x+y2", "hypercube:4", "complete:6");
  if (*rc::gen::inRange(0, 3) == 0) config.fail = "random:1";
  config.seed = *rc::gen::inRange<std::uint64_t>(0, 100);
  config.run.startup = *rc::gen::element<Cycle>(0, 7, 300);
  config.link_rates = parse_link_rates(*rc::gen::element<std::string>("1", "1", "1/4", "1,x=1/4", "1/20"));
  if (*rc::gen::inRange(0, 6) == 0) {  // credits are under way when the next phase begins
    config.run.hardware.link_delay = 8;
    config.reserve = *rc::gen::inRange(1, 4);
  }
  config.slow_nodes = *rc::gen::element<std::string>("none", "none", "1=300");
  ComparedNetwork network{*rc::gen::element(Collective::Kind::kCompleteExchange, Collective::Kind::kGossip,
                                            Collective::Kind::kBroadcast, Collective::Kind::kReduceScatter,
                                            Collective::Kind::kAllReduce, Collective::Kind::kReduce),
                          Topology::parse(config.topology), 1};
  try {
    network.topology = with_failures(config, network.topology);
  } catch (const InputError&) {
    return;  // the network is cut
  }
  network.ports = network.topology.network_ports();
  if (*rc::gen::inRange(0, 4) == 0) network.ports = *rc::gen::inRange(1, network.ports + 1);
  const std::int64_t flits = *rc::gen::element<std::int64_t>(1, 40, 1000, config.reserve ? 1000 : 20000);
  const ComparedSize compared =
      compare_algorithms(config, network, {flits, fmt::format("{}", flits)}, kSecondsOfSize);
  RC_ASSERT(!compared.rows.empty());
  std::int64_t last = 0;
  for (const ComparedRow& row : compared.rows) {
    if (row.choice.certainty == Certainty::kAtLeast) continue;
    RC_ASSERT(row.choice.cycles >= last);
    last = row.choice.cycles;
  }
  const auto known = [](const ComparedRow& row) { return row.choice.certainty != Certainty::kAtLeast; };
  RC_PRE(known(compared.rows.front()));
  for (const std::size_t i :
       {std::size_t{0}, static_cast<std::size_t>(*rc::gen::inRange(0, 64)) % compared.rows.size()}) {
    const ComparedRow& row = compared.rows[i];
    if (!known(row)) continue;
    RC_LOG() << command_of(config, network, row) << "\n";
    RC_ASSERT(outcome(run_of(config, network, row)) == fmt::format("{} cycles, verified", row.choice.cycles));
  }
  // A run of the collective takes the first row. It compares anew, so one case of four does.
  if (*rc::gen::inRange(0, 4) != 0) return;
  RunConfig named = config;
  named.algorithm = to_text(network.kind);
  named.size = fmt::format("{}", flits);
  named.alpha = network.ports;
  const Candidate& first = compared.rows.front().choice.candidate;
  if (!first.options.contains("sync")) named.sync = run_of(config, network, compared.rows.front()).sync;
  const PreparedRun prepared = prepare_run(named);
  RC_ASSERT(prepared.config.algorithm == first.name);
  RC_ASSERT(prepared.config.converted.at("quickest").starts_with(first.text() + ": "));
  RC_ASSERT(simulate(*prepared.schedule, prepared.options).cycles == compared.rows.front().choice.cycles);
}

TEST(Comparison, EndsBetweenTwoAlgorithmsWhenAsked) {
  RunConfig config;
  config.topology = "torus:4x4";
  config.algorithm = "all-reduce";
  int asked = 0;
  const HostCall host([&] { return ++asked == 2; });
  EXPECT_THROW(compare_algorithms(config, compared_network(config), {40, "40"}, kSecondsOfSize),
               InterruptedError);
  EXPECT_EQ(asked, 2);
}

TEST(Comparison, PlanningEndsWhenAsked) {
  for (const auto& [topology, collective] :
       {std::pair("torus:16x16", "complete-exchange"), std::pair("torus:16x16", "all-reduce"),
        std::pair("mesh:8x8", "gossip")}) {
    RunConfig config;
    config.algorithm = "planned";
    config.topology = topology;
    config.fail = "random:1";
    config.set["collective"] = collective;
    for (int questions = 1; questions <= 2; ++questions) {
      int asked = 0;
      const HostCall host([&] { return ++asked == questions; });
      EXPECT_THROW(load_schedule(config), InterruptedError) << topology << " " << collective;
      EXPECT_EQ(asked, questions);
    }
  }
}

TEST(Comparison, SizesAndBlocksOfJobsAreOne) {
  const auto blocks = [](std::string size, std::optional<int> block) {
    RunConfig config;
    config.topology = "torus:8x4";
    config.on = "(0..7/2,*)";
    config.algorithm = "direct";
    config.flit_bytes = 16;
    config.size = std::move(size);
    config.block = block;
    PreparedRun prepared = prepare_run(config);
    return fmt::format("{} {}", *prepared.config.block,
                       simulate(*prepared.schedule, prepared.options).ejection_hash);
  };
  EXPECT_EQ(blocks("16kB", {}), blocks("", 63));
  const auto refusal = [](const std::string& keys) {
    return test::refusal<InputError>(
        [&] { read_jobs_text("[[job]]\nnodes = \"*\"\nrun = \"direct\"\n" + keys, "f"); });
  };
  EXPECT_EQ(refusal("size = \"1MB\""), "accepted");
  EXPECT_EQ(refusal("size = \"1MB\"\nblock = 4"),
            "f:1: keys block and size: the blocks follow from the vector");
  EXPECT_EQ(refusal("size = \"1MB,2MB\""), "f:4: size = 1MB,2MB: must be one size, such as 1MB");
}

TEST(Comparison, NamesWhoWinsWhere) {
  std::vector<ComparedSize> sizes;
  for (const char* name : {"a", "a", "b", "a"}) {
    ComparedSize& size = sizes.emplace_back();
    size.size.text = fmt::format("{} MB", sizes.size());
    size.rows.emplace_back().choice.candidate.name = name;
  }
  EXPECT_EQ(winners_text(sizes), "1 MB to 2 MB a, 3 MB b, 4 MB a");
}

TEST(Comparison, ReadsSizesAndLinks) {
  const auto texts = [](const char* text, int flit_bytes) {
    std::string result;
    for (const VectorSize& size : parse_sizes(text, flit_bytes)) {
      result += fmt::format("{}={} ", size.text, size.flits);
    }
    return result;
  };
  EXPECT_EQ(texts("1MB", 16), "1 MB=62500 ");
  EXPECT_EQ(texts("1MB..3MB", 16), "1 MB=62500 2 MB=125000 3 MB=187500 ");
  EXPECT_EQ(texts("1KiB,100", 16), "1 KiB=64 100=100 ");
  EXPECT_EQ(texts("17B", 16), "17 B=2 ");
  for (const char* wrong :
       {"", "0", "1MB..", "2MB..1MB", "1MB..5", "1XB", "-1", "1MB,,2MB", "1MB..2MB,2MB", "1e300GB"}) {
    EXPECT_NE(test::refusal<UsageError>([&] { parse_sizes(wrong, 16); }), "accepted") << wrong;
  }
  EXPECT_EQ(test::refusal<UsageError>([&] { parse_sizes("1MB", 0); }),
            "needs --flit-bytes, such as 16, or --link");
  RunConfig config;
  config.link = parse_link("400Gbit/s");
  convert_units(config);
  EXPECT_EQ(config.clock, 3.125e9);
  EXPECT_EQ(config.flit_bytes, 16);
  config = {};
  config.link = parse_link("50GB/s");
  config.clock = 1e9;
  convert_units(config);
  EXPECT_EQ(config.flit_bytes, 50);
  config = {};
  config.link = parse_link("50GB/s");
  config.clock = 3e9;
  EXPECT_EQ(test::refusal<UsageError>([&] { convert_units(config); }),
            "--link 50 GB/s: with --clock 3GHz a flit has 16.6667 bytes, which is no whole number");
}

}  // namespace
}  // namespace torusim
