#pragma once
/// A table, figure or theorem of a paper as data: printed values, formulas, and the experiments that count or
/// simulate them. Each paper is one file, such as papers/tseng.cpp; papers.h lists the papers.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/reproduce/experiment.h"

namespace torusim {

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

}  // namespace torusim
