#include "testbench/config/option_values.h"

#include <cmath>

#include "models/contract/time_limits.h"
#include "schedules/chakra/collective_plan.h"
#include "testbench/config/load_program.h"

namespace torusim {

std::map<std::string, std::string> parse_settings(const std::string& text) {
  std::map<std::string, std::string> settings;
  for (std::size_t at = text.find_first_not_of(' '); at != std::string::npos;) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
      throw UsageError(fmt::format("must be NAME=VALUE, such as rule=A, not '{}'", word));
    }
    if (!settings.emplace(word.substr(0, equals), word.substr(equals + 1)).second) {
      throw UsageError(fmt::format("'{}' occurs twice", word.substr(0, equals)));
    }
    at = text.find_first_not_of(' ', end);
  }
  return settings;
}

std::string settings_text(const std::map<std::string, std::string>& settings) {
  std::string result;
  for (const auto& [name, value] : settings) {
    result += fmt::format("{}{}={}", result.empty() ? "" : " ", name, value);
  }
  return result;
}

std::optional<LoadRange> parse_loads(const std::string& text) {
  if (text == "auto") return std::nullopt;
  const std::string_view view = text;
  const auto one = view.find(':'), two = view.rfind(':');
  LoadRange range;
  const bool good =
      one != std::string_view::npos && two != one && read_number(view.substr(0, one), range.first) &&
      read_number(view.substr(one + 1, two - one - 1), range.last) &&
      read_number(view.substr(two + 1), range.step) && std::isfinite(range.last) && range.first > 0 &&
      range.step > 0 && range.last >= range.first && (range.last - range.first) / range.step < 1000;
  if (!good) {
    throw UsageError(
        "must be FIRST:LAST:STEP, above 0, rising, at most 1000 loads, such as 0.05:0.4:0.05, or auto");
  }
  return range;
}

std::string loads_text(const std::optional<LoadRange>& range) {
  return range ? fmt::format("{}:{}:{}", range->first, range->last, range->step) : std::string("auto");
}

std::optional<std::pair<Cycle, Cycle>> parse_window(const std::string& text) {
  if (text == "all") return std::nullopt;
  const std::string values = "two cycles FIRST:LAST, FIRST <= LAST, such as 0:999, or all";
  const auto colon = text.find(':');
  if (colon == std::string::npos) throw UsageError("must be " + values);
  const Cycle first = parse_number<Cycle>(text.substr(0, colon), 0, kLastCycle, values);
  return std::pair(first, parse_number<Cycle>(text.substr(colon + 1), first, kLastCycle, values));
}

std::string window_text(const std::optional<std::pair<Cycle, Cycle>>& window) {
  return window ? fmt::format("{}:{}", window->first, window->second) : std::string("all");
}

std::string parse_host_text(const std::string& text) {
  constexpr double kAnyClock = 1;  // --clock is known later, and a lower one may fit
  parse_host(text, kAnyClock);
  return text;
}

std::string parse_collective_text(const std::string& text) {
  CollectiveChoice{text};
  return text;
}

std::string host_text(const std::string& text) { return text; }

Shard parse_shard(const std::string& text) {
  constexpr int kMostShards = 100'000;
  Shard shard;
  const auto slash = text.find('/');
  const std::string_view view = text;
  if (slash == std::string::npos || !read_number(view.substr(0, slash), shard.number) ||
      !read_number(view.substr(slash + 1), shard.of) || shard.number < 1 || shard.number > shard.of ||
      shard.of > kMostShards) {
    throw UsageError(fmt::format("must be I/N, 1 <= I <= N <= {}, such as 2/8", kMostShards));
  }
  return shard;
}

std::string shard_text(const Shard& shard) { return fmt::format("{}/{}", shard.number, shard.of); }

Names<std::optional<Format>> format_names() {
  return {{"auto", std::nullopt},
          {"tcs", Format::kTcs},
          {"goal", Format::kGoal},
          {"cm", Format::kCm},
          {"msccl", Format::kMsccl}};
}

}  // namespace torusim
