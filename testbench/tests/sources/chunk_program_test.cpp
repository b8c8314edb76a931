// Programs of chunks on networks: equal at every level, as quick as closed forms say, with the data of the
// run.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>

#include "models/contract/zero_load.h"
#include "models/run/program_time.h"
#include "schedules/check/program_check.h"
#include "schedules/convert/msccl_chunks.h"
#include "schedules/convert/mscclpp_program.h"
#include "schedules/tests/convert/plan_text.h"
#include "schedules/tests/convert/random_msccl.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

ProgramSchedule placed(ChunkProgram read, const Topology& topology, std::vector<NodeId> nodes,
                       int flit_bytes) {
  ProgramSettings settings;
  settings.node_of_rank = std::move(nodes);
  settings.flit_bytes = flit_bytes;
  settings.chunks = std::make_shared<const ChunkMoves>(std::move(read.chunks));
  return ProgramSchedule(std::move(read.program), topology, std::move(settings));
}

ProgramSchedule placed(const std::string& text, const Topology& topology, std::vector<NodeId> nodes,
                       std::int64_t chunk_bytes, int flit_bytes) {
  return placed(read_msccl_program_text(text, "f", {chunk_bytes, 0}), topology, std::move(nodes), flit_bytes);
}

RC_GTEST_PROP(ChunkProgram, FastPinsAndThreadsAreEqualAndVerified, ()) {
  const Topology topology = Topology::parse(
      *rc::gen::element<std::string>("ring:6", "torus:2x3", "torus:4x3", "mesh:3x2", "torus:2x2x2"));
  const std::string collective =
      *rc::gen::element<std::string>("allgather", "broadcast", "alltoall", "allreduce", "reduce_scatter");
  const test::RandomMsccl made =
      test::random_msccl(collective, *rc::gen::inRange(2, 6), *rc::gen::arbitrary<unsigned>());
  std::vector<NodeId> nodes;
  for (int g = 0; g < made.gpus; ++g) nodes.push_back(g);
  const ProgramSchedule program =
      placed(made.xml(), topology, nodes, *rc::gen::inRange(1, 60), *rc::gen::inRange(1, 17));
  RunOptions options;
  options.sync = Synchronisation::kNone;
  options.hardware.topology = topology;
  options.hardware.alpha = *rc::gen::inRange(1, topology.network_ports() + 1);
  options.hardware.lanes = 2;
  options.hardware.reserve = *rc::gen::inRange(1, 9);
  options.hardware.link_delay = *rc::gen::inRange(1, 4);
  options.startup = *rc::gen::inRange(0, 12);
  ProgramSchedule of_fast = program, of_threads = program, of_pins = program;
  const RunResult fast = simulate(of_fast, options);
  options.threads = 3;
  const RunResult divided = simulate(of_threads, options);
  options.threads = 1;
  options.level = Level::kPins;
  const RunResult pins = simulate(of_pins, options);
  if (fast.verdict != Verdict::kVerified) RC_FAIL(fast.findings.empty() ? "deadlock" : fast.findings.front());
  RC_ASSERT(fast.messages == made.sends);
  for (const RunResult& other : {divided, pins}) {
    RC_ASSERT(other.verdict == Verdict::kVerified);
    RC_ASSERT(test::result_text(fast) == test::result_text(other));
  }
}

namespace msccl = test::msccl;

/// s, rcs, r along three ranks: a step receives its whole message before it sends it on.
TEST(ChunkProgram, AChainTakesAMessageAfterTheOther) {
  const std::string text = msccl::algo(
      "ngpus=\"3\" coll=\"broadcast\" inplace=\"1\" nchunksperloop=\"1\"",
      {msccl::gpu(0, 1, 1, 0, {{1, -1, 0, {"s i0"}}}), msccl::gpu(1, 1, 1, 0, {{2, 0, 0, {"rcs o0"}}}),
       msccl::gpu(2, 1, 1, 0, {{-1, 1, 0, {"r o0"}}})});
  for (const int bytes : {1, 16, 100}) {
    ProgramSchedule program = placed(text, Topology::parse("path:3"), {0, 1, 2}, bytes, 16);
    RunOptions options;
    options.sync = Synchronisation::kNone;
    options.hardware.topology = program.info().topology;
    options.startup = 7;
    const RunResult result = simulate(program, options);
    EXPECT_EQ(result.verdict, Verdict::kVerified);
    EXPECT_EQ(result.cycles, 2 * zero_load_latency(options.hardware, 7, 1, 1 + (bytes + 15) / 16));
    EXPECT_EQ(cycles_without_contention(program, options), result.cycles);
  }
}

/// A channel of one slot: a send waits until the message before has been received and the sender was told.
TEST(ChunkProgram, FullChannelsTakeTheTimeOfTheirAnswers) {
  const std::string text = msccl::algo(
      "ngpus=\"2\" coll=\"broadcast\" nchunksperloop=\"3\"",
      {msccl::gpu(0, 3, 3, 0, {{1, -1, 0, {"s i0", "s i1", "s i2", "cpy i0 o0", "cpy i1 o1", "cpy i2 o2"}}}),
       msccl::gpu(1, 3, 3, 0, {{-1, 0, 0, {"r o0", "r o1", "r o2"}}})});
  RunOptions options;
  options.sync = Synchronisation::kNone;
  options.hardware.topology = Topology::parse("path:2");
  options.startup = 5;
  ProgramSchedule program = placed(read_msccl_program_text(text, "f", {.chunk_bytes = 160, .slots = 1}),
                                   options.hardware.topology, {0, 1}, 16);
  const RunResult result = simulate(program, options);
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  EXPECT_EQ(result.messages, 5);
  EXPECT_EQ(result.cycles, 3 * zero_load_latency(options.hardware, 5, 1, 11) +
                               2 * zero_load_latency(options.hardware, 5, 1, 1));
}

RC_GTEST_PROP(ChunkProgram, PlansAreEqualAtAllLevels, ()) {
  const int ranks = *rc::gen::inRange(3, 9);
  const Topology topology =
      Topology::parse(*rc::gen::element<std::string>("ring:8", "torus:2x4", "mesh:3x3"));
  std::vector<NodeId> nodes(static_cast<std::size_t>(topology.nodes()));
  for (NodeId node = 0; node < topology.nodes(); ++node) nodes[static_cast<std::size_t>(node)] = node;
  std::shuffle(nodes.begin(), nodes.end(), std::mt19937(*rc::gen::inRange(0, 1000)));
  nodes.resize(static_cast<std::size_t>(ranks));
  const ChunkSize size{*rc::gen::inRange(1, 60), 0};
  const ProgramSchedule program =
      placed(read_mscclpp_text(test::ring_all_gather(ranks).json(), "p.json", size), topology, nodes,
             *rc::gen::inRange(1, 17));
  RunOptions options;
  options.sync = Synchronisation::kNone;
  options.hardware.topology = topology;
  options.hardware.alpha = *rc::gen::inRange(1, topology.network_ports() + 1);
  options.hardware.lanes = 2;
  options.startup = *rc::gen::inRange(0, 12);
  ProgramSchedule of_fast = program, of_threads = program, of_pins = program;
  const RunResult fast = simulate(of_fast, options);
  RC_ASSERT(fast.verdict == Verdict::kVerified);
  options.threads = 3;
  RC_ASSERT(simulate(of_threads, options).ejection_hash == fast.ejection_hash);
  if (*rc::gen::inRange(0, 10) != 0) return;
  options.threads = 1;
  options.level = Level::kPins;
  RC_ASSERT(simulate(of_pins, options).ejection_hash == fast.ejection_hash);
}

/// Ranks 0 and 2 send to the same place of rank 1, rank 2 nothing of use: what arrives last stays.
TEST(ChunkProgram, TheNetworkDecidesARace) {
  const std::string text =
      msccl::algo("ngpus=\"3\" coll=\"broadcast\" nchunksperloop=\"1\"",
                  {msccl::gpu(0, 1, 1, 0, {{1, -1, 0, {"s i0", "cpy i0 o0"}}, {2, -1, 0, {"s i0"}}}),
                   msccl::gpu(1, 0, 1, 0, {{-1, 0, 0, {"r o0"}}, {-1, 2, 0, {"r o0"}}}),
                   msccl::gpu(2, 0, 1, 1, {{1, -1, 0, {"s s0"}}, {-1, 0, 0, {"r o0"}}})});
  for (const bool far : {false, true}) {
    const std::vector<NodeId> nodes = far ? std::vector<NodeId>{4, 5, 0} : std::vector<NodeId>{0, 5, 4};
    ProgramSchedule program = placed(text, Topology::parse("path:6"), nodes, 16, 16);
    EXPECT_EQ(check_program(program.program(), 0, program.settings().chunks.get()).races, 1);
    for (const Level level : {Level::kFast, Level::kPins}) {
      RunOptions options;
      options.sync = Synchronisation::kNone;
      options.level = level;
      options.hardware.topology = program.info().topology;
      options.hardware.alpha = 2;
      const RunResult result = simulate(program, options);
      EXPECT_EQ(result.verdict, far ? Verdict::kFailed : Verdict::kVerified);
      if (!far) continue;
      EXPECT_EQ(result.findings, (std::vector<std::string>{
                                     "at the end chunk 0 of the output buffer of rank 1 holds nothing, not "
                                     "input chunk 0 of rank 0"}));
    }
  }
}

}  // namespace
}  // namespace torusim
