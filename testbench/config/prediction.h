#pragma once
/// Predicted time of the phases of a schedule with barriers and without contention.

#include <vector>

#include "models/contract/hardware.h"
#include "schedules/core/schedule.h"

namespace torusim {

struct TimeModel {
  Hardware hardware;
  int block_flits = 1;
  Cycle startup = 0;
  Cycle reduce_delay = 0;          ///< cycles of an addition at the receiver
  std::vector<Cycle> slower = {};  ///< RunOptions::slower

  Cycle startup_of(NodeId node) const {
    return slower.empty() ? startup : startup + slower[static_cast<std::size_t>(node)];
  }
};

/// Cycles of a message that never waits: one head flit and its blocks, by models/contract/zero_load.h, and
/// the delay of its addition. Throws InputError for a message of more flits than a worm may have.
Cycle predicted_cycles(const Topology& topology, const Transfer& transfer, const TimeModel& model);

/// Cycles from barrier to barrier of a phase: the largest of its messages' times. Exact when no two
/// messages of a phase meet and no node sends more than its ports allow at once, otherwise too small.
Cycle predicted_cycles(const Topology& topology, const Phase& phase, const TimeModel& model);
/// Predicted cycles of each phase. A program is one phase, with its time without contention, or -1 if it
/// never ends. Passes through the schedule once and rewinds it.
std::vector<Cycle> predicted_phases(Schedule& schedule, const TimeModel& model);

}  // namespace torusim
