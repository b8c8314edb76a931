// Lists of options of torusim curve: every combination is a setting, measured as if it were alone.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "schedules/core/error.h"
#include "testbench/config/option.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/curve/curve_settings.h"
#include "testbench/curve/load_curve.h"
#include "testbench/tests/models/result_text.h"

namespace torusim {
namespace {

void set(RunConfig& config, const std::string& name, const std::string& value) {
  set_values(*find_option(name), config, value, kCurve);
}

RunConfig short_curve() {
  RunConfig config;
  for (const auto& [name, value] : std::map<std::string, std::string>{
           {"topology", "torus:4x4"}, {"warmup", "20"}, {"window", "60"}, {"drain", "200"}}) {
    set(config, name, value);
  }
  return config;
}

/// One to three of the values, in their order.
std::vector<std::string> some_of(const std::vector<std::string>& values) {
  std::vector<std::string> chosen;
  for (const std::string& value : values) {
    if (*rc::gen::arbitrary<bool>()) chosen.push_back(value);
  }
  if (chosen.empty()) chosen.push_back(values.front());
  return chosen;
}

std::string joined(const std::vector<std::string>& values, char by) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : std::string{by}) + value;
  return text;
}

std::vector<LoadCurve> measured(std::vector<CurveSetting> settings, const CurveLoads& loads, int jobs) {
  std::vector<MeasuredSetting> all;
  for (CurveSetting& setting : settings) all.push_back({setting.name, traffic_setup(setting.config)});
  CurveMeasurement measurement(
      all, jobs, [] { return false; }, [](const std::string&, const CurvePoint&) {});
  const std::vector<LoadCurve> curves = measurement.measure(loads);
  std::int64_t points = 0;
  for (const LoadCurve& curve : curves) points += std::ssize(curve.points) + std::ssize(curve.search);
  RC_ASSERT(points <= measurement.most_measurements(loads));
  return curves;
}

std::string text_of(const std::vector<CurvePoint>& points) {
  std::string text;
  for (const CurvePoint& point : points)
    text += fmt::format("{} {} {}\n", point.load, point.seed, test::result_text(point.result));
  return text;
}

RC_GTEST_PROP(Curve, MeasuresEverySettingAsAlone, ()) {
  const bool closed = *rc::gen::arbitrary<bool>();
  std::vector<std::pair<std::string, std::vector<std::string>>> lists{
      {"pattern", some_of({"uniform", "transpose", "neighbour"})}, {"reserve", some_of({"4", "8"})}};
  const bool fails = *rc::gen::arbitrary<bool>();
  lists.emplace_back(fails ? "fail" : "routing", fails ? some_of({"none", "(1,1)+x", "(0,0)-y,(2,3)+x"})
                                                       : some_of({"dimension-order", "adaptive", "valiant"}));
  RunConfig config = short_curve();
  if (closed) set(config, "reply", "5");
  if (closed) set(config, "outstanding", "1,3");
  config.seed = *rc::gen::inRange(0, 1000);
  std::size_t combinations = 1;
  for (const auto& [name, values] : lists) {
    set(config, name, joined(values, find_option(name)->joined_by));
    combinations *= values.size();
  }
  const CurveSettings settings = curve_settings(config);
  RC_ASSERT(settings.settings.size() == combinations);
  std::set<std::string> names;
  for (const CurveSetting& setting : settings.settings) names.insert(setting.name);
  RC_ASSERT(names.size() == combinations);
  const CurveLoads loads{std::nullopt, 2, settings.outstanding};
  const std::vector<LoadCurve> together = measured(settings.settings, loads, 2);
  const auto measured_alone = *rc::gen::inRange<std::size_t>(0, combinations);
  for (std::size_t s = 0; s < combinations; ++s) {
    const CurveSetting& setting = settings.settings[s];
    RunConfig alone = config;
    alone.lists.clear();
    for (const auto& [name, values] : lists) {
      const auto column = std::ranges::find(settings.columns, name);
      RC_ASSERT((column == settings.columns.end()) == (values.size() == 1));
      const std::string value =
          column == settings.columns.end()
              ? values.front()
              : setting.values[static_cast<std::size_t>(column - settings.columns.begin())];
      RC_ASSERT(std::ranges::find(values, value) != values.end());
      set(alone, name, value);
    }
    if (s != measured_alone) continue;
    const LoadCurve one = measured({{{}, "", alone}}, loads, 1).front();
    RC_ASSERT(text_of(one.points) == text_of(together[s].points));
    RC_ASSERT(text_of(one.search) == text_of(together[s].search));
    for (const CurvePoint& point : one.points) {
      TrafficOptions options = traffic_setup(alone);
      options.traffic.seed = point.seed;
      if (closed) {
        options.traffic.closed.outstanding = static_cast<int>(point.load);
      } else {
        options.traffic.load = point.load;
      }
      RC_ASSERT(test::result_text(simulate_traffic(options)) == test::result_text(point.result));
    }
  }
}

TEST(Curve, DrawsFailuresWithSeedsOfTheirOwn) {
  RunConfig config = short_curve();
  config.seed = 7;
  set(config, "fail", "none;2*random:1;random:2");
  const CurveSettings settings = curve_settings(config);
  ASSERT_EQ(settings.columns, (std::vector<std::string>{"fail", "fail_seed"}));
  std::string text;
  for (const CurveSetting& setting : settings.settings)
    text += fmt::format("{}/{}/{}; ", setting.config.fail, setting.config.seed, setting.name);
  EXPECT_EQ(text,
            "none/7/fail none, seed 7; random:1/7/fail random:1, seed 7; random:1/8/fail random:1, seed 8; "
            "random:2/7/fail random:2, seed 7; ");
}

TEST(Curve, ListsAreForCurvesOnly) {
  RunConfig config;
  EXPECT_THROW(set_values(*find_option("routing"), config, "adaptive,valiant", kTraffic), UsageError);
  EXPECT_THROW(set_values(*find_option("routing"), config, "adaptive,valant", kCurve), UsageError);
  EXPECT_THROW(set_values(*find_option("packet"), config, "x,y", kCurve), UsageError);
  set(config, "routing", "adaptive,valiant");
  EXPECT_EQ(find_option("routing")->get(config), "adaptive,valiant");
  EXPECT_EQ(config.routing, Routing::kAdaptive);
  set(config, "routing", "valiant");
  EXPECT_EQ(find_option("routing")->get(config), "valiant");
}

}  // namespace
}  // namespace torusim
