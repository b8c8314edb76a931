#include "testbench/cli/run_summary.h"

#include <fmt/format.h>

#include <numeric>

#include "testbench/config/bandwidth.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/units.h"
#include "testbench/process/text_table.h"

namespace torusim {
namespace {

constexpr std::size_t kMostRows = 100;

/// The value, or `-` if it is not known.
std::string cell(bool known, Cycle value) { return known ? fmt::format("{}", value) : std::string("-"); }

std::string phase_table(const RunConfig& config, const RunResult& result,
                        const std::vector<Cycle>& predicted) {
  // Without barriers phases overlap, so their total time is more useful than the time of each.
  const bool comparable = *config.sync == Synchronisation::kBarrier;
  std::vector<std::string> head{"phase", "name", "messages", "max blocks", "predicted", "measured"};
  if (comparable) head.push_back("difference");
  TextTable table(head, 2);
  const auto add = [&](std::vector<std::string> cells, const std::string& difference) {
    if (comparable) cells.push_back(difference);
    table.row(cells);
  };
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
    add({fmt::format("{}", i + 1), phase.name, fmt::format("{}", phase.messages),
         fmt::format("{}", phase.max_blocks), fmt::format("{}", predicted[i]), cell(done, measured)},
        cell(done, measured - predicted[i]));
  }
  table.rule();
  add({"sum", "", fmt::format("{}", result.messages), "", fmt::format("{}", sum_predicted),
       cell(all, sum_measured)},
      cell(all, sum_measured - sum_predicted));
  std::string text = table.text();
  if (!comparable && result.phases.size() > 1) {
    text +=
        "measured: from the first node in a phase to its last delivery; phases overlap without barriers\n";
  }
  if (result.phases.size() > kMostRows) {
    text += fmt::format("({} more phases; phases.csv of the results has all)\n",
                        result.phases.size() - kMostRows);
  }
  return text;
}

/// Time and bandwidth if units are specified, and the converted options.
std::string unit_lines(const ScheduleInfo& schedule, const RunConfig& config, const RunResult& result) {
  const Scale scale = scale_of(config);
  std::string text;
  for (const auto& [option, what] : config.converted) text += fmt::format("{:<10} {}\n", option, what);
  if (!scale.timed()) return text;
  const double seconds = scale.seconds(static_cast<double>(result.cycles));
  text += fmt::format("time       {} (a cycle is {})\n", time_text(seconds), time_text(scale.seconds(1)));
  if (!scale.sized() || result.verdict != Verdict::kVerified) return text;
  text += throughput_line(schedule, config, result);
  const auto rates =
      bandwidth(schedule.topology, schedule.collective, 1.0 * *config.block * scale.flit_bytes, seconds);
  if (!rates) return text;
  return text + fmt::format("bandwidth  {} algorithm, {} bus ({} a node; a link carries {})\n",
                            rate_text(rates->algorithm), rate_text(rates->bus), bytes_text(rates->bytes),
                            rate_text(scale.rate(1)));
}

/// The schedule and the hardware, in one line.
std::string headline(const ScheduleInfo& schedule, const RunConfig& config) {
  if (config.hardwired) {
    return fmt::format("{} on {}: {} nodes, hardwired, block {} flits, startup {} cycles, link delay {}\n\n",
                       schedule.name, schedule.topology.name(), schedule.topology.nodes(), *config.block,
                       config.run.startup, config.run.hardware.link_delay);
  }
  return fmt::format(
      "{} on {}: {} nodes, sync {}, block {} flits, startup {} cycles, {} class{} x {} lane{}{}, level "
      "{}\n\n",
      schedule.name, schedule.topology.name(), schedule.topology.nodes(), to_text(*config.sync),
      *config.block, config.run.startup, *config.classes, *config.classes == 1 ? "" : "es", *config.lanes,
      *config.lanes == 1 ? "" : "s", config.routing == Routing::kAdaptive ? ", adaptive" : "",
      to_text(*config.level));
}

std::string checked(const RunConfig& config, bool reduces) {
  if (config.hardwired) return "every block; every word and the cycle in which it comes";
  return (reduces ? "every contribution to every sum; " : "every block; ") + checked_flits(config);
}

}  // namespace

std::string throughput_line(const ScheduleInfo& schedule, const RunConfig& config, const RunResult& result) {
  const Scale scale = scale_of(config);
  if (!scale.timed() || !scale.sized() || result.verdict != Verdict::kVerified) return "";
  const double bytes = static_cast<double>(result.delivered_blocks) * *config.block * scale.flit_bytes;
  const auto rate = throughput(schedule.collective, bytes, scale.seconds(static_cast<double>(result.cycles)));
  if (!rate) return "";
  return fmt::format("throughput {} of all messages, {} a node (a link carries {})\n", rate_text(*rate),
                     rate_text(*rate / schedule.topology.nodes()), rate_text(scale.rate(1)));
}

/// The fast level counts flits and moves no data, so it checks no words.
std::string checked_flits(const RunConfig& config) {
  std::string text = "of every flit its message, order and destination";
  if (config.level == Level::kPins) {
    text += "; every word";
  } else {
    text += config.rtl == "none" ? "; no words (--level pins)" : "; every word at the routers of --rtl";
  }
  if (config.monitor) text += "; the routers' contract";
  return text;
}

std::string run_summary(const ScheduleInfo& schedule, const RunConfig& config, const RunResult& result,
                        const std::vector<Cycle>& predicted, const std::string& results,
                        const std::string& note, const std::optional<MessageBounds>& bounds) {
  std::string text = headline(schedule, config);
  text += phase_table(config, result, predicted);
  const bool reduces = schedule.collective.reduces(), data = *config.sync == Synchronisation::kData;
  const Cycle predicted_all = std::accumulate(predicted.begin(), predicted.end(), Cycle{0});
  text +=
      fmt::format("\ncycles     {} ({}: {})\nflit hops  {}\n{}{} of {} {}\n", result.cycles,
                  data               ? "without contention"
                  : config.hardwired ? "predicted for all steps"
                                     : "predicted for all phases between barriers",
                  predicted_all, result.flit_hops, reduces && !data ? "sums       " : "blocks     ",
                  result.delivered_blocks, result.total_blocks, reduces && !data ? "complete" : "delivered");
  if (bounds) {
    const Scale scale = scale_of(config);
    const std::string in_time =
        scale.timed() ? fmt::format(" ({})", time_text(scale.seconds(static_cast<double>(bounds->most()))))
                      : std::string();
    text +=
        fmt::format("bound      {} cycles{}: {}\n", bounds->most(), in_time, bounds->text(schedule.topology));
    if (result.verdict == Verdict::kVerified) {
      text += fmt::format("           the run takes {:.2f} times as many\n",
                          static_cast<double>(result.cycles) / static_cast<double>(bounds->most()));
    }
  }
  text += unit_lines(schedule, config, result);
  text += rerouting_lines(schedule.rerouting.get(), 10);
  if (result.repeated_blocks > 0) {
    text +=
        fmt::format("repeats    {} blocks reached nodes that already held them\n", result.repeated_blocks);
  }
  if (result.signals > 0) text += fmt::format("signals    {}\n", result.signals);
  text += fmt::format("hash       {:016x}\n", result.ejection_hash);
  text += fmt::format("checked    {}\n", checked(config, reduces));
  if (!schedule.chosen.empty()) text += fmt::format("chosen     {}\n", schedule.chosen);
  if (!note.empty()) text += fmt::format("note       {}\n", note);
  if (!results.empty()) text += fmt::format("results    {}\n", results);
  text += fmt::format("verdict    {}\n", to_text(result.verdict));
  for (const std::string& finding : result.findings) text += fmt::format("    {}\n", finding);
  return text;
}

}  // namespace torusim
