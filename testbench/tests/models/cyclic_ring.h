#pragma once
/// The schedule that deadlocks where lanes do not break the cycle of a ring.

#include "testbench/tests/models/sources.h"

namespace torusim::test {

/// One phase on a ring of four: every node sends two hops on, so with one lane each worm waits for the next.
inline StoredSchedule cyclic_ring() {
  const Topology ring = Topology::parse("ring:4");
  Phase phase{"cycle", {}, {}, false};
  for (NodeId n = 0; n < 4; ++n) {
    phase.transfers.push_back(transfer(ring, n, (n + 2) % 4));
    phase.transfers.back().route = Route{{0, 2}};
  }
  ScheduleInfo info;
  info.topology = ring;
  return StoredSchedule(info, {phase});
}

}  // namespace torusim::test
