// MSCCL programs in which one buffer is input and output, or instances of a program share the blocks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "schedules/check/check.h"
#include "schedules/convert/msccl_reader.h"
#include "testbench/tests/convert/convert_helpers.h"

namespace torusim {
namespace {

std::string algo(int gpus, const char* collective) {
  return fmt::format("<algo name=\"a\" ngpus=\"{}\" coll=\"{}\" inplace=\"1\">\n", gpus, collective);
}

std::string step(int number, const char* type, int from, int to) {
  return fmt::format(
      "<step s=\"{}\" type=\"{}\" srcbuf=\"o\" srcoff=\"{}\" dstbuf=\"o\" dstoff=\"{}\" cnt=\"1\" "
      "depid=\"-1\" deps=\"-1\"/>\n",
      number, type, from, to);
}

/// Round a ring, all of it in the output: the input of a GPU is its own part, and i_chunks counts none.
std::string ring_gossip(int gpus, int instances, int inputs) {
  std::string text = algo(gpus, "allgather");
  for (int g = 0; g < gpus; ++g) {
    text += fmt::format("<gpu id=\"{}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"0\">\n", g, inputs,
                        gpus * instances);
    for (int i = 0; i < instances; ++i) {
      text += fmt::format("<tb id=\"{}\" send=\"{}\" recv=\"{}\" chan=\"{}\">\n", i, (g + 1) % gpus,
                          (g + gpus - 1) % gpus, i);
      const auto chunk = [&](int behind) { return (g - behind + gpus) % gpus * instances + i; };
      text += step(0, "s", chunk(0), chunk(0));
      for (int k = 1; k < gpus; ++k) {
        text += step(k, k < gpus - 1 ? "rcs" : "r", chunk(k), chunk(k));
      }
      text += "</tb>\n";
    }
    text += "</gpu>\n";
  }
  return text + "</algo>\n";
}

TEST(MscclInPlace, AGossipHasItsInputInTheOutput) {
  for (const auto& [gpus, instances] : {std::pair(3, 1), {4, 1}, {4, 2}, {8, 8}}) {
    // A program that names its input has as many input chunks.
    for (const int inputs : {0, instances}) {
      OutsideSchedule read =
          read_msccl_text(ring_gossip(gpus, instances, inputs), "f", on(fmt::format("ring:{}", gpus)));
      EXPECT_EQ(read.schedule.info().collective, (Collective{Collective::Kind::kGossip, 0, instances}));
      const CheckReport report = check(read.schedule);
      EXPECT_TRUE(report.correct()) << (report.violations.empty() ? "" : report.violations[0].text);
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
  std::string text = algo(gpus, "alltoall");
  if (!in_place) text.replace(text.find("inplace=\"1\""), 11, "inplace=\"0\"");
  const int chunks = gpus * instances;
  for (int g = 0; g < gpus; ++g) {
    text += fmt::format("<gpu id=\"{}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"0\">\n", g,
                        in_place ? 0 : chunks, chunks);
    int block = 0;
    for (int peer = 0; peer < gpus; ++peer) {
      for (int i = 0; i < instances && peer != g; ++i, ++block) {
        const int chunk = peer * instances + i;
        text += fmt::format("<tb id=\"{}\" send=\"{}\" recv=\"{}\" chan=\"{}\">\n", block, peer, peer, i);
        text += step(0, "s", chunk, chunk) + step(1, "r", chunk, chunk) + "</tb>\n";
      }
    }
    if (!in_place) {
      text += fmt::format("<tb id=\"{}\" send=\"-1\" recv=\"-1\">\n", block);
      for (int i = 0; i < instances; ++i) text += step(i, "cpy", g * instances + i, g * instances + i);
      text += "</tb>\n";
    }
    text += "</gpu>\n";
  }
  text += "</algo>\n";
  if (in_place) return text;
  for (std::size_t at = 0; (at = text.find("srcbuf=\"o\"", at)) != std::string::npos; ++at) {
    text.replace(at, 10, "srcbuf=\"i\"");
  }
  return text;
}

TEST(MscclInPlace, AnExchangeHasOneBufferToo) {
  OutsideSchedule read = read_msccl_text(exchange(4, 1, true), "f", on("complete:4"));
  OutsideSchedule apart = read_msccl_text(exchange(4, 1, false), "f", on("complete:4"));
  EXPECT_EQ(described(read.schedule), described(apart.schedule));
  EXPECT_TRUE(check(read.schedule).correct());
}

TEST(MscclInPlace, ABroadcastStartsInTheOutputOfItsRoot) {
  const std::string text =
      algo(2, "broadcast") +
      "<gpu id=\"0\" i_chunks=\"0\" o_chunks=\"2\" s_chunks=\"0\">\n<tb id=\"0\" send=\"1\" "
      "recv=\"-1\" chan=\"0\">\n" +
      step(0, "s", 0, 0) + step(1, "s", 1, 1) +
      "</tb></gpu>\n<gpu id=\"1\" i_chunks=\"2\" o_chunks=\"0\" s_chunks=\"0\">\n<tb id=\"0\" "
      "send=\"-1\" recv=\"0\" chan=\"0\">\n" +
      step(0, "r", 0, 0) + step(1, "r", 1, 1) + "</tb></gpu>\n</algo>\n";
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
