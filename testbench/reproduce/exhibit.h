#pragma once
/// A table, figure or theorem of a paper as data: printed values, formulas, and the experiments that count or
/// simulate them. Each paper is one file, such as papers/tseng.cpp; papers.h lists the papers.
/// A value is met, different with a reason, or not measured with a reason: its standing.
/// An experiment measures a point: a command of torusim, and its outcome.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/config/run_config.h"

namespace torusim {

struct Experiment {
  RunConfig config;   ///< algorithm, topology and all options that are not standard
  bool runs = false;  ///< simulates at flit level; else counts the schedule only
};

/// The command of torusim with the same result. Equal experiments have equal commands.
std::string command_of(const Experiment& experiment);

/// The results of counting and running.
struct Outcome {
  std::int64_t startups = 0;  ///< phases, or steps
  std::int64_t blocks = 0;    ///< sum over the phases of the largest message
  std::int64_t messages = 0;
  std::int64_t channel_uses = 0;  ///< hops of all messages over channels between routers
  std::int64_t repeats = 0;       ///< blocks that reach nodes that already hold them
  std::int64_t sum_loads = 0;     ///< sum over the phases of f, the messages on the busiest channel
  std::int64_t max_load = 0;      ///< the largest f
  double shares = 0;              ///< sum over the phases of max(1, f / 2)

  // Members that only run() fills.
  std::string verdict = {};  ///< "verified", or another verdict; empty: no run
  std::int64_t cycles = 0;
  std::int64_t flit_hops = 0;
};

/// Counts in the schedule without simulation; nullopt if it has more messages than `most`. UsageError and
/// InputError pass through count() and run().
std::optional<Outcome> count(const RunConfig& config, std::int64_t most);
/// Simulates, and adds the results of the run to `outcome`.
void run(const RunConfig& config, Outcome& outcome);

/// Estimate of the messages that one core counts in a second.
inline constexpr double kCountedPerSecond = 1e6;
/// Estimate of the seconds of one core for a run, from the counts: the same on every machine.
double estimated_seconds(const RunConfig& config, const Outcome& counted);

/// The outcome as text between processes; reading gives exactly the values written.
std::string outcome_text(const Outcome& outcome);
Outcome read_outcome(const std::string& text);

/// The origin of a point's value: how it was computed in this call.
enum class Origin {
  kFormula,      ///< the formula alone: no experiment, or one beyond the budget
  kCounted,      ///< counted in the schedule
  kRan,          ///< ran at flit level, every block verified
  kNotVerified,  ///< ran, but was not verified: no value
};

/// One value of an exhibit. The paper's file fills the first part, measure_exhibits() the second.
struct Point {
  std::vector<std::string> labels;            ///< one for each of Exhibit::columns: "T4", "4"
  std::string printed;                        ///< the value in the paper, misprints too; empty: not printed
  std::optional<double> formula;              ///< value of the formula, in the unit of `measured`
  std::optional<Experiment> experiment = {};  ///< experiment that measures the value; none: formula only
  std::function<double(const Outcome&)> value_of = {};  ///< the measured value, from its outcome
  std::optional<Experiment> over = {};                  ///< gives the divisor, if the value is a quotient
  /// Seconds of budget below which the experiment is skipped, because counting its schedule takes too long.
  double least_budget = 0;
  /// Counts the value without a command: for points without an experiment, or with one beyond the budget.
  std::function<double()> counted = {};
  double counting = 0.01;  ///< estimated seconds of one core for `counted`, the same on every machine
  std::string why = {};    ///< why the values differ; every difference has a reason

  std::optional<double> measured = {};
  Origin origin = Origin::kFormula;
  /// A remark on the value, such as "not run in 60 s" or a note of the paper's file.
  std::string note = {};

  /// Measured (else formula) minus printed (else formula). Nullopt without two such values, or if the printed
  /// value is not a number. Exactly 0 if the values agree in all printed digits, or if a printed bound, "<=
  /// 16", holds.
  std::optional<double> difference() const;
  /// Whether the difference is not 0, or the printed value is not a number: `why` is then required.
  bool differs() const;
};

/// Commands of the point's experiments: none, one, or those of dividend and divisor.
std::vector<std::string> commands_of(const Point& point);

/// Curves over a label that is a number: lines for formulas, marks for measured values.
struct Plot {
  int panel = -1;  ///< column with a chart for each of its values; -1: one chart
  int series = 0;  ///< column with a curve for each of its values
  int x = 1;
  std::string x_label, y_label;
};

struct Exhibit {
  std::string name;                  ///< "table-3", unique in its paper
  std::string title;                 ///< "Costs on a torus of 2^d x 2^d"
  std::string text;                  ///< how to read the exhibit; a few sentences
  std::vector<std::string> columns;  ///< names of the labels: "scheme", "d"
  std::string unit = {};             ///< unit of all values: "cycles"; empty: in a label, or none
  std::vector<Point> points = {};
  std::optional<Plot> plot = {};
};

/// A number for people: a whole number in full, another one with four digits.
std::string number_text(double value);

/// "formula", "counted", "ran", "not verified".
const char* to_text(Origin origin);

enum class Standing {
  kMet,          ///< the measured (else formula) value agrees with the printed (else formula) one
  kDiffers,      ///< the values differ; Point::why has the reason
  kNotMeasured,  ///< the formula alone: counting or running exceeded the budget
  kAlone,        ///< the value has no other to compare with
  kNotVerified,  ///< the run was not verified
};
constexpr std::size_t kStandings = 5;

Standing standing(const Point& point);

/// The number of values of each standing. For values that differ or are not measured, each reason with its
/// number of values, the most frequent first.
struct ExhibitSummary {
  using Reasons = std::vector<std::pair<std::string, int>>;

  explicit ExhibitSummary(const Exhibit& exhibit);
  int of(Standing which) const { return counts[static_cast<std::size_t>(which)]; }

  std::array<int, kStandings> counts{};
  Reasons differs, not_measured;
};

}  // namespace torusim
