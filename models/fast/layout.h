#pragma once
/// The parts of a router's state, and where they lie in the arrays of state.h.

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "models/contract/hardware.h"
#include "models/fast/stream.h"

namespace torusim::fast {

/// A word of every set that a router keeps, and behind it the digits of its counters (counters.h).
struct VcSets {
  /// Input: the buffer holds flits. Output: the credit rule allows a flit.
  std::uint64_t available;
  /// Input: its front worm owns an output VC, as its head has left by it. Output: a worm owns it.
  std::uint64_t allocated;
  /// Input: a worm is at the front, and where it goes is known. Output: .. and it is long enough for streams
  /// (of the input of the same VC).
  std::uint64_t routed;
};

/// A word of the sets that are seldom needed: of streams, and of shared pools.
struct StreamSets {
  std::uint64_t in;      ///< flits to an input, credits to an output
  std::uint64_t out;     ///< credits out of an input, flits out of an output
  std::uint64_t passed;  ///< those that are passed on: their next flit came and left in this cycle
  /// Not of streams: outputs to far buffers whose shared pool has room.
  std::uint64_t pool_open;
};

/// An input or output VC, as a place in a set.
struct VcIndex {
  int word;
  int bit;
  std::uint64_t mask() const { return std::uint64_t{1} << bit; }
};

/// A virtual channel of an input port, as every flit needs it: where those of the worm at the front of its
/// buffer go, and their credits. That is a router, as the slab calls it (slabs.h); the slab's dead end stands
/// for the node interface.
struct VirtualChannel {
  std::uint32_t left;     ///< flits of the front worm that have not left yet
  NodeId next;            ///< where its flits go
  NodeId peer;            ///< of the port: what is at its far end
  std::uint8_t next_bit;  ///< the input VC at `next`
  std::uint8_t peer_bit;  ///< the output VC at `peer` that this buffer's credits go to
  std::uint8_t out_bit;   ///< output VC of the front worm
  /// Of its port. Of VC 0: the VC whose flit was the last to leave; the next one's turn comes first. Of VC 1:
  /// whether the output is the wrap channel of its dimension.
  std::uint8_t of_port;
};
static_assert(sizeof(VirtualChannel) == 16);

/// The words of the places in a VirtualChannel, if sets have several: then they lie behind it, in as many
/// bytes again.
struct PlaceWords {
  std::uint8_t next, peer, out;
};

/// What heads and tails need as well. Behind it lie the worms that the buffer holds, and those on the way to
/// it: a ring of as many as it has slots.
struct ColdChannel {
  WormSlot worm;        ///< the front worm
  std::uint16_t front;  ///< its place in the ring of worms
  std::uint16_t back;   ///< place for the next worm that is sent here

  WormSlot* ring() { return reinterpret_cast<WormSlot*>(this + 1); }
};

/// What else is kept of a port: hardly ever needed where worms are short and nothing is shared.
struct ColdPort {
  std::int32_t shared_used;  ///< slots of the far buffer's shared pool in use (pools.h)
  // Used only while long worms pass.
  StreamOut flits;    ///< what goes out
  StreamOut credits;  ///< what goes back to the sender
  Cycle accounted;    ///< of a sleeping router: the flits in flight are counted up to this cycle
};

struct RouterHead {
  enum Flag : std::uint8_t {
    kAnyStream = 1,  ///< some stream is on
    kStreaming = 2,  ///< asleep while its streams run on
    kForeign = 4,    ///< a foreign router stands here
  };
  std::uint8_t flags;
  bool has(Flag flag) const { return (flags & flag) != 0; }
  void set(Flag flag, bool value) { flags = static_cast<std::uint8_t>(value ? flags | flag : flags & ~flag); }

  /// By output port: the input port whose flit was the last to leave by it; the next one's turn comes first.
  /// There are as many as the router has ports.
  std::uint8_t last_input[Hardware::kMaxPorts];
};

/// Of a router that is asleep while its streams run on.
struct RouterSleep {
  bool others_wait;    ///< it holds flits that do not move
  bool alarmed;        ///< it may be out of credits now
  Cycle asleep_since;  ///< its last evaluated cycle
};

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t round_up(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

/// Sizes of one router's parts of the arrays, and where things are in them, in bytes.
struct Layout {
  int ports, vcs, slots;
  int port_bits;  ///< log2 of the bits that a port has in the inputs of a set
  int words;      ///< of a set
  bool lean;      ///< one word, 2 VCs, no pools, heads follow routes and wait for no more than a free output,
                  ///< kLeanDigits digits
  int digits;     ///< of a counter
  /// With shared slots an output VC's counter has `bias` more, so that it is `used_up`, in which the digit
  /// `pool_digit` alone is set, when its own slots are used up: a worked example is in pools.h.
  int bias, pool_digit, used_up;
  // Hot: words of [sets, digits]; head.
  std::size_t sets_stride, head, hot;
  std::size_t channels;      ///< of all virtual channels
  int channel_step;          ///< from one to the next, in VirtualChannels: 2 with PlaceWords
  std::size_t cold_channel;  ///< of one, with its ring
  // Cold: sleep; words of stream sets; ports.
  std::size_t ports_at, cold;
  std::array<std::uint64_t, 2 * Hardware::kMaxPorts> locals;  ///< by word: VCs of local ports

  static constexpr int kMaxWords = 2 * Hardware::kMaxPorts;
  static constexpr int kLeanDigits = 4;
  static constexpr int kOutputs = 32;  ///< where they begin in a word
  static constexpr std::uint64_t kInputs = 0xFFFFFFFF;

  explicit Layout(const Hardware& hardware);
  /// Where the ports begin behind `words` stream sets.
  static constexpr std::size_t ports_behind(int words) {
    return round_up(sizeof(RouterSleep) + static_cast<std::size_t>(words) * sizeof(StreamSets), kCacheLine);
  }
  /// Of a router, without inboxes.
  std::size_t router() const { return hot + channels + cold_channels() + cold; }
  std::size_t cold_channels() const { return std::size_t(ports) * vcs * cold_channel; }
  VcIndex input(int port, int vc) const {
    assert(port >= 0 && port < ports && vc >= 0 && vc < vcs);
    const auto place = static_cast<unsigned>((port << port_bits) + vc);
    return {static_cast<int>(place / kOutputs), static_cast<int>(place % kOutputs)};
  }
  VcIndex output(int port, int vc) const {
    const VcIndex place = input(port, vc);
    return {place.word, place.bit + kOutputs};
  }
};

}  // namespace torusim::fast
