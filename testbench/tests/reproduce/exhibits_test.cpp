// What is reproduced: names, differences, golden numbers, what a budget leaves out, and the files.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "schedules/core/error.h"
#include "schedules/tests/own_directory.h"
#include "schedules/tests/refusal.h"
#include "testbench/reproduce/exhibit.h"
#include "testbench/reproduce/exhibit_files.h"
#include "testbench/reproduce/measure.h"
#include "testbench/reproduce/papers.h"
#include "testbench/tests/whole.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

constexpr double kAmple = 3600;  // seconds; what is measured here takes a few

inline Exhibit exhibit(const std::string& name) { return find_exhibits(name).exhibits.at(0); }

/// Only those of its points for which `keep` says so.
template <typename Keep>
Exhibit part_of(const std::string& name, Keep keep) {
  Exhibit result = exhibit(name);
  std::erase_if(result.points, [&](const Point& point) { return !keep(point); });
  return result;
}

inline Exhibit measured(Exhibit exhibit, double seconds = kAmple) {
  std::vector<Exhibit> exhibits{std::move(exhibit)};
  Effort effort;
  effort.seconds = seconds;
  measure_exhibits(exhibits, effort);
  return exhibits.at(0);
}

inline const Point& at(const Exhibit& exhibit, const std::vector<std::string>& labels) {
  for (const Point& point : exhibit.points) {
    if (point.labels == labels) return point;
  }
  throw std::out_of_range(exhibit.name + " has no such point");
}

std::string exhibit_refusal(const std::string& name) {
  return test::refusal<UsageError>([&] { find_exhibits(name); });
}

Point point(std::string printed, std::optional<double> formula, std::optional<double> measured = {}) {
  Point result{{}, std::move(printed), formula};
  result.measured = measured;
  return result;
}

TEST(Exhibits, DifferenceIsTheLastOwnValueLessTheFirst) {
  EXPECT_EQ(point("10", 12, 13).difference(), 3);
  EXPECT_EQ(point("10", 12).difference(), 2);
  EXPECT_EQ(point("", 12, 13).difference(), 1);
  EXPECT_EQ(point("few", 12, 13).difference(), std::nullopt);
  EXPECT_EQ(point("", 12).difference(), std::nullopt);
  EXPECT_EQ(point("10", {}).difference(), std::nullopt);
}

/// docs/algorithms/reproduce.md names each of these exhibits, with the reason.
TEST(Exhibits, WhatNoBudgetMeasuresIsListed) {
  std::map<std::string, int> formulas;
  for (const Paper& paper : papers()) {
    for (const Exhibit& exhibit : paper.exhibits()) {
      for (const Point& point : exhibit.points) {
        if (!point.experiment && !point.counted) ++formulas[paper.name + (":" + exhibit.name)];
      }
    }
  }
  const std::map<std::string, int> listed{
      {"tseng:table-3", 36},  {"tseng:table-4", 58}, {"tseng:figure-11", 24}, {"meyer:table-1", 9},
      {"meyer:section-5", 3}, {"wang:gaps", 14},     {"wang:table-1", 33}};
  EXPECT_EQ(formulas, listed);
}

TEST(Exhibits, BoundsHoldOrNot) {
  EXPECT_EQ(point("<= 4", {}, 3).difference(), 0);
  EXPECT_EQ(point("<= 4", {}, 4).difference(), 0);
  EXPECT_EQ(point("<= 4", {}, 6).difference(), 2);
  EXPECT_EQ(point(">= 4.5", {}, 4).difference(), -0.5);
  EXPECT_EQ(point(">= 4.5", {}, 400).difference(), 0);
}

TEST(Exhibits, NumbersAreEqualInTheDigitsThatArePrinted) {
  EXPECT_EQ(point("3.32", 216 / 65.0).difference(), 0);
  EXPECT_NE(point("3.33", 216 / 65.0).difference(), 0);
  EXPECT_NE(point("3", 216 / 65.0).difference(), 0);
  EXPECT_EQ(number_text(376832), "376832");
  EXPECT_EQ(number_text(216 / 65.0), "3.323");
}

// What could be measured and was not is never met, whatever its formula gives.
TEST(Exhibits, StandAsWhatHasBeenDone) {
  EXPECT_EQ(standing(point("10", 10, 10)), Standing::kMet);
  EXPECT_EQ(standing(point("10", 10)), Standing::kMet);  // nothing else is offered
  EXPECT_EQ(standing(point("10", 10, 11)), Standing::kDiffers);
  EXPECT_EQ(standing(point("few", 10, 10)), Standing::kDiffers);
  EXPECT_EQ(standing(point("", 10)), Standing::kAlone);
  EXPECT_EQ(standing(point("", {}, 10)), Standing::kAlone);
  Point open = point("10", 10);
  open.counted = [] { return 10.0; };
  open.note = "not counted in 0 s";
  EXPECT_EQ(standing(open), Standing::kNotMeasured);
  Point failed = point("10", 10);
  failed.origin = Origin::kNotVerified;
  EXPECT_EQ(standing(failed), Standing::kNotVerified);
  Exhibit exhibit;
  exhibit.points = {point("10", 10, 11), point("10", 10, 12), point("10", 10, 13), open, failed};
  exhibit.points[0].why = "rare";
  exhibit.points[1].why = exhibit.points[2].why = "common";
  const ExhibitSummary summary(exhibit);
  EXPECT_EQ(summary.counts, (std::array<int, kStandings>{0, 3, 1, 0, 1}));
  EXPECT_EQ(summary.differs, (ExhibitSummary::Reasons{{"common", 2}, {"rare", 1}}));
  EXPECT_EQ(summary.not_measured, (ExhibitSummary::Reasons{{"not counted in 0 s", 1}}));
}

TEST(Exhibits, UnknownNamesGetTheNearest) {
  EXPECT_EQ(exhibit_refusal("tseng"), "accepted");
  EXPECT_EQ(exhibit_refusal("tseng:table-3"), "accepted");
  EXPECT_NE(exhibit_refusal("tsengg").find("no paper 'tsengg'; did you mean 'tseng'?"), std::string::npos);
  EXPECT_NE(exhibit_refusal("tseng:tabel-3").find("tseng has no 'tabel-3'; did you mean 'table-3'?"),
            std::string::npos);
  EXPECT_NE(exhibit_refusal("tseng:").find("known: theorem-1"), std::string::npos);
  EXPECT_NE(exhibit_refusal(":table-3").find("known: tseng"), std::string::npos);
}

// What every paper's file promises: labels for all columns, numbers where a plot needs them, commands that
// torusim accepts, and file names that do not clash.
TEST(Exhibits, AreWellFormed) {
  for (const Paper& paper : papers()) {
    std::set<std::string> names;
    for (const Exhibit& exhibit : paper.exhibits()) {
      SCOPED_TRACE(paper.name + std::string(":") + exhibit.name);
      EXPECT_TRUE(names.insert(exhibit.name).second);
      EXPECT_EQ(exhibit.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string::npos);
      EXPECT_FALSE(exhibit.points.empty());
      std::set<std::vector<std::string>> labels;
      for (const Point& point : exhibit.points) {
        EXPECT_EQ(point.labels.size(), exhibit.columns.size());
        EXPECT_TRUE(labels.insert(point.labels).second) << "two points are called the same";
        EXPECT_EQ(point.experiment.has_value() && !point.value_of, false);
        EXPECT_EQ(point.origin, Origin::kFormula);
        EXPECT_FALSE(point.measured);
        EXPECT_TRUE(!point.differs() || !point.why.empty()) << point.labels.front();
        EXPECT_NO_THROW(std::stod(exhibit.plot ? point.labels.at(exhibit.plot->x) : "0"));
      }
    }
  }
}

TEST(Exhibits, NothingIsMeasuredWithoutABudget) {
  const Exhibit exhibit = measured(find_exhibits("tseng:table-3").exhibits.at(0), 0);
  for (const Point& point : exhibit.points) {
    EXPECT_EQ(point.origin, Origin::kFormula);
    EXPECT_FALSE(point.measured);
    EXPECT_EQ(point.note, !point.experiment        ? ""
                          : point.experiment->runs ? "not run in 0 s"
                                                   : "not counted in 0 s");
  }
}

// No clock is looked at: what fits depends on the budget alone, and a larger one takes nothing away.
TEST(Exhibits, TheSameRowsWithAnyNumberOfProcesses) {
  const Exhibit some =
      part_of("tseng:figure-9", [](const Point& point) { return point.labels.at(2) <= "5"; });
  ASSERT_FALSE(some.points.empty());
  const auto rows = [&](double seconds, int jobs) {
    std::vector<Exhibit> exhibits{some};
    Effort effort;
    effort.seconds = seconds;
    effort.jobs = jobs;
    measure_exhibits(exhibits, effort);
    std::vector<bool> rows;
    for (const Point& point : exhibits.at(0).points) rows.push_back(point.measured.has_value());
    return rows;
  };
  std::vector<bool> before(some.points.size(), false);
  bool partly = false;
  for (const double seconds : {0.003, 0.01, 0.03, 0.1, 1.0}) {
    const auto measured = rows(seconds, 1);
    EXPECT_EQ(measured, rows(seconds, 3)) << seconds;
    for (std::size_t i = 0; i < measured.size(); ++i) EXPECT_GE(measured[i], before[i]) << seconds;
    const auto count = std::count(measured.begin(), measured.end(), true);
    partly |= count > 0 && count < std::ssize(measured);
    before = measured;
  }
  EXPECT_TRUE(partly) << "no budget of these cuts the exhibit";
}

// Where a run exceeds the budget the steps are counted instead, and the note says so.
TEST(Exhibits, ACountReplacesARunBeyondTheBudget) {
  const std::vector<std::string> labels{"16", "3", "1", "T_opt (Section 2)"};
  const auto large = [&](const Point& point) { return point.labels == labels; };
  const Point point = measured(part_of("meyer:table-1", large), 120).points.at(0);
  EXPECT_EQ(point.origin, Origin::kCounted);
  EXPECT_EQ(point.measured, 2731);
  EXPECT_NE(point.note.find("not run in"), std::string::npos);
}

// t_s = 100 and b = 4, as in Table 3: the quotient of figure 9 is that of two runs of the table.
TEST(Exhibits, QuotientsAreThoseOfTwoRuns) {
  const Exhibit table = measured(part_of("tseng:table-3", [](const Point& point) {
    return point.labels[0] == "4" && point.labels[2] == "cycles";
  }));
  const std::vector<std::string> labels{"1", "dp-2d/T4", "4"};
  Exhibit quotient = part_of("tseng:figure-9", [&](const Point& point) { return point.labels == labels; });
  Point& point = quotient.points.at(0);
  point.experiment->config.run.startup = point.over->config.run.startup = 100;
  EXPECT_EQ(measured(quotient).points.at(0).measured,
            *at(table, {"4", "dp-2d", "cycles"}).measured / *at(table, {"4", "T4", "cycles"}).measured);
  EXPECT_EQ(measured(quotient, 0).points.at(0).measured, std::nullopt);
}

// --- files

int occurrences(const std::string& text, const std::string& word) {
  int count = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

class ExhibitFiles : public testing::Test {
 protected:
  std::string text(const char* name) const {
    std::ostringstream out;
    out << std::ifstream(base_ / name).rdbuf();
    return out.str();
  }
  const test::OwnDirectory own_{"reproduce"};
  const fs::path base_ = own_.path();
};

TEST_F(ExhibitFiles, CsvHasEveryPoint) {
  Selection selection = find_exhibits("tseng:table-3");
  write_exhibit_csv(base_, selection.exhibits.at(0));
  std::istringstream lines(text("table-3.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "d,scheme,cost,printed,formula,measured,difference,origin,note,why,command");
  std::size_t rows = 0;
  int found = 0;
  for (; std::getline(lines, line); ++rows) {
    found += line == "7,DP-2D,cycles,,2169288,,,formula,,,";
    found += line == "5,T4,startups,14,14,,0,formula,,,torusim info t4 -t torus:32x32";
  }
  EXPECT_EQ(found, 2);
  EXPECT_EQ(rows, selection.exhibits.at(0).points.size());
}

TEST_F(ExhibitFiles, AFigureHasAPanelForEachValue) {
  Selection selection = find_exhibits("tseng:figure-11");
  write_exhibit_charts(base_, selection.exhibits.at(0));
  EXPECT_TRUE(fs::exists(base_ / "figure-11-a.svg"));
  EXPECT_TRUE(fs::exists(base_ / "figure-11-b.svg"));
  EXPECT_FALSE(fs::exists(base_ / "figure-11-c.svg"));
  EXPECT_NE(text("figure-11-a.svg").find("T-3D1/C64"), std::string::npos);
  // What has not run has no mark in the picture; the key has one for each of the six curves, two of
  // them circles.
  const std::string svg = text("figure-11-b.svg");
  EXPECT_EQ(occurrences(svg, "<circle"), 2);
}

TEST_F(ExhibitFiles, PageHasTablesChartsAndReasons) {
  Selection selection = find_exhibits("tseng");
  write_exhibit_page(base_, selection, "--budget 0");
  const std::string page = text("index.html");
  for (const Exhibit& exhibit : selection.exhibits) {
    EXPECT_NE(page.find("<h2 id=\"" + exhibit.name), std::string::npos) << exhibit.name;
  }
  EXPECT_NE(page.find(") Misprint: the last term"), std::string::npos);
  EXPECT_EQ(occurrences(page, "<svg"), 4 + 3 + 2);
  EXPECT_EQ(page.find("src="), std::string::npos) << "it wants something from outside";
  EXPECT_EQ(page.find("every word"), std::string::npos) << "exhibits run at a level that carries no words";
}

// All exhibits against measured.txt, a line each with the value of every point: formulas, and measured values
// where the record has an origin, c or r. What takes long is measured when all of the test runs (whole.h).
// After an intended change, copy the new line from the failure; write c for a value that is to be measured
// from now on.

/// Seconds by estimate, of each exhibit.
constexpr double kShort = 1;

std::string formula(const Point& point) { return point.formula ? number_text(*point.formula) : "-"; }

/// "12": formula only; "12c", "12r": counted or run, too; "12/13r": with another result; "*": differs from
/// the paper.
std::string value(const Point& point) {
  static constexpr const char* kOrigins[] = {"", "c", "r", "!"};
  std::string result = formula(point);
  if (point.measured && number_text(*point.measured) != result) result += "/" + number_text(*point.measured);
  return result + kOrigins[static_cast<int>(point.origin)] + (point.differs() ? "*" : "");
}

/// The recorded values of an exhibit, as many as it has points.
std::vector<std::string> recorded(const std::string& name, std::size_t points) {
  std::ifstream record(TORUSIM_MEASURED);
  std::string line, word;
  while (std::getline(record, line) && !line.starts_with(name + " ")) continue;
  std::istringstream words(line);
  std::vector<std::string> values;
  for (words >> word; words >> word;) values.push_back(word);
  values.resize(points);
  return values;
}

class RecordedExhibits : public testing::TestWithParam<const char*> {};

TEST_P(RecordedExhibits, HaveTheirValues) {
  for (Exhibit exhibit : find_exhibits(GetParam()).exhibits) {
    std::string line = std::string(GetParam()) + ":" + exhibit.name;
    const std::vector<std::string> known = recorded(line, exhibit.points.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (known[i].find_first_of("cr") != std::string::npos) continue;
      exhibit.points[i].experiment.reset();
      exhibit.points[i].counted = {};
    }
    std::string different;
    exhibit = measured(exhibit, test::whole() ? kAmple : kShort);
    for (std::size_t i = 0; i < known.size(); ++i) {
      const Point& point = exhibit.points[i];
      const bool measured = point.measured || !(point.experiment || point.counted);
      line += " " + (measured ? value(point) : known[i]);
      EXPECT_TRUE(!point.differs() || !point.why.empty()) << exhibit.name;
      if (!different.empty() || value(point) == known[i]) continue;
      if (!measured && !test::whole() && known[i].starts_with(formula(point))) continue;
      for (const std::string& label : point.labels) different += label + " | ";
      different += value(point) + ", recorded is " + known[i];
    }
    EXPECT_EQ(different, "") << "new line:\n" << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Papers, RecordedExhibits,
                         testing::Values("tseng", "dimakopoulos", "thakur", "meyer", "wang", "swing", "tpu"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace torusim
