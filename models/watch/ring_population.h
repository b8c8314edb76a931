#pragma once
/// The number of worms in each ring under bubble flow control, which must stay below the packet slots of the
/// ring (docs/router.md, Bubble flow control). The count follows from the heads that enter and leave,
/// independent of credits and of the rule by which routers keep a slot free.

#include <vector>

#include "models/watch/channel_table.h"

namespace torusim {

class RingPopulation {
 public:
  struct Vc {
    ChannelId channel;
    int vc;
  };

  RingPopulation(const Hardware& hardware, const ChannelTable& table);

  /// Counts a head that goes from the buffer behind one channel onto another. Returns false if the ring is
  /// now full.
  bool head_goes(Vc from, Vc to);

 private:
  static constexpr int kNone = -1;
  struct Ring {
    int slots = 0;           // packet slots of each VC, summed over the ring's channels
    std::vector<int> worms;  // by VC
  };

  std::vector<int> ring_of_;  // by channel
  std::vector<Ring> rings_;
};

}  // namespace torusim
