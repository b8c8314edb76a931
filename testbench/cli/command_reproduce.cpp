#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "schedules/core/error.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/one_run.h"
#include "testbench/config/run_setup.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/progress.h"
#include "testbench/process/standard_streams.h"
#include "testbench/process/text_table.h"
#include "testbench/process/worker_processes.h"
#include "testbench/reproduce/exhibit_files.h"
#include "testbench/reproduce/measure.h"
#include "testbench/results/output_file.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/run_record.h"
#include "testbench/results/schema.h"

namespace torusim {
namespace {

void print(const Exhibit& exhibit) {
  const ExhibitTable cells(exhibit);
  TextTable table(cells.heads, static_cast<int>(exhibit.columns.size()));
  for (const auto& row : cells.rows) table.row(row);
  fmt::print("{}{}\n", exhibit.title, exhibit.unit.empty() ? "" : fmt::format(" [{}]", exhibit.unit));
  if (!exhibit.text.empty()) fmt::print("{}\n", exhibit.text);
  fmt::print("\n{}", table.text());
  for (const std::string& note : cells.notes) fmt::print("{}\n", note);
  fmt::print("\n");
}

/// Writes run.json: the verdict, exhibits, budget and versions.
void write_record(const std::filesystem::path& directory, const RunConfig& config, Verdict verdict) {
  const nlohmann::ordered_json record{{"schema", kResultSchema},
                                      {"verdict", to_text(verdict)},
                                      {"exhibits", config.reproduce.exhibits},
                                      {"budget", config.reproduce.budget},
                                      {"versions", versions()}};
  OutputFile file(directory / "run.json");
  file.write(record.dump(2) + "\n");
  file.close();
}

bool all_verified(const std::vector<Exhibit>& exhibits) {
  for (const Exhibit& exhibit : exhibits) {
    for (const Point& point : exhibit.points) {
      if (point.origin == Origin::kNotVerified) return false;
    }
  }
  return true;
}

void write_files(const std::filesystem::path& directory, const Selection& selection, const RunConfig& config,
                 bool ended) {
  for (const Exhibit& exhibit : selection.exhibits) {
    write_exhibit_csv(directory, exhibit);
    write_exhibit_charts(directory, exhibit);
  }
  write_exhibit_page(directory, selection, fmt::format("--budget {:g}", config.reproduce.budget));
  write_record(directory, config,
               !ended                             ? Verdict::kInterrupted
               : all_verified(selection.exhibits) ? Verdict::kVerified
                                                  : Verdict::kFailed);
}

bool measure(std::vector<Exhibit>& exhibits, const RunConfig& config, const InterruptGuard& interrupt) {
  Progress progress(config.quiet, "jobs");
  Effort effort;
  effort.seconds = config.reproduce.budget;
  effort.jobs = config.jobs;
  effort.threads = threads_of(config);
  effort.interrupted = [&] { return interrupt.requested(); };
  effort.progress = [&](std::size_t ended, std::size_t all) { progress.ended(ended, all); };
  effort.announce = [&](std::size_t runs, double seconds) {
    if (config.quiet || seconds < 1) return;
    print_notice(fmt::format("{} runs, about {:.0f} s of one core\n", runs, seconds));
  };
  return measure_exhibits(exhibits, effort);
}

}  // namespace

int reproduce_command(RunConfig config) {
  if (config.reproduce.exhibits.empty()) {
    std::string names;
    for (const Paper& paper : papers()) names += (names.empty() ? "" : ", ") + std::string(paper.name);
    throw UsageError(fmt::format("name a paper ({}), or one of its tables: tseng:table-3", names));
  }
  Selection selection = find_exhibits(config.reproduce.exhibits);
  const InterruptGuard interrupt;  // before there is anything to leave behind
  std::optional<ResultDirectory> directory;
  if (!config.output.empty()) directory.emplace(config.output, config.force);
  const bool ended = measure(selection.exhibits, config, interrupt);
  const std::string kept = !directory ? "" : keep_results(*directory, !ended, [&] {
    write_files(directory->staging(), selection, config, ended);
    return std::string("/index.html");
  });
  fmt::print("{}\n\n", selection.paper->title);
  for (const Exhibit& exhibit : selection.exhibits) print(exhibit);
  fmt::print("{}\n", tally(selection.exhibits));
  if (!ended) fmt::print("interrupted: the other values were not measured\n");
  if (directory) fmt::print("page       {}\n", kept);
  if (!ended) return kInterrupted;
  return all_verified(selection.exhibits) ? kDone : kNotVerified;
}

}  // namespace torusim
