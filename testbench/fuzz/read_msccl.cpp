#include <fmt/format.h>

#include "schedules/check/program_check.h"
#include "schedules/convert/msccl_chunks.h"
#include "schedules/convert/mscclpp_program.h"
#include "schedules/core/error.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {
namespace {

/// What is read must be checked without a defect, and counts must agree.
void check_read(const ChunkProgram& read) {
  const std::size_t operations = read.program.operations.size();
  if (read.chunks.moves.size() != operations || read.chunks.streams.size() != operations ||
      read.program.steps.size() != operations) {
    broken(fmt::format("not every one of {} operations has its chunks, thread block and step", operations));
  }
  const ProgramReport report = check_program(read.program, 0, &read.chunks);
  if (report.sends != read.program.messages) broken("messages are not as many as sends");
  if (report.races > report.violation_count) broken("races are not among the violations");
}

}  // namespace

/// MSCCL, its channels with any number of messages or with one.
void read_msccl(std::string_view text) {
  for (const std::int64_t slots : {0, 1}) {
    try {
      check_read(read_msccl_program_text(std::string(text), "fuzz", {.slots = slots}));
    } catch (const InputError&) {
    }
  }
}

void read_plans(std::string_view text) {
  try {
    check_read(read_mscclpp_text(std::string(text), "fuzz", {}));
  } catch (const InputError&) {
  }
}

}  // namespace torusim::fuzz
