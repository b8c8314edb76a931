#pragma once
/// Open-loop traffic for a number of cycles, as a program: the background of other jobs (docs/jobs.md).

#include "models/sources/open_loop_options.h"
#include "models/sources/pattern.h"
#include "schedules/core/program_schedule.h"

namespace torusim {

struct BackgroundTraffic {
  PatternOptions pattern;
  double load = 0.1;  ///< flits offered per node and cycle
  PacketMix packet;
  ArrivalKind injection;
  Cycle cycles = 0;  ///< in which packets are made, from 0 on
  std::uint64_t seed = 0;
};

/// A rank on every node of the topology. Its packets are made in the cycles in which `torusim traffic` makes
/// them with the same seed, and wait for their node's injection channel; no operation waits for them. Throws
/// UsageError and InputError.
ProgramSchedule traffic_program(const BackgroundTraffic& traffic, const Topology& topology, int flit_bytes);

}  // namespace torusim
