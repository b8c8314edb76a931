#pragma once
/// The worms in each ring of a network under bubble flow control: never as many as the ring has packet slots
/// (docs/router.md, Bubble flow control). Counted from the heads that enter and leave, so it does not depend
/// on credits, nor on the rule by which routers keep a slot free.

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

  /// The head of a worm goes from the buffer behind one channel onto another. False: its ring is now full.
  bool head_goes(Vc from, Vc to);

 private:
  static constexpr int kNone = -1;
  struct Ring {
    int slots = 0;           // packet slots of all its channels, of each VC
    std::vector<int> worms;  // by VC
  };

  std::vector<int> ring_of_;  // by channel
  std::vector<Ring> rings_;
};

}  // namespace torusim
