#pragma once
/// The state of all routers.
///
/// A virtual channel of a port is two things in a router: an *input VC*, which is a buffer, and an *output
/// VC*, which leads to the far buffer. What comes to an input VC is a flit, what comes to an output VC is a
/// credit; both are *items*. An input VC counts the flits in its buffer, an output VC those that it may still
/// send; an item adds one to the count of its VC, a flit that leaves takes one from the input VC that it
/// leaves and one from the output VC that it leaves by. So both are treated alike. Sets of them are words
/// with a bit for each, input VCs in bits 0 .. 31, output VCs in bits 32 .. 63; port follows port, each with
/// as many bits as it has VCs, or the next power of two. Most networks have routers of one word.
///
/// A buffer holds no flits: those of a worm come and go in order, so it is enough to know which worms are in
/// it, how many flits there are, and how many of the front worm are still to leave. A flit on a wire is one
/// bit in the inbox of the router that it will reach. Only a head brings more: the worm's place in the table,
/// which goes to the ring of worms of its buffer when the head is sent.
///
/// There are four arrays (layout.h), in one piece of memory, besides the inboxes (inboxes.h). What every
/// evaluation of a router touches is one cache line, if it has at most 6 ports and buffers of 15 flits; four
/// virtual channels are another. The rest (worms, streams) is needed by heads, tails and long worms.

#include <cstddef>

#include "models/fast/layout.h"
#include "models/fast/memory.h"

namespace torusim::fast {

class NetworkState {
 public:
  /// Everything is zero.
  explicit NetworkState(const Hardware& hardware);

  const Layout& layout() const { return layout_; }
  std::byte* hot(NodeId node) const { return hot_ + std::size_t(node) * layout_.hot; }
  VirtualChannel* channels(NodeId node) const {
    return reinterpret_cast<VirtualChannel*>(channels_ + std::size_t(node) * layout_.channels);
  }
  /// A worm is on its way to the buffer.
  void queue_worm(ColdChannel& channel, WormSlot worm) const {
    channel.ring()[channel.back] = worm;
    channel.back = static_cast<std::uint16_t>(next_slot(channel.back));
  }
  /// The front worm has left, and the one behind it comes to the front.
  void next_worm(ColdChannel& channel) const {
    channel.front = static_cast<std::uint16_t>(next_slot(channel.front));
  }
  /// No worm is behind the front worm, nor on its way.
  bool only_worm(const ColdChannel& channel) const { return next_slot(channel.front) == channel.back; }
  ColdChannel& cold_channel(const VirtualChannel& channel) const {
    const auto number = static_cast<std::size_t>(&channel - channels(0)) >> (layout_.channel_step - 1);
    return *reinterpret_cast<ColdChannel*>(cold_channels_ + number * layout_.cold_channel);
  }
  std::byte* cold(NodeId node) const { return cold_ + std::size_t(node) * layout_.cold; }

 private:
  int next_slot(int slot) const { return (slot + 1) & -static_cast<int>(slot + 1 != layout_.slots); }

  const Layout layout_;
  const Memory memory_;
  std::byte *hot_, *channels_, *cold_channels_, *cold_;
};

}  // namespace torusim::fast
