// The RTL router that is built for a run, over all options that it depends on: every pair of values that a
// run accepts is in one of these runs, and each run is in lockstep and that of the models. `./check` builds
// three.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include "models/foreign/rtl_models.h"
#include "schedules/core/error.h"
#include "schedules/tests/own_directory.h"
#include "schedules/text/tcs_writer.h"
#include "testbench/config/run_setup.h"
#include "testbench/tests/config/drawn_run.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/whole.h"

namespace torusim {
namespace {

/// An option and its values. The first value goes with most others; an empty value is no option.
struct Factor {
  const char* name;
  std::vector<const char*> values;
};

const std::vector<Factor> kFactors{{"shape",
                                    {"torus:3x3", "ring:5", "mesh:2x3", "torus:2x2x3", "torus:2x2x2x2",
                                     "torus:4kx2kx3", "complete:23", "torus:2x4~x+y2"}},
                                   {"own classes", {"1", "2", "5"}},
                                   {"alpha", {"1", "2", "4"}},
                                   {"lanes", {"", "1", "2"}},
                                   {"lane-choice", {"", "balanced"}},
                                   {"router-delay", {"1", "2"}},
                                   {"switching", {"wormhole", "vct", "saf", "circuit", "bubble"}},
                                   {"arbitration", {"round-robin", "transit-first"}},
                                   {"sync", {"none", "priority", "switch", "barrier"}},
                                   {"reserve", {"", "1", "9"}},
                                   {"shared", {"0", "3", "20"}},
                                   {"link-delay", {"1", "3"}},
                                   {"link-rate", {"1", "1/2"}},
                                   {"fail", {"none", "random:1"}},
                                   {"reroute", {"", "spread"}},
                                   {"block", {"4", "0", "7"}}};

using Row = std::vector<std::size_t>;  // the value of each factor
struct Pair {
  std::size_t a, of_a, b, of_b;
  auto operator<=>(const Pair&) const = default;
};

/// A row as a run, and what becomes of it.
class Runs {
 public:
  test::DrawnRun drawn(const Row& row) const {
    const auto value = [&](std::size_t factor) { return kFactors[factor].values[row[factor]]; };
    const std::filesystem::path file = own_.path() / fmt::format("{}-{}.tcs", row[0], row[1]);
    if (!std::filesystem::exists(file)) {
      StoredSchedule schedule = test::random_exchange(Topology::parse(value(0)), 2, std::atoi(value(1)), 3);
      std::ofstream out(file);
      write_tcs(schedule, out);
    }
    test::DrawnRun run;
    run.add("algorithm", file.string());
    for (std::size_t f = 2; f < row.size(); ++f) {
      if (*value(f) != 0) run.add(kFactors[f].name, value(f));
    }
    return run;
  }
  /// What the models make of it; empty if the run, or its RTL routers, are refused.
  std::string by_models(const Row& row) const {
    try {
      RunConfig config = drawn(row).config();
      config.rtl = "all";
      config.rtl_models = RtlModels::kBuiltIn;
      PreparedRun run = prepare_run(config);
      run.options.rtl_nodes.clear();
      return test::result_text(simulate(*run.schedule, run.options));
    } catch (const UsageError&) {
    } catch (const InputError&) {
    }
    return "";
  }
  PreparedRun with_built_routers(const Row& row) const {
    RunConfig config = drawn(row).config();
    config.rtl = "all";
    config.rtl_models = RtlModels::kFitting;
    config.run.lockstep = true;
    return prepare_run(config);
  }
  std::filesystem::path path() const { return own_.path(); }

 private:
  const test::OwnDirectory own_{"every_option"};
};

std::set<Pair> all_pairs() {
  std::set<Pair> pairs;
  for (std::size_t a = 0; a < kFactors.size(); ++a) {
    for (std::size_t b = a + 1; b < kFactors.size(); ++b) {
      for (std::size_t i = 0; i < kFactors[a].values.size(); ++i) {
        for (std::size_t j = 0; j < kFactors[b].values.size(); ++j) pairs.insert({a, i, b, j});
      }
    }
  }
  return pairs;
}

/// Rows in which every pair of values stands, but for pairs that no run accepts. Each begins with a pair that
/// is missing, and takes of every factor the value that adds most; of several such rows the best one stays.
std::vector<Row> pairwise_rows(const Runs& runs) {
  constexpr int kTries = 60;
  std::mt19937 random(1);
  std::vector<Row> rows;
  std::set<Pair> missing = all_pairs();
  const auto adds = [&](const Row& row, std::size_t factor, std::size_t value) {
    long count = 0;
    for (std::size_t other = 0; other < row.size(); ++other) {
      if (other == factor || row[other] == SIZE_MAX) continue;
      count += static_cast<long>(other < factor ? missing.count({other, row[other], factor, value})
                                                : missing.count({factor, value, other, row[other]}));
    }
    return count;
  };
  while (!missing.empty()) {
    const Pair first = *missing.begin();
    Row best;
    std::size_t most = 0;
    for (int attempt = 0; attempt < kTries; ++attempt) {
      Row row(kFactors.size(), SIZE_MAX);
      row[first.a] = first.of_a, row[first.b] = first.of_b;
      std::vector<std::size_t> order;
      for (std::size_t f = 0; f < row.size(); ++f) order.push_back(f);
      std::shuffle(order.begin(), order.end(), random);
      for (const std::size_t f : order) {
        if (row[f] != SIZE_MAX) continue;
        row[f] = 0;
        // Later attempts keep more of the values that go with most others.
        if (static_cast<int>(random() % kTries) < attempt) continue;
        for (std::size_t v = 1; v < kFactors[f].values.size(); ++v) {
          if (adds(row, f, v) > adds(row, f, row[f])) row[f] = v;
        }
      }
      std::size_t covered = 0;
      for (std::size_t f = 0; f < row.size(); ++f) covered += static_cast<std::size_t>(adds(row, f, row[f]));
      if (covered > most && !runs.by_models(row).empty()) best = row, most = covered;
    }
    missing.erase(first);  // if no row has it, no run accepts it
    if (best.empty()) continue;
    std::erase_if(missing, [&](const Pair& p) { return best[p.a] == p.of_a && best[p.b] == p.of_b; });
    rows.push_back(best);
  }
  return rows;
}

/// The smallest router with gates, the smallest with bubble flow control, and the smallest of two stages.
std::vector<Row> sample(const std::vector<Row>& rows, const Runs& runs) {
  std::map<std::tuple<int, int, int>, std::pair<int, Row>> smallest;
  for (const Row& row : rows) {
    RunConfig config = runs.drawn(row).config();
    const rtl::RtlParameters p = rtl::fitting_parameters(resolve_run(config).hardware);
    const std::tuple kind(p.gate, p.bubble, p.delay);
    const int bits = p.ports * p.vcs * p.depth * p.data;
    if ((p.gate > 0) + (p.bubble > 0) + (p.delay > 1) != 1) continue;
    const auto [place, is_new] = smallest.try_emplace(kind, bits, row);
    if (!is_new && bits < place->second.first) place->second = {bits, row};
  }
  std::vector<Row> result;
  for (const auto& [kind, entry] : smallest) result.push_back(entry.second);
  return result;
}

TEST(RtlOverOptions, RoutersBuiltForTheRunAreInLockstep) {
  const Runs runs;
  std::vector<Row> rows = pairwise_rows(runs);
  EXPECT_LE(rows.size(), 60u);
  if (!test::whole()) rows = sample(rows, runs);
  ASSERT_GE(rows.size(), 3u);

  // What is compiled here runs for some milliseconds.
  const std::string compiler = runs.path() / "c++";
  std::ofstream(compiler) << "#!/bin/sh\nexec c++ \"$@\" -O0\n";
  chmod(compiler.c_str(), 0755);
  setenv("CXX", compiler.c_str(), 1);
  setenv("XDG_CACHE_HOME", runs.path().c_str(), 1);
  std::set<std::string> models;
  for (const Row& row : rows) {
    SCOPED_TRACE(runs.drawn(row).text());
    PreparedRun run = runs.with_built_routers(row);
    models.insert(rtl::fitting_parameters(run.hardware).text());
    EXPECT_EQ(test::result_text(simulate(*run.schedule, run.options)), runs.by_models(row));
  }
  fmt::print("{} runs, {} models\n", rows.size(), models.size());
}

}  // namespace
}  // namespace torusim
