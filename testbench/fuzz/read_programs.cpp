// Readers of programs.
#include <fmt/format.h>

#include "schedules/chakra/chakra_program.h"
#include "schedules/check/program_check.h"
#include "schedules/convert/cm_program.h"
#include "schedules/convert/goal_binary.h"
#include "schedules/convert/goal_program.h"
#include "schedules/convert/msccl_chunks.h"
#include "schedules/convert/mscclpp_program.h"
#include "schedules/core/error.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {
namespace {

/// What is read must be checked without a defect, and counts must agree.
ProgramReport checked(const Program& program, std::int64_t rendezvous = 64,
                      const ChunkMoves* chunks = nullptr) {
  const ProgramReport report = check_program(program, rendezvous, chunks);
  const auto operations = static_cast<std::int64_t>(program.operations.size());
  if (report.sends + report.receives + report.computes + report.steps != operations ||
      report.sends != program.messages) {
    broken(fmt::format("{} operations are not {} + {} + {} + {}", operations, report.sends, report.receives,
                       report.computes, report.steps));
  }
  if (program.first.back() != operations) broken("the ranks do not have all operations");
  return report;
}

void check_read(const ChunkProgram& read) {
  const std::size_t operations = read.program.operations.size();
  if (read.chunks.moves.size() != operations || read.chunks.streams.size() != operations ||
      read.program.steps.size() != operations) {
    broken(fmt::format("not every one of {} operations has its chunks, thread block and step", operations));
  }
  const ProgramReport report = checked(read.program, 0, &read.chunks);
  if (report.races > report.violation_count) broken("races are not among the violations");
}

}  // namespace

/// The bytes as the trace of both ranks of a ring of two.
void read_chakra(std::string_view text) {
  const std::vector<ChakraTrace> traces(2, read_chakra_text(text, "fuzz.0.et"));
  checked(chakra_program(traces, "fuzz", Topology::parse("ring:2"), {0, 1}, ChakraOptions{}).program);
}

/// GOAL, text or binary.
void read_goal(std::string_view text) {
  checked(text.starts_with(kGoalMagic) ? read_goal_binary_text(std::string(text), "fuzz")
                                       : read_goal_program_text(std::string(text), "fuzz").program);
}

/// Every connection has a send and a receive.
void read_cm(std::string_view text) {
  const ProgramReport report = checked(read_cm_program_text(std::string(text), "fuzz").program);
  if (report.sends != report.receives) {
    broken(fmt::format("{} sends and {} receives", report.sends, report.receives));
  }
}

/// MSCCL, its channels with any number of messages or with one.
void read_msccl(std::string_view text) {
  for (const std::int64_t slots : {0, 1}) {
    try {
      check_read(read_msccl_program_text(std::string(text), "fuzz", {.slots = slots}));
    } catch (const InputError&) {
    }
  }
}

void read_plans(std::string_view text) { check_read(read_mscclpp_text(std::string(text), "fuzz", {})); }

}  // namespace torusim::fuzz
