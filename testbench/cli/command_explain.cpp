// explain and report: what results say about why a run took as long as it did.
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

/// Beside the file, and renamed when it is complete.
void write_whole(const fs::path& path, const std::vector<nlohmann::ordered_json>& runs) {
  const fs::path partial = make_partial(path.string());
  std::error_code error;
  try {
    write_report(partial, runs);
    fs::rename(partial, path);
  } catch (const std::exception& failure) {
    fs::remove(partial, error);
    throw InputError(fmt::format("{}: {}", path.string(), failure.what()));
  }
}

}  // namespace

int explain_command(RunConfig config) {
  Replay replay(config.directories.front(), config.load_libraries);
  replay.run();
  fmt::print("{}", story(replay.explanation()));
  return kDone;
}

int report_command(RunConfig config) {
  const fs::path path = config.output.empty() ? "report.html" : config.output;
  std::error_code error;
  if (fs::exists(path, error) && !config.force) {
    throw InputError(fmt::format("{} exists; choose another name, or --force to replace it", path.string()));
  }
  std::vector<nlohmann::ordered_json> runs;
  for (const std::string& directory : config.directories) {
    Replay replay(directory, config.load_libraries);
    replay.run();
    runs.push_back(page_data(replay.explanation()));
    const fs::path name = fs::path(directory).lexically_normal();
    runs.back()["label"] = (name.has_filename() ? name : name.parent_path()).filename().string();
  }
  write_whole(path, runs);
  fmt::print("{}: {} run{}, {} kB\n", path.string(), runs.size(), runs.size() == 1 ? "" : "s",
             (fs::file_size(path) + 1023) / 1024);
  return kDone;
}

}  // namespace torusim
