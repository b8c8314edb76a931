// explain and report: the causes of a run's duration, from its results.
#include <fmt/format.h>

#include <filesystem>

#include "schedules/core/error.h"
#include "testbench/cli/commands.h"
#include "testbench/process/whole_file.h"
#include "testbench/report/explained_run.h"
#include "testbench/report/page_data.h"
#include "testbench/report/report_page.h"
#include "testbench/report/story.h"

namespace torusim {

namespace {

namespace fs = std::filesystem;

/// Repeats the run of the result. Throws InputError if the causes of its waits are not known.
void explain(Replay& replay, const std::string& directory) {
  if (replay.config().run.reduce_delay > 0) {
    throw InputError(fmt::format(
        "{}: a run with --reduce-delay {}: only startup, channels and barriers are known as causes",
        directory, replay.config().run.reduce_delay));
  }
  replay.run();
}

}  // namespace

int explain_command(RunConfig config, Json* answer) {
  const bool recorded = !config.directories.empty();
  const std::string what = recorded ? config.directories.front() : config.algorithm;
  const bool load_libraries = config.load_libraries;
  Replay replay = recorded ? Replay(what, load_libraries) : Replay(std::move(config));
  explain(replay, what);
  if (answer != nullptr) {
    *answer = explanation_json(replay.explanation());
  } else {
    fmt::print("{}", story(replay.explanation()));
  }
  return kDone;
}

int report_command(RunConfig config) {
  const fs::path path = config.output.empty() ? "report.html" : config.output;
  const Replaceable existing{config.force, kPageMark, "a page"};
  check_replaceable(path.string(), existing);
  std::vector<nlohmann::ordered_json> runs;
  for (const std::string& directory : config.directories) {
    Replay replay(directory, config.load_libraries);
    explain(replay, directory);
    runs.push_back(page_data(replay.explanation()));
    const fs::path name = fs::path(directory).lexically_normal();
    runs.back()["label"] = (name.has_filename() ? name : name.parent_path()).filename().string();
  }
  const std::string page = report_page(runs);
  write_whole_file(path.string(), existing, [&](std::ostream& file) { file << page; });
  fmt::print("{}: {} run{}, {} kB\n", path.string(), runs.size(), runs.size() == 1 ? "" : "s",
             (page.size() + 1023) / 1024);
  return kDone;
}

}  // namespace torusim
