#include "testbench/sweep/sweep_job.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

#include "schedules/core/error.h"
#include "schedules/text/line_source.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/recorded_options.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/results/output_file.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/schema.h"
#include "testbench/results/traffic_record.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

/// FNV-1a, 64 bits.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::uint64_t hash_of_file(const std::string& path, std::uint64_t hash) {
  auto source = text::LineSource::open(path);
  for (std::string_view line; source.next(line);) hash = hash_of("\n", hash_of(line, hash));
  return hash;
}

/// The commands tell what they did on standard output, which is the sweep's.
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
  nlohmann::ordered_json record{{"schema", kResultSchema}};
  record.update(traffic_json(result));
  add_units(record, result, scale_of(config));
  record["seed"] = config.seed;
  record["versions"] = {{"torusim", TORUSIM_VERSION}};
  record["config"] = recorded_options(config, kTraffic);
  OutputFile file(directory.staging() / "run.json");
  file.write(record.dump(2) + "\n");
  file.close();
  directory.commit();
}

}  // namespace

SweepJob::SweepJob(const SweepPoint& point, Command command) : config_(point.config), command_(command) {
  std::uint64_t hash = hash_of("torusim " TORUSIM_VERSION);
  RunConfig resolved = config_;
  if (command == kRun) {
    const auto schedule = load_schedule(resolved);
    resolve(resolved, *schedule);
    hardware_of(resolved, schedule->info().topology);
    if (names_file(resolved.algorithm)) hash = hash_of_file(resolved.algorithm, hash);
  } else {
    traffic_setup(resolved);
  }
  for (const Option& option : option_table()) {
    if (!option.is_swept(command)) continue;
    const std::string value = option.get(resolved);
    if (value == option.standard()) continue;  // so that an option that is new changes no name
    hash = hash_of(fmt::format("{}={}\n", option.name, value), hash);
  }
  name_ = fmt::format("{:016x}", hash_of(command == kRun ? "run" : "traffic", hash));
}

void SweepJob::run(const fs::path& jobs, const std::function<int(RunConfig)>& run_schedule) const {
  RunConfig config = config_;
  config.output = (jobs / name_).string();
  config.force = fs::exists(jobs / name_);  // the results of a run that was interrupted
  config.quiet = true;
  silence();
  if (command_ == kTraffic) {
    run_traffic(config);
  } else {
    run_schedule(config);
  }
}

std::optional<nlohmann::ordered_json> SweepJob::result(const fs::path& jobs) const {
  const fs::path path = jobs / name_ / "run.json";
  std::ifstream file(path);
  if (!file) return std::nullopt;
  try {
    auto json = nlohmann::ordered_json::parse(file);
    if (json.at("verdict") == "interrupted") return std::nullopt;
    return json;
  } catch (const nlohmann::json::exception& error) {
    throw InputError(fmt::format("{}: not what torusim writes ({}); remove its directory and it is run again",
                                 path.string(), error.what()));
  }
}

}  // namespace torusim
