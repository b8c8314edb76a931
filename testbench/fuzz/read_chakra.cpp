#include <fmt/format.h>

#include "schedules/chakra/chakra_program.h"
#include "schedules/check/program_check.h"
#include "schedules/core/error.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {

/// The bytes as the trace of both ranks of a ring of two; what is read must be checked without a defect, and
/// counts must agree.
void read_chakra(std::string_view text) {
  try {
    const std::vector<ChakraTrace> traces(2, read_chakra_text(text, "fuzz.0.et"));
    const Program program =
        chakra_program(traces, "fuzz", Topology::parse("ring:2"), {0, 1}, ChakraOptions{}).program;
    const ProgramReport report = check_program(program, 64);
    const auto operations = static_cast<std::int64_t>(program.operations.size());
    if (report.sends + report.receives + report.computes + report.steps != operations ||
        report.sends != program.messages) {
      broken(fmt::format("{} operations are not {} + {} + {} + {}", operations, report.sends, report.receives,
                         report.computes, report.steps));
    }
  } catch (const InputError&) {
  }
}

}  // namespace torusim::fuzz
