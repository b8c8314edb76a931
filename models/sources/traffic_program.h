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
  Cycle cycles = 0;  ///< packets are created in cycles 0 .. cycles - 1
  std::uint64_t seed = 0;
};

/// The program of the traffic, with a rank on every node of the topology. A rank creates its packets in the
/// same cycles as `torusim traffic` with the same seed. The packets wait for their node's injection channel;
/// no operation waits for packets. Throws UsageError and InputError.
ProgramSchedule traffic_program(const BackgroundTraffic& traffic, const Topology& topology, int flit_bytes);

}  // namespace torusim
