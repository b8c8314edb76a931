#pragma once
/// The figures of links.csv and nodes.csv. The figures follow from the flits on the channels alone, so they
/// are equal at every level. Units: flits, cycles, messages.

#include <cstdint>

#include "models/watch/channel_table.h"

namespace torusim {

/// One directed channel: network, ejection or injection.
///
/// A *stall* is a worm whose next flit is at the front of an input buffer, is routed to this channel, and is
/// not chosen in a cycle; several worms may stall in one cycle. A stall has one cause, the first that
/// applies: allocation, credit, preemption, arbitration. On an injection channel only worms between their
/// head and their tail count, because a worm before its head is not visible. Cycles after the last flit of
/// the run do not count, so that the figures of a deadlock do not depend on the time of its detection.
struct LinkStatistics {
  std::int64_t flits = 0;
  std::int64_t busy = 0;                ///< cycles in which a worm owned a VC (from head to tail on the wire)
  std::int64_t idle = 0;                ///< all other cycles of the run
  std::int64_t stalled_credit = 0;      ///< the credit rule forbids the flit
  std::int64_t stalled_allocation = 0;  ///< a head waits for an output VC that another worm owns
  std::int64_t stalled_preemption = 0;  ///< a more urgent worm is ready at the same input or took the output
  std::int64_t stalled_arbitration = 0;  ///< an equally urgent worm won at the input or the output
  /// Maximum number of flits of all VCs in the far buffer in an arbitration; 1 at a node interface.
  std::int64_t peak_occupancy = 0;
  bool operator==(const LinkStatistics&) const = default;
};

struct NodeStatistics {
  std::int64_t flits_injected = 0;  ///< signals of local synchronisation included
  std::int64_t flits_ejected = 0;
  std::int64_t messages_sent = 0;  ///< heads injected, signals not counted
  std::int64_t messages_received = 0;
  bool operator==(const NodeStatistics&) const = default;
};

/// The interface of statistics from the monitor or from spans.
class NetworkStatistics {
 public:
  virtual ~NetworkStatistics() = default;
  /// Numbers of the channels. Channels without exists() have zero figures and are not part of the network.
  virtual const ChannelTable& table() const = 0;
  /// The figures of a channel in a run of cycles 0 .. `last_cycle`.
  virtual LinkStatistics link(ChannelId channel, Cycle last_cycle) const = 0;
  virtual const NodeStatistics& node(NodeId node) const = 0;
};

}  // namespace torusim
