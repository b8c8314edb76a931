#pragma once
/// Flits and credits that a foreign router holds at the end of a run, as its neighbours count them at its
/// pins.

#include <cstdint>
#include <vector>

#include "models/contract/worm.h"

namespace torusim {

struct ForeignState {
  /// A virtual channel of a port.
  struct Account {
    std::int64_t credited = 0;  ///< input: credits that it has given
    int uncredited = 0;         ///< input: flits that came in and were not credited
    int in_flight = 0;          ///< output: flits that went out and were not credited
  };
  /// A worm whose head has come in and whose tail has not gone out.
  struct Inside {
    const Worm* worm = nullptr;
    int port = 0, vc = 0;      ///< the input that it came by
    ChannelRef next;           ///< where it has to go
    std::uint32_t left = 0;    ///< flits that have gone out
    std::uint32_t inside = 0;  ///< flits that have come in and not gone out
  };
  NodeId node = 0;
  std::vector<Account> accounts;  ///< [ports][vcs]
  std::vector<Inside> inside;
};

}  // namespace torusim
