#include "testbench/config/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "schedules/core/error.h"
#include "testbench/config/option.h"
#include "testbench/config/run_config.h"

namespace torusim {
namespace {

constexpr const char* kRounded = ", rounded up";

struct Unit {
  const char* name;
  long double worth;
};
constexpr std::array<Unit, 4> kClocks = {{{"Hz", 1}, {"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}}};
constexpr std::array<Unit, 5> kTimes = {
    {{"ps", 1e-12L}, {"ns", 1e-9L}, {"us", 1e-6L}, {"ms", 1e-3L}, {"s", 1}}};
constexpr std::array<Unit, 9> kSizes = {{{"B", 1},
                                         {"kB", 1e3},
                                         {"KiB", 1 << 10},
                                         {"MB", 1e6},
                                         {"MiB", 1 << 20},
                                         {"GB", 1e9},
                                         {"GiB", 1 << 30},
                                         {"TB", 1e12},
                                         {"TiB", std::int64_t{1} << 40}}};

std::size_t digits(const std::string& text) {
  return std::min(text.find_first_not_of("0123456789."), text.size());
}

/// A positive or zero number with one of the units.
template <std::size_t N>
std::optional<long double> read_amount(const std::string& text, const std::array<Unit, N>& units) {
  const std::size_t end = digits(text);
  const auto unit =
      std::find_if(units.begin(), units.end(), [&](const Unit& u) { return text.substr(end) == u.name; });
  double value = 0;
  const auto [last, error] = std::from_chars(text.data(), text.data() + end, value);
  if (end == 0 || unit == units.end() || error != std::errc() || last != text.data() + end)
    return std::nullopt;
  // A decimal number of few digits is a whole number of units of its last digit, so the value is exact.
  const auto point = text.find('.');
  const long double decimals = point >= end ? 0 : static_cast<long double>(end - point - 1);
  const long double scale = std::pow(10.0L, decimals);
  return std::round(value * scale) / scale * unit->worth;
}

/// The largest unit in which the value is at least 1.
template <std::size_t N>
std::string in_largest(double value, const std::array<Unit, N>& units, const char* format_end = "") {
  const Unit* chosen = &units.front();
  for (const Unit& unit : units) {
    if (value >= unit.worth) chosen = &unit;
  }
  return fmt::format("{:.4g} {}{}", value / static_cast<double>(chosen->worth), chosen->name, format_end);
}

std::int64_t rounded_up(long double value) {
  const long double nearest = std::round(value);
  const bool whole = std::abs(value - nearest) <= 1e-9L * std::max(1.0L, value);
  return static_cast<std::int64_t>(whole ? nearest : std::ceil(value));
}

bool counts_cycles(const Option& option) { return option.unit == "cycles"; }

}  // namespace

Scale scale_of(const RunConfig& config) { return {config.clock, config.flit_bytes}; }

double parse_clock(const std::string& text) {
  if (text == "none") return 0;
  const auto value = read_amount(text, kClocks);
  if (!value || *value < 1 || *value > 1e15L) throw UsageError("must be none, or such as 1GHz or 312.5MHz");
  return static_cast<double>(*value);
}

std::string clock_text(const double& hertz) {
  if (hertz == 0) return "none";
  const Unit* chosen = &kClocks.front();
  for (const Unit& unit : kClocks) {
    if (hertz >= unit.worth) chosen = &unit;
  }
  return fmt::format("{}{}", hertz / static_cast<double>(chosen->worth), chosen->name);
}

bool has_unit(const std::string& text) {
  const std::size_t end = digits(text);
  return end > 0 && end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0;
}

long double parse_time(const std::string& text) {
  const auto value = read_amount(text, kTimes);
  if (!value) throw UsageError("must be a number of cycles, or a time such as 200ns (ps, ns, us, ms, s)");
  return *value;
}

long double parse_bytes(const std::string& text) {
  const auto value = read_amount(text, kSizes);
  if (!value)
    throw UsageError("must be a number of flits, or a size such as 4KiB (B, kB, KiB, MB, MiB, .., TiB)");
  return *value;
}

std::string time_text(double seconds) { return in_largest(seconds, kTimes); }

std::string rate_text(double bytes_per_second) {
  static constexpr std::array<Unit, 5> kRates = {
      {{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}}};
  return in_largest(bytes_per_second, kRates, "/s");
}

std::string bytes_text(double bytes) {
  static constexpr std::array<Unit, 4> kDecimal = {{{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}}};
  static constexpr std::array<Unit, 4> kBinary = {
      {{"B", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}}};
  const bool binary = bytes >= (1 << 10) && std::fmod(bytes, 1 << 10) == 0;
  return binary ? in_largest(bytes, kBinary) : in_largest(bytes, kDecimal);
}

void accept_units(Option& option) {
  if (option.kind != Option::Kind::kNumber) return;
  if (!counts_cycles(option) && option.unit != "flits") return;
  const bool cycles = counts_cycles(option);
  option.set = [name = option.name, cycles, plain = option.set](RunConfig& config, const std::string& value) {
    config.in_units.erase(name);
    if (!has_unit(value)) return plain(config, value);
    if (cycles) {
      parse_time(value);
    } else {
      parse_bytes(value);
    }
    config.in_units[name] = value;
  };
  option.get = [name = option.name, plain = option.get](const RunConfig& config) {
    const auto given = config.in_units.find(name);
    return given == config.in_units.end() ? plain(config) : given->second;
  };
}

void convert_units(RunConfig& config) {
  while (!config.in_units.empty()) {
    const auto [name, text] = *config.in_units.begin();
    const Option& option = *find_option(name);
    const bool cycles = counts_cycles(option);
    if (cycles ? config.clock == 0 : config.flit_bytes == 0) {
      throw UsageError(fmt::format("--{} = {}: needs {}", name, text,
                                   cycles ? "--clock, such as 1GHz" : "--flit-bytes, such as 16"));
    }
    const long double exact = cycles ? parse_time(text) * static_cast<long double>(config.clock)
                                     : parse_bytes(text) / static_cast<long double>(config.flit_bytes);
    if (exact > 9e18L) throw UsageError(fmt::format("--{} = {}: too large", name, text));
    const std::int64_t count = rounded_up(exact);
    try {
      option.set(config, fmt::format("{}", count));  // which takes it out of in_units
    } catch (const UsageError& error) {
      throw UsageError(
          fmt::format("--{} = {}, which is {} {}: {}", name, text, count, option.unit, error.what()));
    }
    const bool more = static_cast<long double>(count) > exact * (1 + 1e-9L);
    config.converted[name] = fmt::format("{} = {} {}{}", text, count, option.unit, more ? kRounded : "");
  }
}

std::vector<std::string> rounded_options(const RunConfig& config) {
  std::vector<std::string> notes;
  for (const auto& [option, what] : config.converted) {
    if (what.ends_with(kRounded)) notes.push_back(fmt::format("{}: {}", option, what));
  }
  return notes;
}

}  // namespace torusim
