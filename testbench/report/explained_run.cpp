#include "testbench/report/explained_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/hardwired/network.h"
#include "models/run/simulation.h"
#include "schedules/core/data_order.h"
#include "schedules/core/error.h"
#include "schedules/core/message_bounds.h"
#include "schedules/core/traffic_matrix.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/named_files.h"
#include "testbench/config/node_options.h"
#include "testbench/config/recorded_options.h"
#include "testbench/config/router_groups.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/process/content_hash.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/memory.h"
#include "testbench/process/parse_json.h"
#include "testbench/report/explained_traffic.h"
#include "testbench/results/job_times.h"
#include "testbench/results/json_text.h"
#include "testbench/results/rank_times.h"
#include "testbench/results/schema.h"

namespace torusim {
namespace {

Efficiency efficiency(const RunConfig& config, Schedule& schedule, const RunResult& result,
                      const std::vector<Cycle>& predicted) {
  const auto startup = static_cast<double>(config.run.startup),
             block = has_phases(schedule) ? *config.block : 1.0;
  const auto least = [&](int ports) {
    const LowerBounds bounds = lower_bounds(schedule, ports);
    return static_cast<Cycle>(
        std::ceil(static_cast<double>(bounds.startups) * startup + bounds.blocks() * block));
  };
  Efficiency efficiency;
  efficiency.ports = config.alpha.value_or(schedule.info().ports);
  efficiency.all_ports = schedule.info().topology.network_ports();
  efficiency.own_ports = schedule.info().ports;
  efficiency.bound = least(efficiency.ports);
  efficiency.all_ports_bound = least(efficiency.all_ports);
  if (matrix_of(schedule)) {
    const MessageBounds bounds = message_bounds(schedule, *config.block, efficiency.ports);
    efficiency.routes = std::max(bounds.port, bounds.channel);
  }
  efficiency.program = schedule.as_program() != nullptr;
  efficiency.model =
      efficiency.program ? 0 : static_cast<Cycle>(cost(summarize(schedule)).time(startup, 1, block));
  efficiency.predicted = std::accumulate(predicted.begin(), predicted.end(), Cycle{0});
  efficiency.measured = result.cycles;
  return efficiency;
}

/// Most bytes of an input file that is read again.
constexpr std::size_t kMostInput = std::size_t{1} << 30;

nlohmann::ordered_json read_run_json(const std::filesystem::path& directory) {
  const auto path = directory / "run.json";
  const auto text = read_json_text(path);
  if (!text) {
    throw InputError(
        fmt::format("{}: has no run.json; name a directory written by `torusim run -o` or `traffic -o`",
                    directory.string()));
  }
  const auto json = parse_json(*text, false);
  const auto holds = [&](const char* key, auto is) { return json.contains(key) && (json[key].*is)(); };
  using Json = nlohmann::ordered_json;
  const auto names_input = [&](const nlohmann::ordered_json& config) {
    return config.contains("algorithm") || config.contains("pattern");
  };
  const bool a_run = json.is_object() && holds("verdict", &Json::is_string) &&
                     holds("cycles", &Json::is_number_integer) && holds("ejection_hash", &Json::is_string) &&
                     holds("config", &Json::is_object) && names_input(json["config"]) &&
                     json.contains("seed") && (!json.contains("contents") || json["contents"].is_object()) &&
                     (!json.contains("schema") || json["schema"].is_number_integer());
  if (!a_run) {
    throw InputError(fmt::format("{}: not the run.json of a run of a schedule or of traffic", path.string()));
  }
  if (const int schema = json.value("schema", 0); schema > kResultSchema) {
    throw InputError(fmt::format("{}: written by a newer torusim (schema {}, this version reads up to {})",
                                 path.string(), schema, kResultSchema));
  }
  return json;
}

bool of_traffic(const nlohmann::ordered_json& recorded) { return recorded["config"].contains("pattern"); }

RunConfig read_config_of(const nlohmann::ordered_json& recorded, const std::filesystem::path& directory) {
  const Command command = of_traffic(recorded) ? kTraffic : kRun;
  RunConfig config;
  const auto set = [&](const std::string& name, const nlohmann::ordered_json& value) {
    const Option* option = find_option(name);
    try {
      if (option == nullptr) throw UsageError("this version has no such option");
      option->set(config, value.is_string() ? value.get<std::string>() : value.dump());
    } catch (const UsageError& error) {
      throw InputError(fmt::format("{}: {}: {}", (directory / "run.json").string(), name, error.what()));
    }
  };
  for (const auto& [name, value] : recorded["config"].items()) {
    const Option* option = find_option(name);
    if (option != nullptr && !(option->recorded() && option->of(command))) {
      throw InputError(fmt::format("{}: {} is not an option that affects results",
                                   (directory / "run.json").string(), name));
    }
    set(name, value);
  }
  set("seed", recorded["seed"]);
  config.level = Level::kFast;
  return config;
}

/// Refuses router libraries, because a result may name an untrusted one.
void refuse_libraries(const RunConfig& config, const std::filesystem::path& directory) {
  for (const std::string& library : rtl::router_libraries(config.rtl)) {
    throw InputError(
        fmt::format("{}: its routers are code of the library {}; --load-libraries permits loading it",
                    directory.string(), library));
  }
}

/// A result can name any file of the reader's machine: a pipe without a writer, a device without end, a file
/// with secrets. Only files whose contents have the hash in run.json are read.
void check_files(const RunConfig& config, const nlohmann::ordered_json& recorded,
                 const std::filesystem::path& directory) {
  const auto contents = recorded.value("contents", nlohmann::ordered_json::object());
  const auto libraries = rtl::router_libraries(config.rtl);  // the user's to allow
  for (const std::string& file : input_files(config)) {
    if (std::ranges::count(libraries, file) > 0) continue;
    const auto hash = file_hash(file, kMostInput);
    const char* const reason = !hash                      ? "is no regular file of at most 1 GB"
                               : !contents.contains(file) ? "has no hash in run.json"
                               : contents[file] != fmt::format("{:016x}", *hash) ? "has changed since the run"
                                                                                 : nullptr;
    if (reason == nullptr) continue;
    throw InputError(fmt::format("{}: cannot be repeated: {} {}", directory.string(), file, reason));
  }
}

/// Calls `load`, which reads the file `name`, if that is one. The error does not quote the file, because
/// run.json may name a file with secrets.
template <typename Load>
auto load_known(const std::string& name, const std::filesystem::path& directory, const Load& load) {
  try {
    return load();
  } catch (const InputError&) {
    if (!names_file(name)) throw;
    throw InputError(
        fmt::format("{}: cannot be repeated: {} cannot be read; torusim check {} prints the reason",
                    directory.string(), name, name));
  }
}

}  // namespace

Explanation explain_run(const RunConfig& config, Schedule& schedule, const RunResult& result,
                        const std::vector<Cycle>& predicted, FlitHistory& history,
                        const NetworkStatistics& statistics) {
  return with_memory_for("explaining the run", [&] {
    // The programs of jobs synchronise their own phases.
    const bool program = schedule.as_program() != nullptr;
    const RunTiming timing{result.cycles, config.run.startup, config.run.barrier,
                           has_phases(schedule) ? *config.sync : Synchronisation::kNone,
                           slower_nodes(config, schedule.info().topology)};
    Explanation explanation{schedule.info(),
                            result,
                            history,
                            statistics,
                            predicted,
                            timing,
                            efficiency(config, schedule, result, predicted),
                            recorded_options(config, kRun),
                            {},
                            config.hardwired,
                            scale_of(config)};
    const bool known =
        !config.hardwired && config.run.reduce_delay == 0 && config.start_skew == 0 && !program;
    if (result.verdict == Verdict::kVerified && !history.overflowed() && known) {
      explanation.path = critical_path(history, timing);
    }
    return explanation;
  });
}

Replay::Replay(const std::filesystem::path& directory, bool load_libraries)
    : directory_(directory), recorded_(read_run_json(directory)) {
  const RunConfig config = read_config_of(recorded_, directory);
  if (recorded_["verdict"] == to_text(Verdict::kInterrupted)) {
    throw InputError(fmt::format("{}: the run was interrupted; complete it first", directory.string()));
  }
  try {
    if (!load_libraries) refuse_libraries(config, directory);
    check_files(config, recorded_, directory);
    if (of_traffic(recorded_)) {
      run_.config = config;
      load_known(config.traffic.pattern, directory, [&] { prepare_traffic(); });
      return;
    }
    run_ =
        prepare_run(config, load_known(config.algorithm, directory, [&] { return load_schedule(config); }));
    if (!config.hardwired) {
      predicted_ = run_.predicted();
    } else if (const HardwiredGossip* gossip = run_.schedule->hardwired()) {
      predicted_ = hardwired::predicted_steps(*gossip, run_.options);
    }
  } catch (const UsageError& error) {
    throw InputError(fmt::format("{}: cannot be repeated, the schedule has changed: {}", directory.string(),
                                 error.what()));
  }
}

Replay::~Replay() = default;

void Replay::prepare_traffic() {
  traffic_ = traffic_setup(run_.config);
  traffic_->monitor = false;  // the recorded measurement has reported it
  traffic_info_ = traffic_info(*traffic_);
  run_.hardware = traffic_->hardware;
  run_.options = *traffic_;
}

Replay::Replay(RunConfig config) {
  config.level = Level::kFast;
  run_ = prepare_run(std::move(config));
  predicted_ = run_.predicted();
}

RunResult Replay::simulate_again(RunOptions options) {
  const InterruptGuard interrupt;
  options.progress = [&](std::int64_t, std::int64_t, Cycle) { return !interrupt.requested(); };
  const RunResult result = with_memory_for("simulating the run again", [&] {
    if (traffic_) {
      TrafficOptions again = *traffic_;
      static_cast<RunOptions&>(again) = options;
      measured_ = simulate_traffic(again);
      return as_run(again, measured_);
    }
    return run_.config.hardwired ? hardwired::simulate(*run_.schedule, options)
                                 : simulate(*run_.schedule, options);
  });
  if (interrupt.requested()) throw InterruptedError();
  return result;
}

/// Repeats the whole run, which must equal the recorded one, if there is one.
void Replay::make_again(const RunOptions& options) {
  result_ = simulate_again(options);
  if (recorded_.is_null()) return;
  const std::string hash = fmt::format("{:016x}", result_.ejection_hash);
  const bool same_hash = recorded_["ejection_hash"] == hash || recorded_.value("schema", 0) < kSchemaOfHash;
  if (same_hash && recorded_["cycles"] == result_.cycles) return;
  throw InputError(
      fmt::format("{}: the repeated run takes {} cycles (hash {}), not {} ({}): its input has changed",
                  directory_.string(), result_.cycles, hash, recorded_["cycles"].dump(),
                  recorded_["ejection_hash"].get<std::string>()));
}

void Replay::run_unwatched(const std::vector<Observer*>& observers, std::optional<Cycle> until) {
  RunOptions options = run_.options;
  options.observers = observers;
  if (!until) return make_again(options);
  const Cycle limit = *until + 2;  // what is on a channel then is known one cycle later
  if (options.max_cycles == 0 || options.max_cycles > limit) options.max_cycles = limit;
  simulate_again(options);
}

void Replay::run_traffic(const std::vector<Observer*>& more) {
  explained_traffic_ = std::make_unique<ExplainedTraffic>(run_.config, *traffic_, scratch_directory());
  RunOptions options = *traffic_;
  options.observers.insert(options.observers.end(), more.begin(), more.end());
  make_again(options);
  traffic_->queued = {};
  explanation_ = std::make_unique<Explanation>(explained_traffic_->explain(measured_));
}

void Replay::run(const std::vector<Observer*>& more) {
  if (traffic_) return run_traffic(more);
  RunOptions options = run_.options;
  // The recorded run has reported whether its routers keep the contract.
  watchers_ = std::make_unique<Watchers>(
      run_.hardware, options, Watched{.statistics = true, .history = true, .wires = run_.config.hardwired});
  options.observers = more;
  watchers_->observe(options.observers);
  std::optional<RankTimes> ranks = rank_times_of(*run_.schedule);
  if (ranks) options.observers.push_back(&*ranks);
  make_again(options);
  explanation_ = std::make_unique<Explanation>(explain_run(run_.config, *run_.schedule, result_, predicted_,
                                                           *watchers_->history(), watchers_->statistics()));
  if (ranks) explanation_->ranks = ranks->until(result_.cycles);
  if (recorded_.contains("jobs")) explanation_->jobs = checked_jobs(recorded_["jobs"]);
}

}  // namespace torusim
