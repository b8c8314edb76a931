// Cycle by cycle: uniform traffic of 8-flit packets, 2 lanes of 8 flits, also with the statistics of links
// and the causes of stalls counted. Rate: flit-hops between routers a second.
#include <benchmark/benchmark.h>

#include <optional>

#include "models/dense/network.h"
#include "models/fast/network.h"
#include "models/sources/open_loop.h"
#include "models/watch/span_statistics.h"

namespace torusim {
namespace {

constexpr const char* kShapes[] = {"torus:8x8", "torus:16x16", "torus:32x32", "torus:64x64", "torus:8x8x8"};
/// Where this traffic saturates in other simulators, flits a node and cycle.
constexpr double kSaturation[] = {0.40, 0.21, 0.105, 0.0525, 0.36};

void uniform_traffic(benchmark::State& state) {
  const auto shape = static_cast<std::size_t>(state.range(0));
  const double share = static_cast<double>(state.range(1)) / 100;
  const bool counted = state.range(2) != 0;
  Hardware hardware;
  hardware.topology = Topology::parse(kShapes[shape]);
  hardware.reserve = 8;
  const Pattern pattern({"uniform"}, hardware.topology);
  OpenLoopOptions options;
  options.load = share * kSaturation[shape];
  options.warm_up = 1000;
  options.window = 2'000'000 / hardware.topology.nodes();
  std::int64_t flit_hops = 0;
  for (auto _ : state) {
    WormTable worms;
    Scoreboard scoreboard(hardware.topology);
    std::optional<SpanStatistics> statistics;
    std::vector<Observer*> observers;
    if (counted) observers.push_back(&statistics.emplace(hardware));
    OpenLoopTraffic traffic(hardware, pattern, options, worms, observers);
    fast::FastNetwork network(hardware, traffic, worms, scoreboard, observers, true);
    Cycle now = 0, last = 0;
    for (; !traffic.done(); now = network.step(now)) last = now;
    if (counted) network.finish(last);
    if (!scoreboard.failure().empty()) state.SkipWithError(scoreboard.failure().c_str());
    flit_hops += traffic.sums().flit_hops;
  }
  state.SetLabel(kShapes[shape]);
  state.counters["flit_hops"] =
      benchmark::Counter(static_cast<double>(flit_hops), benchmark::Counter::kIsRate);
}
BENCHMARK(uniform_traffic)
    ->ArgsProduct({{0, 1, 2, 3, 4}, {30, 60}, {0, 1}})
    ->ArgNames({"shape", "percent", "counted"})
    ->Unit(benchmark::kMillisecond);

/// The same at the dense level.
void dense_traffic(benchmark::State& state) {
  const auto shape = static_cast<std::size_t>(state.range(0));
  Hardware hardware;
  hardware.topology = Topology::parse(kShapes[shape]);
  hardware.reserve = 8;
  const Pattern pattern({"uniform"}, hardware.topology);
  OpenLoopOptions options;
  options.load = static_cast<double>(state.range(1)) / 100 * kSaturation[shape];
  options.warm_up = 1000;
  options.window = 2'000'000 / hardware.topology.nodes();
  std::int64_t flit_hops = 0;
  for (auto _ : state) {
    WormTable worms;
    Scoreboard scoreboard(hardware.topology);
    const std::vector<Observer*> no_observers;
    OpenLoopTraffic traffic(hardware, pattern, options, worms, no_observers);
    const auto network = dense::make_network(hardware, options.packet.longest(), traffic, worms, scoreboard);
    for (Cycle now = 0; !traffic.done();) now = network->step(now);
    if (!scoreboard.failure().empty()) state.SkipWithError(scoreboard.failure().c_str());
    flit_hops += traffic.sums().flit_hops;
  }
  state.SetLabel(kShapes[shape]);
  state.counters["flit_hops"] =
      benchmark::Counter(static_cast<double>(flit_hops), benchmark::Counter::kIsRate);
}
BENCHMARK(dense_traffic)
    ->ArgsProduct({{0, 1, 2, 3, 4}, {30, 60, 90}})
    ->ArgNames({"shape", "percent"})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace torusim
