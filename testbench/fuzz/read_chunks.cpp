#include <fmt/format.h>

#include "schedules/check/program_check.h"
#include "schedules/convert/msccl_chunks.h"
#include "schedules/core/error.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {

/// MSCCL as a program; what is read must be checked without a defect, and counts must agree.
void read_chunks(std::string_view text) {
  try {
    const ChunkProgram read = read_msccl_program_text(std::string(text), "fuzz", {});
    const std::size_t operations = read.program.operations.size();
    if (read.chunks.moves.size() != operations || read.chunks.streams.size() != operations ||
        read.program.steps.size() != operations) {
      broken(fmt::format("not every one of {} operations has its chunks, thread block and step", operations));
    }
    const ProgramReport report = check_program(read.program, 0, &read.chunks);
    if (report.sends != read.program.messages) broken("messages are not as many as sends");
    if (report.races > report.violation_count) broken("races are not among the violations");
  } catch (const InputError&) {
  }
}

}  // namespace torusim::fuzz
