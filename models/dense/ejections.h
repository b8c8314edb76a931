#pragma once
/// Streams of flits that node interfaces take. A flit that leaves a router in a cycle is taken in the second
/// behind it; only where a stream begins, pauses or ends need the scoreboard be told.

#include <array>
#include <vector>

#include "models/contract/message_source.h"
#include "models/watch/scoreboard.h"

namespace torusim::dense {

class Ejections {
 public:
  struct Stream {
    NodeId node = 0;
    WormSlot worm = 0;
  };
  struct Events {
    std::vector<Stream> begin, pause, end;  ///< pause: the flit before was the stream's last
  };

  explicit Ejections(Scoreboard& scoreboard) : scoreboard_(scoreboard) {}

  /// What leaves routers in cycle `now`.
  Events& leaving(Cycle now) { return events_[(now + kDelay) % kCycles]; }
  /// Takes what is due in cycle `now`; returns how many worms the source has received.
  int take(Cycle now, MessageSource& source, WormTable& worms);

 private:
  static constexpr Cycle kDelay = 2, kCycles = 4;

  Scoreboard& scoreboard_;
  std::array<Events, kCycles> events_;
};

}  // namespace torusim::dense
