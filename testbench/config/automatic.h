#pragma once
/// The values of `auto` in the options of hardware, and the properties of a schedule that decide them.

#include <cstdint>

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// Lanes of routes with two halves (Valiant, ROMM): a pair for each half.
inline constexpr int kLanesOfHalves = 4;

/// Lanes of dimension-order routes: 2 if any dimension wraps, else 1; 1 under bubble flow control.
int automatic_lanes(const RunConfig& config, const Topology& topology);
/// The value of `--lanes auto` with any routing.
int lanes_for_routing(const RunConfig& config, const Topology& topology);

/// The value of `--reserve auto` (models/contract/buffer_defaults.h) for a longest worm of `longest` flits.
int automatic_reserve(const RunConfig& config, const Topology& topology, std::int64_t longest);

/// Bubble flow control: gives each buffer as many packet slots of `longest` flits as it holds. Throws
/// UsageError if these are fewer than two.
void settle_packet_slots(RunConfig& config, std::int64_t longest);

/// Whether the schedule is the algorithm `direct` on a network without graphs and failures: one class, one
/// block a message, and only dimension-order routes. The answer needs no pass over the messages, of which
/// there may be 10^10.
bool plain_direct(const RunConfig& config, const Schedule& schedule);

}  // namespace torusim
