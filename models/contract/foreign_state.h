#pragma once
/// Flits and credits that a foreign router holds at the end of a run, counted at its pins.

#include <cstdint>
#include <vector>

#include "models/contract/worm.h"

namespace torusim {

struct ForeignState {
  /// A virtual channel of a port.
  struct Account {
    std::int64_t credited = 0;  ///< input: credits that the router has returned
    int uncredited = 0;         ///< input: flits that entered and were not credited
    int in_flight = 0;          ///< output: flits that left and were not credited
  };
  /// A worm whose head has entered the router and whose tail has not left it.
  struct Inside {
    const Worm* worm = nullptr;
    int port = 0, vc = 0;      ///< input port and VC of the worm
    ChannelRef next;           ///< next channel on the worm's path
    std::uint32_t left = 0;    ///< flits that have left the router
    std::uint32_t inside = 0;  ///< flits that have entered the router and not left it
    bool ack_due = false;      ///< an ack of the worm has come, and is not passed on yet
  };
  NodeId node = 0;
  std::vector<Account> accounts;  ///< [ports][vcs]
  std::vector<Inside> inside;
};

}  // namespace torusim
