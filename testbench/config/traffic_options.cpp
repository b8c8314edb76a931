#include "testbench/config/traffic_options.h"

#include <fmt/format.h>

#include <cmath>

#include "schedules/core/error.h"
#include "testbench/config/config_part.h"

namespace torusim {
namespace {

constexpr unsigned kBoth = kTraffic | kCurve;
constexpr const char* kWhat = "Open-loop traffic";
constexpr const char* kMeasurement = "Measurement";

constexpr ConfigPart<TrafficConfig> kPart(&RunConfig::traffic);

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

}  // namespace

void add_traffic_options(std::vector<Option>& table) {
  std::string names;
  for (const std::string& name : Pattern::names()) names += (names.empty() ? "" : "|") + name;
  const auto text = [](const auto& value) { return value.text(); };
  table.push_back(
      kPart.words({"pattern", "", "", kWhat, "where packets go; docs/traffic.md defines each", kBoth},
                  names.c_str(), &TrafficConfig::pattern));
  table.push_back(
      kPart.number({"load", "LOAD", "flits per node and cycle", kWhat, "offered by every node", kTraffic},
                   0.0, 64.0, &TrafficConfig::load));
  table.push_back(kPart.option(
      {"packet", "FLITS", "flits", kWhat, "lengths of packets, head included", kBoth}, Option::Kind::kText,
      "8; 1,5 (equal shares); 1:0.8,5:0.2 (weights)", &TrafficConfig::packet, &PacketMix::parse, text));
  table.push_back(
      kPart.option({"injection", "PROCESS", "", kWhat,
                    "when packets are made; bursty: mean cycles on, and flits a cycle while on", kBoth},
                   Option::Kind::kText, "bernoulli or bursty:CYCLES[:PEAK]", &TrafficConfig::injection,
                   &ArrivalKind::parse, text));
  table.push_back(
      kPart.words({"hotspot", "NODE", "", kWhat, "pattern hotspot: the node that everyone likes", kBoth},
                  "such as 5 or (3,5)", &TrafficConfig::hotspot));
  table.push_back(
      kPart.number({"hotspot-share", "SHARE", "", kWhat,
                    "pattern hotspot: share of the packets that go there, the rest is uniform", kBoth},
                   0.0, 1.0, &TrafficConfig::hotspot_share));
}

void add_measurement_options(std::vector<Option>& table) {
  constexpr Cycle kLongest = 1'000'000'000'000;
  table.push_back(
      kPart.number<Cycle>({"warmup", "CYCLES", "cycles", kMeasurement, "before the window", kBoth}, 0,
                          kLongest, &TrafficConfig::warm_up));
  table.push_back(kPart.number<Cycle>(
      {"window", "CYCLES", "cycles", kMeasurement, "in which throughput and new packets are measured", kBoth},
      LatencyStatistics::kBatches, kLongest, &TrafficConfig::window));
  table.push_back(kPart.number<Cycle>({"drain", "CYCLES", "cycles", kMeasurement,
                                       "at most, after the window, for its packets to arrive", kBoth},
                                      0, kLongest, &TrafficConfig::drain));
  const auto print = [](const std::optional<LoadRange>& range) {
    return range ? fmt::format("{}:{}:{}", range->first, range->last, range->step) : std::string("auto");
  };
  table.push_back(kPart.option({"loads", "A:B:STEP", "flits per node and cycle", kMeasurement,
                                "loads of the curve; auto: --points of them up to saturation", kCurve},
                               Option::Kind::kText, "FIRST:LAST:STEP or auto", &TrafficConfig::loads,
                               &parse_loads, print));
  table.push_back(
      kPart.number({"points", "N", "", kMeasurement, "loads of the curve with --loads auto", kCurve}, 1, 1000,
                   &TrafficConfig::points));
  table.push_back(kPart.number(
      {"jobs", "N", "processes", kMeasurement, "loads or runs at a time; the results do not depend on it",
       kCurve | kSweep | kReproduce, false},
      1, 1024, &TrafficConfig::jobs));
}

}  // namespace torusim
