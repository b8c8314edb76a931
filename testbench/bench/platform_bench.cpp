// A torus in a SystemC platform: transactions per second, and what a network costs that has nothing to do.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "docs/examples/platform/parts.h"
#include "models/contract/kernel.h"
#include "models/part/sysc/torus.h"

namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using torusim::sysc::Torus;

torusim::sysc::TorusOptions of_shape(const char* shape) {
  torusim::sysc::TorusOptions options;
  options.network.hardware.topology = torusim::Topology::parse(shape);
  return options;
}

void count(benchmark::State& state, std::int64_t transfers) {
  state.counters["transfers"] =
      benchmark::Counter(static_cast<double>(transfers), benchmark::Counter::kIsRate);
}

/// So many initiators read and write 64 bytes at memories of other nodes of a 4x4, each as fast as it can.
void transactions(benchmark::State& state) {
  constexpr int kEach = 2000;
  const int initiators = static_cast<int>(state.range(0));
  for (auto _ : state) {
    const torusim::KernelSession session;
    Torus torus("torus", of_shape("torus:4x4"), sc_time(1, SC_NS));
    std::vector<std::unique_ptr<Memory>> memories;
    for (int m = 0; m < 4; ++m) {
      memories.push_back(
          std::make_unique<Memory>(("memory" + std::to_string(m)).c_str(), 0x1000, sc_time(5, SC_NS)));
      torus.initiator_socket(5 * m).bind(memories.back()->socket);
      torus.map({.first = m * 0x1000u, .last = m * 0x1000u + 0xfff, .node = 5 * m});
    }
    std::vector<std::unique_ptr<Processor>> processors;
    for (int i = 0; i < initiators; ++i) {
      processors.push_back(
          std::make_unique<Processor>(("processor" + std::to_string(i)).c_str(), [i](Processor& self) {
            unsigned char data[64] = {};
            for (int n = 0; n < kEach; ++n) {
              self.transfer(n % 2 == 0 ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND,
                            static_cast<unsigned>(i + n) % 4 * 0x1000, data, sizeof data);
            }
          }));
      processors.back()->socket.bind(torus.target_socket(i % 16));
    }
    sc_core::sc_start();
  }
  count(state, state.iterations() * initiators * kEach);
}
BENCHMARK(transactions)->Arg(1)->Arg(4)->Arg(16)->Arg(64)->Unit(benchmark::kMillisecond);

/// Processors and a memory without the network; beside them a 16x16 that nothing uses, if `network`.
void idle_network(benchmark::State& state, bool network) {
  for (auto _ : state) {
    const torusim::KernelSession session;
    std::unique_ptr<Torus> torus;
    state.PauseTiming();
    if (network) torus = std::make_unique<Torus>("torus", of_shape("torus:16x16"), sc_time(1, SC_NS));
    state.ResumeTiming();
    std::vector<std::unique_ptr<Memory>> memories;
    std::vector<std::unique_ptr<Processor>> processors;
    for (int i = 0; i < 4; ++i) {
      memories.push_back(
          std::make_unique<Memory>(("memory" + std::to_string(i)).c_str(), 0x1000, sc_time(5, SC_NS)));
      processors.push_back(
          std::make_unique<Processor>(("processor" + std::to_string(i)).c_str(), [](Processor& self) {
            for (int n = 0; n < 100'000; ++n) self.write(0x10, 1);
          }));
      processors.back()->socket.bind(memories.back()->socket);
    }
    sc_core::sc_start();
    state.PauseTiming();
    torus.reset();
    state.ResumeTiming();
  }
  count(state, state.iterations() * 4 * 100'000);
}
BENCHMARK_CAPTURE(idle_network, without, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(idle_network, with, true)->Unit(benchmark::kMillisecond);

}  // namespace
