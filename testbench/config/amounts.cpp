#include "testbench/config/amounts.h"

#include <fmt/format.h>

#include <cmath>

#include "schedules/core/error.h"
#include "testbench/config/option_builders.h"
#include "testbench/config/units.h"

namespace torusim {
namespace {

std::int64_t rounded(long double exact, std::int64_t most, const char* unit) {
  const long double whole = std::ceil(exact * (1 - 1e-9L));
  if (whole > static_cast<long double>(most))
    throw UsageError(fmt::format("must be at most {} {}", most, unit));
  return static_cast<std::int64_t>(whole);
}

}  // namespace

std::int64_t cycles_of(const std::string& text, double clock, std::int64_t most) {
  if (!has_unit(text)) {
    return parse_number<std::int64_t>(text, 0, most, fmt::format("cycles, 0 to {}, or a time", most));
  }
  const long double seconds = parse_time(text);
  if (clock == 0) throw UsageError("must be cycles, because a time needs --clock, such as 1GHz");
  return rounded(seconds * static_cast<long double>(clock), most, "cycles");
}

std::int64_t flits_of(const std::string& text, int flit_bytes, std::int64_t most) {
  if (!has_unit(text)) {
    return parse_number<std::int64_t>(text, 0, most, fmt::format("flits, 0 to {}, or a size", most));
  }
  const long double bytes = parse_bytes(text);
  if (flit_bytes == 0) throw UsageError("must be flits, because a size needs --flit-bytes, such as 16");
  return rounded(bytes / static_cast<long double>(flit_bytes), most, "flits");
}

}  // namespace torusim
