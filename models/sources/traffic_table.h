#pragma once
/// Traffic of a user's own, as a list: flows between nodes, or the packets of a trace
/// (testbench/config/traffic_file.h reads it).

#include <algorithm>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim {

struct TrafficTable {
  struct Flow {
    NodeId source = 0, destination = 0;  ///< different nodes
    double rate = 1;                     ///< flits per cycle at load 1, > 0
    int flits = 0;                       ///< of each packet; 0: as PacketMix draws

    /// Packets per cycle at load 1, times the mean length of the mix where that gives the length.
    double packets() const { return flits > 0 ? rate / flits : rate; }
  };
  struct Packet {
    Cycle made = 0;
    NodeId source = 0, destination = 0;
    int flits = 1;
  };

  /// By source, then by destination. All have lengths or none has.
  std::vector<Flow> flows;
  /// By source, then by cycle; empty unless the table is a trace. Then the flows are the sums of its packets.
  std::vector<Packet> trace;

  bool has_lengths() const { return !flows.empty() && flows.front().flits > 0; }
  bool is_trace() const { return !trace.empty(); }
  /// The first cycle after the last packet of a trace.
  Cycle end() const { return std::ranges::max(trace, {}, &Packet::made).made + 1; }
};

}  // namespace torusim
