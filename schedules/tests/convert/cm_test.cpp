// Connection matrices: triggers, start times, priorities, and what is wrong with a file. What triggers do in
// time is tested where programs run (program_driver_test.cpp).
#include <gtest/gtest.h>

#include "schedules/check/program_check.h"
#include "schedules/convert/cm_program.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

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

ProgramFile read(const std::string& text) { return read_cm_program_text(text, "m.cm"); }

/// The operations with their classes, and what waits for each.
std::string cm_text(const Program& program) {
  std::string text;
  for (OperationId id = 0; id < program.operations.size(); ++id) {
    const Operation& operation = program.operations[id];
    text += program.describe(id);
    if (operation.kind == Operation::Kind::kSend) {
      text += ", class " + std::to_string(program.ways[operation.way].message_class);
    }
    for (const Program::Dependent& dependent : program.dependents_of(id)) {
      text += ", before " + std::to_string(dependent.later);
    }
    text += "\n";
  }
  return text;
}

TEST(ConnectionMatrix, ConnectionsTriggersAndPriorities) {
  const ProgramFile file = read(kMatrix);
  EXPECT_EQ(cm_text(file.program),
            "step of rank 0 (m.cm:12), before 2\n"
            "send of 32 bytes from rank 0 to 1, tag 0 (m.cm:5), class 2\n"
            "send of 32 bytes from rank 0 to 2, tag 4 (m.cm:9), class 2\n"
            "receive of 32 bytes by rank 0 from 3, tag 2 (m.cm:7), before 0\n"
            "turns of rank 1 (m.cm:13), before 6\n"
            "send of 32 bytes from rank 1 to 2, tag 3 (m.cm:8), class 2\n"
            "send of 32 bytes from rank 1 to 3, tag 5 (m.cm:10), class 2\n"
            "receive of 32 bytes by rank 1 from 0, tag 0 (m.cm:5), before 11\n"
            "send of 32 bytes from rank 2 to 3, tag 1 (m.cm:6), class 1\n"
            "receive of 32 bytes by rank 2 from 1, tag 3 (m.cm:8), before 4\n"
            "receive of 32 bytes by rank 2 from 0, tag 4 (m.cm:9)\n"
            "step of rank 3 (m.cm:11), before 12, before 5\n"
            "send of 32 bytes from rank 3 to 0, tag 2 (m.cm:7), class 0\n"
            "receive of 32 bytes by rank 3 from 2, tag 1 (m.cm:6), before 11\n"
            "receive of 32 bytes by rank 3 from 1, tag 5 (m.cm:10)\n");
  EXPECT_TRUE(check_program(file.program, 0).correct());
  EXPECT_EQ(file.program.messages, 6u);
  EXPECT_TRUE(file.notes.empty());
}

TEST(ConnectionMatrix, StartTimesAreDelaysInPicoseconds) {
  const ProgramFile file = read(
      "Nodes 3\nConnections 4\n0->1 start 5e6 size 8\n1->2 start 100.5 size 8\n1->0 start 101 size 9\n"
      "2->0 start 0 size 8\n");
  EXPECT_EQ(cm_text(file.program),
            "delay of 5000000 on rank 0 (m.cm:3), before 1\n"
            "send of 8 bytes from rank 0 to 1, tag 0 (m.cm:3), class 0\n"
            "receive of 9 bytes by rank 0 from 1, tag 2 (m.cm:5)\n"
            "receive of 8 bytes by rank 0 from 2, tag 3 (m.cm:6)\n"
            "delay of 101 on rank 1 (m.cm:4), before 5, before 6\n"
            "send of 8 bytes from rank 1 to 2, tag 1 (m.cm:4), class 0\n"
            "send of 9 bytes from rank 1 to 0, tag 2 (m.cm:5), class 0\n"
            "receive of 8 bytes by rank 1 from 0, tag 0 (m.cm:3)\n"
            "send of 8 bytes from rank 2 to 0, tag 3 (m.cm:6), class 0\n"
            "receive of 8 bytes by rank 2 from 1, tag 1 (m.cm:4)\n");
  EXPECT_TRUE(file.program.ns_per_unit == (Decimal{1, -3}));
  EXPECT_TRUE(file.notes.empty());
}

/// The dialect of htsim with -conn_reuse: several messages of one flow.
TEST(ConnectionMatrix, MessagesOfOneFlow) {
  const std::string head = "Nodes 2\nConnections 2\nTriggers 0\n0->1 id 1 msg start 0 size 4096\n";
  const ProgramFile file = read(head + "0->1 id 1 msg 2 start 1.5 size 4096\n");
  EXPECT_EQ(cm_text(file.program),
            "delay of 1500000 on rank 0 (m.cm:5), before 2\n"
            "send of 4096 bytes from rank 0 to 1, tag 0 (m.cm:4), class 0\n"
            "send of 4096 bytes from rank 0 to 1, tag 1 (m.cm:5), class 0\n"
            "receive of 4096 bytes by rank 1 from 0, tag 0 (m.cm:4)\n"
            "receive of 4096 bytes by rank 1 from 0, tag 1 (m.cm:5)\n");
  EXPECT_EQ(file.notes,
            (std::vector<std::string>{"start times are in us, as htsim takes them in a file with msg"}));
  EXPECT_EQ(test::refusal([&] { read(head + "0->1 id 1 start 0 size 4096\n"); }),
            "m.cm:5: flow 1 occurs twice; messages of one flow are marked msg");
  EXPECT_EQ(test::refusal([&] { read(head + "1->0 id 1 msg start 0 size 4096\n"); }),
            "m.cm:5: flow 1 goes from 0 to 1");
  EXPECT_EQ(test::refusal([&] { read(head + "0->1 id 1 msg 0 start 0 size 4096\n"); }),
            "m.cm:5:15: msg 0 is too small");
}

TEST(ConnectionMatrix, SixtyFourPrioritiesAreAllThereAre) {
  for (const int most : {64, 65}) {
    std::string text = "Nodes 2\nConnections " + std::to_string(most) + "\n";
    for (int i = 0; i < most; ++i) text += "0->1 start 0 size 1 prio " + std::to_string(3 * i) + "\n";
    EXPECT_EQ(
        test::refusal([&] { read(text); }),
        most == 64 ? "accepted" : "m.cm: 65 different priorities; there are at most 64 message classes");
  }
}

TEST(ConnectionMatrix, ACircleOfTriggersIsNamed) {
  const ProgramFile file = read(
      "Nodes 3\nConnections 2\nTriggers 2\n0->1 id 1 trigger 1 size 8 recv_done_trigger 2\n"
      "1->2 id 2 trigger 2 size 8 recv_done_trigger 1\ntrigger id 1 oneshot\ntrigger id 2 multishot\n");
  const ProgramReport report = check_program(file.program, 0);
  ASSERT_EQ(report.violation_count, 1);
  EXPECT_EQ(report.violations.front(),
            "m.cm:6: operations wait for each other: the step of rank 0 waits for the receive of 8 bytes by "
            "rank 2 from 1, tag 1 (m.cm:5), which waits for the send of 8 bytes from rank 1 to 2, tag 1 "
            "(m.cm:5), which waits for the turns of rank 1 (m.cm:7), which waits for the receive of 8 bytes "
            "by rank 1 from 0, tag 0 (m.cm:4), which waits for the send of 8 bytes from rank 0 to 1, tag 0 "
            "(m.cm:4), which waits for the step of rank 0 (m.cm:6)");
}

// What means something else to htsim is not read.
TEST(ConnectionMatrix, FlowsWithoutEndAndBarriersOfNobody) {
  const auto refusal = [](const std::string& text) { return test::refusal([&] { read(text); }); };
  const std::string head = "Nodes 4\nConnections 1\n";
  EXPECT_EQ(refusal(head + "0->1 start 0 size 0\n"),
            "m.cm:3:19: a flow of size 0 goes on without end in htsim; a message has an end");
  EXPECT_EQ(refusal(head + "Triggers 1\n0->1 trigger 1 size 8\ntrigger id 1 barrier count 0\n"),
            "m.cm:5:29: a trigger counts from 1, not from 0");
}

TEST(ConnectionMatrix, SaysWhatIsWrongAndWhere) {
  const auto with = [&](std::string_view old, std::string_view by) {
    std::string text = kMatrix;
    text.replace(text.find(old), old.size(), by);
    return test::refusal([&] { read_cm_program_text(text, "f"); });
  };
  EXPECT_EQ(with("Nodes 4", "Nodes 0"), "f:2:7: 0 nodes; this program reads 1 to 1048576");
  EXPECT_EQ(with("Connections 6", "Connections 7"), "f:14: Connections 7, but the file has 6: it is damaged");
  EXPECT_EQ(with("Triggers 3", "Triggers 2"), "f:14: Triggers 2, but the file has 3: it is damaged");
  EXPECT_EQ(with("Triggers 3", "Triggers -3"), "f:4:10: -3 is negative");
  EXPECT_EQ(with("Triggers 3", "Failures 0\nTriggers 3"), "accepted");
  EXPECT_EQ(with("Triggers 3", "Failures 1\nTriggers 3"),
            "f:4:10: failures of links are not read; --fail names those of a run");
  EXPECT_EQ(with("Nodes 4", "Notes 4"), "f:2:1: unknown statement 'Notes'; did you mean 'Nodes'?");
  EXPECT_EQ(with("0->1 id 1", "0->4 id 1"), "f:5:4: node 4 is outside 0..3");
  EXPECT_EQ(with("0->1 id 1 start 0", "0->1 id 1"),
            "f:5:38: a connection has a start or a trigger, and one of them only");
  EXPECT_EQ(with("id 2", "id 1"), "f:6: flow 1 occurs twice; messages of one flow are marked msg");
  EXPECT_EQ(with("prio 4", "priority 4"),
            "f:6:49: unknown key 'priority'; known: start, id, msg, size, trigger, send_done_trigger, "
            "recv_done_trigger, prio");
  EXPECT_EQ(with("barrier count 2", "barrier count 3"),
            "f:11: trigger 1 counts to 3, but 2 connections fire it");
  EXPECT_EQ(with("send_done_trigger 2", "send_done_trigger 1"),
            "f:11: trigger 1 counts to 2, but 3 connections fire it");
  EXPECT_EQ(with("trigger id 2 oneshot\n", ""), "f:13: Triggers 3, but the file has 2: it is damaged");
  EXPECT_EQ(with("start 0 size", "start soon size"), "f:5:17: expected a time in picoseconds, found 'soon'");
  EXPECT_EQ(with("recv_done_trigger 3", "recv_done_trigger 2"),
            "f:12: trigger 2 is a oneshot, but 2 connections fire it; a barrier waits for all of them");
  EXPECT_EQ(with(" recv_done_trigger 3", ""),
            "f:13: trigger 3 is to fire 1 times, but 0 connections fire it");
  EXPECT_EQ(with("trigger 2 size", "trigger 3 size"),
            "f:13: trigger 3 is to fire 2 times, but 1 connections fire it");
}

}  // namespace
}  // namespace torusim
