// How much each synchronisation costs: total cycles of complete exchanges on hardware with different buffers,
// as the table of docs/synchronisation.md. Blocks are one flit, barriers have no latency.
#include <fmt/format.h>

#include <cstdlib>
#include <systemc>

#include "models/run/simulation.h"
#include "schedules/algorithms/registry.h"

namespace torusim {
namespace {

struct Buffers {
  const char* name;
  int reserve, shared;
};

constexpr Buffers kBuffers[] = {
    {"reserve 4 (credit round trip)", 4, 0}, {"reserve 1, shared 3", 1, 3}, {"reserve 1", 1, 0}};

Cycle total(Schedule& schedule, Synchronisation sync, const Buffers& buffers, Cycle startup) {
  RunOptions options;
  options.hardware.topology = schedule.info().topology;
  options.hardware.classes = classes_needed(schedule, sync);
  options.hardware.reserve = buffers.reserve;
  options.hardware.shared = buffers.shared;
  options.sync = sync;
  options.startup = startup;
  const RunResult result = simulate(schedule, options);
  if (result.verdict != Verdict::kVerified) {
    fmt::print(stderr, "{} {}: {}\n", schedule.info().name, to_text(sync), to_text(result.verdict));
    std::exit(1);
  }
  return result.cycles;
}

void print_table() {
  fmt::print(
      "| schedule | buffers | t_s | none | barrier | local | priority |\n|---|---|---|---|---|---|---|\n");
  for (const auto& [name, shape] : {std::pair{"ring-gs", "ring:16"},
                                    {"ring-gs", "ring:32"},
                                    {"ring-gs", "ring:64"},
                                    {"t4", "torus:16x16"}}) {
    const auto schedule = make_schedule(name, Topology::parse(shape));
    for (const Buffers& buffers : kBuffers) {
      for (const Cycle startup : {1, 10, 100}) {
        fmt::print("| {} {} | {} | {} |", name, shape, buffers.name, startup);
        for (const auto sync : {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kLocal,
                                Synchronisation::kPriority}) {
          fmt::print(" {} |", total(*schedule, sync, buffers, startup));
        }
        fmt::print("\n");
      }
    }
  }
}

}  // namespace
}  // namespace torusim

int sc_main(int, char**) {
  torusim::print_table();
  return 0;
}

int main(int argc, char** argv) {
  setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
