// GOAL text and binary as programs.

#include "schedules/convert/goal_program.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "schedules/convert/goal_binary.h"
#include "schedules/convert/label_table.h"
#include "schedules/core/link_load.h"
#include "schedules/core/program_schedule.h"
#include "schedules/tests/convert/goal_binary_writer.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

const char* const kText =
    "// by hand\n"
    "num_ranks 4\n"
    "rank 0 {\n"
    "a: send 64b to 2 tag 5 cpu 1 nic 2\n"
    "b: recv 32b from -1 tag -1\n"
    "a: calc 100 cpu 1\n"
    "/* two\n"
    "lines */ c: calc 7\n"
    "c requires a\n"
    "c irequires b\n"
    "}\n"
    "rank 2 {\n"
    "recv 64b from 0 tag 5\n"
    "calc 0\n"
    "send 1b to 2\n"
    "}\n";

std::string text_of(const Program& program) {
  std::string text;
  for (OperationId id = 0; id < program.operations.size(); ++id) {
    const Operation& operation = program.operations[id];
    text += program.describe(id) + ", cpu " + std::to_string(operation.cpu) + ", nic " +
            std::to_string(operation.nic);
    for (const Program::Dependent& dependent : program.dependents_of(id)) {
      text += std::string(dependent.after_start != 0 ? ", start before " : ", end before ") +
              std::to_string(dependent.later);
    }
    text += "\n";
  }
  return text;
}

TEST(GoalProgram, EveryOperationWithItsDependences) {
  const ProgramFile file = read_goal_program_text(kText, "f");
  EXPECT_EQ(text_of(file.program),
            "send of 64 bytes from rank 0 to 2, tag 5 (f:4), cpu 1, nic 2, end before 3\n"
            "receive of 32 bytes by rank 0 from any rank, any tag (f:5), cpu 0, nic 0, start before 3\n"
            "computation of 100 on rank 0 (f:6), cpu 1, nic 0\n"
            "computation of 7 on rank 0 (f:8), cpu 0, nic 0\n"
            "receive of 64 bytes by rank 2 from 0, tag 5 (f:13), cpu 0, nic 0\n"
            "computation of 0 on rank 2 (f:14), cpu 0, nic 0\n"
            "send of 1 bytes from rank 2 to 2, tag 0 (f:15), cpu 0, nic 0\n");
  EXPECT_EQ(file.program.ranks(), 4);
  EXPECT_EQ(file.program.cpus, 2);
  EXPECT_EQ(file.program.nics, 3);
  EXPECT_EQ(file.program.messages, 2u);
  EXPECT_EQ(file.program.first, (std::vector<OperationId>{0, 4, 4, 7, 7}));
  EXPECT_EQ(file.notes, (std::vector<std::string>{
                            "2 of 4 ranks are not in the file; they have no operations",
                            "a label that occurs twice in its rank means the first: 1, from line 6 on"}));
}

std::string goal_refusal(std::string text, bool binary = false) {
  return test::refusal([&] {
    if (binary) {
      read_goal_binary_text(std::move(text), "f");
    } else {
      read_goal_program_text(std::move(text), "f");
    }
  });
}

// In direction + alone the busiest channels have 12, 6 and 6. Every node sends to the opposite one, three
// times.
TEST(GoalProgram, MessagesTakeEquallyShortWaysInTurns) {
  struct Case {
    const char* network;
    NodeId hops;           // to the destination, by node number
    std::int64_t busiest;  // messages on the busiest channel
  };
  for (const Case& c : {Case{"ring:8", 4, 6}, {"torus:4x4", 10, 3}, {"torus:4x4x4", 42, 3}}) {
    const Topology network = Topology::parse(c.network);
    std::string text = "num_ranks " + std::to_string(network.nodes()) + "\n";
    ProgramSettings settings;
    for (NodeId node = 0; node < network.nodes(); ++node) {
      settings.node_of_rank.push_back(node);
      text += "rank " + std::to_string(node) + " {\n";
      for (int i = 0; i < 3; ++i)
        text += "send 1b to " + std::to_string(network.translated(node, c.hops)) + " tag " +
                std::to_string(i) + "\n";
      text += "}\n";
    }
    ProgramSchedule schedule(read_goal_program_text(text, "f").program, network, settings);
    EXPECT_EQ(busiest_links(schedule).front().messages, c.busiest) << c.network;
  }
}

TEST(GoalProgram, SaysWhatIsWrongAndWhere) {
  const auto with = [](std::string_view old, std::string_view by) {
    std::string text = kText;
    text.replace(text.find(old), old.size(), by);
    return goal_refusal(text);
  };
  EXPECT_EQ(with("to 2 tag 5", "to 4 tag 5"), "f:4:16: rank 4 is outside 0..3");
  EXPECT_EQ(with("a: send 64b", "a: send 64"), "f:4:12: expected 'b' after the size, found 'to'");
  EXPECT_EQ(with("a: send 64b", "a: send 64 b"), "accepted");
  EXPECT_EQ(with("a: send 64b", "a: sent 64b"), "f:4:4: unknown operation 'sent'; did you mean 'send'?");
  EXPECT_EQ(with("requires a", "requires c"), "f:9:12: 'c' requires itself: it can never happen");
  EXPECT_EQ(with("irequires b", "irequires c"), "f:10:13: 'c' irequires itself: it can never happen");
  EXPECT_EQ(with("lines */", "lines"), "f:17:1: the file stops within a comment");
  EXPECT_EQ(with("rank 2 {", "rank 4 {"), "f:12:6: rank 4 is outside 0..3");
  EXPECT_EQ(with("rank 2 {", "rank 0 {"), "f:12:6: rank 0, but the next of 4 is 1");
  EXPECT_EQ(with("requires a", "requires z"), "f:9:12: no label 'z' above in rank 0");
  EXPECT_EQ(with("calc 0\n", "later requires c\n"), "f:14:1: no label 'later' above in rank 2");
  EXPECT_EQ(with("calc 0\n", "calc 0 nic 1\n"), "f:14:8: a calc has no nic");
  EXPECT_EQ(with("cpu 1 nic 2", "cpu 256 nic 2"), "f:4:4: cpu 256 is outside 0..255");
  EXPECT_EQ(with("tag 5 cpu", "tag 4294967295 cpu"), "f:4:4: tag 4294967295 is outside 0..4294967294");
  EXPECT_EQ(with("send 1b to 2\n", "send 1b to 2\n}\nnum_ranks 4\nrank 0 {\n"),
            "f:17:1: num_ranks occurs twice: a file holds one program");
  EXPECT_EQ(with("send 1b to 2\n}\n", ""), "f:15:1: the file stops within rank 2: it is truncated");
  EXPECT_EQ(goal_refusal("num_ranks 3\n"), "f:2:1: 3 ranks, but the file has none of them");
  EXPECT_EQ(goal_refusal(""), "f:1:1: the file has no num_ranks");
}

TEST(GoalBinary, IsTheSameProgramAsTheText) {
  Program program = read_goal_program_text(kText, "f").program;
  for (Operation& operation : program.operations) operation.line = 0;
  const Program back = read_goal_binary_text(test::GoalBinary(program).bytes_, "f");
  EXPECT_EQ(text_of(back), text_of(program));
  EXPECT_EQ(back.first, program.first);
  EXPECT_EQ(back.messages, program.messages);
}

// More operations than the reader has in memory at a time, whose dependences go far in both directions.
TEST(GoalBinary, RanksOfManyOperations) {
  std::string text = "num_ranks 2\nrank 0 {\n";
  constexpr int kOperations = 80000;
  for (int i = 0; i < kOperations; ++i) {
    text += "l" + std::to_string(i) + (i % 3 == 0 ? ": send 8b to 1\n" : ": calc 5\n");
    if (i >= 50000) text += "l" + std::to_string(i - 50000) + " requires l" + std::to_string(i) + "\n";
    if (i % 5 == 4) text += "l" + std::to_string(i) + " irequires l" + std::to_string(i / 2) + "\n";
  }
  Program program = read_goal_program_text(text + "}\nrank 1 {\ncalc 3\n}\n", "f").program;
  for (Operation& operation : program.operations) operation.line = 0;
  const Program back = read_goal_binary_text(test::GoalBinary(program).bytes_, "f");
  EXPECT_EQ(back.first, (std::vector<OperationId>{0, kOperations, kOperations + 1}));
  EXPECT_EQ(text_of(back), text_of(program));
}

TEST(GoalBinary, RefusesOtherRecordsAndDamage) {
  const Program program = read_goal_program_text(kText, "f").program;
  const test::GoalBinary whole(program);
  const std::size_t first = 8 + 6 + 4 * 16;  // of rank 0: 4 operations, 3 roots, then records of 39 bytes
  const std::size_t record = first + 8 + 3 * 4;
  const auto with = [&](std::size_t at, std::uint64_t value, int length) {
    test::GoalBinary damaged = whole;
    damaged.put(at, value, length);
    return goal_refusal(damaged.bytes_, true);
  };
  EXPECT_EQ(with(0, 4224, 8), "f: is not a GOAL file in binary form");
  EXPECT_EQ(with(8, 0, 4), "f: 0 ranks; this program reads 1 to 1048576");
  EXPECT_EQ(with(record + 5, 4, 4), "f: rank 0, operation 0: rank 4 is outside 0..3");
  EXPECT_EQ(with(record + 4, 9, 1), "f: rank 0, operation 0: type 9 is none of 1 to 3");
  EXPECT_EQ(with(record, 1, 4), "f: rank 0, operation 0: it counts 1 dependences, but the lists have 0");
  EXPECT_EQ(with(record + 27, 77, 4), "f: rank 0, operation 0: its dependents are outside the list of 2");
  EXPECT_EQ(with(record + 4 * 39, 9, 4), "f: rank 0, operation 0: operation 9 of 4 waits for it");
  EXPECT_EQ(
      with(first, 3, 4),
      "f: rank 0 has 184 bytes, not 8 + 4 x 3 roots + 39 x 3 operations + 4 x 2 dependences: the file is "
      "damaged, or an older txt2bin wrote it; write it again with the current one");
  EXPECT_EQ(goal_refusal(whole.bytes_.substr(0, whole.bytes_.size() - 1), true),
            "f: the file stops within rank 3: it is truncated");
  for (std::size_t size = 0; size < whole.bytes_.size(); ++size) {
    EXPECT_NE(goal_refusal(whole.bytes_.substr(0, size), true), "accepted");
  }
}

// Labels against std::map.

TEST(LabelTable, FirstDefinitionsOfManyLabels) {
  std::mt19937 random(7);
  LabelTable table;
  for (const int distinct : {3, 50000, 200}) {
    std::map<std::string, std::uint32_t> expected;
    EXPECT_FALSE(table.find("l1"));
    for (std::uint32_t i = 0; i < 60000; ++i) {
      std::string label = "l" + std::to_string(random() % static_cast<unsigned>(distinct));
      if (i == 0) label.clear();
      if (i % 1000 == 0) label = std::string(i % 7000, 'x') + label;  // longer than others
      EXPECT_EQ(table.add(label, i), expected.emplace(label, i).second);
    }
    for (const auto& [label, operation] : expected) {
      ASSERT_EQ(table.find(label), operation) << label;
      ASSERT_FALSE(table.find(label + "'"));
    }
    table.clear();
  }
}

}  // namespace
}  // namespace torusim
