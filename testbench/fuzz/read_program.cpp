#include <fmt/format.h>

#include "schedules/check/program_check.h"
#include "schedules/convert/cm_program.h"
#include "schedules/convert/goal_binary.h"
#include "schedules/convert/goal_program.h"
#include "schedules/core/error.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {
namespace {

/// What is read must be checked without a defect, and counts must agree.
ProgramReport checked(const Program& program) {
  const ProgramReport report = check_program(program, 64);
  const auto operations = static_cast<std::int64_t>(program.operations.size());
  if (report.sends + report.receives + report.computes + report.steps != operations ||
      report.sends != program.messages) {
    broken(fmt::format("{} operations are not {} + {} + {}", operations, report.sends, report.receives,
                       report.computes));
  }
  if (program.first.back() != operations) broken("the ranks do not have all operations");
  return report;
}

}  // namespace

/// GOAL, text or binary.
void read_goal(std::string_view text) {
  try {
    checked(text.starts_with(kGoalMagic) ? read_goal_binary_text(std::string(text), "fuzz")
                                         : read_goal_program_text(std::string(text), "fuzz").program);
  } catch (const InputError&) {
  }
}

/// Every connection has a send and a receive.
void read_cm(std::string_view text) {
  try {
    const ProgramReport report = checked(read_cm_program_text(std::string(text), "fuzz").program);
    if (report.sends != report.receives) {
      broken(fmt::format("{} sends and {} receives", report.sends, report.receives));
    }
  } catch (const InputError&) {
  }
}

}  // namespace torusim::fuzz
