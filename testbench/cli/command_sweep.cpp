#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include "schedules/core/error.h"
#include "testbench/cli/commands.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/units.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/progress.h"
#include "testbench/process/staging.h"
#include "testbench/process/standard_streams.h"
#include "testbench/process/whole_file.h"
#include "testbench/process/worker_processes.h"
#include "testbench/results/result_directory.h"
#include "testbench/sweep/sweep_chart.h"
#include "testbench/sweep/sweep_job.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

/// The earlier table of this sweep, with fewer finished jobs, may be replaced.
constexpr Replaceable kOwn{true, "", "a table"};
constexpr const char* kTables[] = {"sweep.csv", "sweep.html"};

/// The jobs of a sweep and their results so far.
class Sweep {
 public:
  explicit Sweep(const RunConfig& config)
      : config_(config), file_(read_sweep(config.sweep.file)), directory_(config.output) {
    check();
    Progress progress(config.quiet, "combinations checked");
    for (std::size_t i = 0; i < file_.points.size(); ++i) {
      if (i > 0) progress.ended(i, file_.points.size());
      try {
        jobs_.emplace_back(file_.points[i], file_.command, threads_of(config));
      } catch (const std::bad_alloc&) {
        throw;
      } catch (const std::exception& error) {
        const std::string which = text(i);
        throw InputError(
            fmt::format("{}: {}{}{}", config.sweep.file, which, which.empty() ? "" : ": ", error.what()));
      }
    }
  }

  std::size_t size() const { return jobs_.size(); }
  /// Values in units that were rounded, each once.
  std::set<std::string> rounded() const {
    std::set<std::string> notes;
    for (const SweepPoint& point : file_.points) {
      for (const std::string& note : rounded_options(point.config)) notes.insert(note);
    }
    return notes;
  }
  fs::path jobs() const { return directory_ / "jobs"; }
  bool done(std::size_t i) const { return jobs_[i].result(jobs()).has_value(); }

  /// The settings of a combination: `algorithm = t4, block = 4`.
  std::string text(std::size_t i) const {
    std::string result;
    for (const auto& [key, value] : file_.points[i].given) {
      result += fmt::format("{}{} = {}", result.empty() ? "" : ", ", key, value);
    }
    return result;
  }
  const std::string& name(std::size_t i) const { return jobs_[i].name(); }

  /// The unfinished jobs of this shard, each once.
  std::vector<std::size_t> open_jobs() const {
    std::vector<std::size_t> open;
    std::set<std::string> seen;
    const auto& [number, of] = config_.sweep.shard;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (!seen.insert(name(i)).second || (seen.size() - 1) % of != static_cast<std::size_t>(number) - 1)
        continue;
      if (!done(i)) open.push_back(i);
    }
    return open;
  }

  void run(std::vector<std::size_t> open) const {
    make_directory();
    const InterruptGuard interrupt;
    Progress progress(config_.quiet, "jobs");
    const std::size_t all = open.size();
    std::size_t ended = 0;
    while (!open.empty()) {
      const auto task = [&](int i) { return jobs_[open[i]].run(jobs(), run_command) ? "done" : "busy"; };
      const auto answers = run_in_processes(
          config_.jobs, static_cast<int>(open.size()), task, [&] { return interrupt.requested(); },
          [&](int, const std::string&) { progress.ended(std::min(++ended, all), all); }, true);
      // A job that another sweep into the same directory runs is tried again later, because that sweep may be
      // stopped.
      std::vector<std::size_t> busy;
      for (std::size_t i = 0; i < open.size(); ++i) {
        if (answers[i] == "busy") busy.push_back(open[i]);
      }
      open = std::move(busy);
      ended = all - open.size();
      if (!open.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }

  /// Removes the files of killed jobs of an interrupted sweep.
  void clear() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(jobs())) {
      names.insert(staging_target(entry.path().filename().string()));
    }
    names.erase("");
    for (const std::string& name : names) clear_abandoned(jobs() / name);
  }

  /// Writes sweep.csv, sweep.html and the charts if the jobs of all shards are done; else reports the number
  /// of the others.
  std::size_t finish() const {
    std::vector<SweepTable::Result> results;
    std::set<std::string> missing;
    for (const SweepJob& job : jobs_) {
      auto json = job.result(jobs());
      if (!json) {
        missing.insert(job.name());
      } else {
        results.push_back({job.name(), std::move(*json)});
      }
    }
    if (!missing.empty()) return missing.size();
    const SweepTable table(file_, results);
    write_whole_file((directory_ / "sweep.csv").string(), kOwn,
                     [&](std::ostream& out) { out << table.csv(); });
    const std::string page = sweep_page(fs::path(config_.sweep.file).filename().string(), file_, table);
    write_whole_file((directory_ / "sweep.html").string(), kOwn, [&](std::ostream& out) { out << page; });
    write_charts(table);
    return 0;
  }

 private:
  void check() const {
    refuse_link(directory_);
    refuse_link(jobs());
    for (const char* table : kTables) {
      refuse_link(directory_ / table);
      check_replaceable((directory_ / table).string(), kOwn);
    }
    try {
      check_plot(file_);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", config_.sweep.file, error.what()));
    }
  }

  void write_charts(const SweepTable& table) const {
    if (file_.x.empty()) return;
    for (const std::string& y : drawn_values(file_, table)) {
      const Drawing drawing = chart_drawing(sweep_chart(file_, table, y));
      const std::string name = (directory_ / ("sweep-" + y)).string();
      write_whole_file(name + ".svg", kOwn, [&](std::ostream& out) { out << drawing.svg(); });
      write_whole_file(name + ".pdf", kOwn, [&](std::ostream& out) { out << drawing.pdf(); });
    }
  }

  /// A directory with files but without jobs is not that of a sweep.
  void make_directory() const {
    std::error_code error;
    if (!fs::exists(jobs(), error) && fs::is_directory(directory_, error)) {
      for (const auto& entry : fs::directory_iterator(directory_)) {
        throw InputError(fmt::format("{} holds {} but no jobs of a sweep; choose another directory",
                                     directory_.string(), entry.path().filename().string()));
      }
    }
    fs::create_directories(jobs(), error);
    if (error) throw InputError(fmt::format("{}: {}", jobs().string(), error.message()));
  }

  const RunConfig& config_;
  const SweepFile file_;
  const fs::path directory_;
  std::vector<SweepJob> jobs_;
};

/// A word of the shell.
std::string quoted(const std::string& text) {
  if (!text.empty() &&
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") ==
          std::string::npos) {
    return text;
  }
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// A path that no command can mistake for an option.
std::string path_word(const std::string& path) { return quoted(path.starts_with("-") ? "./" + path : path); }

std::string own_path() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string("torusim") : path.string();
}

/// A script for GNU parallel or a Slurm array, by `config.sweep.print`, with which many processes or machines
/// share one sweep: it runs --jobs shards, and then makes the table.
std::string sweep_script(const RunConfig& config) {
  const std::string program = quoted(own_path()), file = path_word(config.sweep.file),
                    results = path_word(config.output);
  const int shards = config.jobs;
  if (config.sweep.print == SweepPrint::kParallel) {
    // parallel replaces braces in its command and has it read by a shell once more, so no word of the user's
    // stands in it: they go through the environment, also to other machines (--env).
    return fmt::format(
        "#!/bin/sh\n"
        "# One sweep, {0} shards, as many at a time as this machine has cores; --sshlogin adds machines.\n"
        "TORUSIM={1} SWEEP={2} RESULTS={3}\n"
        "export TORUSIM SWEEP RESULTS\n"
        "parallel --env TORUSIM --env SWEEP --env RESULTS \\\n"
        "  '\"$TORUSIM\" sweep \"$SWEEP\" -o \"$RESULTS\" --quiet --shard {{}}/{0}' ::: $(seq {0})\n"
        "\"$TORUSIM\" sweep \"$SWEEP\" -o \"$RESULTS\" --quiet\n",
        shards, program, file, results);
  }
  return fmt::format(
      "#!/bin/bash\n"
      "# One sweep as an array of {0} jobs: sbatch this file. The last one to end writes the table.\n"
      "#SBATCH --job-name=torusim-sweep\n"
      "#SBATCH --array=1-{0}\n"
      "#SBATCH --ntasks=1\n"
      "#SBATCH --cpus-per-task=1\n"
      "srun {1} sweep {2} -o {3} --quiet --shard \"$SLURM_ARRAY_TASK_ID/{0}\"\n",
      shards, program, file, results);
}

void print_jobs(const Sweep& sweep) {
  for (std::size_t i = 0; i < sweep.size(); ++i) {
    fmt::print("{} {} {}\n", sweep.name(i), sweep.done(i) ? "done" : "open", clean_text(sweep.text(i)));
  }
}

}  // namespace

int sweep_command(RunConfig config) {
  if (config.sweep.file.empty()) throw UsageError("name the file of the sweep, for example sweep.toml");
  if (config.output.empty()) throw UsageError("a sweep needs a directory for its results: -o DIR");
  const SweepPrint print = config.sweep.print;
  const Sweep sweep(config);
  if (print == SweepPrint::kParallel || print == SweepPrint::kSlurm) {
    fmt::print("{}", sweep_script(config));
    return kDone;
  }
  for (const std::string& note : sweep.rounded()) print_notice(fmt::format("torusim: {}\n", note));
  if (print == SweepPrint::kJobs) {
    print_jobs(sweep);
    return kDone;
  }
  const auto open = sweep.open_jobs();
  try {
    sweep.run(open);
  } catch (const InterruptedError&) {
    sweep.clear();
    print_notice("torusim: interrupted; repeat the command to resume\n");
    return kInterrupted;
  }
  const std::size_t missing = sweep.finish();
  fmt::print("{}: {} combinations, {} jobs run now\n", config.output, sweep.size(), open.size());
  if (missing > 0) {
    fmt::print("{} jobs of other shards are not done yet; the last one writes the table\n", missing);
  } else {
    fmt::print("table      {0}/sweep.csv\ncurves     {0}/sweep.html, sweep-*.svg, sweep-*.pdf\n",
               config.output);
  }
  return kDone;
}

}  // namespace torusim
