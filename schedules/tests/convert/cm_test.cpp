// Connection matrices: triggers, start times, priorities, and what is wrong with a file.
#include <gtest/gtest.h>

#include <sstream>

#include "schedules/convert/cm_reader.h"
#include "schedules/convert/cm_writer.h"
#include "schedules/core/error.h"
#include "schedules/tests/convert/convert_helpers.h"
#include "schedules/text/tcs_reader.h"

namespace torusim {
namespace {

OutsideOptions on_ring4() {
  OutsideOptions options;
  options.topology = Topology::parse("ring:4");
  options.collective = Reading::kExchange;
  return options;
}

const char* const kMatrix =
    "# by hand\n"
    "Nodes 4\n"
    "Connections 6\n"
    "Triggers 3\n"
    "0->1 id 1 start 0 size 32 recv_done_trigger 1\n"
    "2->3 id 2 start 0.0 size 32 recv_done_trigger 1 prio 4\n"
    "3->0 id 3 trigger 1 size 32 send_done_trigger 2 prio 2\n"
    "1->2 id 4 trigger 1 size 32 recv_done_trigger 3\n"
    "0->2 id 5 trigger 2 size 32\n"
    "1->3 id 6 trigger 3 size 32\n"
    "trigger id 1 barrier count 2\n"
    "trigger id 2 oneshot\n"
    "trigger id 3 multishot\n";

TEST(ConnectionMatrix, TriggersBecomePhases) {
  OutsideOptions options = on_ring4();
  options.classes = true;
  OutsideSchedule read = read_cm_text(kMatrix, "m.cm", options);
  EXPECT_EQ(described(read.schedule),
            "m on ring:4\n"
            "phase step 1\n0>1 +x1 c=0 0:1\n2>3 +x1 c=2 2:3\n"
            "phase step 2\n1>2 +x1 c=0 1:2\n3>0 +x1 c=1 3:0\n"
            "phase step 3\n0>2 +x2 c=0 0:2\n1>3 +x2 c=0 1:3\n");
  EXPECT_EQ(read.schedule.info().block_flits, 2);
}

TEST(ConnectionMatrix, StartTimesBecomePhases) {
  OutsideSchedule read = read_cm_text(
      "Nodes 4\nConnections 3\n0->1 start 5e6 size 8\n1->2 start 100 size 8\n2->3 start 100 size 8\n", "f",
      on_ring4());
  ASSERT_EQ(read.schedule.phases().size(), 2u);
  EXPECT_EQ(read.schedule.phases()[0].transfers.size(), 2u);
  ASSERT_FALSE(read.notes.empty());
  EXPECT_NE(read.notes.front().find("start times order the phases"), std::string::npos);
}

// What means something else to htsim is neither read nor written.
TEST(ConnectionMatrix, FlowsWithoutEndAndBarriersOfNobody) {
  const std::string head = "Nodes 4\nConnections 1\n";
  EXPECT_EQ(refusal(read_cm_text, head + "0->1 start 0 size 0\n", on_ring4()),
            "f:3:19: a flow of size 0 goes on without end in htsim; a message has an end");
  EXPECT_EQ(refusal(read_cm_text, head + "Triggers 1\n0->1 trigger 1 size 8\ntrigger id 1 barrier count 0\n",
                    on_ring4()),
            "f:5:29: a trigger counts from 1, not from 0");
  const auto empty = read_tcs_text("tcs 1\ntopology ring 4\nphase p\n0 > 1 b=none\nend 1\n", "f");
  std::ostringstream out;
  EXPECT_THROW(write_cm(*empty, 8, out), InputError);
}

TEST(ConnectionMatrix, SaysWhatIsWrongAndWhere) {
  const auto with = [&](std::string_view old, std::string_view by) {
    std::string text = kMatrix;
    text.replace(text.find(old), old.size(), by);
    return refusal(read_cm_text, text, on_ring4());
  };
  EXPECT_EQ(with("Nodes 4", "Nodes 5"), "f:2: 5 ranks, but ring:4 has 4 nodes");
  EXPECT_EQ(with("Connections 6", "Connections 7"), "f:14: Connections 7, but the file has 6: it is damaged");
  EXPECT_EQ(with("Triggers 3", "Triggers 2"), "f:14: Triggers 2, but the file has 3: it is damaged");
  EXPECT_EQ(with("Triggers 3", "Triggers -3"), "f:4:10: -3 is negative");
  EXPECT_EQ(with("Triggers 3", "Failures 0\nTriggers 3"), "accepted");
  EXPECT_EQ(with("Triggers 3", "Failures 1\nTriggers 3"), "f:4:10: failures of links are not supported");
  EXPECT_EQ(with("Nodes 4", "Notes 4"), "f:2:1: unknown statement 'Notes'; did you mean 'Nodes'?");
  EXPECT_EQ(with("0->1 id 1", "0->4 id 1"), "f:5: rank 4 is outside 0..3");
  EXPECT_EQ(with("0->1 id 1 start 0", "0->1 id 1"),
            "f:5:38: a connection has a start or a trigger, and one of them only");
  EXPECT_EQ(with("id 2", "id 1"), "f:6: flow 1 occurs twice");
  EXPECT_EQ(with("prio 4", "priority 4"),
            "f:6:49: unknown key 'priority'; known: start, id, size, trigger, send_done_trigger, "
            "recv_done_trigger, "
            "prio");
  EXPECT_EQ(with("barrier count 2", "barrier count 3"),
            "f:11: trigger 1 counts to 3, but 2 connections fire it");
  EXPECT_EQ(with("send_done_trigger 2", "send_done_trigger 1"),
            "f:11: trigger 1 counts to 2, but 3 connections fire it");
  EXPECT_EQ(with("trigger id 2 oneshot\n", ""), "f:13: Triggers 3, but the file has 2: it is damaged");
  EXPECT_EQ(with("start 0 size", "start soon size"), "f:5:17: expected a time in picoseconds, found 'soon'");
  EXPECT_EQ(with("recv_done_trigger 3", "recv_done_trigger 2"),
            "f:13: trigger 3 is to fire 1 times, but 0 connections fire it");
  EXPECT_EQ(with("2->3 id 2 start 0.0", "0->1 id 2 start 0.0"),
            "f:6: a second message from 0 to 1; a complete exchange has one, all of one size");
  EXPECT_EQ(
      with("size 32 recv_done_trigger 1 prio", "size 33 recv_done_trigger 1 prio"),
      "f:6: a message of 33 bytes, and 32 in those before; a complete exchange has one, all of one size");
}

}  // namespace
}  // namespace torusim
