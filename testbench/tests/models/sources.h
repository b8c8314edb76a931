#pragma once
/// Small schedules for tests of the hardware: correct complete exchanges with the contention that a test
/// wants.

#include <ostream>
#include <random>
#include <vector>

#include "models/run/simulation.h"
#include "schedules/core/schedule.h"

namespace torusim {

// How parameters of tests are called.
inline void PrintTo(Level level, std::ostream* out) { *out << to_text(level); }
inline void PrintTo(Synchronisation sync, std::ostream* out) { *out << to_text(sync); }

}  // namespace torusim

namespace torusim::test {

/// Whether no dimension wraps, so that one lane is enough.
inline bool acyclic(const Topology& topology) {
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.wraps(d)) return false;
  }
  return true;
}

/// One message, on the first of its routes.
inline Transfer transfer(const Topology& topology, NodeId from, NodeId to, int message_class = 0) {
  Transfer result;
  result.source = from;
  result.destination = to;
  result.message_class = message_class;
  result.route = dimension_order_route(topology, from, to);
  result.blocks = BlockSet(topology.dimensions());
  result.blocks.add(topology, Block{from, to});
  return result;
}

/// One phase of one message.
inline StoredSchedule one_message(const Topology& topology, NodeId from, NodeId to) {
  ScheduleInfo info;
  info.name = "one message";
  info.topology = topology;
  return StoredSchedule(info, {{"P", {transfer(topology, from, to)}, {}, false}});
}

/// Every pair of nodes once, in random order, cut into `phases` phases, each message in a random class. Nodes
/// send many messages a phase and receive them at their leisure: all the contention there can be.
inline StoredSchedule random_exchange(const Topology& topology, int phases, int classes, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Transfer> all;
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    for (NodeId to = 0; to < topology.nodes(); ++to) {
      if (from != to) all.push_back(transfer(topology, from, to, static_cast<int>(random() % classes)));
    }
  }
  all.front().message_class = classes - 1;  // so that all classes are needed whatever the draw
  std::shuffle(all.begin(), all.end(), random);
  std::vector<Phase> result(phases);
  for (int p = 0; p < phases; ++p) result[p].name = "P" + std::to_string(p);
  for (std::size_t i = 0; i < all.size(); ++i) result[i * phases / all.size()].transfers.push_back(all[i]);
  ScheduleInfo info;
  info.name = "random";
  info.topology = topology;
  return StoredSchedule(info, std::move(result));
}

/// The same messages on routes that take dimensions from the last to the first.
inline void take_last_dimension_first(Phase& phase) {
  for (Transfer& transfer : phase.transfers) {
    Route reversed;
    for (int i = transfer.route.size(); i > 0; --i) reversed.append(transfer.route[i - 1]);
    transfer.route = reversed;
  }
}

/// Lanes and buffers of bubble flow control for worms of at most `longest` flits, if that is the switching.
inline void suit_bubble(Hardware& hardware, int packet_slots, int longest) {
  if (!hardware.bubbles()) return;
  hardware.lanes = 1;
  hardware.shared = 0;
  hardware.packet_slots = packet_slots;
  hardware.reserve = packet_slots * longest;
}

inline RunOptions options_for(Schedule& schedule, Synchronisation sync) {
  RunOptions options;
  options.hardware.topology = schedule.info().topology;
  options.hardware.classes = classes_needed(schedule, sync);
  options.sync = sync;
  options.hardware.phase_gates = sync == Synchronisation::kSwitch;
  return options;
}

}  // namespace torusim::test
