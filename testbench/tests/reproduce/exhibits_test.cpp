// What is reproduced: names, differences, golden numbers, what a budget leaves out, and the files.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "schedules/error.h"
#include "testbench/reproduce/exhibit_files.h"
#include "testbench/reproduce/exhibit_table.h"
#include "testbench/reproduce/measure.h"
#include "testbench/reproduce/papers.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

constexpr double kAmple = 3600;  // seconds; what is measured here takes a few

std::string refusal(const std::string& name) {
  try {
    find_exhibits(name);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

Point point(std::string printed, std::optional<double> formula, std::optional<double> measured = {}) {
  Point result{{}, std::move(printed), formula};
  result.measured = measured;
  return result;
}

/// One exhibit with only those of its points for which `keep` says so.
template <typename Keep>
Exhibit part_of(const std::string& name, Keep keep) {
  Exhibit exhibit = find_exhibits(name).exhibits.at(0);
  std::erase_if(exhibit.points, [&](const Point& point) { return !keep(point); });
  return exhibit;
}

Exhibit measured(Exhibit exhibit, double seconds = kAmple) {
  std::vector<Exhibit> exhibits{std::move(exhibit)};
  Effort effort;
  effort.seconds = seconds;
  measure_exhibits(exhibits, effort);
  return exhibits.at(0);
}

const Point& at(const Exhibit& exhibit, const std::vector<std::string>& labels) {
  for (const Point& point : exhibit.points) {
    if (point.labels == labels) return point;
  }
  throw std::out_of_range(exhibit.name + " has no such point");
}

TEST(Exhibits, DifferenceIsTheLastOwnValueLessTheFirst) {
  EXPECT_EQ(point("10", 12, 13).difference(), 3);
  EXPECT_EQ(point("10", 12).difference(), 2);
  EXPECT_EQ(point("", 12, 13).difference(), 1);
  EXPECT_EQ(point("<= 4", 12, 13).difference(), std::nullopt);
  EXPECT_EQ(point("", 12).difference(), std::nullopt);
  EXPECT_EQ(point("10", {}).difference(), std::nullopt);
}

TEST(Exhibits, NumbersAreEqualInTheDigitsThatArePrinted) {
  EXPECT_EQ(point("3.32", 216 / 65.0).difference(), 0);
  EXPECT_NE(point("3.33", 216 / 65.0).difference(), 0);
  EXPECT_NE(point("3", 216 / 65.0).difference(), 0);
  EXPECT_EQ(number_text(376832), "376832");
  EXPECT_EQ(number_text(216 / 65.0), "3.323");
}

TEST(Exhibits, UnknownNamesGetTheNearest) {
  EXPECT_EQ(refusal("tseng"), "accepted");
  EXPECT_EQ(refusal("tseng:table-3"), "accepted");
  EXPECT_NE(refusal("tsengg").find("no paper 'tsengg'; did you mean 'tseng'?"), std::string::npos);
  EXPECT_NE(refusal("tseng:tabel-3").find("tseng has no 'tabel-3'; did you mean 'table-3'?"),
            std::string::npos);
  EXPECT_NE(refusal("tseng:").find("known: table-3"), std::string::npos);
  EXPECT_NE(refusal(":table-3").find("known: tseng"), std::string::npos);
}

// What every paper's file promises: labels for all columns, numbers where a plot needs them, commands that
// torusim accepts, and file names that do not clash.
TEST(Exhibits, AreWellFormed) {
  for (const Paper& paper : papers()) {
    std::set<std::string> names;
    for (const Exhibit& exhibit : paper.exhibits()) {
      SCOPED_TRACE(paper.name + std::string(":") + exhibit.name);
      EXPECT_TRUE(names.insert(exhibit.name).second);
      EXPECT_TRUE(std::regex_match(exhibit.name, std::regex("[a-z0-9-]+")));
      EXPECT_FALSE(exhibit.points.empty());
      std::set<std::vector<std::string>> labels;
      for (const Point& point : exhibit.points) {
        EXPECT_EQ(point.labels.size(), exhibit.columns.size());
        EXPECT_TRUE(labels.insert(point.labels).second) << "two points are called the same";
        EXPECT_EQ(point.experiment.has_value() && !point.value_of, false);
        EXPECT_EQ(point.origin, Origin::kFormula);
        EXPECT_FALSE(point.measured);
        if (point.difference().value_or(0) != 0) EXPECT_FALSE(point.why.empty()) << point.labels.front();
        if (exhibit.plot) EXPECT_NO_THROW(std::stod(point.labels.at(exhibit.plot->x)));
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

TEST(Exhibits, EveryMeasuredDifferenceHasAReason) {
  for (const Paper& paper : papers()) {
    for (const Exhibit& all : paper.exhibits()) {
      Exhibit some = all;  // the first points of each, which are the smallest
      some.points.resize(std::min<std::size_t>(some.points.size(), 12));
      const Exhibit exhibit = measured(some);
      for (const Point& point : exhibit.points) {
        if (point.experiment) EXPECT_TRUE(point.measured) << exhibit.name << ' ' << point.note;
        if (point.difference().value_or(0) != 0) EXPECT_FALSE(point.why.empty()) << exhibit.name;
      }
    }
  }
}

TEST(TsengExhibits, TableThreeIsCountedAndRun) {
  const Exhibit exhibit =
      measured(part_of("tseng:table-3", [](const Point& point) { return point.labels[1] < "7"; }));
  const std::tuple<const char*, double, double> golden[] = {
      {"4", 10, 1152}, {"5", 14, 6784}, {"6", 18, 47872}};
  for (const auto& [d, startups, blocks] : golden) {
    EXPECT_EQ(at(exhibit, {"T4", d, "startups"}).measured, startups);
    EXPECT_EQ(at(exhibit, {"T4", d, "startups"}).difference(), 0);
    EXPECT_EQ(at(exhibit, {"T4", d, "blocks"}).measured, blocks);
    EXPECT_EQ(at(exhibit, {"T4", d, "cycles"}).origin, Origin::kRan);
    EXPECT_FALSE(at(exhibit, {"T-2D1", d, "cycles"}).experiment);
  }
  EXPECT_EQ(at(exhibit, {"T-2D1", "4", "blocks"}).formula, 2176);
  EXPECT_EQ(at(exhibit, {"DP-2D", "6", "startups"}).printed, "34");
  const Point& misprint = at(exhibit, {"T4", "4", "blocks"});
  EXPECT_EQ(misprint.printed, "1002.67");
  EXPECT_NEAR(*misprint.difference(), 149.33, 0.01);
  EXPECT_NE(misprint.why.find("Misprint"), std::string::npos);
  // 10 startups of 100 and 1152 blocks of 4 flits; what is more is heads, node interfaces and hops.
  EXPECT_EQ(*at(exhibit, {"T4", "4", "cycles"}).formula, 5608);
  EXPECT_EQ(*at(exhibit, {"T4", "4", "cycles"}).measured, 5608 + 10 * 4 + 2 * (2 * 1 + 2 * (2 + 4 + 4 + 2)));
}

TEST(TsengExhibits, LimitsAndQuotedSpeedUps) {
  const Exhibit table = find_exhibits("tseng:table-5").exhibits.at(0);
  for (const Point& point : table.points) EXPECT_EQ(point.difference(), 0) << point.labels[0];
  const Exhibit figure = find_exhibits("tseng:figure-9").exhibits.at(0);
  EXPECT_NEAR(*at(figure, {"2500", "T-2D1/T4", "4"}).formula, 0.944, 5e-4);
  EXPECT_NEAR(*at(figure, {"1", "T-2D1/T4", "7"}).formula, 3.623, 5e-4);
  const Exhibit solid = find_exhibits("tseng:figure-11").exhibits.at(0);
  EXPECT_NEAR(*at(solid, {"2500", "DP-3D/C64", "5"}).formula, 0.903, 5e-4);
  EXPECT_NEAR(*at(solid, {"1", "T-3D1/C64", "8"}).formula, 7.222, 5e-4);
  int quoted = 0, met = 0;
  for (const Point& point : find_exhibits("tseng:figure-10").exhibits.at(0).points) {
    quoted += !point.printed.empty();
    met += !point.printed.empty() && point.difference() == 0;
  }
  EXPECT_EQ(quoted, 27);
  EXPECT_GE(met, 16);
}

TEST(ThakurExhibits, ContentionIsWhatIsCounted) {
  const Exhibit exhibit = measured(part_of("thakur:contention", [](const Point& point) {
    return point.labels[1].find("16x3") == std::string::npos;
  }));
  EXPECT_EQ(exhibit.points.size(), 80u);
  for (const Point& point : exhibit.points) EXPECT_EQ(point.measured, point.formula) << point.labels[0];
  EXPECT_EQ(at(exhibit, {"gen", "16x9", "sum of f"}).measured, 680);
  EXPECT_EQ(at(exhibit, {"pex-gen-shift", "16x14", "S"}).measured, 881.5);
  EXPECT_EQ(at(exhibit, {"pex", "16x16", "largest f"}).difference(), 0);
}

// The fits to the five tables; the first is the one that the others of the exchanges could share.
TEST(ThakurExhibits, ModelIsFittedToEachTable) {
  const std::pair<const char*, const char*> golden[] = {
      {"thakur:table-2", "alpha = 187.6 us and beta = 0.2498"},
      {"thakur:table-3", "alpha = 179"},
      {"thakur:table-4", "alpha = 184"},
      {"thakur:table-5", "alpha = 128"},
      {"thakur:table-6", "alpha = 115"}};
  for (const auto& [name, text] : golden) {
    const Exhibit exhibit = find_exhibits(name).exhibits.at(0);
    EXPECT_NE(exhibit.text.find(text), std::string::npos) << exhibit.text;
    EXPECT_EQ(exhibit.points.size(), 50u);
    double error = 0;
    for (const Point& point : exhibit.points)
      error += std::abs(*point.formula / std::stod(point.printed) - 1) / 50;
    EXPECT_LT(error, 0.12) << name;
  }
}

// --- files

class ExhibitFiles : public testing::Test {
 protected:
  ExhibitFiles() : base_(fs::canonical(testing::TempDir()) / ("reproduce_" + std::to_string(getpid()))) {
    fs::remove_all(base_);
    fs::create_directory(base_);
  }
  ~ExhibitFiles() override { fs::remove_all(base_); }
  std::string text(const char* name) const {
    std::ostringstream out;
    out << std::ifstream(base_ / name).rdbuf();
    return out.str();
  }
  fs::path base_;
};

TEST_F(ExhibitFiles, CsvHasEveryPoint) {
  Selection selection = find_exhibits("tseng:table-3");
  write_exhibit_csv(base_, selection.exhibits.at(0));
  std::istringstream lines(text("table-3.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "scheme,d,cost,printed,formula,measured,difference,origin,note,why,command");
  std::size_t rows = 0;
  for (; std::getline(lines, line); ++rows) {
    if (line.starts_with("DP-2D,7,cycles")) EXPECT_EQ(line, "DP-2D,7,cycles,,2169288,,,formula,,,");
    if (line.starts_with("T4,5,startups"))
      EXPECT_EQ(line, "T4,5,startups,14,14,,0,formula,,,torusim info t4 -t torus:32x32");
  }
  EXPECT_EQ(rows, selection.exhibits.at(0).points.size());
}

TEST_F(ExhibitFiles, AFigureHasAPanelForEachValue) {
  Selection selection = find_exhibits("tseng:figure-11");
  write_exhibit_svg(base_, selection.exhibits.at(0));
  EXPECT_TRUE(fs::exists(base_ / "figure-11-a.svg"));
  EXPECT_TRUE(fs::exists(base_ / "figure-11-b.svg"));
  EXPECT_FALSE(fs::exists(base_ / "figure-11-c.svg"));
  EXPECT_NE(text("figure-11-a.svg").find("T-3D1/C64"), std::string::npos);
  // What has not run has no mark in the picture; the key has one for each of the three curves.
  const std::string svg = text("figure-11-b.svg");
  EXPECT_EQ(std::distance(std::sregex_iterator(svg.begin(), svg.end(), std::regex("<circle")), {}), 1);
}

TEST_F(ExhibitFiles, PageHasTablesChartsAndReasons) {
  Selection selection = find_exhibits("tseng");
  write_exhibit_page(base_, selection, "--budget 0");
  const std::string page = text("index.html");
  for (const Exhibit& exhibit : selection.exhibits) {
    EXPECT_NE(page.find("<h2 id=\"" + exhibit.name), std::string::npos) << exhibit.name;
  }
  EXPECT_NE(page.find("a) Misprint: the last term"), std::string::npos);
  EXPECT_EQ(std::distance(std::sregex_iterator(page.begin(), page.end(), std::regex("<svg")), {}), 4 + 3 + 2);
  EXPECT_EQ(page.find("src="), std::string::npos) << "it wants something from outside";
}

}  // namespace
}  // namespace torusim
