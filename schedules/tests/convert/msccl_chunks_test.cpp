// MSCCL algorithms as programs: random ones are right, and what makes them wrong, racy or endless is found.
#include "schedules/convert/msccl_chunks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>

#include "schedules/check/chunk_races.h"
#include "schedules/check/program_check.h"
#include "schedules/tests/convert/msccl_oracle.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

ProgramReport checked(const std::string& text, ChunkSize size = {}) {
  const ChunkProgram read = read_msccl_program_text(text, "f", size);
  return check_program(read.program, 0, &read.chunks);
}

test::RandomMsccl any_program() {
  const std::string collective =
      *rc::gen::element<std::string>("allgather", "broadcast", "alltoall", "allreduce", "reduce_scatter");
  return test::random_msccl(collective, *rc::gen::inRange(2, 7), *rc::gen::arbitrary<unsigned>());
}

RC_GTEST_PROP(MscclChunks, RandomProgramsAreCorrect, ()) {
  const test::RandomMsccl program = any_program();
  const test::MscclOracle oracle(program);
  RC_ASSERT(oracle.ends() && oracle.right() && !oracle.races());
  const ProgramReport report = checked(program.xml(), {48, 0});
  if (!report.correct()) RC_FAIL(report.violations.front());
  RC_ASSERT(report.sends == program.sends);
  RC_ASSERT(report.receives == program.sends);
  RC_ASSERT(report.bytes == 48 * program.chunks_sent);
}

/// Some step with what `fits` asks for; nothing if there is none.
template <typename Fits>
test::RandomMsccl::Step* any_step(test::RandomMsccl& program, Fits fits) {
  std::vector<test::RandomMsccl::Step*> found;
  for (auto& blocks : program.blocks) {
    for (auto& block : blocks) {
      for (auto& step : block.steps) {
        if (fits(step)) found.push_back(&step);
      }
    }
  }
  return found.empty() ? nullptr : *rc::gen::elementOf(found);
}

/// Fewer slots can end a program, and change nothing else; with as many as messages nothing waits.
RC_GTEST_PROP(MscclChunks, FullChannelsOnlyBlock, ()) {
  const test::RandomMsccl program = any_program();
  const ProgramReport plain = checked(program.xml());
  bool ends = false;
  for (const std::int64_t slots : {1, 2, 3, 1'000'000}) {
    const ProgramReport report = checked(program.xml(), {.slots = slots});
    RC_ASSERT(report.races == 0 && report.wrong_chunks == 0);
    RC_ASSERT(report.correct() || !ends);  // more slots never hurt
    ends |= report.correct();
    RC_ASSERT(report.sends >= plain.sends);
    if (slots == 1'000'000) RC_ASSERT(report.correct() && report.sends == plain.sends);
  }
}

RC_GTEST_PROP(MscclChunks, ADroppedDependenceIsARaceWhereItIsOne, ()) {
  test::RandomMsccl program = any_program();
  auto* const step = any_step(program, [](const auto& each) { return each.needs_block >= 0; });
  if (step == nullptr) return;
  step->needs_block = step->needs_step = -1;
  const test::MscclOracle oracle(program);
  const ProgramReport report = checked(program.xml());
  RC_CLASSIFY(oracle.races(), "races");
  RC_ASSERT(oracle.ends());
  RC_ASSERT((report.races > 0) == oracle.races());
  RC_ASSERT(report.unjudged_pairs == 0);
  if (!oracle.races()) RC_ASSERT(report.correct() == oracle.right());
}

RC_GTEST_PROP(MscclChunks, AChangedChunkIsFoundWhereItMatters, ()) {
  test::RandomMsccl program = any_program();
  auto* const step = any_step(program, [](const auto& each) {
    return each.type != "nop" && each.target.offset + each.source.offset > 0;
  });
  if (step == nullptr) return;
  auto& place = step->target.offset > 0 ? step->target : step->source;
  --place.offset;
  const test::MscclOracle oracle(program);
  const ProgramReport report = checked(program.xml());
  RC_CLASSIFY(oracle.races(), "races");
  RC_ASSERT((report.races > 0) == oracle.races());
  if (!oracle.races()) RC_ASSERT((report.wrong_chunks == 0) == oracle.right());
}

RC_GTEST_PROP(MscclChunks, AnAddedDependenceEndsOrIsACircle, ()) {
  test::RandomMsccl program = any_program();
  const auto g = static_cast<std::size_t>(*rc::gen::inRange(0, program.gpus));
  auto& blocks = program.blocks[g];
  auto* const step = any_step(program, [&](const auto& each) {
    return each.needs_block < 0 && std::any_of(blocks.begin(), blocks.end(), [&](const auto& block) {
             return &each >= block.steps.data() && &each < block.steps.data() + block.steps.size();
           });
  });
  if (step == nullptr) return;
  step->needs_block = *rc::gen::inRange(0, static_cast<int>(blocks.size()));
  step->needs_step = *rc::gen::inRange(
      0, static_cast<int>(blocks[static_cast<std::size_t>(step->needs_block)].steps.size()));
  if (&blocks[static_cast<std::size_t>(step->needs_block)]
           .steps[static_cast<std::size_t>(step->needs_step)] == step) {
    return;
  }
  const test::MscclOracle oracle(program);
  const ProgramReport report = checked(program.xml());
  RC_CLASSIFY(oracle.ends(), "ends");
  if (oracle.ends()) {
    RC_ASSERT(report.correct());
  } else {
    RC_ASSERT(report.violations.front().find("operations wait for each other") != std::string::npos);
  }
}

// --- sentences

namespace msccl = test::msccl;

/// Broadcast on two GPUs, with a second receive into the same place.
std::string two_writers(bool ordered) {
  return msccl::algo(
      "ngpus=\"2\" coll=\"broadcast\" nchunksperloop=\"1\"",
      {msccl::gpu(0, 1, 1, 0, {{1, -1, 0, {"s i0"}}, {1, -1, 1, {"cpy i0 o0", "s o0"}}}),
       msccl::gpu(1, 0, 1, 0, {{-1, 0, 0, {"r o0"}}, {-1, 0, 1, {ordered ? "r o0 @0.0" : "r o0"}}})});
}

TEST(MscclChunks, ARaceNamesBothSteps) {
  EXPECT_TRUE(checked(two_writers(true)).correct());
  const ProgramReport report = checked(two_writers(false));
  EXPECT_EQ(report.races, 1);
  EXPECT_EQ(
      report.violations,
      (std::vector<std::string>{
          "f:13: race: the r in step 0 of thread block 0 on rank 1 writes chunk 0 of the output buffer of "
          "rank 1, and nothing orders it with the r in step 0 of thread block 1 on rank 1 (f:16), which "
          "writes it"}));
}

TEST(MscclChunks, TheLimitOfWorkIsToldByTheNumberOfPairs) {
  const ChunkProgram read = read_msccl_program_text(two_writers(false), "f", {});
  std::vector<OperationId> order{0, 1, 2, 3, 4}, sent_by(5, UINT32_MAX);
  sent_by[3] = 0;
  sent_by[4] = 2;
  EXPECT_EQ(find_chunk_races(read.program, read.chunks, order, sent_by, 5).count, 1);
  const ChunkRaces open = find_chunk_races(read.program, read.chunks, order, sent_by, 4);
  EXPECT_EQ(open.count, 0);
  EXPECT_EQ(open.unjudged, 1);
}

/// Two GPUs in place: these blocks, and one that sends all and receives all.
std::string one_gpu(const std::vector<std::string>& steps, const std::vector<std::string>& more = {}) {
  std::vector<msccl::Block> blocks{{1, 1, 0, steps}};
  if (!more.empty()) blocks.emplace_back().steps = more;
  return msccl::algo(
      "ngpus=\"2\" coll=\"allreduce\" inplace=\"1\" nchunksperloop=\"2\"",
      {msccl::gpu(0, 2, 0, 1, blocks), msccl::gpu(1, 2, 0, 0, {{0, 0, 0, {"s i0 2", "r i0 2"}}})});
}

std::string first_violation(const std::string& text) {
  const ProgramReport report = checked(text);
  return report.correct() ? "correct" : report.violations.front();
}

TEST(MscclChunks, TheFirstWrongChunkIsNamed) {
  const std::string rrc = "rrc i0 2", send = "s i0 2";
  EXPECT_EQ(first_violation(one_gpu({rrc, send})), "correct");
  EXPECT_EQ(first_violation(one_gpu({"r i0 2", send})),
            "at the end chunk 0 of the input buffer of rank 0 holds input chunk 0 of rank 1, not the sum of "
            "chunk 0 (4 chunks of outputs are wrong)");
  EXPECT_EQ(
      first_violation(one_gpu({rrc, send, "re i0 i1"})),
      "at the end chunk 1 of the input buffer of rank 0 holds a wrong sum: re in step 2 of thread block "
      "0 on rank 0 (f:6) adds chunk 0 to chunk 1, not the sum of chunk 1");
  EXPECT_EQ(
      first_violation(one_gpu({rrc, send, "cpy i0 s0", "re s0 i0"})),
      "at the end chunk 0 of the input buffer of rank 0 holds a wrong sum: re in step 3 of thread block "
      "0 on rank 0 (f:7) counts chunk 0 of rank 0 twice, not the sum of chunk 0");
}

TEST(MscclChunks, CirclesAndMissingPartnersAreNamed) {
  EXPECT_EQ(first_violation(one_gpu({"r i0 2"})),
            "f:10: no message is left for the r in step 1 of thread block 0 on rank 1");
  EXPECT_EQ(
      first_violation(one_gpu({"nop @1.0"}, {"nop @0.0"})),
      "f:4: operations wait for each other: the nop in step 0 of thread block 0 on rank 0 waits for "
      "the nop in step 0 of thread block 1 on rank 0 (f:7), which waits for the nop in step 0 of thread "
      "block 0 on rank 0 (f:4)");
}

/// Three GPUs add up one chunk each, each by itself: its own first, or all in the order of the ranks.
std::string one_shot(bool ascending) {
  std::vector<std::string> gpus;
  for (int rank = 0; rank < 3; ++rank) {
    std::vector<msccl::Block> blocks;
    std::vector<std::string> sums{ascending ? fmt::format("cpy i0 s{}", rank) : "cpy i0 o0"};
    for (int k = 0; k < 3; ++k) {
      const int from = ascending ? k : (rank + k) % 3;
      const std::string wait = from == rank ? "" : fmt::format(" @{}.1", blocks.size());
      if (from != rank) blocks.push_back({from, from, 0, {"s i0", fmt::format("r i0 s{}", from)}});
      if (from == rank && !ascending) continue;
      sums.push_back(fmt::format("{} s{} o0{}", ascending && k == 0 ? "cpy" : "re", from, wait));
    }
    blocks.push_back({-1, -1, 0, sums});
    gpus.push_back(msccl::gpu(rank, 1, 1, 3, blocks));
  }
  return msccl::algo("ngpus=\"3\" coll=\"allreduce\" nchunksperloop=\"1\"", gpus);
}

TEST(MscclChunks, DifferentOrdersOfASumAreTold) {
  for (const bool ascending : {false, true}) {
    const ProgramReport report = checked(one_shot(ascending));
    EXPECT_TRUE(report.correct()) << report.violations.front();
    EXPECT_EQ(report.orders_differ, !ascending);
  }
}

std::string refusal(const std::string& text) {
  return test::refusal([&] { read_msccl_program_text(text, "f", {}); });
}

TEST(MscclChunks, FilesInTheWild) {
  const std::string right = two_writers(true);
  EXPECT_EQ(refusal(right), "accepted");
  EXPECT_EQ(refusal("<!-- a licence -->\n" + right), "accepted");
  for (const char* element : {"algo", "gpu", "tb", "step"}) {
    std::string twice = right;
    twice.insert(twice.find('<' + std::string(element)) + 1 + std::strlen(element), " z=\"1\" z=\"2\"");
    EXPECT_NE(refusal(twice).find(fmt::format("<{}>: z= occurs twice", element)), std::string::npos);
  }
  EXPECT_EQ(refusal(right + right), "f:20: <algo>: a second document in one file; separate them");
  EXPECT_EQ(refusal(right + "\nRank 0 chunk 0 is incorrect\n"),
            "f:21: text beside <algo>: Rank 0 chunk 0 is incorrect");
  EXPECT_EQ(refusal("<plan/>" + right), "f:1: <plan>: not an MSCCL algorithm");
  EXPECT_EQ(refusal(""), "f:1: no <algo>: not an MSCCL algorithm");
  EXPECT_EQ(refusal(msccl::algo("ngpus=\"1\" coll=\"custom\"", {})),
            "f:1: <algo>: coll=\"custom\": alltoall, allgather, broadcast, allreduce, reduce_scatter and "
            "reduce are "
            "read, nothing else");
  EXPECT_EQ(refusal(msccl::algo("ngpus=\"1\" coll=\"allreduce\" nchunksperloop=\"2\"",
                                {msccl::gpu(0, 3, 3, 0, {})})),
            "f:1: nchunksperloop=\"2\", but the largest buffer has 3 chunks");
  EXPECT_EQ(refusal(msccl::algo("ngpus=\"2\" coll=\"allgather\" inplace=\"1\" nchunksperloop=\"3\"",
                                {msccl::gpu(0, 0, 3, 0, {}), msccl::gpu(1, 0, 3, 0, {})})),
            "f:1: 3 chunks are not divisible among 2 ranks");
  EXPECT_EQ(refusal(msccl::algo("ngpus=\"2\" coll=\"allgather\" nchunksperloop=\"4\"",
                                {msccl::gpu(0, 3, 4, 0, {}), msccl::gpu(1, 0, 4, 0, {})})),
            "f:1: gpu 0 has i_chunks=\"3\"; its buffer in this gossip of 4 chunks, out of place, has 2");
  EXPECT_EQ(refusal(one_gpu({"nop @0.0"})), "f:4: waits for itself");
  std::string once = right;
  once.replace(once.find("chan=\"1\""), 8, "chan=\"0\"");
  EXPECT_EQ(
      refusal(once),
      "f:8: thread blocks 0 (line 4) and 1 both send to one GPU on one channel; their order is not defined");
}

TEST(MscclChunks, SizesAndNotes) {
  std::string text = msccl::algo(
      "ngpus=\"1\" coll=\"allreduce\" nchunksperloop=\"3\" inplace=\"1\" outofplace=\"1\" minBytes=\"64\" "
      "maxBytes=\"99\"",
      {msccl::gpu(0, 3, 3, 0, {{-1, -1, 0, {"cpy i0 o0 3", "nop @0.0"}}})});
  text.insert(text.find(" depid=\"-1\""), " hasdep=\"0\"");
  const ChunkProgram read = read_msccl_program_text(text, "f", {16, 100});
  EXPECT_EQ(read.chunks.chunk_bytes, 34);
  EXPECT_EQ(read.chunks.title, "all-reduce of 3 chunks, out of place");
  EXPECT_EQ(read.notes, (std::vector<std::string>{
                            "for buffers in place or not: runs out of place",
                            "is for buffers of 64 bytes or more, at most 99, runs with 100 (--set bytes=N)",
                            "1 step waits for a step with hasdep=\"0\", which counts as one that signals"}));
  EXPECT_TRUE(check_program(read.program, 0, &read.chunks).correct());
}

/// Each rank sends three times before it receives: two slots are too few.
TEST(MscclChunks, FullChannelsCanDeadlock) {
  std::vector<std::string> gpus;
  for (const int gpu : {0, 1}) {
    msccl::Block block{1 - gpu, 1 - gpu};
    for (int s = 0; s < 6; ++s) {
      block.steps.push_back(fmt::format("{0} i{1} o{1}", s < 3 ? "s" : "r", 3 * (1 - gpu) + s % 3));
    }
    block.steps.push_back(fmt::format("cpy i{0} o{0} 3", 3 * gpu));
    gpus.push_back(msccl::gpu(gpu, 6, 6, 0, {block}));
  }
  const std::string text = msccl::algo("ngpus=\"2\" coll=\"alltoall\" nchunksperloop=\"6\"", gpus);
  EXPECT_TRUE(checked(text).correct());
  EXPECT_TRUE(checked(text, {.slots = 3}).correct());
  const ProgramReport report = checked(text, {.slots = 2});
  ASSERT_FALSE(report.correct());
  EXPECT_NE(report.violations.front().find("operations wait for each other"), std::string::npos);
  EXPECT_NE(report.violations.front().find("waits for the free slot in step"), std::string::npos);
}

}  // namespace
}  // namespace torusim
