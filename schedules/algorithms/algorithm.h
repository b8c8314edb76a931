#pragma once
/// The entry of an algorithm in the registry (registry.cpp).

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "schedules/core/cost.h"
#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "schedules/core/schedule.h"

namespace torusim {

using AlgorithmOptions = std::map<std::string, std::string>;

struct OptionInfo {
  std::string name;  ///< "rule"
  std::vector<std::string>
      values;             ///< all accepted values; empty if the algorithm reads the text itself (`form`)
  std::string standard;   ///< the default value
  std::string meaning;    ///< one line
  std::string form = {};  ///< "NODE", the form of the text; only if `values` is empty
  bool quiet = false;     ///< generators name the option only if its value is not the default
};

/// An option whose values have names.
template <typename Value>
struct NamedOption {
  std::string name;
  std::string standard;
  std::string meaning;
  std::vector<std::pair<std::string, Value>> values;

  operator OptionInfo() const {
    OptionInfo info{name, {}, standard, meaning};
    for (const auto& [word, value] : values) info.values.push_back(word);
    return info;
  }
  /// The value that `options` has for this option, which must be one of `values`.
  Value of(const AlgorithmOptions& options) const {
    const std::string& chosen = options.at(name);
    for (const auto& [word, value] : values) {
      if (word == chosen) return value;
    }
    return values.front().second;
  }
};

/// The number from `least` to `most` that an option has. Throws UsageError.
template <typename Number>
Number number_of(const std::string& algorithm, const AlgorithmOptions& options, const std::string& name,
                 Number least, Number most) {
  const std::string& text = options.at(name);
  Number value{};
  if (read_number(text, value) && value >= least && value <= most) return value;
  throw UsageError(
      fmt::format("{}: {}={}: must be a number from {} to {}", algorithm, name, text, least, most));
}

/// The positive number that an option has, 0 for `all` where that is allowed. Throws UsageError.
int count_of(const std::string& algorithm, const AlgorithmOptions& options, const std::string& name,
             bool or_all = false);
/// The numbers that an option has, with commas between them; nullopt if its text is anything else.
std::optional<std::vector<int>> numbers_of(const std::string& text);

struct AlgorithmInfo {
  std::string name;          ///< "t4"
  std::string what;          ///< one line
  std::string citation;      ///< paper and section
  std::string requirements;  ///< the shapes on which the algorithm runs, in words
  std::vector<OptionInfo> options;
  Collective::Kind collective = Collective::Kind::kCompleteExchange;  ///< the collective of its schedules
  bool any_factor = false;  ///< the algorithm runs on products with any graphs (`product:petersen,4`)
  bool twisted = false;     ///< the algorithm runs on twisted tori (`torus:4x4x8~`)
  /// The algorithm makes schedules for networks with failed channels; it may refuse some.
  bool plans_round_failures = false;
  /// It refuses none that --reroute would serve, so messages of the intact network are never rerouted.
  bool never_rerouted = false;
};

/// A schedule that an algorithm makes.
class AlgorithmSchedule : public Schedule {
 public:
  const ScheduleInfo& info() const override { return info_; }
  /// The registry sets the schedule's name and the command that makes it again.
  virtual void sign(const std::string& name, const std::string& generator) {
    info_.name = name;
    info_.generator = generator;
  }

 protected:
  ScheduleInfo info_;
};

/// A schedule that is computed phase by phase; `info_.phases` is the number of phases.
class PhaseByPhase : public AlgorithmSchedule {
 public:
  bool next(Phase& phase) override {
    if (at_ == info_.phases) return false;
    phase.signals.clear();
    phase.barrier_before = at_ > 0;
    make(phase);
    ++at_;
    return true;
  }
  void rewind() override { at_ = 0; }

 protected:
  /// Writes the name and the transfers of phase `at_`, which has no signals yet. Every phase but the first
  /// has a barrier before it.
  virtual void make(Phase& phase) = 0;

  int at_ = 0;  // from 0
};

struct Algorithm {
  AlgorithmInfo info;
  /// `options` has every option, checked against its values. Throws InputError for a shape on which the
  /// algorithm does not run (with the nearest shape and an algorithm that does).
  std::function<std::unique_ptr<AlgorithmSchedule>(const Topology& topology, const AlgorithmOptions& options)>
      make;
};

// Costs that a schedule knows without going through its phases, so exchanges on a million nodes are compared
// at once.

/// A schedule that knows its number of phases and the sum of their largest messages.
class KnownCost {
 public:
  virtual Cost known_cost() const = 0;
  /// The sum over the phases of the hops of their shortest messages, at least.
  virtual std::int64_t known_hops() const { return known_cost().startups; }

 protected:
  ~KnownCost() = default;
};

/// A schedule that knows the time of all phases between barriers. `time` is the time of a message of `blocks`
/// blocks over `hops` hops, and must grow with both.
class KnownTime {
 public:
  using TimeOf = std::function<std::int64_t(std::int64_t blocks, std::int64_t hops)>;
  virtual std::int64_t known_time(const TimeOf& time) const = 0;

 protected:
  ~KnownTime() = default;
};

}  // namespace torusim
