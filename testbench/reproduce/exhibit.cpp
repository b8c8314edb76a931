#include "testbench/reproduce/exhibit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "models/hardwired/network.h"
#include "models/run/simulation.h"
#include "schedules/core/cost.h"
#include "schedules/core/link_load.h"
#include "schedules/core/read_number.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/option.h"
#include "testbench/config/run_setup.h"
#include "testbench/process/parse_json.h"

namespace torusim {
namespace {

/// A decimal number with half of its last digit, or a bound on numbers.
struct Printed {
  double value;
  double half = 0;
  double below = 0, above = 0;  // how far below and above it a number may lie

  double to(double other) const {
    const double difference = other - value, rounding = 1e-9 * std::abs(other);
    const bool agrees = difference >= -(half + below + rounding) && difference <= half + above + rounding;
    return agrees ? 0 : difference;
  }
};

std::optional<Printed> number(const std::string& whole) {
  const bool at_most = whole.starts_with("<= "), at_least = whole.starts_with(">= ");
  const std::string text = at_most || at_least ? whole.substr(3) : whole;
  double value = 0;
  if (!read_number(text, value)) return std::nullopt;
  const auto point = text.find('.');
  const auto decimals = point == std::string::npos ? 0 : static_cast<double>(text.size() - point - 1);
  constexpr double kFar = std::numeric_limits<double>::infinity();
  return Printed{value, decimals == 0 ? 0 : 0.5 * std::pow(10, -decimals), at_most ? kFar : 0,
                 at_least ? kFar : 0};
}

}  // namespace

std::optional<double> Point::difference() const {
  const std::optional<double> own = measured ? measured : formula;
  if (!own) return std::nullopt;
  std::optional<Printed> reference = number(printed);
  if (!printed.empty() && !reference) return std::nullopt;
  if (!reference && measured && formula) reference = Printed{*formula};
  if (!reference) return std::nullopt;
  return reference->to(*own);
}

bool Point::differs() const {
  const std::optional<double> known = difference();
  return known ? *known != 0 : !printed.empty();
}

std::vector<std::string> commands_of(const Point& point) {
  std::vector<std::string> commands;
  if (point.experiment) commands.push_back(command_of(*point.experiment));
  if (point.over) commands.push_back(command_of(*point.over));
  return commands;
}

std::string number_text(double value) {
  constexpr double kExact = 1e15;  // doubles hold whole numbers up to there
  if (value == std::floor(value) && std::abs(value) < kExact) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

const char* to_text(Origin origin) {
  switch (origin) {
    case Origin::kFormula:
      return "formula";
    case Origin::kCounted:
      return "counted";
    case Origin::kRan:
      return "ran";
    case Origin::kNotVerified:
      return "not verified";
  }
  return "";
}

namespace {

void add(ExhibitSummary::Reasons& reasons, const std::string& reason) {
  const auto found =
      std::find_if(reasons.begin(), reasons.end(), [&](const auto& known) { return known.first == reason; });
  if (found == reasons.end()) {
    reasons.emplace_back(reason, 1);
  } else {
    ++found->second;
  }
}

void commonest_first(ExhibitSummary::Reasons& reasons) {
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
}

}  // namespace

Standing standing(const Point& point) {
  if (point.origin == Origin::kNotVerified) return Standing::kNotVerified;
  if (point.differs()) return Standing::kDiffers;
  if ((point.experiment || point.counted) && !point.measured) return Standing::kNotMeasured;
  return point.difference() ? Standing::kMet : Standing::kAlone;
}

ExhibitSummary::ExhibitSummary(const Exhibit& exhibit) {
  for (const Point& point : exhibit.points) {
    const Standing stands = standing(point);
    ++counts[static_cast<std::size_t>(stands)];
    if (stands == Standing::kDiffers) add(differs, point.why.empty() ? "No reason is known." : point.why);
    if (stands == Standing::kNotMeasured) add(not_measured, point.note);
  }
  commonest_first(differs);
  commonest_first(not_measured);
}

namespace {

/// f beyond which a channel shared by messages slows them down: 2^gamma, as in SharedLinkModel.
constexpr double kExcess = 2;

}  // namespace

std::string command_of(const Experiment& experiment) {
  const Command command = experiment.runs ? kRun : kInfo;
  std::string text = experiment.runs ? "torusim run" : "torusim info";
  for (const Option& option : option_table()) {
    if (!option.is_key(command)) continue;
    const std::string value = option.get(experiment.config);
    if (value == option.standard()) continue;
    if (!option.positional()) {
      text += option.letter == 0 ? " --" + option.name : fmt::format(" -{}", option.letter);
    }
    if (option.kind != Option::Kind::kFlag) text += " " + value;
  }
  return text;
}

std::optional<Outcome> count(const RunConfig& config, std::int64_t most) {
  const auto schedule = load_schedule(config);
  const ScheduleInfo& info = schedule->info();
  LinkLoads loads(info.topology);
  Outcome result;
  for (Phase phase; schedule->next(phase);) {
    const PhaseSummary summary = summarize(info.topology, phase);
    if (result.messages + summary.messages > most) return std::nullopt;
    loads.count(phase);
    ++result.startups;
    result.blocks += summary.max_blocks;
    result.messages += summary.messages;
    for (const Transfer& transfer : phase.transfers)
      result.channel_uses += transfer.route.hops(info.topology);
    result.sum_loads += loads.max();
    result.max_load = std::max<std::int64_t>(result.max_load, loads.max());
    result.shares += std::max(1.0, loads.max() / kExcess);
  }
  result.repeats = info.collective.repeats;
  return result;
}

double estimated_seconds(const RunConfig& config, const Outcome& counted) {
  // Messages begin and end, their heads go from channel to channel, and a flit of a long worm costs next to
  // nothing unless worms meet.
  const double messages = static_cast<double>(counted.messages);
  const double worm_hops = static_cast<double>(counted.channel_uses);
  const double longest =
      static_cast<double>(counted.blocks) / std::max(1.0, static_cast<double>(counted.startups));
  const double flits = std::min(1 + longest * config.block.value_or(1), 64.0);
  return 2e-6 * messages + (2e-7 + 2e-8 * flits) * worm_hops;
}

void run(const RunConfig& config, Outcome& outcome) {
  const PreparedRun run = prepare_run(config);
  const RunResult result = config.hardwired ? hardwired::simulate(*run.schedule, run.options)
                                            : simulate(*run.schedule, run.options);
  outcome.verdict = to_text(result.verdict);
  if (result.verdict != Verdict::kVerified && !result.findings.empty()) {
    outcome.verdict += ": " + result.findings.front();
  }
  outcome.cycles = result.cycles;
  outcome.flit_hops = result.flit_hops;
}

std::string outcome_text(const Outcome& o) {
  return nlohmann::ordered_json::array({o.startups, o.blocks, o.messages, o.channel_uses, o.repeats,
                                        o.sum_loads, o.max_load, o.shares, o.verdict, o.cycles, o.flit_hops})
      .dump();
}

Outcome read_outcome(const std::string& text) {
  Outcome o;
  const auto json = parse_json(text);
  auto value = json.begin();
  const auto read = [&](auto&... members) { ((value++)->get_to(members), ...); };
  read(o.startups, o.blocks, o.messages, o.channel_uses, o.repeats, o.sum_loads, o.max_load, o.shares,
       o.verdict, o.cycles, o.flit_hops);
  return o;
}

}  // namespace torusim
