#include "testbench/cli/run_summary.h"

#include <fmt/format.h>

#include <numeric>

#include "testbench/process/text_table.h"

namespace torusim {
namespace {

constexpr std::size_t kMostRows = 100;

/// `-` where there is none.
std::string cell(bool known, Cycle value) { return known ? fmt::format("{}", value) : std::string("-"); }

std::string phase_table(const RunConfig& config, const RunResult& result,
                        const std::vector<Cycle>& predicted) {
  TextTable table({"phase", "name", "messages", "max blocks", "predicted", "measured", "difference"}, 2);
  // Without barriers phases overlap, and what they take together says more than what each does.
  const bool comparable = *config.sync == Synchronisation::kBarrier;
  Cycle sum_predicted = 0, sum_measured = 0;
  bool all = true;
  for (std::size_t i = 0; i < result.phases.size(); ++i) {
    const PhaseTime& phase = result.phases[i];
    const bool done = phase.start >= 0 && phase.end >= 0;
    const Cycle measured = phase.end - phase.start;
    all &= done;
    sum_predicted += predicted[i];
    if (done) sum_measured += measured;
    if (i >= kMostRows) continue;
    table.row({fmt::format("{}", i + 1), phase.name, fmt::format("{}", phase.messages),
               fmt::format("{}", phase.max_blocks), fmt::format("{}", predicted[i]), cell(done, measured),
               cell(done && comparable, measured - predicted[i])});
  }
  table.rule();
  table.row({"sum", "", fmt::format("{}", result.messages), "", fmt::format("{}", sum_predicted),
             cell(all, sum_measured), cell(all && comparable, sum_measured - sum_predicted)});
  std::string text = table.text();
  if (result.phases.size() > kMostRows) {
    text += fmt::format("({} more phases; phases.csv of the results has all)\n",
                        result.phases.size() - kMostRows);
  }
  return text;
}

/// What ran on which hardware.
std::string headline(const ScheduleInfo& schedule, const RunConfig& config) {
  if (config.hardwired) {
    return fmt::format("{} on {}: {} nodes, hardwired, block {} flits, startup {} cycles, link delay {}\n\n",
                       schedule.name, schedule.topology.name(), schedule.topology.nodes(), *config.block,
                       config.startup, config.link_delay);
  }
  return fmt::format(
      "{} on {}: {} nodes, sync {}, block {} flits, startup {} cycles, {} class{} x {} lane{}, level {}\n\n",
      schedule.name, schedule.topology.name(), schedule.topology.nodes(), to_text(*config.sync),
      *config.block, config.startup, *config.classes, *config.classes == 1 ? "" : "es", *config.lanes,
      *config.lanes == 1 ? "" : "s", to_text(config.level));
}

}  // namespace

std::string run_summary(const ScheduleInfo& schedule, const RunConfig& config, const RunResult& result,
                        const std::vector<Cycle>& predicted, const std::string& results) {
  std::string text = headline(schedule, config);
  text += phase_table(config, result, predicted);
  const Cycle predicted_all = std::accumulate(predicted.begin(), predicted.end(), Cycle{0});
  text += fmt::format(
      "\ncycles     {} (predicted for all {}: {})\nflit hops  {}\nblocks     {} of {} "
      "delivered\n",
      result.cycles, config.hardwired ? "steps" : "phases between barriers", predicted_all, result.flit_hops,
      result.delivered_blocks, result.total_blocks);
  if (result.repeated_blocks > 0) {
    text +=
        fmt::format("repeats    {} blocks came to nodes that held them already\n", result.repeated_blocks);
  }
  if (result.signals > 0) text += fmt::format("signals    {}\n", result.signals);
  text += fmt::format("hash       {:016x}\n", result.ejection_hash);
  if (!results.empty()) text += fmt::format("results    {}\n", results);
  text += fmt::format("verdict    {}\n", to_text(result.verdict));
  for (const std::string& finding : result.findings) text += fmt::format("    {}\n", finding);
  return text;
}

}  // namespace torusim
