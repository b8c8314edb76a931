#include "testbench/config/collective_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "schedules/algorithms/best_exchange.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/cost.h"
#include "schedules/core/data_order.h"
#include "schedules/core/error.h"
#include "testbench/config/chooser.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/option.h"
#include "testbench/process/interrupt.h"

namespace torusim {
namespace {

/// Options that run and info put in themselves.
bool implied(const std::string& option) {
  return option == "block" || option == "startup" || option == "seconds" || option == "packet";
}

/// The candidate as a user would load it, round failed links too; the number of its pieces may depend on the
/// size.
RunConfig config_of(const RunConfig& config, const Candidate& candidate, const VectorSize& size) {
  RunConfig one = config;
  one.algorithm = candidate.name;
  one.set = candidate.options;
  one.size = std::to_string(size.flits);
  one.quiet = true;
  return one;
}

/// The synchronisation that a run of the candidate asks for: a plan may be made for barriers.
std::optional<Synchronisation> sync_of(const RunConfig& config, const Candidate& candidate) {
  return candidate.options.contains("sync") ? Synchronisation::kBarrier : config.sync;
}

constexpr double kRounding = 1e-6;  // of bounds in doubles; a run takes whole cycles

class Comparison {
 public:
  Comparison(const RunConfig& config, const ComparedNetwork& network, const VectorSize& size)
      : config_(config), network_(network), size_(size) {}

  ComparedSize result(double seconds) {
    for (Candidate& candidate : collective_candidates(network_.kind, network_.topology, network_.ports)) {
      const bool ordered = predict(candidate);
      stop_if_asked();
      if (!ordered || config_.sync) continue;
      candidate.options["sync"] = "barrier";
      predict(std::move(candidate));
      stop_if_asked();
    }
    if (rows_.empty()) {
      // `planned` runs on most networks, so its reason is that of the request.
      const auto planned = std::ranges::find(left_out_, "planned", &LeftOut::name);
      throw InputError(planned != left_out_.end() ? planned->why
                       : left_out_.empty()        ? fmt::format("no algorithm for {}", to_text(network_.kind))
                                                  : left_out_.back().why);
    }
    run_the_closest(seconds);
    return gathered();
  }

 private:
  /// Adds the row of the candidate; true if its run is in the order of data.
  bool predict(Candidate candidate) {
    try {
      ComparedRow row;
      auto schedule = load(candidate);
      const ScheduleInfo& info = schedule->info();
      if (info.ports > network_.ports) return false;
      row.block = block_of_vector(size_.flits, network_.topology, info.collective);
      row.phases = info.phases;
      const bool ordered = schedule->as_program() != nullptr;
      row.bound = std::ceil(lower_bounds(*schedule, network_.ports).blocks() * row.block - kRounding);
      const auto pieces = candidate.options.find("pieces");
      if (pieces != candidate.options.end()) pieces->second = std::to_string(info.collective.pieces);
      row.choice = compared(candidate, row.block, 0, std::move(schedule));
      rows_.push_back(std::move(row));
      return ordered;
    } catch (const InputError& error) {
      leave_out(candidate.name, error.what());
    } catch (const UsageError& error) {
      leave_out(candidate.name, error.what());
    }
    return false;
  }

  /// The schedule in the form in which it runs: in the order of data unless another --sync is given.
  std::unique_ptr<Schedule> load(const Candidate& candidate) const {
    auto schedule = load_schedule(config_of(config_, candidate, size_));
    const ScheduleInfo& info = schedule->info();
    const bool data = sync_of(config_, candidate).value_or(info.sync) == Synchronisation::kData;
    if (!data || info.sync != Synchronisation::kData || info.ports > network_.ports) return schedule;
    const int block = block_of_vector(size_.flits, network_.topology, info.collective);
    return std::make_unique<DataSchedule>(std::move(schedule), block, network_.ports,
                                          config_.run.reduce_delay);
  }

  /// `loaded`: the schedule of the candidate, which may have been planned for long; or null.
  Choice compared(const Candidate& candidate, int block, double seconds,
                  std::unique_ptr<Schedule> loaded = nullptr) const {
    Means means = means_of(config_, network_.topology, block, config_.run.startup, network_.ports);
    means.make = [&](const Candidate& one) { return loaded ? std::move(loaded) : load(one); };
    if (seconds == 0) means.run = {};
    means.seconds = seconds;
    return compare(network_.topology, {candidate}, means).front();
  }

  /// Runs those that may be the quickest, the most promising first, as long as there are seconds left.
  void run_the_closest(double seconds) {
    std::vector<ComparedRow*> open;
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    for (ComparedRow& row : rows_) {
      if (row.choice.certainty == Certainty::kAtLeast) {
        open.push_back(&row);
      } else {
        best = std::min(best, row.choice.cycles);
      }
    }
    std::ranges::stable_sort(open, {}, [](const ComparedRow* row) { return row->choice.cycles; });
    for (ComparedRow* const row : open) {
      if (row->choice.cycles >= best || row->choice.seconds > seconds) continue;
      seconds -= row->choice.seconds;
      row->choice = compared(row->choice.candidate, row->block, row->choice.seconds + 1);
      if (row->choice.certainty == Certainty::kMeasured) best = std::min(best, row->choice.cycles);
      stop_if_asked();
    }
  }

  void stop_if_asked() const {
    if (interrupt_.requested()) throw InterruptedError();
  }

  void leave_out(const std::string& name, const std::string& why) {
    if (std::ranges::find(left_out_, name, &LeftOut::name) == left_out_.end())
      left_out_.push_back({name, why});
  }

  ComparedSize gathered() {
    std::ranges::stable_sort(rows_, {}, [](const ComparedRow& row) { return row.choice.cycles; });
    const auto known = std::ranges::find_if(
        rows_, [](const ComparedRow& row) { return row.choice.certainty != Certainty::kAtLeast; });
    if (known != rows_.end()) std::rotate(rows_.begin(), known, known + 1);
    ComparedSize result{size_, {}, {}, rows_.front().bound};
    for (ComparedRow& row : rows_) {
      const std::string& name = row.choice.candidate.name;
      const auto same = [&](const ComparedRow& other) { return other.choice.candidate.name == name; };
      result.bound = std::min(result.bound, row.bound);
      if (std::ranges::none_of(result.rows, same)) result.rows.push_back(row);
    }
    for (LeftOut& one : left_out_) {
      const auto runs = [&](const ComparedRow& row) { return row.choice.candidate.name == one.name; };
      if (std::ranges::none_of(result.rows, runs)) result.left_out.push_back(std::move(one));
    }
    return result;
  }

  const RunConfig& config_;
  const ComparedNetwork& network_;
  const VectorSize& size_;
  const InterruptGuard interrupt_;
  std::vector<ComparedRow> rows_;
  std::vector<LeftOut> left_out_;
};

/// What no algorithm runs with is no reason to leave out the first.
void refuse_for_all(const RunConfig& config, Collective::Kind kind, const Topology& topology, int ports) {
  Hardware hardware;
  hardware.topology = topology;
  hardware.alpha = ports;
  try {
    hardware.validate();
  } catch (const InputError& error) {
    throw UsageError(error.what());
  }
  means_of(config, topology, 1, config.run.startup, ports);  // reads the rules of links and nodes
  Collective collective;
  collective.kind = kind;
  check_reduce_delay(config, config.algorithm, collective);
}

}  // namespace

ComparedNetwork compared_network(const RunConfig& config) {
  const auto kind = collective_of_word(config.algorithm);
  if (!kind || *kind == Collective::Kind::kMessages) {
    throw UsageError(fmt::format("compare {}: name a collective: {}", config.algorithm,
                                 fmt::join(kComparedCollectives, ", ")));
  }
  if (config.topology.empty()) {
    throw UsageError(fmt::format("{} needs a topology, for example -t torus:4x4x4", config.algorithm));
  }
  const Topology topology = with_failures(config, Topology::parse(config.topology));
  const int ports = config.alpha.value_or(topology.network_ports());
  refuse_for_all(config, *kind, topology, ports);
  return {*kind, topology, ports};
}

ComparedSize compare_algorithms(const RunConfig& config, const ComparedNetwork& network,
                                const VectorSize& size, double seconds) {
  return Comparison(config, network, size).result(seconds);
}

std::string command_of(const RunConfig& config, const ComparedNetwork& network, const ComparedRow& row) {
  const Candidate& candidate = row.choice.candidate;
  std::string text = fmt::format("torusim run {}", candidate.name);
  for (const auto& [name, value] : candidate.options) {
    if (!implied(name)) text += fmt::format(" --set {}={}", name, value);
  }
  text += fmt::format(" --block {} --alpha {}", row.block, network.ports);
  if (candidate.options.contains("sync")) text += " --sync barrier";
  for (const Option& option : option_table()) {
    if (!option.of(kCompare) || !option.of(kRun) || option.name == "size" || option.name == "alpha") continue;
    // The seed names the links that fail at random.
    if ((option.role != Option::Role::kResult && option.name != "seed") || option.positional()) continue;
    const std::string value = option.get(config);
    if (value == option.standard() || value.empty()) continue;
    text += fmt::format(" --{} {}", option.name,
                        value.find_first_of("(*;& ") == std::string::npos ? value : "'" + value + "'");
  }
  return text;
}

namespace {

/// A collective that is to be performed by the quickest algorithm: its name, with a size. A setting belongs
/// to an algorithm, which `broadcast` is too.
bool names_collective(const RunConfig& config) {
  const auto kind = collective_of_word(config.algorithm);
  return !config.size.empty() && config.set.empty() && config.on.empty() && kind &&
         *kind != Collective::Kind::kMessages;
}

}  // namespace

std::unique_ptr<Schedule> load_quickest(RunConfig& config) {
  if (!names_collective(config)) return load_schedule(config);
  const ComparedNetwork network = compared_network(config);
  const ComparedSize compared = compare_algorithms(config, network, only_size(config), kSecondsOfSize);
  std::vector<Choice> choices;
  for (const ComparedRow& row : compared.rows) choices.push_back(row.choice);
  const ComparedRow& first = compared.rows.front();
  config.algorithm = first.choice.candidate.name;
  config.set = first.choice.candidate.options;
  std::erase_if(config.set, [](const auto& option) { return implied(option.first); });
  config.alpha = network.ports;
  config.sync = sync_of(config, first.choice.candidate);
  take_block(config, first.block);  // a schedule may depend on it, so it is that of the comparison
  auto schedule = load_schedule(config);
  // Rows are compared with barriers, or by the order of data where it is that of the schedule.
  const bool ordered = schedule->info().sync == Synchronisation::kData;
  const Synchronisation sync = config.sync.value_or(Synchronisation::kBarrier);
  const bool runs_so =
      !config.sync || sync == Synchronisation::kBarrier || (ordered && sync == Synchronisation::kData);
  config.converted["quickest"] =
      reason(choices, fmt::format("for {}{}", compared.size.text, runs_so ? "" : " with barriers"));
  return schedule;
}

}  // namespace torusim
