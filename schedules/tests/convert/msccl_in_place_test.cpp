// MSCCL programs in which one buffer is input and output, or instances of a program share the blocks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "schedules/convert/msccl_reader.h"
#include "schedules/tests/convert/convert_helpers.h"
#include "schedules/tests/convert/msccl_text.h"
#include "schedules/tests/made.h"

namespace torusim {
namespace {

namespace msccl = test::msccl;

std::string algo(const char* collective, const std::vector<std::string>& gpus, bool in_place = true) {
  return msccl::algo(
      fmt::format("ngpus=\"{}\" coll=\"{}\" inplace=\"{}\"", gpus.size(), collective, in_place ? 1 : 0),
      gpus);
}

/// Round a ring, all of it in the output: the input of a GPU is its own part, and i_chunks counts none.
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
  return algo("allgather", all);
}

TEST(MscclInPlace, AGossipHasItsInputInTheOutput) {
  for (const auto& [gpus, instances] : {std::pair(3, 1), {4, 1}, {4, 2}, {8, 8}}) {
    // A program that names its input has as many input chunks.
    for (const int inputs : {0, instances}) {
      OutsideSchedule read =
          read_msccl_text(ring_gossip(gpus, instances, inputs), "f", on(fmt::format("ring:{}", gpus)));
      EXPECT_EQ(read.schedule.info().collective, (Collective{Collective::Kind::kGossip, 0, instances}));
      const CheckReport report = test::checked(read.schedule);
      EXPECT_EQ(report.transfers, std::int64_t{gpus} * (gpus - 1) * instances);
      EXPECT_EQ(report.repeats, 0);
    }
  }
}

TEST(MscclInPlace, WrongGossipsAreNamed) {
  const auto said = [](std::string text, const std::string& old, const std::string& by) {
    text.replace(text.find(old), old.size(), by);
    return refusal(read_msccl_text, text, on("ring:3"));
  };
  const std::string text = ring_gossip(3, 1, 0);
  EXPECT_EQ(said(text, "o_chunks=\"3\"", "o_chunks=\"4\""),
            "f:1: gpu 0 has 0 input and 4 output chunks; with 1 input chunks a GPU it has 3 output chunks");
  EXPECT_EQ(said(text, "i_chunks=\"0\"", "i_chunks=\"2\""),
            "f:1: gpu 0 has 2 input and 3 output chunks; with 1 input chunks a GPU it has 3 output chunks");
  EXPECT_EQ(said(text, "srcoff=\"0\"", "srcoff=\"1\""), "f:4: moves a chunk that holds nothing yet");
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
  return algo("alltoall", all, in_place);
}

TEST(MscclInPlace, AnExchangeHasOneBufferToo) {
  OutsideSchedule read = read_msccl_text(exchange(4, 1, true), "f", on("complete:4"));
  OutsideSchedule apart = read_msccl_text(exchange(4, 1, false), "f", on("complete:4"));
  EXPECT_EQ(described(read.schedule), described(apart.schedule));
  EXPECT_TRUE(check(read.schedule).correct());
}

TEST(MscclInPlace, ABroadcastStartsInTheOutputOfItsRoot) {
  const std::string text = algo("broadcast", {msccl::gpu(0, 0, 2, 0, {{1, -1, 0, {"s o0", "s o1"}}}),
                                              msccl::gpu(1, 2, 0, 0, {{-1, 0, 0, {"r o0", "r o1"}}})});
  OutsideSchedule read = read_msccl_text(text, "f", on("path:2"));
  EXPECT_EQ(read.schedule.info().collective, (Collective{Collective::Kind::kBroadcast, 0, 2}));
  EXPECT_TRUE(check(read.schedule).correct());
  EXPECT_EQ(check(read.schedule).transfers, 2);
}

TEST(MscclInstances, PartsOfABlockGoInOneMessage) {
  OutsideSchedule one = read_msccl_text(exchange(4, 1, false), "f", on("complete:4"));
  for (const int instances : {2, 3, 8}) {
    OutsideSchedule read = read_msccl_text(exchange(4, instances, false), "f", on("complete:4"));
    EXPECT_EQ(described(read.schedule), described(one.schedule)) << instances;
    EXPECT_TRUE(check(read.schedule).correct());
  }
  std::string text = exchange(3, 2, false);
  text.replace(text.rfind("type=\"r\""), 8, "type=\"nop\"");
  EXPECT_EQ(refusal(read_msccl_text, text, on("complete:3")),
            "f:38: no step receives the chunks that this step sends");
}

}  // namespace
}  // namespace torusim
