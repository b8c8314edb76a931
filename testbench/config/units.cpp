#include "testbench/config/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

#include "schedules/core/amount.h"
#include "schedules/core/error.h"
#include "testbench/config/option.h"
#include "testbench/config/option_builders.h"
#include "testbench/config/run_config.h"

namespace torusim {
namespace {

constexpr std::int64_t kMostLink = std::int64_t{1} << 53;  // bytes per second
constexpr const char* kLinkForms = "must be none, or such as 50GB/s or 400Gbit/s";
constexpr const char* kRounded = ", rounded up";

struct Unit {
  const char* name;
  Decimal worth;
};
constexpr std::array<Unit, 4> kClocks = {{{"Hz", {1}}, {"kHz", {1, 3}}, {"MHz", {1, 6}}, {"GHz", {1, 9}}}};
constexpr std::array<Unit, 5> kTimes = {
    {{"ps", {1, -12}}, {"ns", {1, -9}}, {"us", {1, -6}}, {"ms", {1, -3}}, {"s", {1}}}};
constexpr std::array<Unit, 9> kSizes = {{{"B", {1}},
                                         {"kB", {1, 3}},
                                         {"KiB", {1 << 10}},
                                         {"MB", {1, 6}},
                                         {"MiB", {1 << 20}},
                                         {"GB", {1, 9}},
                                         {"GiB", {1 << 30}},
                                         {"TB", {1, 12}},
                                         {"TiB", {std::int64_t{1} << 40}}}};

std::size_t digits(const std::string& text) {
  return std::min(text.find_first_not_of("0123456789."), text.size());
}

/// A positive or zero number with one of the units.
template <std::size_t N>
std::optional<Decimal> read_amount(const std::string& text, const std::array<Unit, N>& units) {
  const std::size_t end = digits(text);
  const auto unit =
      std::find_if(units.begin(), units.end(), [&](const Unit& u) { return text.substr(end) == u.name; });
  std::size_t length = 0;
  const auto number = read_decimal(std::string_view(text).substr(0, end), length);
  if (unit == units.end() || !number || length != end) return std::nullopt;
  return *number * unit->worth;
}

/// The largest unit in which the value is at least 1.
template <std::size_t N>
std::string in_largest(double value, const std::array<Unit, N>& units, const char* format_end = "") {
  const Unit* chosen = &units.front();
  for (const Unit& unit : units) {
    if (value >= unit.worth.value()) chosen = &unit;
  }
  return fmt::format("{:.4g} {}{}", value / chosen->worth.value(), chosen->name, format_end);
}

std::int64_t at_most(std::int64_t count, std::int64_t most, const char* unit) {
  if (count > most) throw UsageError(fmt::format("must be at most {} {}", most, unit));
  return count;
}

/// Seconds of "200ns", "1.5us", "3ms", "800ps", "2s". Throws UsageError, as the next one does.
Decimal read_time(const std::string& text) {
  if (const auto value = read_amount(text, kTimes)) return *value;
  throw UsageError("must be a number of cycles, or a time such as 200ns (ps, ns, us, ms, s)");
}

/// Bytes of "64B", "4KiB", "1MiB", "4kB" (1000 bytes).
Decimal read_size(const std::string& text) {
  if (const auto value = read_amount(text, kSizes)) return *value;
  throw UsageError("must be a number of flits, or a size such as 4KiB (B, kB, KiB, MB, MiB, .., TiB)");
}

bool counts_cycles(const Option& option) { return option.unit == "cycles"; }

}  // namespace

Scale scale_of(const RunConfig& config) { return {config.clock, config.flit_bytes}; }

double parse_clock(const std::string& text) {
  if (text == "none") return 0;
  const auto value = read_amount(text, kClocks);
  const double hertz = value ? value->value() : 0;
  if (hertz < 1 || hertz > 1e15) throw UsageError("must be none, or such as 1GHz or 312.5MHz");
  return hertz;
}

std::string clock_text(const double& hertz) {
  if (hertz == 0) return "none";
  const Unit* chosen = &kClocks.front();
  for (const Unit& unit : kClocks) {
    if (hertz >= unit.worth.value()) chosen = &unit;
  }
  return fmt::format("{}{}", hertz / chosen->worth.value(), chosen->name);
}

bool has_unit(const std::string& text) {
  const std::size_t end = digits(text);
  return end > 0 && end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0;
}

std::int64_t cycles_of(const std::string& text, double clock, std::int64_t most) {
  if (!has_unit(text)) {
    return parse_number<std::int64_t>(text, 0, most, fmt::format("cycles, 0 to {}, or a time", most));
  }
  const Decimal seconds = read_time(text);
  if (clock == 0) throw UsageError("must be cycles, because a time needs --clock, such as 1GHz");
  return at_most(rounded(seconds * Decimal::of(clock), Rounding::kUp), most, "cycles");
}

std::int64_t flits_of(const std::string& text, int flit_bytes, std::int64_t most) {
  if (!has_unit(text)) {
    return parse_number<std::int64_t>(text, 0, most, fmt::format("flits, 0 to {}, or a size", most));
  }
  const Decimal bytes = read_size(text);
  if (flit_bytes == 0) throw UsageError("must be flits, because a size needs --flit-bytes, such as 16");
  return at_most(rounded(bytes, Rounding::kUp, flit_bytes), most, "flits");
}

std::int64_t bytes_of(const std::string& text, std::int64_t most) {
  if (!has_unit(text)) return parse_number<std::int64_t>(text, 0, most, "a number of bytes");
  return at_most(rounded(read_size(text), Rounding::kUp), most, "bytes");
}

std::string time_text(double seconds) { return in_largest(seconds, kTimes); }

std::string rate_text(double bytes_per_second) {
  static constexpr std::array<Unit, 5> kRates = {
      {{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}}};
  return in_largest(bytes_per_second, kRates, "/s");
}

std::string bytes_text(double bytes) {
  return bytes_text(bytes, bytes >= (1 << 10) && std::fmod(bytes, 1 << 10) == 0);
}

std::string bytes_text(double bytes, bool binary) {
  static constexpr std::array<Unit, 4> kDecimal = {{{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}}};
  static constexpr std::array<Unit, 4> kBinary = {
      {{"B", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}}};
  return binary ? in_largest(bytes, kBinary) : in_largest(bytes, kDecimal);
}

void accept_units(Option& option) {
  if (option.kind != Option::Kind::kNumber) return;
  if (!counts_cycles(option) && option.unit != "flits") return;
  const bool cycles = counts_cycles(option);
  option.set = [name = option.name, cycles, plain = option.set](RunConfig& config, const std::string& value) {
    config.in_units.erase(name);
    if (!has_unit(value)) return plain(config, value);
    cycles ? read_time(value) : read_size(value);  // checks the form
    config.in_units[name] = value;
  };
  option.get = [name = option.name, plain = option.get](const RunConfig& config) {
    const auto given = config.in_units.find(name);
    return given == config.in_units.end() ? plain(config) : given->second;
  };
}

std::string in_time(const Scale& scale, std::int64_t cycles) {
  return scale.timed() ? fmt::format(" ({})", time_text(scale.seconds(static_cast<double>(cycles))))
                       : std::string();
}

double parse_link(const std::string& text) {
  if (text == "none") return 0;
  const std::size_t bits = text.find("bit/s"), bytes = text.find("B/s");
  std::string amount = text.substr(0, std::min(bits, bytes));
  try {
    if (bits != std::string::npos && bits + 5 == text.size()) {
      return static_cast<double>(bytes_of(amount + "B", kMostLink)) / 8;
    }
    if (bytes != std::string::npos && bytes + 3 == text.size()) {
      const auto rate = static_cast<double>(bytes_of(amount + "B", kMostLink));
      if (rate > 0) return rate;
    }
  } catch (const UsageError&) {
  }
  throw UsageError(kLinkForms);
}

std::string link_text(const double& bytes_per_second) {
  return bytes_per_second == 0 ? "none" : fmt::format("{}B/s", bytes_per_second);
}

void settle_link(RunConfig& config) {
  if (config.link == 0) return;
  const double link = std::exchange(config.link, 0);
  if (config.clock == 0) {
    if (config.flit_bytes == 0) config.flit_bytes = 16;
    config.clock = link / config.flit_bytes;
  } else {
    const double bytes = link / config.clock;
    if (config.flit_bytes > 0 || std::abs(bytes - std::round(bytes)) > 1e-9 * bytes || bytes < 1) {
      throw UsageError(fmt::format(
          "--link {}: with --clock {} a flit has {:.6g} bytes{}", rate_text(link), clock_text(config.clock),
          bytes,
          config.flit_bytes > 0 ? fmt::format(", not {}", config.flit_bytes) : ", which is no whole number"));
    }
    config.flit_bytes = static_cast<int>(std::round(bytes));
  }
  config.converted["link"] = fmt::format("{} = flits of {} bytes at {}", rate_text(link), config.flit_bytes,
                                         clock_text(config.clock));
}

namespace {

/// The clock and the bytes of a flit at which a time is few enough cycles of a link, as the end of an error.
std::string slower_clock(const RunConfig& config, std::int64_t count) {
  std::int64_t factor = 2;
  while (count > factor * UnevenLinks::kMost) factor *= 2;
  const std::string bytes =
      config.flit_bytes == 0 ? "" : fmt::format(" --flit-bytes {}", config.flit_bytes * factor);
  return fmt::format("; --clock {}{} makes {} of it", clock_text(config.clock / static_cast<double>(factor)),
                     bytes, (count + factor - 1) / factor);
}

}  // namespace

void convert_units(RunConfig& config) {
  settle_link(config);
  while (!config.in_units.empty()) {
    const auto [name, text] = *config.in_units.begin();
    const Option& option = *find_option(name);
    const bool cycles = counts_cycles(option);
    if (cycles ? config.clock == 0 : config.flit_bytes == 0) {
      throw UsageError(fmt::format("--{} = {}: needs {}", name, text,
                                   cycles ? "--clock, such as 1GHz" : "--flit-bytes, such as 16"));
    }
    const Decimal exact = cycles ? read_time(text) * Decimal::of(config.clock) : read_size(text);
    const std::int64_t divisor = cycles ? 1 : config.flit_bytes;
    const std::int64_t count = rounded(exact, Rounding::kUp, divisor);
    if (count == kTooLarge) throw UsageError(fmt::format("--{} = {}: too large", name, text));
    try {
      option.set(config, fmt::format("{}", count));  // which takes it out of in_units
    } catch (const UsageError& error) {
      throw UsageError(
          fmt::format("--{} = {}, which is {} {}: {}{}", name, text, count, option.unit, error.what(),
                      name == "link-delay" && count > UnevenLinks::kMost ? slower_clock(config, count) : ""));
    }
    const bool more = count != rounded(exact, Rounding::kDown, divisor);
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
