// All exhibits against measured.txt, a line each with the value of every point: formulas, and measured values
// where the record has an origin, c or r. What takes long is measured when all of the test runs (whole.h).
// After an intended change, copy the new line from the failure; write c for a value that is to be measured
// from now on.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "testbench/tests/reproduce/measured.h"
#include "testbench/tests/whole.h"

namespace torusim {
namespace {

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
    exhibit = test::measured(exhibit, test::whole() ? test::kAmple : kShort);
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
