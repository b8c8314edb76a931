#pragma once
/// A table, figure or theorem of a paper as data: what is printed, what the formula gives, and what counts or
/// runs it. A paper is one file, such as papers/tseng.txt (exhibit_reader.h); papers.h lists them.

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

/// One value. The paper's file fills the first part, measure_exhibits() the second.
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
  /// In place of an experiment, or where there is no time for it: counts what no command shows.
  std::function<double()> counted = {};
  double counting = 0.01;  ///< seconds of one core that this takes, about: the same on every machine
  std::string why = {};    ///< why the values differ; every difference has a reason

  std::optional<double> measured = {};
  Origin origin = Origin::kFormula;
  /// What has to be known of the value, "not run in 60 s"; the paper's file may say something too.
  std::string note = {};

  /// The last of measured and formula less the first of printed and formula; none if there are no two of
  /// them, or the printed one is no number. Exactly 0 where they agree in all digits that are printed, and
  /// where a bound that is printed, "<= 16", holds.
  std::optional<double> difference() const;
  /// Whether the difference is not 0, or the printed value is not a number: `why` is then required.
  bool differs() const;
};

/// Of what measures it: none, one, or that of what is divided and that of what it is divided by.
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
  std::string unit;                  ///< of all values: "cycles"; empty: a label says it, or there is none
  std::vector<Point> points;
  std::optional<Plot> plot = {};
};

/// Numbers as people read them: whole ones in full, others with four digits.
std::string number_text(double value);

/// "formula", "counted", "ran", "not verified".
const char* to_text(Origin origin);

}  // namespace torusim
