#pragma once
/// The injection channels of a node and the counts of its router, as its periodic sleep (periods.h) sees
/// them. The node interfaces and RouterCounts implement them.

#include <span>

#include "models/contract/worm.h"
#include "models/fast/stall_sets.h"

namespace torusim::fast {

class NappingChannels {
 public:
  virtual ~NappingChannels() = default;
  /// All channels of the node fall asleep. Call drop_sleepers() before the next cycle.
  virtual void nap(NodeId node) = 0;
  virtual void drop_sleepers() = 0;
  /// They are awake again from cycle `now` on, or from the next one on if the channels have worked in `now`.
  virtual void end_nap(Cycle now, NodeId node) = 0;
  /// The worm that sends on a VC sends flits, and credits come, during a nap.
  virtual void make_up(NodeId node, int channel, int vc, Cycle flits, Cycle credits) = 0;
  /// The number of periods of `flits` flits before the tail of the worm that sends on a VC; 0 if none sends.
  virtual Cycle periods_left(NodeId node, int channel, int vc, int flits) const = 0;
  /// The number of flits that a VC can send into slots of its own.
  virtual int own_room(NodeId node, int channel, int vc) const = 0;
  /// Takes flits that a router sent in its sleep (Scoreboard::take_pattern); they left two cycles before.
  virtual void take_pattern(WormSlot worm, std::span<Cycle> left, Cycle period, Cycle count) = 0;
  virtual const Worm& worm(WormSlot slot) const = 0;
  /// The worm that sends on a VC, and its flits that were still to be sent when the channel fell asleep.
  struct Left {
    const Worm& worm;
    std::uint32_t flits;
  };
  virtual Left left(NodeId node, int channel, int vc) const = 0;
  /// Counts the stalls of a nap, if channels are counted.
  virtual void repeat_stalls(NodeId node, const StallSets::Sleep& nap) = 0;
};

class NappingCounts {
 public:
  virtual ~NappingCounts() = default;
  /// Prepares repeat(), before the first cycle.
  virtual void keep() = 0;
  /// Counts the stalls of a sleep.
  virtual void repeat(NodeId node, const StallSets::Sleep& sleep) = 0;
  /// Compares the buffers of a router in a cycle of its sleep with their peaks.
  virtual void look_at_buffers(Cycle now, NodeId node, const std::uint64_t* came) = 0;
};

}  // namespace torusim::fast
