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

void uniform(benchmark::State& state, std::size_t shape, double share, bool counted, int threads) {
  Hardware hardware;
  hardware.topology = Topology::parse(kShapes[shape]);
  hardware.reserve = 8;
  const Pattern pattern({"uniform"}, hardware.topology);
  OpenLoopOptions options;
  options.load = share * kSaturation[shape];
  options.warm_up = 1000;
  options.window = 2'000'000 / hardware.topology.nodes();
  std::int64_t flit_hops = 0;
  std::size_t bytes = 0;
  for (auto _ : state) {
    WormTable worms;
    Scoreboard scoreboard(hardware.topology);
    std::optional<SpanStatistics> statistics;
    std::vector<Observer*> observers;
    if (counted) observers.push_back(&statistics.emplace(hardware));
    OpenLoopTraffic traffic(hardware, pattern, options, worms, observers);
    fast::FastNetwork network(hardware, traffic, worms, scoreboard, observers, true, {}, threads);
    Cycle now = 0, last = 0;
    for (; !traffic.done(); now = network.step(now)) last = now;
    if (counted) network.finish(last);
    if (!scoreboard.failure().empty()) state.SkipWithError(scoreboard.failure().c_str());
    flit_hops += traffic.sums().flit_hops;
    bytes = network.bytes_per_router();
  }
  state.SetLabel(kShapes[shape]);
  state.counters["flit_hops"] =
      benchmark::Counter(static_cast<double>(flit_hops), benchmark::Counter::kIsRate);
  state.counters["bytes_per_router"] = static_cast<double>(bytes);
}

void uniform_traffic(benchmark::State& state) {
  const double share = static_cast<double>(state.range(1)) / 100;
  uniform(state, static_cast<std::size_t>(state.range(0)), share, state.range(2) != 0, 1);
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

/// Several threads (docs/threads.md): time is what a clock shows, CPU what all threads took.
void uniform_threads(benchmark::State& state) {
  uniform(state, static_cast<std::size_t>(state.range(0)), 0.6, state.range(2) != 0,
          static_cast<int>(state.range(1)));
}
BENCHMARK(uniform_threads)
    ->ArgsProduct({{1, 2, 3, 4}, {1, 2}, {0, 1}})
    ->ArgNames({"shape", "threads", "counted"})
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// What the sources cost: the same packets, and a network that delivers each of them at once.
void sources_alone(benchmark::State& state) {
  Hardware hardware;
  hardware.topology = Topology::parse("torus:16x16");
  const Pattern pattern({"uniform"}, hardware.topology);
  OpenLoopOptions options;
  options.load = 0.6 * kSaturation[1];
  options.warm_up = 1000;
  options.window = 2'000'000 / hardware.topology.nodes();
  std::int64_t flit_hops = 0;
  for (auto _ : state) {
    WormTable worms;
    const std::vector<Observer*> no_observers;
    OpenLoopTraffic traffic(hardware, pattern, options, worms, no_observers);
    std::vector<Injection> injections;
    for (Cycle now = 0; !traffic.done(); ++now) {
      injections.clear();
      traffic.advance(now, injections);
      for (const Injection& injection : injections) {
        traffic.sent(now, injection.worm);
        worms[injection.worm].injected = now;
        traffic.received(now, injection.worm);
      }
    }
    flit_hops += traffic.sums().flit_hops;
  }
  state.counters["flit_hops"] =
      benchmark::Counter(static_cast<double>(flit_hops), benchmark::Counter::kIsRate);
}
BENCHMARK(sources_alone)->Unit(benchmark::kMillisecond);

/// Packets long and short on a loaded network, where sleep finds little to gain and must not cost.
void loaded(benchmark::State& state) {
  Hardware hardware;
  hardware.topology = Topology::parse("torus:16x16");
  hardware.reserve = 8;
  const Pattern pattern({"uniform"}, hardware.topology);
  OpenLoopOptions options;
  options.packet = PacketMix::parse(std::to_string(state.range(0)));
  options.load = 0.1;
  options.warm_up = 1000;
  options.window = 5000;
  std::int64_t flit_hops = 0;
  for (auto _ : state) {
    WormTable worms;
    Scoreboard scoreboard(hardware.topology);
    const std::vector<Observer*> no_observers;
    OpenLoopTraffic traffic(hardware, pattern, options, worms, no_observers);
    fast::FastNetwork network(hardware, traffic, worms, scoreboard, no_observers, state.range(1) != 0);
    for (Cycle now = 0; !traffic.done();) now = network.step(now);
    flit_hops += traffic.sums().flit_hops;
  }
  state.counters["flit_hops"] =
      benchmark::Counter(static_cast<double>(flit_hops), benchmark::Counter::kIsRate);
}
BENCHMARK(loaded)
    ->ArgsProduct({{8, 16, 32, 64, 256}, {0, 1}})
    ->ArgNames({"flits", "sleep"})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace torusim
