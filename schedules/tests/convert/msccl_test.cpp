// MSCCL algorithms: which block a chunk is follows from executing the steps.
#include <gtest/gtest.h>

#include "schedules/check/check.h"
#include "schedules/convert/msccl_reader.h"
#include "schedules/tests/convert/convert_helpers.h"
#include "schedules/tests/convert/msccl_text.h"

namespace torusim {
namespace {

namespace msccl = test::msccl;

/// Three GPUs in a line: what 0 and 2 have for each other goes through the scratch of 1, or straight on
/// (rcs).
const std::string kLine = msccl::algo(
    "ngpus=\"3\" coll=\"alltoall\" nchunksperloop=\"3\"",
    {msccl::gpu(0, 3, 3, 0, {{1, 1, 0, {"cpy i0 o0", "s i1 s0 2", "r i0 o1 2"}}}),
     msccl::gpu(1, 3, 3, 4,
                {{0, 0, 0, {"r i1 s0 2", "cpy s0 o0 @1.1", "cpy i0 s2", "s s2 o1 2", "cpy i1 o1"}},
                 {2, 2, 0, {"r i0 s3", "r i1 o2", "s s1 o0 @0.0", "s i2 o1"}}}),
     msccl::gpu(2, 3, 3, 0, {{1, 1, 0, {"s i0 s3", "s i1 o2", "cpy i2 o2", "r s1 o0", "r i2 o1"}}})});

std::string with(std::string_view old, std::string_view by) {
  std::string text = kLine;
  text.replace(text.find(old), old.size(), by);
  return text;
}

TEST(Msccl, BlocksFollowFromTheSteps) {
  OutsideSchedule read = read_msccl_text(kLine, "f", on("path:3"));
  EXPECT_EQ(described(read.schedule),
            "a on path:3\n"
            "phase step 1\n0>1 +x1 c=0 0:1 0:2\n2>1 -x1 c=0 2:0\n"
            "phase step 2\n2>1 -x1 c=0 2:1\n"
            "phase step 3\n1>0 -x1 c=0 1:0 2:0\n1>2 +x1 c=0 0:2\n"
            "phase step 4\n1>2 +x1 c=0 1:2\n");
  EXPECT_TRUE(check(read.schedule).correct());
}

TEST(Msccl, SaysWhatIsWrongAndWhere) {
  const auto said = [&](std::string_view old, std::string_view by) {
    return refusal(read_msccl_text, with(old, by), on("path:3"));
  };
  EXPECT_EQ(
      said("coll=\"alltoall\"", "coll=\"scan\""),
      "f:1: <algo>: coll=\"scan\": alltoall, allgather, broadcast, allreduce, reduce_scatter and reduce are "
      "read, nothing else");
  EXPECT_EQ(said("type=\"r\"", "type=\"rrc\""),
            "f:6: <step>: type=\"rrc\" reduces, which an exchange, gossip or broadcast never does");
  EXPECT_EQ(said("srcbuf=\"i\" srcoff=\"1\" dstbuf=\"s\" dstoff=\"0\" cnt=\"2\"",
                 "srcbuf=\"i\" srcoff=\"1\" dstbuf=\"s\" dstoff=\"0\" cnt=\"3\""),
            "f:5: <step>: chunks 1 to 3 of buffer i, which has 3");
  EXPECT_EQ(said("depid=\"1\" deps=\"1\"", "depid=\"1\" deps=\"9\""),
            "f:12: waits for step 9 of thread block 1, which does not exist");
  EXPECT_EQ(said("depid=\"1\" deps=\"1\"", "depid=\"1\" deps=\"3\""),
            "accepted");  // later than needed, but it happens
  EXPECT_EQ(said("depid=\"0\" deps=\"0\"", "depid=\"0\" deps=\"4\""), "accepted");
  EXPECT_EQ(said("<step s=\"1\" type=\"cpy\" srcbuf=\"s\"", "<step s=\"4\" type=\"cpy\" srcbuf=\"s\""),
            "f:12: <step>: s=\"4\", but this is step 1 of its thread block");
  EXPECT_EQ(
      said("type=\"r\" srcbuf=\"i\" srcoff=\"2\" dstbuf=\"o\" dstoff=\"1\"",
           "type=\"r\" srcbuf=\"i\" srcoff=\"2\" dstbuf=\"o\" dstoff=\"0\""),
      "f:1: at the end output chunk 0 of gpu 2 holds input chunk 2 of gpu 1, not input chunk 2 of gpu 0");
  EXPECT_EQ(said("<tb id=\"0\" send=\"1\" recv=\"1\"", "<tb id=\"0\" send=\"2\" recv=\"1\"").substr(0, 40),
            "f:6: this step never starts: a deadlock,");
  EXPECT_EQ(said("</algo>", "</alg>"), "f:33: Start-end tags mismatch");
  EXPECT_EQ(refusal(read_msccl_text, "<a/>", on("path:3")), "f:1: no <algo>: not an MSCCL algorithm");
  EXPECT_EQ(refusal(read_msccl_text, kLine, on("ring:4")), "f:1: 3 ranks, but ring:4 has 4 nodes");
}

/// Round a ring of three: what comes goes on to the next at once.
std::string ring_gossip() {
  std::vector<std::string> gpus;
  for (int g = 0; g < 3; ++g) {
    const int before = (g + 2) % 3, after = (g + 1) % 3;
    gpus.push_back(msccl::gpu(
        g, 1, 3, 0,
        {{after,
          before,
          0,
          {fmt::format("s i0 o{}", g), fmt::format("rcs o0 o{}", before), fmt::format("r o0 o{}", after)}}}));
  }
  return msccl::algo("ngpus=\"3\" coll=\"allgather\" inplace=\"1\"", gpus);
}

TEST(Msccl, GathersPackets) {
  OutsideSchedule read = read_msccl_text(ring_gossip(), "f", on("ring:3"));
  EXPECT_EQ(read.schedule.info().collective.kind, Collective::Kind::kGossip);
  EXPECT_EQ(described(read.schedule),
            "a on ring:3\n"
            "phase step 1\n0>1 +x1 c=0 0:0\n1>2 +x1 c=0 1:0\n2>0 +x1 c=0 2:0\n"
            "phase step 2\n0>1 +x1 c=0 2:0\n1>2 +x1 c=0 0:0\n2>0 +x1 c=0 1:0\n");
  EXPECT_TRUE(check(read.schedule).correct());
}

/// From 1 along a line of three, two pieces one after the other.
std::string line_broadcast() {
  return msccl::algo("ngpus=\"3\" coll=\"broadcast\" root=\"2\"",
                     {msccl::gpu(0, 0, 2, 0, {{-1, 1, 0, {"r o0", "r o1"}}}),
                      msccl::gpu(1, 2, 2, 0, {{0, 2, 0, {"rcs o0", "rcs o1"}}}),
                      msccl::gpu(2, 2, 2, 0, {{1, -1, 0, {"s i0", "s i1", "cpy i0 o0 2"}}})});
}

TEST(Msccl, BroadcastsFromItsRoot) {
  OutsideSchedule read = read_msccl_text(line_broadcast(), "f", on("path:3"));
  EXPECT_EQ(read.schedule.info().collective, (Collective{Collective::Kind::kBroadcast, 2, 2}));
  EXPECT_EQ(described(read.schedule),
            "a on path:3\n"
            "phase step 1\n2>1 -x1 c=0 2:0\n"
            "phase step 2\n1>0 -x1 c=0 2:0\n2>1 -x1 c=0 2:1\n"
            "phase step 3\n1>0 -x1 c=0 2:1\n");
  EXPECT_TRUE(check(read.schedule).correct());
  std::string wrong = line_broadcast();
  wrong.replace(wrong.find("dstoff=\"1\""), 10, "dstoff=\"0\"");
  EXPECT_EQ(
      refusal(read_msccl_text, wrong, on("path:3")),
      "f:1: at the end output chunk 0 of gpu 0 holds input chunk 1 of gpu 2, not input chunk 0 of gpu 2");
  wrong = line_broadcast();
  wrong.replace(wrong.find("root=\"2\""), 8, "root=\"1\"");
  EXPECT_EQ(refusal(read_msccl_text, wrong, on("path:3")), "f:16: moves a chunk that holds nothing yet");
}

TEST(Msccl, ForwardsAsItReceives) {
  // Two GPUs and rcs: 0 gets its own chunk back from 1, which is no exchange of blocks but a legal program.
  const std::string text =
      msccl::algo("ngpus=\"2\" coll=\"alltoall\"",
                  {msccl::gpu(0, 2, 2, 1, {{1, 1, 0, {"s i1 o0", "r s0", "r i0 o1", "cpy i0 o0"}}}),
                   msccl::gpu(1, 2, 2, 0, {{0, 0, 0, {"rcs i1 o0", "s i0 o1", "cpy i1 o1"}}})});
  OutsideSchedule read = read_msccl_text(text, "f", on("path:2"));
  EXPECT_EQ(described(read.schedule),
            "a on path:2\n"
            "phase step 1\n0>1 +x1 c=0 0:1\n"
            "phase step 2\n1>0 -x1 c=0 0:1\n"
            "phase step 3\n1>0 -x1 c=0 1:0\n");
}

}  // namespace
}  // namespace torusim
