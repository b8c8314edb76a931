#include "testbench/app/traffic_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "schedules/error.h"

namespace torusim {
namespace {

constexpr unsigned kBoth = kTraffic | kCurve;
constexpr const char* kWhat = "Open-loop traffic";
constexpr const char* kMeasurement = "Measurement";

struct Named {
  const char* name;
  const char* argument;
  const char* unit;
  const char* group;
  const char* meaning;
  unsigned commands = kBoth;
  bool recorded = true;
};

/// An option that is read by `parse` (text to value) and written by `print`.
template <typename Value, typename Parse, typename Print>
Option option(const Named& named, Option::Kind kind, std::string values, Value TrafficConfig::*member,
              Parse parse, Print print) {
  Option result{named.name,    0,    named.argument, named.unit,     std::move(values), named.group,
                named.meaning, kind, named.commands, named.recorded, nullptr,           nullptr};
  result.set = [=](RunConfig& config, const std::string& text) { config.traffic.*member = parse(text); };
  result.get = [=](const RunConfig& config) { return print(config.traffic.*member); };
  return result;
}

template <typename Number>
bool read(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

template <typename Number>
Option number(const Named& named, Number low, Number high, Number TrafficConfig::*member) {
  const std::string values = fmt::format("{}..{}", low, high);
  const auto parse = [=](const std::string& text) {
    Number value{};
    if (!read(text, value) || !(value >= low && value <= high)) {
      throw UsageError(fmt::format("must be {}", values));
    }
    return value;
  };
  const auto print = [](Number value) { return fmt::format("{}", value); };
  return option(named, Option::Kind::kNumber, values, member, parse, print);
}

Option words(const Named& named, const char* values, std::string TrafficConfig::*member) {
  const auto same = [](const std::string& text) { return text; };
  return option(named, Option::Kind::kText, values, member, same, same);
}

std::optional<LoadRange> parse_loads(const std::string& text) {
  if (text == "auto") return std::nullopt;
  const std::string_view view = text;
  const auto one = view.find(':'), two = view.rfind(':');
  LoadRange range;
  const bool good = one != std::string_view::npos && two != one && read(view.substr(0, one), range.first) &&
                    read(view.substr(one + 1, two - one - 1), range.last) &&
                    read(view.substr(two + 1), range.step) && std::isfinite(range.last) && range.first > 0 &&
                    range.step > 0 && range.last >= range.first &&
                    (range.last - range.first) / range.step < 1000;
  if (!good) {
    throw UsageError(
        "must be FIRST:LAST:STEP, above 0, rising, at most 1000 loads, such as 0.05:0.4:0.05, or auto");
  }
  return range;
}

}  // namespace

void add_traffic_options(std::vector<Option>& table) {
  std::string names;
  for (const std::string& name : Pattern::names()) names += (names.empty() ? "" : "|") + name;
  const auto text = [](const auto& value) { return value.text(); };
  table.push_back(words({"pattern", "", "", kWhat, "where packets go; docs/traffic.md defines each"},
                        names.c_str(), &TrafficConfig::pattern));
  table.push_back(
      number({"load", "LOAD", "flits per node and cycle", kWhat, "offered by every node", kTraffic}, 0.0,
             64.0, &TrafficConfig::load));
  table.push_back(option({"packet", "FLITS", "flits", kWhat, "lengths of packets, head included"},
                         Option::Kind::kText, "8; 1,5 (equal shares); 1:0.8,5:0.2 (weights)",
                         &TrafficConfig::packet, &PacketMix::parse, text));
  table.push_back(option({"injection", "PROCESS", "", kWhat,
                          "when packets are made; bursty: mean cycles on, and flits a cycle while on"},
                         Option::Kind::kText, "bernoulli or bursty:CYCLES[:PEAK]", &TrafficConfig::injection,
                         &ArrivalKind::parse, text));
  table.push_back(words({"hotspot", "NODE", "", kWhat, "pattern hotspot: the node that everyone likes"},
                        "such as 5 or (3,5)", &TrafficConfig::hotspot));
  table.push_back(number({"hotspot-share", "SHARE", "", kWhat,
                          "pattern hotspot: share of the packets that go there, the rest is uniform"},
                         0.0, 1.0, &TrafficConfig::hotspot_share));
}

void add_measurement_options(std::vector<Option>& table) {
  constexpr Cycle kLongest = 1'000'000'000'000;
  table.push_back(number<Cycle>({"warmup", "CYCLES", "cycles", kMeasurement, "before the window"}, 0,
                                kLongest, &TrafficConfig::warm_up));
  table.push_back(number<Cycle>(
      {"window", "CYCLES", "cycles", kMeasurement, "in which throughput and new packets are measured"},
      LatencyStatistics::kBatches, kLongest, &TrafficConfig::window));
  table.push_back(number<Cycle>(
      {"drain", "CYCLES", "cycles", kMeasurement, "at most, after the window, for its packets to arrive"}, 0,
      kLongest, &TrafficConfig::drain));
  const auto print = [](const std::optional<LoadRange>& range) {
    return range ? fmt::format("{}:{}:{}", range->first, range->last, range->step) : std::string("auto");
  };
  table.push_back(option({"loads", "A:B:STEP", "flits per node and cycle", kMeasurement,
                          "loads of the curve; auto: --points of them up to saturation", kCurve},
                         Option::Kind::kText, "FIRST:LAST:STEP or auto", &TrafficConfig::loads, &parse_loads,
                         print));
  table.push_back(number({"points", "N", "", kMeasurement, "loads of the curve with --loads auto", kCurve}, 1,
                         1000, &TrafficConfig::points));
  table.push_back(number({"jobs", "N", "processes", kMeasurement,
                          "loads measured at a time; the results do not depend on it", kCurve, false},
                         1, 1024, &TrafficConfig::jobs));
}

}  // namespace torusim
