// MSCCL algorithms by hand and as compilers write them: with one buffer for input and output, with instances,
// with sums now and later.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "schedules/check/program_check.h"
#include "schedules/convert/msccl_chunks.h"
#include "schedules/tests/convert/msccl_text.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

namespace msccl = test::msccl;

/// What is refused, or the first violation; else the messages, and the chunks that they move.
std::string judged(const std::string& text) {
  std::string result;
  const std::string refusal = test::refusal([&] {
    const ChunkProgram read = read_msccl_program_text(text, "f", {.chunk_bytes = 1});
    const ProgramReport report = check_program(read.program, 0, &read.chunks);
    result = report.correct() ? fmt::format("{} messages, {} chunks", report.sends, report.bytes)
                              : report.violations.front();
  });
  return refusal == "accepted" ? result : refusal;
}

std::string changed(std::string text, std::string_view old, std::string_view by) {
  const auto at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

/// Three GPUs in a line: what 0 and 2 have for each other goes through the scratch of 1, or straight on
/// (rcs).
const std::string kLine = msccl::algo(
    "ngpus=\"3\" coll=\"alltoall\" nchunksperloop=\"3\"",
    {msccl::gpu(0, 3, 3, 0, {{1, 1, 0, {"cpy i0 o0", "s i1 s0 2", "r i0 o1 2"}}}),
     msccl::gpu(1, 3, 3, 4,
                {{0, 0, 0, {"r i1 s0 2", "cpy s0 o0 @1.1", "cpy i0 s2", "s s2 o1 2", "cpy i1 o1"}},
                 {2, 2, 0, {"r i0 s3", "r i1 o2", "s s1 o0 @0.0", "s i2 o1"}}}),
     msccl::gpu(2, 3, 3, 0, {{1, 1, 0, {"s i0 s3", "s i1 o2", "cpy i2 o2", "r s1 o0", "r i2 o1"}}})});

TEST(Msccl, SaysWhatIsWrongAndWhere) {
  const auto said = [&](std::string_view old, std::string_view by) {
    return judged(changed(kLine, old, by));
  };
  EXPECT_EQ(
      said("coll=\"alltoall\"", "coll=\"scan\""),
      "f:1: <algo>: coll=\"scan\": alltoall, allgather, broadcast, allreduce, reduce_scatter and reduce "
      "are read, nothing else");
  EXPECT_EQ(said("srcbuf=\"i\" srcoff=\"1\" dstbuf=\"s\" dstoff=\"0\" cnt=\"2\"",
                 "srcbuf=\"i\" srcoff=\"1\" dstbuf=\"s\" dstoff=\"0\" cnt=\"3\""),
            "f:5: <step>: chunks 1 to 3 of buffer i, which has 3");
  EXPECT_EQ(said("depid=\"1\" deps=\"1\"", "depid=\"1\" deps=\"9\""),
            "f:12: waits for step 9 of thread block 1, which does not exist");
  EXPECT_EQ(said("<step s=\"1\" type=\"cpy\" srcbuf=\"s\"", "<step s=\"4\" type=\"cpy\" srcbuf=\"s\""),
            "f:12: <step>: s=\"4\", but this is step 1 of its thread block");
  EXPECT_EQ(said("</algo>", "</alg>"), "f:33: Start-end tags mismatch");
}

/// Round a ring, all of it in the output: the input of a GPU is its own part, and i_chunks may count none.
std::string ring_gossip(int gpus, int instances, int inputs) {
  std::vector<std::string> all;
  for (int g = 0; g < gpus; ++g) {
    std::vector<msccl::Block> blocks;
    for (int i = 0; i < instances; ++i) {
      msccl::Block block{(g + 1) % gpus, (g + gpus - 1) % gpus, i};
      for (int k = 0; k < gpus; ++k) {
        block.steps.push_back(fmt::format("{} o{}",
                                          k == 0         ? "s"
                                          : k < gpus - 1 ? "rcs"
                                                         : "r",
                                          (g - k + gpus) % gpus * instances + i));
      }
      blocks.push_back(block);
    }
    all.push_back(msccl::gpu(g, inputs, gpus * instances, 0, blocks));
  }
  return msccl::algo(fmt::format("ngpus=\"{}\" coll=\"allgather\" inplace=\"1\"", gpus), all);
}

TEST(Msccl, AGossipHasItsInputInTheOutput) {
  for (const auto& [gpus, instances] : {std::pair(3, 1), {4, 1}, {4, 2}, {8, 8}}) {
    const int messages = gpus * (gpus - 1) * instances;
    for (const int inputs : {0, instances}) {
      EXPECT_EQ(judged(ring_gossip(gpus, instances, inputs)),
                fmt::format("{} messages, {} chunks", messages, messages));
    }
  }
  EXPECT_EQ(judged(changed(ring_gossip(3, 1, 0), "i_chunks=\"0\"", "i_chunks=\"2\"")),
            "f:1: gpu 0 has i_chunks=\"2\"; its buffer in this gossip of 3 chunks, in place, has 1");
  EXPECT_EQ(judged(changed(ring_gossip(3, 1, 0), "srcoff=\"0\"", "srcoff=\"1\"")),
            "at the end chunk 0 of the output buffer of rank 1 holds nothing, not input chunk 0 of rank 0 (2 "
            "chunks of outputs are wrong)");
}

/// Every pair for itself; instance i moves part i of each block.
std::string exchange(int gpus, int instances, bool in_place) {
  const int chunks = gpus * instances;
  const char source = in_place ? 'o' : 'i';
  std::vector<std::string> all;
  for (int g = 0; g < gpus; ++g) {
    std::vector<msccl::Block> blocks;
    for (int peer = 0; peer < gpus; ++peer) {
      for (int i = 0; i < instances && peer != g; ++i) {
        const int chunk = peer * instances + i;
        blocks.push_back(
            {peer,
             peer,
             i,
             {fmt::format("s {0}{1} o{1}", source, chunk), fmt::format("r {0}{1} o{1}", source, chunk)}});
      }
    }
    if (!in_place) {
      std::vector<std::string>& own = blocks.emplace_back().steps;
      for (int i = 0; i < instances; ++i) own.push_back(fmt::format("cpy i{0} o{0}", g * instances + i));
    }
    all.push_back(msccl::gpu(g, in_place ? 0 : chunks, chunks, 0, blocks));
  }
  return msccl::algo(fmt::format("ngpus=\"{}\" coll=\"alltoall\" inplace=\"{}\"", gpus, in_place ? 1 : 0),
                     all);
}

TEST(Msccl, AnExchangeWithOneBufferOrTwo) {
  for (const int instances : {1, 2, 3, 8}) {
    const int messages = 4 * 3 * instances;
    for (const bool in_place : {false, true}) {
      EXPECT_EQ(judged(exchange(4, instances, in_place)),
                fmt::format("{} messages, {} chunks", messages, messages));
    }
  }
  std::string text = exchange(3, 2, false);
  EXPECT_EQ(judged(text.replace(text.rfind("type=\"r\""), 8, "type=\"nop\"")),
            "f:38: no receive is left for the s in step 0 of thread block 3 on rank 1");
}

TEST(Msccl, ABroadcastStartsInTheOutputOfItsRoot) {
  EXPECT_EQ(judged(msccl::algo("ngpus=\"2\" coll=\"broadcast\" inplace=\"1\"",
                               {msccl::gpu(0, 0, 2, 0, {{1, -1, 0, {"s o0", "s o1"}}}),
                                msccl::gpu(1, 2, 0, 0, {{-1, 0, 0, {"r o0", "r o1"}}})})),
            "2 messages, 2 chunks");
}

/// From GPU 2 along a line of three, two pieces one after the other.
std::string line_broadcast() {
  return msccl::algo("ngpus=\"3\" coll=\"broadcast\" root=\"2\"",
                     {msccl::gpu(0, 0, 2, 0, {{-1, 1, 0, {"r o0", "r o1"}}}),
                      msccl::gpu(1, 2, 2, 0, {{0, 2, 0, {"rcs o0", "rcs o1"}}}),
                      msccl::gpu(2, 2, 2, 0, {{1, -1, 0, {"s i0", "s i1", "cpy i0 o0 2"}}})});
}

TEST(Msccl, ABroadcastFromItsRoot) {
  EXPECT_EQ(judged(line_broadcast()), "4 messages, 4 chunks");
  EXPECT_EQ(judged(changed(line_broadcast(), "dstoff=\"1\"", "dstoff=\"0\"")),
            "at the end chunk 0 of the output buffer of rank 0 holds input chunk 1 of rank 2, not input "
            "chunk 0 of rank 2 (2 chunks of outputs are wrong)");
  EXPECT_EQ(judged(changed(line_broadcast(), "root=\"2\"", "root=\"1\"")),
            "at the end chunk 0 of the output buffer of rank 0 holds nothing, not input chunk 0 of rank 1 (6 "
            "chunks of outputs are wrong)");
}

/// Every chunk goes round once and is reduced, and once more to be copied: s, rrs .., rrcs, rcs .., r. With
/// instances, each a channel of its own. In place: one buffer under two names, of which one has size 0.
std::string ring_all_reduce(int n, int instances) {
  std::vector<std::string> gpus;
  for (int g = 0; g < n; ++g) {
    std::vector<msccl::Block> blocks;
    for (int i = 0; i < instances; ++i) {
      msccl::Block block{(g + 1) % n, (g + n - 1) % n, i};
      for (int k = 0; k <= 2 * n - 2; ++k) {
        const char* type = k == 0          ? "s"
                           : k < n - 1     ? "rrs"
                           : k == n - 1    ? "rrcs"
                           : k < 2 * n - 2 ? "rcs"
                                           : "r";
        block.steps.push_back(fmt::format("{} i{}", type, (g - k % n + n) % n * instances + i));
      }
      blocks.push_back(block);
    }
    gpus.push_back(msccl::gpu(g, 0, n * instances, 0, blocks));
  }
  return msccl::algo(fmt::format("ngpus=\"{}\" coll=\"allreduce\" inplace=\"1\" outofplace=\"0\"", n), gpus);
}

TEST(Msccl, ReductionsOnRingsWithAnyInstances) {
  for (const auto& [n, instances] : {std::pair{3, 1}, {4, 1}, {4, 2}, {8, 4}}) {
    const int messages = 2 * (n - 1) * n * instances;
    EXPECT_EQ(judged(ring_all_reduce(n, instances)),
              fmt::format("{} messages, {} chunks", messages, messages));
  }
  // A copy where a sum was due: the first GPU's contribution is lost on the way. A sum where a copy was due.
  EXPECT_EQ(judged(changed(ring_all_reduce(3, 1), "type=\"rrs\"", "type=\"rcs\"")),
            "at the end chunk 2 of the input buffer of rank 0 holds the sum of chunk 2 of 2 of 3 ranks, "
            "without rank 0, not the sum of chunk 2 (3 chunks of outputs are wrong)");
  EXPECT_EQ(judged(changed(ring_all_reduce(3, 1), "type=\"rcs\"", "type=\"rrcs\"")),
            "at the end chunk 0 of the input buffer of rank 0 holds a wrong sum: rrcs in step 3 of thread "
            "block 0 on rank 0 (f:7) counts chunk 0 of rank 0 twice, not the sum of chunk 0 (2 chunks of "
            "outputs are wrong)");
}

/// All pairs: everybody sends its part of chunk j to GPU j's scratch, where they are added up by local steps.
std::string all_pairs(const char* collective) {
  std::vector<std::string> gpus;
  for (int g = 0; g < 3; ++g) {
    std::vector<msccl::Block> blocks;
    for (const int other : {(g + 1) % 3, (g + 2) % 3}) {
      blocks.push_back(
          {other, other, 0, {fmt::format("s i{} s0", other), fmt::format("r i0 s{}", blocks.size())}});
    }
    blocks.emplace_back().steps = {fmt::format("cpy i{} o0", g), "re s0 o0 @0.1", "re s1 o0 @1.1"};
    gpus.push_back(msccl::gpu(g, 3, 1, 2, blocks));
  }
  return msccl::algo(fmt::format("ngpus=\"3\" coll=\"{}\" inplace=\"0\" outofplace=\"1\"", collective), gpus);
}

/// Everybody sends its vector to everybody, and adds what it receives from one when it has sent to that one.
std::string one_step(int n) {
  std::vector<std::string> gpus;
  for (int g = 0; g < n; ++g) {
    std::vector<msccl::Block> blocks;
    std::vector<std::string> added;
    for (int other = 0; other < n; ++other) {
      if (other == g) continue;
      added.push_back(fmt::format("re s{0} i0 @{0}.1", blocks.size()));
      blocks.push_back({other, other, 0, {"s i0 s0", fmt::format("r i0 s{}", blocks.size())}});
    }
    blocks.emplace_back().steps = added;
    gpus.push_back(msccl::gpu(g, 1, 1, n - 1, blocks));
  }
  return msccl::algo(fmt::format("ngpus=\"{}\" coll=\"allreduce\" inplace=\"1\" outofplace=\"0\"", n), gpus);
}

TEST(Msccl, SumsThatAreMadeLater) {
  EXPECT_EQ(judged(all_pairs("reduce_scatter")), "6 messages, 6 chunks");
  // The sums may be made before all have been sent.
  EXPECT_EQ(
      judged(one_step(4)),
      "at the end chunk 0 of the input buffer of rank 1 holds a wrong sum: re in step 1 of thread block 3 on "
      "rank 1 (f:36) counts chunk 0 of rank 0 twice, not the sum of chunk 0 (3 chunks of outputs are wrong)");
  EXPECT_EQ(judged(all_pairs("alltoall")),
            "at the end chunk 0 of the output buffer of rank 0 holds the sum of chunk 0, not input chunk 0 "
            "of rank 0 (9 chunks of outputs are wrong)");
}

}  // namespace
}  // namespace torusim
