#pragma once
/// What `auto` stands for in the options of hardware, and what of a schedule decides it.

#include <cstdint>
#include <functional>

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// Lanes of routes of two halves: a pair for each.
inline constexpr int kLanesOfHalves = 4;

/// Lanes of dimension-order routes: 2 if any dimension wraps, else 1; 1 under bubble flow control.
int automatic_lanes(const RunConfig& config, const Topology& topology);
/// What `--lanes auto` stands for, with any routing.
int lanes_for_routing(const RunConfig& config, const Topology& topology);

/// Buffer of a virtual channel if none is set: a credit round trip of the longest link, so that worms stream
/// at full rate, and where the switching mode keeps whole worms at least the longest one; under bubble flow
/// control packet slots for a credit round trip and one more. Throws UsageError
/// if no buffer is long enough.
int automatic_reserve(const RunConfig& config, const Topology& topology,
                      const std::function<std::int64_t()>& longest_worm);

/// Bubble flow control: gives each buffer as many packet slots of `longest` flits as it holds. Throws
/// UsageError if that is less than two.
void settle_packet_slots(RunConfig& config, std::int64_t longest);

/// Whether it is the plain exchange on a network without graphs: one class, one block a message, and only
/// dimension-order routes. Of such a schedule of 10^10 messages this is known without going through them.
bool plain_direct(const RunConfig& config, const Schedule& schedule);

/// Flits of the longest message with the blocks of `config`.
std::int64_t longest_message(const RunConfig& config, Schedule& schedule);

}  // namespace torusim
