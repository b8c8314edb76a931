// check of programs: what never ends is named, and circles of waits.
#include "schedules/check/program_check.h"

#include <gtest/gtest.h>

#include "schedules/core/program.h"
#include "schedules/tests/random_program.h"

namespace torusim {
namespace {

TEST(ProgramCheck, RandomProgramsEnd) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const ProgramSchedule schedule = test::random_program(Topology::parse("ring:5"), seed);
    const ProgramReport report = check_program(schedule.program(), schedule.settings().host.rendezvous);
    EXPECT_TRUE(report.correct()) << seed << ": " << report.violations.front();
    EXPECT_EQ(report.sends, report.receives);
    EXPECT_GT(report.bytes, 0);
  }
}

std::vector<std::string> violations(const Program& program, std::int64_t rendezvous = 65535) {
  return check_program(program, rendezvous).violations;
}

using Sentences = std::vector<std::string>;

TEST(ProgramCheck, MessagesAndReceivesWithoutPartner) {
  test::ProgramText text(2);
  text.begin(0);
  text.send(1, 8, 3);
  text.begin(1);
  const OperationId received = text.receive(0, 8, 4);
  text.wait(text.compute(1), received);
  EXPECT_EQ(
      violations(text.finish()),
      (Sentences{"test: no message is left for the receive of 8 bytes by rank 1 from 0, tag 4 (operation 0)",
                 "test: no receive is left for the send of 8 bytes from rank 0 to 1, tag 3 (operation 0)"}));
}

TEST(ProgramCheck, AReceiveThatIsTooShort) {
  test::ProgramText text(2);
  text.begin(0);
  text.send(1, 8);
  text.begin(1);
  text.receive(0, 7);
  EXPECT_EQ(
      violations(text.finish()),
      (Sentences{
          "test: the receive of 7 bytes by rank 1 from 0, tag 0 (operation 0) is too short for the send "
          "of 8 bytes from rank 0 to 1, tag 0 (operation 0)"}));
}

TEST(ProgramCheck, ACircleOfDependences) {
  test::ProgramText text(1);
  text.begin(0);
  const OperationId a = text.compute(1), b = text.compute(2), c = text.compute(3);
  text.wait(b, a);
  text.wait(c, b);
  text.wait(a, c, true);
  EXPECT_EQ(
      violations(text.finish()),
      (Sentences{
          "test: operations wait for each other: the computation of 1 on rank 0 (operation 0) waits for "
          "the computation of 3 on rank 0 (operation 2), which waits for the computation of 2 on rank 0 "
          "(operation 1), which waits for the computation of 1 on rank 0 (operation 0)"}));
}

TEST(ProgramCheck, ACircleThroughMessages) {
  test::ProgramText text(2);
  for (int rank = 0; rank < 2; ++rank) {
    text.begin(rank);
    const OperationId receive = text.receive(1 - rank, 4);
    text.wait(text.send(1 - rank, 4), receive);
  }
  EXPECT_EQ(violations(text.finish()),
            (Sentences{
                "test: operations wait for each other: the receive of 4 bytes by rank 0 from 1, tag 0 "
                "(operation 0) waits for the send of 4 bytes from rank 1 to 0, tag 0 (operation 1), which "
                "waits for the receive of 4 bytes by rank 1 from 0, tag 0 (operation 0), which waits for the "
                "send of 4 bytes from rank 0 to 1, tag 0 (operation 1), which waits for the receive of 4 "
                "bytes by rank 0 from 1, tag 0 (operation 0)"}));
}

TEST(ProgramCheck, SendsThatWaitForTheirReceives) {
  // Head to head: both send first, and receive when their send has ended.
  for (const std::int64_t rendezvous : {4, 3}) {
    test::ProgramText text(2);
    for (int rank = 0; rank < 2; ++rank) {
      text.begin(rank);
      const OperationId send = text.send(1 - rank, 4);
      text.wait(text.receive(1 - rank, 4), send);
    }
    const Sentences found = violations(text.finish(), rendezvous);
    EXPECT_EQ(found.size(), rendezvous == 4 ? 0u : 1u);
    for (const std::string& sentence : found)
      EXPECT_NE(sentence.find("wait for each other"), std::string::npos);
  }
}

}  // namespace
}  // namespace torusim
