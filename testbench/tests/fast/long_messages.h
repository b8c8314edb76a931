#pragma once
/// Random runs with long messages, near which nodes sleep periodically.

#include <rapidcheck.h>

#include <algorithm>
#include <vector>

#include "testbench/tests/models/any_links.h"
#include "testbench/tests/models/any_run.h"

namespace torusim::test {

/// Messages between random nodes, some of them long; one node in three receives more than its share.
inline StoredSchedule long_messages(const Topology& topology, int phases, int classes,
                                    std::vector<int> lengths = {}) {
  ScheduleInfo info;
  info.name = "long messages";
  info.topology = topology;
  info.collective.kind = Collective::Kind::kMessages;
  const std::vector<std::vector<int>> kinds{{300, 1000, 2000},   {1, 5, 700}, {3, 1000},
                                            {64, 65, 640, 1900}, {4000},      {100, 150, 600}};
  if (lengths.empty()) lengths = *rc::gen::elementOf(kinds);
  std::vector<Phase> all(static_cast<std::size_t>(phases));
  for (Phase& phase : all) {
    phase.name = "P";
    const int messages = topology.nodes() * *rc::gen::inRange(1, 4);
    for (int i = 0; i < messages; ++i) {
      const auto from = *rc::gen::inRange<NodeId>(0, topology.nodes());
      const NodeId to = *rc::gen::inRange(0, 3) == 0 ? 0 : *rc::gen::inRange<NodeId>(0, topology.nodes());
      if (from == to) continue;
      phase.transfers.push_back(transfer(topology, from, to, *rc::gen::inRange(0, classes)));
      phase.transfers.back().blocks = BlockSet(topology.dimensions());
      phase.transfers.back().unnamed = *rc::gen::elementOf(lengths);
    }
  }
  RC_PRE(std::any_of(all.begin(), all.end(), [](const Phase& phase) { return !phase.transfers.empty(); }));
  return StoredSchedule(info, std::move(all));
}

inline RunOptions any_options(StoredSchedule& schedule) {
  const bool one_phase = schedule.phases().size() == 1;
  RunOptions options = options_for(schedule, one_phase ? Synchronisation::kNone : any_sync_or_gates());
  Hardware& hardware = options.hardware;
  hardware.alpha = *rc::gen::inRange(1, hardware.network_ports() + 1);
  hardware.link_delay = *rc::gen::element(1, 1, 1, 2, 3, 7, 20);
  hardware.router_delay = *rc::gen::element(1, 1, 1, 2, 4);
  hardware.reserve =
      *rc::gen::oneOf(rc::gen::inRange(1, 9), rc::gen::just(Hardware::credit_round_trip(hardware.link_delay)),
                      rc::gen::element(40, 150));
  hardware.shared = *rc::gen::element(0, 0, 1, 2, 5, 9);
  hardware.arbitration = any_arbitration();
  if (acyclic(hardware.topology)) hardware.lanes = *rc::gen::inRange(1, 3);
  if (*rc::gen::inRange(0, 4) == 0)
    hardware.set_links(any_links(hardware.topology, 9, *rc::gen::element(1, 4, 6)));
  if (*rc::gen::inRange(0, 5) == 0) hardware.switching = Switching::kCircuit;
  options.startup = *rc::gen::element<Cycle>(0, 1, 7, 100, 1000);
  if (*rc::gen::inRange(0, 6) == 0) options.max_cycles = *rc::gen::inRange<Cycle>(1, 5000);
  return options;
}

}  // namespace torusim::test
