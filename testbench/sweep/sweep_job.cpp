#include "testbench/sweep/sweep_job.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "schedules/core/error.h"
#include "testbench/config/named_files.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/process/content_hash.h"
#include "testbench/process/parse_json.h"
#include "testbench/results/file_list.h"
#include "testbench/results/json_text.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/traffic_record.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

/// The commands print to standard output, which belongs to the sweep.
void silence() {
  std::fflush(stdout);
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0) throw InputError("/dev/null: cannot open");
  close(nowhere);
}

void run_traffic(RunConfig config) {
  const TrafficOptions options = traffic_setup(config);
  ResultDirectory directory(config.output, config.force);
  const TrafficResult result = simulate_traffic(options);
  write_traffic_json(directory.staging(), config, options, result);
  directory.commit();
}

/// Hashes of all files that the run depends on, by path.
std::map<std::string, std::string> contents_of_inputs(const RunConfig& config) {
  std::map<std::string, std::string> contents;
  for (const std::string& path : input_files(config)) {
    const auto content = file_hash(path);
    if (!content) throw InputError(fmt::format("{}: not a file that can be read twice", path));
    contents[path] = fmt::format("content {:016x}", *content);
  }
  return contents;
}

/// The value of an option (a map, settings, or groups of --rtl) with hashes of files in place of their paths.
std::string by_contents(const std::string& value, const std::map<std::string, std::string>& contents) {
  if (const auto whole = contents.find(value); whole != contents.end()) return whole->second;
  std::string result;
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find_first_of("; ", begin), value.size());
    std::string group = value.substr(begin, end - begin);
    std::string_view path, content;
    for (const auto& [each, held] : contents) {
      if (group.ends_with(each) && each.size() > path.size()) std::tie(path, content) = std::tie(each, held);
    }
    group.replace(group.size() - path.size(), path.size(), content);
    result += group + ';';
    begin = end + 1;
  }
  return result;
}

}  // namespace

void refuse_link(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(path, error))) return;
  throw InputError(fmt::format("{}: is a symbolic link; a sweep follows none, so remove it", path.string()));
}

SweepJob::SweepJob(const SweepPoint& point, Command command, int threads)
    : config_(point.config), command_(command) {
  config_.threads = threads;
  std::uint64_t hash = content_hash(build_identity());
  RunConfig resolved = config_;
  resolved.output = "the sweep's";
  if (command == kRun) {
    resolved = resolve_run(resolved).config;
  } else {
    traffic_setup(resolved);
  }
  const auto contents = contents_of_inputs(resolved);
  for (const std::string& file : input_files(resolved)) hash = content_hash(contents.at(file), hash);
  for (const Option& option : option_table()) {
    if (!option.is_swept(command)) continue;
    std::string value = option.get(resolved);
    if (value == option.standard()) continue;  // so a new option changes no name
    if (option.name == "algorithm" && names_file(value)) {
      value = fs::path(value).extension();  // its contents are in the hash
    } else if (option.name == "rtl" || option.name == "map" || option.name == "groups" ||
               option.name == "set") {
      value = by_contents(value, contents);
    }
    hash = content_hash(fmt::format("{}={}\n", option.name, value), hash);
  }
  name_ = fmt::format("{:016x}", content_hash(command == kRun ? "run" : "traffic", hash));
}

bool SweepJob::run(const fs::path& jobs, const std::function<int(RunConfig)>& run_schedule) const {
  RunConfig config = config_;
  config.output = (jobs / name_).string();
  config.force = fs::exists(jobs / name_);  // the results of a run that was interrupted
  config.quiet = true;
  if (result(jobs)) return true;
  silence();
  try {
    if (command_ == kTraffic) {
      run_traffic(config);
    } else {
      run_schedule(config);
    }
  } catch (const BusyError&) {
    return false;
  } catch (const InputError&) {
    if (!result(jobs)) throw;  // else another sweep has done it between our look and our run
  }
  return true;
}

std::optional<nlohmann::ordered_json> SweepJob::result(const fs::path& jobs) const {
  const fs::path directory = jobs / name_;
  refuse_link(directory);
  const auto text = read_json_text(directory / "run.json");
  if (!text || !is_record_as_written(directory, *text)) return std::nullopt;
  auto json = parse_json(*text, false);
  if (!json.is_object() || json.value("verdict", nlohmann::ordered_json()) == "interrupted") return {};
  return json;
}

}  // namespace torusim
