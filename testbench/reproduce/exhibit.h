#pragma once
/// A table, figure or theorem of a paper as data: printed values, formulas, and the experiments that count or
/// run them. A paper is one file, such as papers/tseng.cpp; papers.h lists them.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/reproduce/experiment.h"

namespace torusim {

/// What stands behind a point's last value. Never more than what has been done.
enum class Origin {
  kFormula,      ///< nothing else is offered, or it did not fit into the budget
  kCounted,      ///< counted in the schedule
  kRan,          ///< ran at flit level, every block verified
  kNotVerified,  ///< ran, but what came was not what had to come: no value
};

/// One value. The paper fills the first part, measure_exhibits() the second.
struct Point {
  std::vector<std::string> labels;  ///< one for each of Exhibit::columns: "T4", "4"
  std::string printed;              ///< as the paper prints it, misprints too; empty: it prints nothing
  std::optional<double> formula;    ///< in the unit of `measured`
  std::optional<Experiment> experiment = {};            ///< what measures it; none: formula only
  std::function<double(const Outcome&)> value_of = {};  ///< the measured value, from what that gave
  std::optional<Experiment> over = {};  ///< measured is a quotient, and this gives what it is divided by
  /// Seconds of budget below which the experiment is not asked for: to go through its schedule alone takes
  /// too long beside the others.
  double least_budget = 0;
  /// Counts a value that no command reports, without an experiment or if its budget is too small.
  std::function<double()> counted = {};
  double counting = 0.01;  ///< seconds of one core that this takes, about: the same on every machine
  std::string why = {};    ///< why the values differ; every difference has a reason

  std::optional<double> measured = {};
  Origin origin = Origin::kFormula;
  /// A remark on the value, such as "not run in 60 s" or a note of the paper's file.
  std::string note = {};

  /// Measured (else formula) minus printed (else formula); nullopt without two of them, or if the printed
  /// value is not a number. Exactly 0 where they agree in all digits that are printed, and where a bound that
  /// is printed, "<= 16", holds.
  std::optional<double> difference() const;
  /// Whether the difference is not 0, or the printed value is not a number: `why` is then required.
  bool differs() const;
};

/// Commands of its experiments: none, one, or those of dividend and divisor.
std::vector<std::string> commands_of(const Point& point);

/// Curves over a label that is a number: lines for the formulas, marks for what is measured.
struct Plot {
  int panel = -1;  ///< column with a chart for each of its values; -1: one chart of all
  int series = 0;  ///< column with a curve for each of its values
  int x = 1;
  std::string x_label, y_label;
};

struct Exhibit {
  std::string name;                  ///< "table-3", unique in its paper
  std::string title;                 ///< "Costs on a torus of 2^d x 2^d"
  std::string text;                  ///< how to read it; a few sentences
  std::vector<std::string> columns;  ///< what the labels are: "scheme", "d"
  std::string unit = {};             ///< of all values: "cycles"; empty: a label says it, or there is none
  std::vector<Point> points = {};
  std::optional<Plot> plot = {};
};

/// Numbers as people read them: whole ones in full, others with four digits.
std::string number_text(double value);

/// "formula", "counted", "ran", "not verified".
const char* to_text(Origin origin);

}  // namespace torusim
