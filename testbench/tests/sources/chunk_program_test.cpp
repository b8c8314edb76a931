// Programs of chunks on networks: as quick as closed forms say, with the data of the run.
#include <gtest/gtest.h>

#include "models/contract/zero_load.h"
#include "models/run/program_time.h"
#include "schedules/check/program_check.h"
#include "schedules/convert/msccl_chunks.h"
#include "schedules/tests/convert/msccl_text.h"
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
