// Speed of a 16 x 16 torus of RTL routers under a contended load, and what one RTL router costs a network of
// models. Prints cycles per second on the clock; docs/performance.md quotes it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string_view>
#include <systemc>

#include "models/run/simulation.h"
#include "schedules/text/node_selection.h"

namespace torusim {
namespace {

constexpr int kNodes = 256;

/// Every node sends a block to each of `messages` others, kNodes at most with itself, in random order and
/// random classes, all at once.
StoredSchedule random_load(const Topology& topology, int messages, int classes) {
  std::mt19937 random(1);
  Phase phase{"load", {}, {}, false};
  std::vector<NodeId> others(topology.nodes());
  std::iota(others.begin(), others.end(), 0);
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    std::shuffle(others.begin(), others.end(), random);
    for (int i = 0; i < messages; ++i) {
      if (others[i] == from) continue;
      Transfer transfer;
      transfer.source = from;
      transfer.destination = others[i];
      transfer.message_class = static_cast<int>(random() % classes);
      transfer.route = dimension_order_route(topology, from, others[i]);
      transfer.blocks = BlockSet(topology.dimensions());
      transfer.blocks.add(topology, Block{from, others[i]});
      phase.transfers.push_back(transfer);
    }
  }
  ScheduleInfo info;
  info.name = "random load";
  info.topology = topology;
  return StoredSchedule(info, {phase});
}

void measure(int classes, const char* share, bool lockstep = false, int messages = 200, int threads = 1) {
  const Topology topology = Topology::parse("torus:16x16");
  StoredSchedule schedule = random_load(topology, messages, classes);
  RunOptions options;
  options.hardware.topology = topology;
  options.hardware.classes = classes;
  options.sync = Synchronisation::kNone;
  options.block_flits = 15;
  options.sleep = false;
  options.rtl_nodes = select_nodes(topology, share, 1);
  options.lockstep = lockstep;
  options.threads = threads;
  const auto start = std::chrono::steady_clock::now();
  const RunResult result = simulate(schedule, options);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  const double seconds = time.count();
  fmt::print("{:>2} VCs, {:>8} RTL{}{}: {:>7.0f} cycles/s ({} cycles, {:.2f} M flit-hops/s, hash {:016x})\n",
             2 * classes, share, lockstep ? " in lockstep" : "", threads > 1 ? " with threads" : "",
             result.cycles / seconds, result.cycles, result.flit_hops / seconds / 1e6, result.ejection_hash);
}

}  // namespace
}  // namespace torusim

/// Without arguments the table of docs/performance.md; `rtl_speed CLASSES SHARE [MESSAGES [lockstep |
/// THREADS]]` is one of its runs, to profile.
int sc_main(int argc, char** argv) {
  if (argc > 2) {
    const bool lockstep = argc > 4 && std::string_view(argv[4]) == "lockstep";
    const int threads = argc > 4 && !lockstep ? std::max(1, std::atoi(argv[4])) : 1;
    const int messages = argc > 3 ? std::atoi(argv[3]) : 200;
    if (messages < 1 || messages > torusim::kNodes) {
      fmt::print(stderr, "rtl_speed: {}: messages of a node [1..{}]\n", argv[3], torusim::kNodes);
      return 2;
    }
    torusim::measure(std::atoi(argv[1]), argv[2], lockstep, messages, threads);
    return 0;
  }
  for (const int classes : {1, 8}) {
    for (const char* share : {"none", "17", "random:25%", "all"}) torusim::measure(classes, share);
  }
  torusim::measure(1, "all", true);
  for (const int classes : {1, 8}) torusim::measure(classes, "all", false, 200, 2);
  return 0;
}

int main(int argc, char** argv) {
  setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
