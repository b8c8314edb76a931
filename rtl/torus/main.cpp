// Runs a network of rtl/torus to its end: cycles, the hash of what was ejected, cycles per second.
//   torus +image=DIR [+limit=CYCLES]

#include <verilated.h>

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "Vtorusim_torus_run.h"

namespace {

void clock_edge(Vtorusim_torus_run& network) {
  network.clk_i = 0;
  network.eval();
  network.clk_i = 1;
  network.eval();
}

std::uint64_t limit_of(VerilatedContext& context) {
  const char* const found = context.commandArgsPlusMatch("limit=");
  return *found == '\0' ? 1'000'000'000 : std::strtoull(found + sizeof "+limit=" - 1, nullptr, 10);
}

}  // namespace

int main(int argc, char** argv) {
  const auto context = std::make_unique<VerilatedContext>();
  context->threads(1);  // its pool would be idle
  context->commandArgs(argc, argv);
  const auto network = std::make_unique<Vtorusim_torus_run>(context.get());
  const std::uint64_t limit = limit_of(*context);
  network->rst_i = 1;
  clock_edge(*network);
  network->rst_i = 0;
  network->eval();  // cycle 0, the first without reset

  const auto began = std::chrono::steady_clock::now();
  std::uint64_t cycle = 0;
  for (; network->done_o == 0 && cycle < limit; ++cycle) clock_edge(*network);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;

  const bool fault = network->fault_o != 0;
  std::printf("cycles %" PRIu64 "\nejection hash %016" PRIx64 "\ncycles per second %.0f\n", cycle,
              static_cast<std::uint64_t>(network->hash_o), static_cast<double>(cycle) / seconds.count());
  if (fault) std::printf("a flit was taken that was damaged or not the next of its message\n");
  if (network->done_o == 0) std::printf("not done after %" PRIu64 " cycles\n", cycle);
  const bool done = network->done_o != 0;
  network->final();
  return done && !fault ? 0 : 1;
}
