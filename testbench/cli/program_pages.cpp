#include "testbench/cli/program_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/run/program_time.h"
#include "schedules/check/program_check.h"
#include "testbench/cli/run_summary.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/units.h"
#include "testbench/process/exit_code.h"
#include "testbench/results/run_record.h"

namespace torusim {
namespace {

std::string counted(std::int64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string operations_text(const ProgramReport& count) {
  std::string text = fmt::format("{}, {}, {}", counted(count.sends, "send", "sends"),
                                 counted(count.receives, "receive", "receives"),
                                 counted(count.computes, "computation", "computations"));
  if (count.steps > 0) text += ", " + counted(count.steps, "step", "steps");
  return text;
}

/// Lower bounds of cycles for any network of this shape, and the ranks with these bounds.
struct Work {
  std::int64_t most_computed = 0, most_sent = 0, most_received = 0;  // cycles, flits, flits
  std::int32_t computes = 0, sends = 0, receives = 0;                // ranks
  double links = 0;          // flits on a channel, if all had equally many
  std::int64_t longest = 0;  // bytes
};

Work work_of(const ProgramSchedule& schedule) {
  const Program& program = schedule.program();
  const Topology& topology = schedule.info().topology;
  Work work;
  std::vector<std::int64_t> received(static_cast<std::size_t>(program.ranks()));
  double flit_hops = 0;
  for (std::int32_t rank = 0; rank < program.ranks(); ++rank) {
    std::int64_t computed = 0, sent = 0;
    const auto at = static_cast<std::size_t>(rank);
    for (OperationId id = program.first[at]; id < program.first[at + 1]; ++id) {
      const Operation& operation = program.operations[id];
      if (operation.kind == Operation::Kind::kCompute) computed += schedule.cycles(operation);
      if (operation.kind != Operation::Kind::kSend) continue;
      const std::int64_t flits = schedule.flits(operation) + 1;
      sent += flits;
      received[static_cast<std::size_t>(operation.peer)] += flits;
      work.longest = std::max(work.longest, operation.size);
      flit_hops += static_cast<double>(flits) * schedule.route(operation).hops(topology);
    }
    if (computed > work.most_computed) std::tie(work.most_computed, work.computes) = std::tie(computed, rank);
    if (sent > work.most_sent) std::tie(work.most_sent, work.sends) = std::tie(sent, rank);
  }
  const auto most = std::max_element(received.begin(), received.end());
  work.most_received = *most;
  work.receives = static_cast<std::int32_t>(most - received.begin());
  work.links = flit_hops / static_cast<double>(topology.channels());
  return work;
}

std::string headline(const ProgramSchedule& program) {
  const std::int32_t ranks = program.program().ranks();
  return fmt::format("{} on {}: program of {} on {} nodes", program.info().name,
                     program.info().topology.name(), counted(ranks, "rank", "ranks"),
                     program.info().topology.nodes());
}

/// The line about chunks; empty if the program names none.
std::string chunks_text(const ProgramSchedule& program) {
  const auto& chunks = program.settings().chunks;
  if (!chunks) return "";
  return fmt::format("{}, each of {} bytes", chunks->title, chunks->chunk_bytes);
}

/// The order that a report holds for, if it does not hold for all.
std::string order_text(const ProgramReport& report) {
  if (!report.depends_on_order()) return "";
  return fmt::format(" (in the order without contention: {})",
                     report.wildcards ? "receives take messages from any source or of any tag"
                                      : "nothing else orders the communications of a rank");
}

std::string notes(const ProgramSchedule& program) {
  std::string text;
  for (const std::string& note : program.settings().notes) text += fmt::format("note           {}\n", note);
  return text;
}

}  // namespace

int info_of_program(const PreparedRun& run, Json* answer) {
  const RunConfig& config = run.config;
  const ProgramSchedule& program = *run.schedule->as_program();
  const RunOptions& options = run.options;
  const ProgramReport count = count_operations(program.program());
  const Work work = work_of(program);
  const auto path = cycles_without_contention(program, options);
  if (answer != nullptr) {
    Json& json = *answer;
    json["name"] = program.info().name;
    json["topology"] = program.info().topology.name();
    json["nodes"] = program.info().topology.nodes();
    json["ranks"] = program.program().ranks();
    json["operations"] = program.program().operations.size();
    json["sends"] = count.sends;
    json["receives"] = count.receives;
    json["computes"] = count.computes;
    if (count.steps > 0) json["steps"] = count.steps;
    json["bytes"] = count.bytes;
    json["longest_message_bytes"] = work.longest;
    json["flit_bytes"] = program.settings().flit_bytes;
    if (const auto& chunks = program.settings().chunks) {
      json["collective"] = chunks->title;
      json["chunk_bytes"] = chunks->chunk_bytes;
    }
    json["bounds"] = {{"computation_cycles", work.most_computed},
                      {"sent_flits", work.most_sent},
                      {"received_flits", work.most_received},
                      {"link_flits", work.links}};
    json["critical_path_cycles"] = path ? Json(*path) : Json(nullptr);
    add_rerouting(json, program.info());
    json["notes"] = program.settings().notes;
    return kDone;
  }
  const Scale scale = scale_of(config);
  fmt::print("{}\n\noperations     {}: {}\nbytes          {} in {}, the longest {} (flits of {})\n",
             headline(program), program.program().operations.size(), operations_text(count), count.bytes,
             counted(count.sends, "message", "messages"), work.longest, program.settings().flit_bytes);
  if (program.settings().chunks) fmt::print("chunks         {}\n", chunks_text(program));
  fmt::print(
      "at least       {} cycles{} of computation (rank {}), {} flits sent (rank {}), {} flits received (rank "
      "{}),\n"
      "               {:.2f} flits on a channel if all channels carry equally many\n",
      work.most_computed, in_time(scale, work.most_computed), work.computes, work.most_sent, work.sends,
      work.most_received, work.receives, work.links);
  if (path) {
    fmt::print("critical path  {} cycles{} without contention (startup {}, link delay {}, {}, host {})\n",
               *path, in_time(scale, *path), options.startup, links_text(config),
               to_text(options.hardware.switching), config.host);
  } else {
    fmt::print("critical path  the program never ends; torusim check prints the reason\n");
  }
  fmt::print("{}{}", rerouting_lines(program.info().rerouting.get(), 14), notes(program));
  return kDone;
}

int check_of_program(const PreparedRun& run, Json* answer) {
  const ProgramSchedule& program = *run.schedule->as_program();
  const ChunkMoves* const chunks = program.settings().chunks.get();
  ProgramReport report = check_program(program.program(), program.settings().host.rendezvous, chunks);
  const RunResult alone = run_without_contention(program, run.options);
  if (report.depends_on_order()) {
    report.violations = alone.findings;
    report.violation_count = static_cast<std::int64_t>(alone.findings.size());
  }
  const bool ends = alone.verdict != Verdict::kDeadlock;
  const int code = report.correct() ? kDone : ends ? kNotVerified : kDeadlocked;
  if (answer != nullptr) {
    Json& json = *answer;
    json["correct"] = report.correct();
    json["violation_count"] = report.violation_count;
    json["violations"] = report.violations;
    json["ranks"] = program.program().ranks();
    json["operations"] = program.program().operations.size();
    json["sends"] = report.sends;
    json["receives"] = report.receives;
    json["computes"] = report.computes;
    if (report.steps > 0) json["steps"] = report.steps;
    json["bytes"] = report.bytes;
    json["wildcards"] = report.wildcards;
    json["turns"] = report.turns;
    add_rerouting(json, program.info());
    if (chunks != nullptr) {
      json["collective"] = chunks->title;
      json["races"] = report.races;
      json["unjudged_pairs"] = report.unjudged_pairs;
      json["wrong_chunks"] = report.wrong_chunks;
      json["orders_differ"] = report.orders_differ;
    }
    return code;
  }
  const std::string order = order_text(report);
  if (report.correct()) {
    fmt::print("correct: {}: every operation ends, every message has a receive{}{}\n", headline(program),
               chunks != nullptr ? ", no races, every chunk of the outputs is right" : "", order);
  } else {
    fmt::print("not correct: {}: {}{}\n", headline(program),
               counted(report.violation_count, "violation", "violations"), order);
    for (const std::string& violation : report.violations) fmt::print("    {}\n", violation);
    const auto more = report.violation_count - static_cast<std::int64_t>(report.violations.size());
    if (more > 0) fmt::print("    and {} more\n", more);
  }
  if (chunks != nullptr) fmt::print("{}\n", chunks_text(program));
  fmt::print(
      "{}: {}; {} bytes\n{}",
      counted(static_cast<std::int64_t>(program.program().operations.size()), "operation", "operations"),
      operations_text(report), report.bytes,
      rerouting_lines(program.info().rerouting.get(), 14) + notes(program));
  if (report.orders_differ) {
    fmt::print("note           ranks add up in different orders: their sums may differ in the last bits\n");
  }
  return code;
}

std::string program_summary(const ProgramSchedule& program, const RunConfig& config, const RunResult& result,
                            Cycle predicted, const std::vector<RankTime>& ranks, const std::string& results) {
  const ProgramReport count = count_operations(program.program());
  std::string text = fmt::format(
      "{}, flits of {} bytes, startup {} cycles, host {}, {} class{} x {} lane{}, level {}\n\n",
      headline(program), program.settings().flit_bytes, config.run.startup, config.host, *config.classes,
      *config.classes == 1 ? "" : "es", *config.lanes, *config.lanes == 1 ? "" : "s", to_text(*config.level));
  text += fmt::format("operations {}\n", operations_text(count));
  if (program.settings().chunks) text += fmt::format("chunks     {}\n", chunks_text(program));
  text +=
      fmt::format("messages   {} bytes in {}\n", count.bytes, counted(count.sends, "message", "messages"));
  text += fmt::format("cycles     {} ({})\n", result.cycles,
                      predicted < 0 ? std::string("the program never ends")
                                    : fmt::format("without contention: {}", predicted));
  text += fmt::format("flit hops  {}\nblocks     {} of {} delivered, a flit each\n", result.flit_hops,
                      result.delivered_blocks, result.total_blocks);
  const Scale scale = scale_of(config);
  if (!ranks.empty()) text += ranks_text(ranks, result.cycles, scale);
  for (const auto& [option, what] : config.converted) text += fmt::format("{:<10} {}\n", option, what);
  if (scale.timed()) {
    text += fmt::format("time       {} (a cycle is {})\n",
                        time_text(scale.seconds(static_cast<double>(result.cycles))),
                        time_text(scale.seconds(1)));
    text += throughput_line(program.info(), config, result);
  } else if (count.computes > 0 && !program.program().sends_end_at_tail) {
    text += "time       a ns of computation is a cycle (--clock sets another)\n";
  }
  text += rerouting_lines(program.info().rerouting.get(), 10);
  text += fmt::format("hash       {:016x}\n", result.ejection_hash);
  text += fmt::format("checked    a receive for every message; {}{}\n",
                      program.settings().chunks ? "every chunk of the outputs at the end; " : "",
                      checked_flits(config));
  for (const std::string& note : program.settings().notes) text += fmt::format("note       {}\n", note);
  if (const auto& chunks = program.settings().chunks) {
    const ProgramReport report =
        check_program(program.program(), program.settings().host.rendezvous, chunks.get());
    if (report.races > 0) {
      text += fmt::format("note       {}: the data are those of this run (torusim check names both steps)\n",
                          counted(report.races, "race", "races"));
    }
    if (report.unjudged_pairs > 0) {
      text += fmt::format("note       {} may be races; to judge them takes too long\n",
                          counted(report.unjudged_pairs, "pair of accesses", "pairs of accesses"));
    }
  }
  if (!results.empty()) text += fmt::format("results    {}\n", results);
  text += fmt::format("verdict    {}\n", to_text(result.verdict));
  for (const std::string& finding : result.findings) text += fmt::format("    {}\n", finding);
  return text;
}

}  // namespace torusim
