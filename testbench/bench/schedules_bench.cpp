// Making and checking schedules; rate: transfers a second.
#include <benchmark/benchmark.h>

#include <sstream>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/text/tcs_reader.h"
#include "schedules/text/tcs_writer.h"

namespace torusim {
namespace {

void generate(benchmark::State& state, const char* algorithm, const char* shape) {
  std::int64_t transfers = 0;
  for (auto _ : state) {
    const auto schedule = make_schedule(algorithm, Topology::parse(shape));
    for (Phase phase; schedule->next(phase);) transfers += static_cast<std::int64_t>(phase.transfers.size());
  }
  state.counters["transfers"] =
      benchmark::Counter(static_cast<double>(transfers), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(generate, t4_64x64, "t4", "torus:64x64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(generate, c64_16x16x16, "c64", "torus:16x16x16")->Unit(benchmark::kMillisecond);

void verify(benchmark::State& state, const char* algorithm, const char* shape) {
  const auto schedule = make_schedule(algorithm, Topology::parse(shape));
  std::int64_t transfers = 0;
  for (auto _ : state) {
    const CheckReport report = check(*schedule);
    if (!report.correct()) state.SkipWithError("not correct");
    transfers += report.transfers;
  }
  state.counters["transfers"] =
      benchmark::Counter(static_cast<double>(transfers), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(verify, t4_64x64, "t4", "torus:64x64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(verify, c64_16x16x16, "c64", "torus:16x16x16")->Unit(benchmark::kMillisecond);

/// Schedule text of a million transfers, read once from end to end.
void read(benchmark::State& state) {
  std::ostringstream text;
  write_tcs(*make_schedule("direct", Topology::parse("torus:32x32")), text);
  std::int64_t transfers = 0;
  for (auto _ : state) {
    const auto schedule = read_tcs_text(text.str(), "bench");
    transfers += schedule->info().topology.nodes() * (schedule->info().topology.nodes() - 1);
  }
  state.counters["transfers"] =
      benchmark::Counter(static_cast<double>(transfers), benchmark::Counter::kIsRate);
}
BENCHMARK(read)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace torusim
