// Long worms: what a worm costs for every router that it passes, whatever its length. Contention-free: in
// every phase two nodes of each row of a 16 x 16 torus send 8 hops in +x, so that every channel of +x has one
// worm.
#include <benchmark/benchmark.h>

#include "models/run/simulation.h"
#include "schedules/algorithms/registry.h"

namespace torusim {
namespace {

constexpr int kHops = 8;  // half a row

/// All nodes send in turn, phase by phase, the two sources of a row half a ring apart.
StoredSchedule rows(const Topology& topology, int rounds) {
  std::vector<Phase> phases(static_cast<std::size_t>(kHops * rounds));
  for (int p = 0; p < kHops * rounds; ++p) {
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      if (topology.coordinate(node, 1) % kHops != p % kHops) continue;
      Transfer transfer;
      transfer.source = node;
      transfer.destination = topology.displaced(node, 1, kHops);
      transfer.route = Route{{1, kHops}};
      transfer.unnamed = 1;
      phases[static_cast<std::size_t>(p)].transfers.push_back(transfer);
    }
  }
  ScheduleInfo info;
  info.name = "rows";
  info.collective.kind = Collective::Kind::kMessages;
  info.topology = topology;
  return StoredSchedule(info, std::move(phases));
}

void worm_hops(benchmark::State& state) {
  const bool sleep = state.range(1) != 0;
  // Building the network costs as much as hundreds of worm-hops asleep, which is another matter.
  const int rounds = sleep ? 16 : 1;
  StoredSchedule schedule = rows(Topology::parse("torus:16x16"), rounds);
  RunOptions options;
  options.hardware.topology = schedule.info().topology;
  options.block_flits = static_cast<int>(state.range(0)) - 1;
  options.sleep = sleep;
  for (auto _ : state) {
    const RunResult result = simulate(schedule, options);
    if (result.verdict != Verdict::kVerified) state.SkipWithError("not verified");
  }
  const double hops = 256.0 * rounds * 9 * static_cast<double>(state.iterations());
  state.counters["worm_hops"] = benchmark::Counter(hops, benchmark::Counter::kIsRate);
}
BENCHMARK(worm_hops)
    ->ArgsProduct({{16, 64, 256, 1024, 4096, 16384}, {0, 1}})
    ->ArgNames({"flits", "sleep"})
    ->Unit(benchmark::kMicrosecond);

void exchange(benchmark::State& state, const char* algorithm, const char* shape, int block, int threads = 1) {
  const auto schedule = make_schedule(algorithm, Topology::parse(shape));
  RunOptions options;
  options.hardware.topology = schedule->info().topology;
  options.block_flits = block;
  options.startup = 10;
  options.threads = threads;
  std::int64_t flit_hops = 0, worm_hops = 0;
  for (Phase phase; schedule->next(phase);) {
    for (const Transfer& t : phase.transfers) worm_hops += t.route.hops(schedule->info().topology) + 1;
  }
  worm_hops *= static_cast<std::int64_t>(state.max_iterations);
  for (auto _ : state) {
    const RunResult result = simulate(*schedule, options);
    if (result.verdict != Verdict::kVerified) state.SkipWithError("not verified");
    flit_hops += result.flit_hops;
  }
  state.counters["worm_hops"] =
      benchmark::Counter(static_cast<double>(worm_hops), benchmark::Counter::kIsRate);
  state.counters["flit_hops"] =
      benchmark::Counter(static_cast<double>(flit_hops), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(exchange, t4_16x16_b4, "t4", "torus:16x16", 4)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(exchange, t4_32x32_b64, "t4", "torus:32x32", 64)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(exchange, c64_16x16x16_b1, "c64", "torus:16x16x16", 1)->Unit(benchmark::kMillisecond);

/// Several threads (docs/threads.md): time is what a clock shows.
void exchange_threads(benchmark::State& state) {
  exchange(state, "t4", "torus:128x128", 4, static_cast<int>(state.range(0)));
}
BENCHMARK(exchange_threads)->Arg(1)->Arg(2)->ArgName("threads")->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace torusim
