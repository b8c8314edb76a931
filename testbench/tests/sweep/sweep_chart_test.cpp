// Charts of sweeps: which runs are a curve and a point, and what a curve is called.
#include "testbench/sweep/sweep_chart.h"

#include <gtest/gtest.h>

#include "schedules/tests/refusal.h"
#include "testbench/results/traffic_record.h"

namespace torusim {
namespace {

/// The chart of a sweep whose n-th run measures `values[n]` cycles.
Chart chart_of(const std::string& text, const std::vector<double>& values, const std::string& y = "cycles") {
  const SweepFile file = read_sweep_text(text, "s.toml");
  std::vector<SweepTable::Result> results;
  for (std::size_t i = 0; i < file.points.size(); ++i) {
    nlohmann::ordered_json json{{"verdict", "verified"}};
    if (i < values.size()) json["cycles"] = values[i];
    json["size_bytes"] = 100 * (i + 1);
    results.push_back({"job", json});
  }
  return sweep_chart(file, SweepTable(file, results), y);
}

std::vector<std::string> names(const Chart& chart) {
  std::vector<std::string> names;
  for (const ChartSeries& series : chart.series) names.push_back(series.name);
  return names;
}
using Names = std::vector<std::string>;

TEST(SweepChart, CurvesAreNamedByWhatDiffers) {
  const Chart chart = chart_of(
      "topology = \"torus:4x4\"\nblock = [1, 2]\nstartup = [0, 9]\n[[runs]]\nalgorithm = \"t4\"\nsync = "
      "[\"none\", \"barrier\"]\n[[runs]]\nalgorithm = \"direct\"\nalpha = 2\n[plot]\nx = \"block\"\n",
      std::vector<double>(12, 1));
  EXPECT_EQ(names(chart),
            (Names{"t4, sync none, startup 0", "t4, sync none, startup 9", "t4, sync barrier, startup 0",
                   "t4, sync barrier, startup 9", "direct, startup 0", "direct, startup 9"}));
  EXPECT_EQ(chart.title, "torus:4x4");
  EXPECT_EQ(chart.x_label, "block [flits]");
  EXPECT_EQ(chart.y_label, "cycles");
}

TEST(SweepChart, TheFileGivesTitleAndLabels) {
  const Chart chart = chart_of(
      "algorithm = \"t4\"\ntopology = \"torus:4x4\"\nblock = [1, 2]\n[plot]\ntitle = \"T4, 16 nodes\"\n"
      "labels = { block = \"size of a block\", cycles = \"time in cycles\" }\n",
      {1, 2});
  EXPECT_EQ(chart.title, "T4, 16 nodes");
  EXPECT_EQ(chart.x_label, "size of a block");
  EXPECT_EQ(chart.y_label, "time in cycles");
}

TEST(SweepChart, OptionsThatDifferTogetherAreAllNamed) {
  EXPECT_EQ(
      names(chart_of("algorithm = \"t4\"\nstartup = [0, 9]\n[[runs]]\ntopology = \"torus:4x4\"\nreserve = 4\n"
                     "[[runs]]\ntopology = \"torus:8x8\"\nreserve = 8\n[plot]\nx = \"startup\"\n",
                     std::vector<double>(4, 1))),
      (Names{"torus:4x4, reserve 4", "torus:8x8, reserve 8"}));
  EXPECT_EQ(names(chart_of("algorithm = \"t4\"\ntopology = \"torus:4x4\"\nblock = [1, 2]\n", {1, 2})),
            Names{"all"});
}

TEST(SweepChart, SeedsAreOnePointWithABar) {
  const Chart chart = chart_of(
      "command = \"traffic\"\npattern = \"uniform\"\ntopology = \"ring:8\"\nload = [0.1, 0.2]\nseed = [1, 2, "
      "3, 4]\n",
      {1, 2, 3, 6, 10, 10});
  EXPECT_EQ(chart.x_label, "load [flits per node and cycle]")
      << "the axis is not the seed, though it has most values";
  ASSERT_EQ(names(chart), Names{"all"});
  const auto& points = chart.series[0].points;
  ASSERT_EQ(points.size(), 2u);
  EXPECT_DOUBLE_EQ(points[0].y, 3);
  EXPECT_EQ(points[0].bar, (std::pair{1.0, 6.0}));
  // Two of the seeds have no value there.
  EXPECT_DOUBLE_EQ(points[1].x, 0.2);
  EXPECT_DOUBLE_EQ(points[1].y, 10);
  EXPECT_EQ(points[1].bar, (std::pair{10.0, 10.0}));
  EXPECT_EQ(chart.title, "uniform, ring:8; points: mean of the seeds; bars: from the lowest to the highest");
}

// A saturated run measures no network that carries its load; with one clock for all, axes have times.
TEST(SweepChart, SaturatedPointsAreHollowAndClocksGiveTimes) {
  const SweepFile file = read_sweep_text(
      "command = \"traffic\"\npattern = \"uniform\"\ntopology = \"ring:8\"\nload = [0.1, 0.2]\nclock = "
      "\"312.5MHz\"\n[plot]\nx = \"load\"\n",
      "s.toml");
  const SweepTable table(
      file,
      {{"job", {{"verdict", "steady"}, {"accepted", 0.1}, {"latency", {{"mean", 9}}}, {"latency_ns", 28.8}}},
       {"job",
        {{"verdict", "saturated"}, {"accepted", 0.1}, {"latency", {{"mean", 90}}}, {"latency_ns", 288.0}}}});
  EXPECT_EQ(drawn_values(file, table), (Names{"accepted", "latency_ns"}));
  const Chart chart = sweep_chart(file, table, "accepted");
  EXPECT_FALSE(chart.series[0].points[0].hollow);
  EXPECT_TRUE(chart.series[0].points[1].hollow);
  EXPECT_TRUE(chart.title.ends_with("; hollow: saturated or not verified")) << chart.title;

  // Of a run whose window has no packet that arrived there is no latency, and no point at 0.
  TrafficResult of_one;
  of_one.measured = 1;
  nlohmann::ordered_json some = traffic_json(of_one, false), none = traffic_json({}, false);
  for (auto* json : {&some, &none}) add_units(*json, read_traffic_json(*json), {312500000, 16});
  const SweepTable lacking(file, {{"job", some}, {"job", none}});
  for (const auto& [name, points] : {std::pair{"accepted", 2u}, {"latency_mean", 1u}, {"latency_ns", 1u}})
    EXPECT_EQ(sweep_chart(file, lacking, name).series[0].points.size(), points) << name;

  const Chart timed = chart_of(
      "algorithm = \"t4\"\ntopology = \"torus:4x4\"\nstartup = [0, 10]\nclock = \"312.5MHz\"\n", {1, 2});
  EXPECT_EQ(timed.x_label, "startup [ns]");
  EXPECT_DOUBLE_EQ(timed.series[0].points[1].x, 32);
}

TEST(SweepChart, OverTheSeedEachIsAPoint) {
  for (const char* plot : {"", "[plot]\nx = \"seed\"\n"}) {
    const Chart chart = chart_of(
        std::string("algorithm = \"t4\"\ntopology = \"torus:4x4\"\nrtl = \"random:25%\"\nseed = [3, 1]\n") +
            plot,
        {5, 7});
    ASSERT_EQ(chart.series.size(), 1u);
    ASSERT_EQ(chart.series[0].points.size(), 2u);
    EXPECT_DOUBLE_EQ(chart.series[0].points[0].x, 1);
    EXPECT_FALSE(chart.series[0].points[0].bar);
  }
}

// A curve over a measured value follows the option with most numbers.
TEST(SweepChart, OverAMeasuredValue) {
  const Chart chart = chart_of(
      "topology = \"torus:4x4\"\nalgorithm = [\"swing\", \"bucket\"]\nblock = [\"64B\", \"16KiB\", "
      "\"1KiB\"]\nflit-bytes = 16\n[plot]\nx = \"size_bytes\"\n",
      {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(chart.x_label, "size_bytes");
  EXPECT_EQ(names(chart), (Names{"swing", "bucket"}));
  const auto& points = chart.series[1].points;
  ASSERT_EQ(points.size(), 3u);
  EXPECT_DOUBLE_EQ(points[0].x, 400);
  EXPECT_DOUBLE_EQ(points[1].x, 600) << "by the size of the block";
  EXPECT_DOUBLE_EQ(points[1].y, 6);
}

TEST(SweepChart, WordsAlongTheAxis) {
  const Chart chart = chart_of(
      "topology = [\"torus:4x4\", \"mesh:4x4\"]\nalgorithm = [\"t1\", \"direct\"]\n[plot]\nx "
      "= \"algorithm\"\n",
      {1, 2, 3, 4});
  EXPECT_EQ(chart.words, (Names{"t1", "direct"}));
  EXPECT_EQ(names(chart), (Names{"torus:4x4", "mesh:4x4"}));
  EXPECT_DOUBLE_EQ(chart.series[1].points[1].x, 1);
  EXPECT_DOUBLE_EQ(chart.series[1].points[1].y, 4);
}

TEST(SweepChart, AxesThatAreNotThere) {
  const auto refusal = [](const std::string& text) {
    return test::refusal([&] { read_sweep_text(text, "s.toml"); });
  };
  EXPECT_EQ(refusal("block = 1\n[plot]\nx = \"size_byte\"\n").substr(0, 74),
            "s.toml:3: x = size_byte: the file gives no such option, and no run measure");
  EXPECT_EQ(refusal("block = 1\nflit-bytes = 8\n[plot]\nx = \"size_byte\"\n"),
            "s.toml:4: x = size_byte: the file gives no such option, and no run measures it; did you mean "
            "'size_bytes'?");
  EXPECT_EQ(refusal("block = 1\n[plot]\nlabels = { cycle = \"t\" }\n"),
            "s.toml:3: labels: cycle: the file gives no such option, and no run measures it; did you mean "
            "'cycles'?");
  EXPECT_EQ(refusal("block = 1\nvcs = 8\n"),
            "s.toml:2: unknown key 'vcs': virtual channels are --classes times --lanes");
}

}  // namespace
}  // namespace torusim
