#include <sstream>

#include "schedules/core/error.h"
#include "schedules/text/tcs_reader.h"
#include "schedules/text/tcs_writer.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {
namespace {

// Small, so that a forall in a forall of the fuzzer's does not look like a hang.
constexpr TcsLimits kLimits{1 << 10, 1 << 12};

std::string written(Schedule& schedule) {
  std::ostringstream out;
  write_tcs(schedule, out);
  return out.str();
}

}  // namespace

void read_tcs(std::string_view text) {
  try {
    const auto schedule = read_tcs_text(std::string(text), "fuzz", kLimits);
    const std::string once = written(*schedule);
    if (written(*read_tcs_text(once, "again", kLimits)) != once) broken("not the same text again:\n" + once);
  } catch (const InputError&) {
  }
}

}  // namespace torusim::fuzz
