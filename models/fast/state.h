#pragma once
/// The state of all routers.
///
/// A router sees a virtual channel of a port twice: as an *input VC*, which is a buffer, and as an *output
/// VC*, which leads to the far buffer. Flits arrive at input VCs and credits at output VCs; both are *items*.
/// An input VC counts the flits in its buffer, an output VC the flits that it may still send. An item adds
/// one to the count of its VC. A departing flit subtracts one from its input VC and one from its output VC. A
/// set of VCs is a word with one bit per VC: input VCs in bits 0 .. 31, output VCs in bits 32 .. 63. The
/// ports follow one another; each has as many bits as VCs, rounded up to a power of two. Most networks have
/// routers of one word.
///
/// A buffer stores no flits, because the flits of a worm come and go in order. It stores its worms, the
/// number of its flits, and the number of flits of the front worm that are still to leave. A flit on a wire
/// is one bit in the inbox of the router that it will reach. Only a head carries more: its worm's slot, which
/// enters the ring of worms of the far buffer when the head is sent.
///
/// The state is four arrays (layout.h) in one piece of memory, besides the inboxes (inboxes.h). Every
/// evaluation of a router touches its hot state: one cache line, if it has at most 6 ports and buffers of 15
/// flits. Four virtual channels share another line. Only heads, tails and long worms need the rest (worms,
/// streams).

#include <cstddef>

#include "models/fast/layout.h"
#include "models/fast/memory.h"

namespace torusim::fast {

class NetworkState {
 public:
  /// All state begins as zero.
  explicit NetworkState(const Hardware& hardware);

  const Layout& layout() const { return layout_; }
  std::byte* hot(NodeId node) const { return hot_ + std::size_t(node) * layout_.hot; }
  VirtualChannel* channels(NodeId node) const {
    return reinterpret_cast<VirtualChannel*>(channels_ + std::size_t(node) * layout_.channels);
  }
  /// Adds a worm, whose head is on its way to the buffer, to the buffer's ring.
  void queue_worm(ColdChannel& channel, WormSlot worm) const {
    channel.ring()[channel.back] = worm;
    channel.back = static_cast<std::uint16_t>(next_slot(channel.back));
  }
  /// The front worm has left: the next worm in the ring comes to the front.
  void next_worm(ColdChannel& channel) const {
    channel.front = static_cast<std::uint16_t>(next_slot(channel.front));
  }
  /// Whether no worm is behind the front worm, in the buffer or on its way to it.
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
