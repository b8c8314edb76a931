#include "testbench/reproduce/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/hardwired/network.h"
#include "models/run/simulation.h"
#include "schedules/core/cost.h"
#include "schedules/core/link_load.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/option.h"
#include "testbench/config/run_setup.h"

namespace torusim {
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
  return nlohmann::json::array({o.startups, o.blocks, o.messages, o.channel_uses, o.repeats, o.sum_loads,
                                o.max_load, o.shares, o.verdict, o.cycles, o.flit_hops})
      .dump();
}

Outcome read_outcome(const std::string& text) {
  Outcome o;
  const auto json = nlohmann::json::parse(text);
  auto value = json.begin();
  const auto read = [&](auto&... members) { ((value++)->get_to(members), ...); };
  read(o.startups, o.blocks, o.messages, o.channel_uses, o.repeats, o.sum_loads, o.max_load, o.shares,
       o.verdict, o.cycles, o.flit_hops);
  return o;
}

}  // namespace torusim
