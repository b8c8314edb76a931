#include <fmt/format.h>

#include "schedules/check/program_check.h"
#include "schedules/convert/goal_binary.h"
#include "schedules/convert/goal_program.h"
#include "schedules/core/error.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {

/// GOAL as a program, text or binary; what is read must be checked without a defect, and counts must agree.
void read_program(std::string_view text) {
  try {
    const Program program = text.starts_with(kGoalMagic)
                                ? read_goal_binary_text(std::string(text), "fuzz")
                                : read_goal_program_text(std::string(text), "fuzz").program;
    const ProgramReport report = check_program(program, 64);
    const auto operations = static_cast<std::int64_t>(program.operations.size());
    if (report.sends + report.receives + report.computes + report.steps != operations ||
        report.sends != program.messages) {
      broken(fmt::format("{} operations are not {} + {} + {}", operations, report.sends, report.receives,
                         report.computes));
    }
    if (program.first.back() != operations) broken("the ranks do not have all operations");
  } catch (const InputError&) {
  }
}

}  // namespace torusim::fuzz
