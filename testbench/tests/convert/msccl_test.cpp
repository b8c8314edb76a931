// MSCCL algorithms: which block a chunk is follows from executing the steps.
#include <gtest/gtest.h>

#include "schedules/check/check.h"
#include "schedules/convert/msccl_reader.h"
#include "testbench/tests/convert/convert_helpers.h"

namespace torusim {
namespace {

/// Three GPUs in a line: what 0 and 2 have for each other goes through the scratch of 1, or straight on
/// (rcs).
const char* const kLine =
    "<algo name=\"line3\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"3\" ngpus=\"3\" "
    "coll=\"alltoall\">\n"
    "  <gpu id=\"0\" i_chunks=\"3\" o_chunks=\"3\" s_chunks=\"0\">\n"
    "    <tb id=\"0\" send=\"1\" recv=\"1\" chan=\"0\">\n"
    "      <step s=\"0\" type=\"cpy\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "      <step s=\"1\" type=\"s\" srcbuf=\"i\" srcoff=\"1\" dstbuf=\"s\" dstoff=\"0\" cnt=\"2\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "      <step s=\"2\" type=\"r\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"1\" cnt=\"2\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "    </tb>\n"
    "  </gpu>\n"
    "  <gpu id=\"1\" i_chunks=\"3\" o_chunks=\"3\" s_chunks=\"4\">\n"
    "    <tb id=\"0\" send=\"0\" recv=\"0\" chan=\"0\">\n"
    "      <step s=\"0\" type=\"r\" srcbuf=\"i\" srcoff=\"1\" dstbuf=\"s\" dstoff=\"0\" cnt=\"2\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"1\"/>\n"
    "      <step s=\"1\" type=\"cpy\" srcbuf=\"s\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\" "
    "depid=\"1\" deps=\"1\" hasdep=\"0\"/>\n"
    "      <step s=\"2\" type=\"cpy\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"s\" dstoff=\"2\" cnt=\"1\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "      <step s=\"3\" type=\"s\" srcbuf=\"s\" srcoff=\"2\" dstbuf=\"o\" dstoff=\"1\" cnt=\"2\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "      <step s=\"4\" type=\"cpy\" srcbuf=\"i\" srcoff=\"1\" dstbuf=\"o\" dstoff=\"1\" cnt=\"1\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "    </tb>\n"
    "    <tb id=\"1\" send=\"2\" recv=\"2\" chan=\"0\">\n"
    "      <step s=\"0\" type=\"r\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"s\" dstoff=\"3\" cnt=\"1\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "      <step s=\"1\" type=\"r\" srcbuf=\"i\" srcoff=\"1\" dstbuf=\"o\" dstoff=\"2\" cnt=\"1\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"1\"/>\n"
    "      <step s=\"2\" type=\"s\" srcbuf=\"s\" srcoff=\"1\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\" "
    "depid=\"0\" deps=\"0\" hasdep=\"0\"/>\n"
    "      <step s=\"3\" type=\"s\" srcbuf=\"i\" srcoff=\"2\" dstbuf=\"o\" dstoff=\"1\" cnt=\"1\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "    </tb>\n"
    "  </gpu>\n"
    "  <gpu id=\"2\" i_chunks=\"3\" o_chunks=\"3\" s_chunks=\"0\">\n"
    "    <tb id=\"0\" send=\"1\" recv=\"1\" chan=\"0\">\n"
    "      <step s=\"0\" type=\"s\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"s\" dstoff=\"3\" cnt=\"1\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "      <step s=\"1\" type=\"s\" srcbuf=\"i\" srcoff=\"1\" dstbuf=\"o\" dstoff=\"2\" cnt=\"1\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "      <step s=\"2\" type=\"cpy\" srcbuf=\"i\" srcoff=\"2\" dstbuf=\"o\" dstoff=\"2\" cnt=\"1\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "      <step s=\"3\" type=\"r\" srcbuf=\"s\" srcoff=\"1\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "      <step s=\"4\" type=\"r\" srcbuf=\"i\" srcoff=\"2\" dstbuf=\"o\" dstoff=\"1\" cnt=\"1\" "
    "depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n"
    "    </tb>\n"
    "  </gpu>\n"
    "</algo>\n";

std::string with(std::string_view old, std::string_view by) {
  std::string text = kLine;
  text.replace(text.find(old), old.size(), by);
  return text;
}

TEST(Msccl, BlocksFollowFromTheSteps) {
  OutsideSchedule read = read_msccl_text(kLine, "f", on("path:3"));
  EXPECT_EQ(described(read.schedule),
            "line3 on path:3\n"
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
  EXPECT_EQ(said("hasdep=\"1\"/>\n      <step s=\"1\"", "hasdep=\"1\"/>\n      <step s=\"4\""),
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
  std::string text = "<algo name=\"ag\" ngpus=\"3\" coll=\"allgather\" inplace=\"1\">\n";
  for (int g = 0; g < 3; ++g) {
    const std::string before = std::to_string((g + 2) % 3), after = std::to_string((g + 1) % 3),
                      own = std::to_string(g);
    text += "<gpu id=\"" + own + "\" i_chunks=\"1\" o_chunks=\"3\" s_chunks=\"0\">\n<tb id=\"0\" send=\"" +
            after + "\" recv=\"" + before + "\" chan=\"0\">\n" +
            "<step s=\"0\" type=\"s\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"" + own +
            "\" cnt=\"1\"/>\n" +
            "<step s=\"1\" type=\"rcs\" srcbuf=\"o\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"" + before +
            "\" cnt=\"1\"/>\n" + "<step s=\"2\" type=\"r\" srcbuf=\"o\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"" +
            after + "\" cnt=\"1\"/>\n</tb></gpu>\n";
  }
  return text + "</algo>\n";
}

TEST(Msccl, GathersPackets) {
  OutsideSchedule read = read_msccl_text(ring_gossip(), "f", on("ring:3"));
  EXPECT_EQ(read.schedule.info().collective.kind, Collective::Kind::kGossip);
  EXPECT_EQ(described(read.schedule),
            "ag on ring:3\n"
            "phase step 1\n0>1 +x1 c=0 0:0\n1>2 +x1 c=0 1:0\n2>0 +x1 c=0 2:0\n"
            "phase step 2\n0>1 +x1 c=0 2:0\n1>2 +x1 c=0 0:0\n2>0 +x1 c=0 1:0\n");
  EXPECT_TRUE(check(read.schedule).correct());
}

/// From 1 along a line of three, two pieces one after the other.
std::string line_broadcast() {
  return "<algo name=\"bc\" ngpus=\"3\" coll=\"broadcast\" root=\"2\">\n"
         "<gpu id=\"0\" i_chunks=\"0\" o_chunks=\"2\" s_chunks=\"0\">\n<tb id=\"0\" send=\"-1\" recv=\"1\">\n"
         "<step s=\"0\" type=\"r\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\"/>\n"
         "<step s=\"1\" type=\"r\" dstbuf=\"o\" dstoff=\"1\" cnt=\"1\"/>\n</tb></gpu>\n"
         "<gpu id=\"1\" i_chunks=\"2\" o_chunks=\"2\" s_chunks=\"0\">\n<tb id=\"0\" send=\"0\" recv=\"2\">\n"
         "<step s=\"0\" type=\"rcs\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\"/>\n"
         "<step s=\"1\" type=\"rcs\" dstbuf=\"o\" dstoff=\"1\" cnt=\"1\"/>\n</tb></gpu>\n"
         "<gpu id=\"2\" i_chunks=\"2\" o_chunks=\"2\" s_chunks=\"0\">\n<tb id=\"0\" send=\"1\" recv=\"-1\">\n"
         "<step s=\"0\" type=\"s\" srcbuf=\"i\" srcoff=\"0\" cnt=\"1\"/>\n"
         "<step s=\"1\" type=\"s\" srcbuf=\"i\" srcoff=\"1\" cnt=\"1\"/>\n"
         "<step s=\"2\" type=\"cpy\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\" "
         "cnt=\"2\"/>\n</tb></gpu>\n"
         "</algo>\n";
}

TEST(Msccl, BroadcastsFromItsRoot) {
  OutsideSchedule read = read_msccl_text(line_broadcast(), "f", on("path:3"));
  EXPECT_EQ(read.schedule.info().collective, (Collective{Collective::Kind::kBroadcast, 2, 2}));
  EXPECT_EQ(described(read.schedule),
            "bc on path:3\n"
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
  EXPECT_EQ(refusal(read_msccl_text, wrong, on("path:3")), "f:14: moves a chunk that holds nothing yet");
}

TEST(Msccl, ForwardsAsItReceives) {
  // Two GPUs and rcs: 0 gets its own chunk back from 1, which is no exchange of blocks but a legal program.
  const std::string text =
      "<algo name=\"a\" ngpus=\"2\" coll=\"alltoall\">\n"
      "<gpu id=\"0\" i_chunks=\"2\" o_chunks=\"2\" s_chunks=\"1\">\n"
      "<tb id=\"0\" send=\"1\" recv=\"1\" chan=\"0\">\n"
      "<step s=\"0\" type=\"s\" srcbuf=\"i\" srcoff=\"1\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\"/>\n"
      "<step s=\"1\" type=\"r\" srcbuf=\"s\" srcoff=\"0\" dstbuf=\"s\" dstoff=\"0\" cnt=\"1\"/>\n"
      "<step s=\"2\" type=\"r\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"1\" cnt=\"1\"/>\n"
      "<step s=\"3\" type=\"cpy\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\"/>\n"
      "</tb></gpu>\n"
      "<gpu id=\"1\" i_chunks=\"2\" o_chunks=\"2\" s_chunks=\"0\">\n"
      "<tb id=\"0\" send=\"0\" recv=\"0\" chan=\"0\">\n"
      "<step s=\"0\" type=\"rcs\" srcbuf=\"i\" srcoff=\"1\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\"/>\n"
      "<step s=\"1\" type=\"s\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"1\" cnt=\"1\"/>\n"
      "<step s=\"2\" type=\"cpy\" srcbuf=\"i\" srcoff=\"1\" dstbuf=\"o\" dstoff=\"1\" cnt=\"1\"/>\n"
      "</tb></gpu>\n"
      "</algo>\n";
  OutsideSchedule read = read_msccl_text(text, "f", on("path:2"));
  EXPECT_EQ(described(read.schedule),
            "a on path:2\n"
            "phase step 1\n0>1 +x1 c=0 0:1\n"
            "phase step 2\n1>0 -x1 c=0 0:1\n"
            "phase step 3\n1>0 -x1 c=0 1:0\n");
}

}  // namespace
}  // namespace torusim
