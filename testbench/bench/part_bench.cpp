// A network that takes messages from outside, against the built-in source of the same traffic.
#include <benchmark/benchmark.h>

#include <random>

#include "models/part/network.h"
#include "models/run/traffic_run.h"

namespace torusim {
namespace {

constexpr int kFlits = 8;

Hardware torus(int side) {
  Hardware hardware;
  hardware.topology = Topology(std::vector<Dimension>(2, {side, Line::kRing}));
  hardware.reserve = 8;
  return hardware;
}

/// Uniform random messages, `load` flits a node and cycle, each sent in its own cycle.
void messages_through_the_door(benchmark::State& state) {
  const Hardware hardware = torus(static_cast<int>(state.range(0)));
  const double load = static_cast<double>(state.range(1)) / 100;
  const NodeId nodes = hardware.topology.nodes();
  std::int64_t flit_hops = 0;
  for (auto _ : state) {
    RunOptions options;
    options.hardware = hardware;
    Network network(options);
    std::mt19937 random(1);
    std::bernoulli_distribution sends(load / kFlits);
    for (Cycle cycle = 0; cycle < 5000; ++cycle) {
      for (NodeId node = 0; node < nodes; ++node) {
        if (!sends(random)) continue;
        const auto to = static_cast<NodeId>(random() % static_cast<unsigned>(nodes - 1));
        Message message;
        message.source = node;
        message.destination = to + (to >= node ? 1 : 0);
        message.flits = kFlits;
        network.send(message);
      }
      network.advance(cycle + 1);
    }
    network.run();
    flit_hops += network.flit_hops();
  }
  state.counters["flit_hops"] =
      benchmark::Counter(static_cast<double>(flit_hops), benchmark::Counter::kIsRate);
}
BENCHMARK(messages_through_the_door)->Args({16, 30})->Args({16, 60})->Unit(benchmark::kMillisecond);

/// The same load by torusim traffic's source, at the fast level.
void messages_of_the_built_in_source(benchmark::State& state) {
  TrafficOptions options;
  options.hardware = torus(static_cast<int>(state.range(0)));
  options.traffic.load = static_cast<double>(state.range(1)) / 100;
  options.traffic.packet = PacketMix::parse("8");
  options.traffic.warm_up = 0;
  options.traffic.window = 5000;
  options.level = Level::kFast;
  std::int64_t flit_hops = 0;
  for (auto _ : state) flit_hops += simulate_traffic(options).flit_hops;
  state.counters["flit_hops"] =
      benchmark::Counter(static_cast<double>(flit_hops), benchmark::Counter::kIsRate);
}
BENCHMARK(messages_of_the_built_in_source)->Args({16, 30})->Args({16, 60})->Unit(benchmark::kMillisecond);

/// Single-flit messages to the neighbour, one at a time a node: what a message costs beside its flits.
void a_message(benchmark::State& state) {
  RunOptions options;
  options.hardware = torus(8);
  Network network(options);
  std::int64_t messages = 0;
  for (auto _ : state) {
    for (NodeId node = 0; node < 64; ++node) {
      Message message;
      message.source = node;
      message.destination = node ^ 1;
      network.send(message);
    }
    network.run();
    messages += 64;
  }
  state.counters["transfers"] =
      benchmark::Counter(static_cast<double>(messages), benchmark::Counter::kIsRate);
}
BENCHMARK(a_message);

/// A million messages that wait for their cycle.
void waiting_messages(benchmark::State& state) {
  for (auto _ : state) {
    RunOptions options;
    options.hardware = torus(16);
    Network network(options);
    for (int i = 0; i < 1'000'000; ++i) {
      Message message;
      message.source = i % 256;
      message.destination = (i + 1) % 256;
      message.earliest = i;
      network.send(message);
    }
    benchmark::DoNotOptimize(network.in_flight());
  }
  state.counters["transfers"] = benchmark::Counter(1e6, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(waiting_messages)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace torusim
