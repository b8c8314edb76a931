// The same exchange at both levels, with and without sleep, watched and unwatched. Rate: flit-hops a second.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>

#include "models/run/simulation.h"
#include "models/watch/network_monitor.h"
#include "models/watch/span_statistics.h"
#include "schedules/algorithms/registry.h"
#include "traces/flit_trace.h"

namespace torusim {
namespace {

enum class Watch { kNothing, kStatistics, kMonitor, kWaves };

void t4_8x8(benchmark::State& state, Level level, bool sleep, Watch watch) {
  const auto schedule = make_schedule("t4", Topology::parse("torus:8x8"));
  RunOptions options;
  options.hardware.topology = schedule->info().topology;
  options.block_flits = 4;
  options.level = level;
  options.sleep = sleep;
  const auto path =
      std::filesystem::temp_directory_path() / ("torusim_bench_" + std::to_string(getpid()) + ".vcd");
  std::int64_t flit_hops = 0;
  for (auto _ : state) {
    std::unique_ptr<NetworkMonitor> monitor;
    std::unique_ptr<SpanStatistics> statistics;
    std::unique_ptr<FlitTrace> trace;
    options.observers.clear();
    if (watch == Watch::kMonitor) {
      monitor = std::make_unique<NetworkMonitor>(options.hardware);
      options.observers.push_back(monitor.get());
    } else if (watch == Watch::kStatistics) {
      statistics = std::make_unique<SpanStatistics>(options.hardware);
      options.observers.push_back(statistics.get());
    } else if (watch == Watch::kWaves) {
      TraceOptions waves;
      waves.path = path.string();
      waves.title = "T4";
      trace = std::make_unique<FlitTrace>(options.hardware, waves);
      options.observers.push_back(trace.get());
    }
    const RunResult result = simulate(*schedule, options);
    if (trace) trace->finish(result.cycles);
    if (result.verdict != Verdict::kVerified) state.SkipWithError("not verified");
    flit_hops += result.flit_hops;
  }
  std::filesystem::remove(path);
  state.counters["flit_hops"] =
      benchmark::Counter(static_cast<double>(flit_hops), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(t4_8x8, pins, Level::kPins, false, Watch::kNothing)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(t4_8x8, fast, Level::kFast, false, Watch::kNothing)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(t4_8x8, fast_asleep, Level::kFast, true, Watch::kNothing)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(t4_8x8, fast_counted, Level::kFast, false, Watch::kStatistics)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(t4_8x8, fast_monitored, Level::kFast, false, Watch::kMonitor)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(t4_8x8, fast_traced, Level::kFast, false, Watch::kWaves)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace torusim
