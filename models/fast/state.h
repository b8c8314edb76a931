#pragma once
/// The state of all routers in one contiguous array, router after router; a router of 5 ports and 2 virtual
/// channels of 8 flits takes 1,088 bytes.
///
/// A buffer holds no flits: those of a worm come and go in order, so it is enough to know which worms are in
/// it, how many flits there are, and how many of the front worm are still to leave. A flit on a wire is one
/// bit in the inbox of the router that it will reach. Only a head brings more: the worm's place in the table,
/// which goes to the ring of worms of its buffer when the head is sent.
///
/// Sets of virtual channels are words with a bit for each. If a port has two of them, one word holds those of
/// all ports (packed); else there is a word for each port.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "models/fast/bits.h"
#include "models/fast/stream.h"
#include "models/hardware.h"

namespace torusim::fast {

/// A word of every set that a router keeps.
struct ChannelSets {
  // Of input VCs:
  std::uint64_t occupied;  ///< the buffer holds flits
  std::uint64_t routed;    ///< a worm is at the front: where it goes is known
  std::uint64_t started;   ///< its head has left: it owns its output VC
  // Of output VCs:
  std::uint64_t free;           ///< no worm owns it
  std::uint64_t below_reserve;  ///< fewer flits in flight than the far buffer has slots of its own
  // Streams that are on, of input VCs and of output VCs:
  std::uint64_t flits_in, credits_out;
  std::uint64_t credits_in, flits_out;
  // Streams that are passed on: their next flit came and left in this cycle.
  std::uint64_t passed_in, passed_out;
};

/// What reaches a router in one cycle, a word of each set.
struct Inbox {
  std::uint64_t flits;    ///< of input VCs: a flit comes
  std::uint64_t credits;  ///< of output VCs: a credit comes
  /// Streams that begin (and bring their first item in this cycle), or that have ended.
  std::uint64_t flit_streams, credit_streams;
};

/// A virtual channel of a port: the buffer of its input, and what its output has sent.
struct VirtualChannel {
  std::uint32_t left;       ///< flits of the front worm that have not left yet
  std::uint16_t count;      ///< flits in the buffer
  std::uint16_t front;      ///< place of the front worm in the ring of worms
  std::uint16_t back;       ///< place for the next worm that is sent here
  std::uint16_t in_flight;  ///< of the output: flits sent and not credited
  std::uint8_t out;         ///< where the front worm goes
  std::uint8_t out_vc;
  bool streams;  ///< the front worm is long enough for streams
};

/// The channel pair between a port and the router (or node interface) at its far end.
struct Port {
  std::byte* peer_inbox;     ///< start of the far router, moved on to the inbox word with this channel's VCs
  NodeId peer;               ///< the router at the far end
  std::int32_t shared_used;  ///< slots of the far buffer's shared pool in use
  std::uint8_t peer_shift;   ///< VC 0 in that word
  std::uint8_t peer_port;    ///< the far router's port of this channel pair
  std::uint8_t input_turn;   ///< input VC that comes first among equals; vcs(): the first
  std::uint8_t output_turn;  ///< input port that comes first for this output; ports(): the first
  bool dateline;
};

/// The rest of a port, used only while long worms pass.
struct PortStreams {
  StreamOut flits;    ///< what goes out
  StreamOut credits;  ///< what goes back to the sender
  Cycle accounted;    ///< of a sleeping router: the flits in flight are counted up to this cycle
};

struct RouterHead {
  bool any_stream;     ///< some stream is on
  bool streaming;      ///< asleep while its streams run on
  bool others_wait;    ///< of a streaming router: it holds flits that do not move
  bool alarmed;        ///< of a streaming router: it may be out of credits now
  Cycle asleep_since;  ///< of a streaming router: its last evaluated cycle
};

/// Where things are in one router's part of the array, in bytes: head, sets, ports, virtual channels,
/// inboxes, rings of worms, streams.
struct Layout {
  int ports, vcs, lanes, classes, slots;
  bool packed;
  int words;  ///< of a set
  std::size_t port, channels, inboxes, worms, streams, stride;
  std::size_t inbox_stride, inbox_mask;

  static constexpr std::size_t kSets = 16;
  static constexpr int kMaxWords = Hardware::kMaxPorts;
  /// `horizon`: cycles that an inbox looks ahead.
  Layout(const Hardware& hardware, int horizon);
  std::size_t inbox(Cycle cycle) const { return inboxes + (std::size_t(cycle) & inbox_mask) * inbox_stride; }
};

/// A place in a set.
struct Place {
  int word;
  int bit;
  std::uint64_t mask() const { return std::uint64_t{1} << bit; }
};

/// One router's part of the array.
class RouterView {
 public:
  static constexpr int kWords = Layout::kMaxWords;  ///< most that words() can be

  RouterView(std::byte* base, const Layout& layout) : base_(base), layout_(&layout) {}

  int vcs() const { return layout_->vcs; }
  int lanes() const { return layout_->lanes; }
  int classes() const { return layout_->classes; }
  int words() const { return layout_->words; }

  Place place(int port, int vc) const { return layout_->packed ? Place{0, 2 * port + vc} : Place{port, vc}; }
  int port_at(Place place) const { return layout_->packed ? place.bit / 2 : place.word; }
  int vc_at(Place place) const { return layout_->packed ? place.bit % 2 : place.bit; }
  /// VC 0 of a port in its word.
  int shift(int port) const { return layout_->packed ? 2 * port : 0; }
  /// The VCs of a port in its word.
  std::uint64_t all_vcs(int port) const {
    return layout_->packed ? std::uint64_t{3} << (2 * port) : ~std::uint64_t{0};
  }

  /// Of a word of some set: a member in every port that has several.
  std::uint64_t several(std::uint64_t set) const {
    if (layout_->packed) return set & (set >> 1) & kEvenBits;
    return (set & (set - 1)) != 0 ? set & (~set + 1) : 0;
  }

  RouterHead& head() const { return *at<RouterHead>(0); }
  ChannelSets* sets() const { return at<ChannelSets>(Layout::kSets); }
  VirtualChannel& channel(int port, int vc) const {
    return at<VirtualChannel>(layout_->channels)[port * vcs() + vc];
  }
  Port& port(int p) const { return at<Port>(layout_->port)[p]; }
  Inbox* inbox_at(std::size_t offset) const { return at<Inbox>(offset); }
  Inbox* inbox(Cycle cycle) const { return at<Inbox>(layout_->inbox(cycle)); }
  /// The worms that a buffer holds, and those on the way to it: a ring.
  WormSlot* worms(int port, int vc) const {
    return at<WormSlot>(layout_->worms) + (port * vcs() + vc) * layout_->slots;
  }
  PortStreams& streams(int p) const { return at<PortStreams>(layout_->streams)[p]; }

 protected:
  static constexpr std::uint64_t kEvenBits = 0x5555555555555555;

  template <typename T>
  T* at(std::size_t offset) const {
    return reinterpret_cast<T*>(base_ + offset);
  }

 private:
  std::byte* base_;
  const Layout* layout_;
};

/// The same for packed sets, with what the compiler may know then.
class PackedRouterView : public RouterView {
 public:
  static constexpr int kWords = 1;
  PackedRouterView(std::byte* base, const Layout& layout)
      : RouterView(base, layout), channels_(at<VirtualChannel>(layout.channels)) {}

  static constexpr int vcs() { return 2; }
  static constexpr int words() { return 1; }
  static constexpr Place place(int port, int vc) { return {0, 2 * port + vc}; }
  static constexpr int port_at(Place place) { return place.bit / 2; }
  static constexpr int vc_at(Place place) { return place.bit % 2; }
  static constexpr int shift(int port) { return 2 * port; }
  static constexpr std::uint64_t all_vcs(int port) { return std::uint64_t{3} << (2 * port); }
  static constexpr std::uint64_t several(std::uint64_t set) { return set & (set >> 1) & kEvenBits; }
  Port& port(int p) const { return at<Port>(Layout::kSets + sizeof(ChannelSets))[p]; }
  VirtualChannel& channel(int port, int vc) const { return channels_[2 * port + vc]; }

 private:
  VirtualChannel* const channels_;
};

class NetworkState {
 public:
  NetworkState(const Hardware& hardware, int horizon);

  const Layout& layout() const { return layout_; }
  std::byte* at(NodeId node) { return first_ + std::size_t(node) * layout_.stride; }
  RouterView router(NodeId node) { return {at(node), layout_}; }

 private:
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  const Layout layout_;
  std::unique_ptr<std::byte, Free> bytes_;
  std::byte* first_;  // the first router's part, at the beginning of a cache line
};

}  // namespace torusim::fast
