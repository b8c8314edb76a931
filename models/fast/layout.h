#pragma once
/// The parts of a router's state, and where they lie in the arrays of state.h.

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "models/contract/hardware.h"
#include "models/fast/stream.h"

namespace torusim::fast {

/// One word of each set of VCs of a router. The digits of the word's counters follow it (counters.h).
struct VcSets {
  /// Input: the buffer holds flits. Output: the credit rule allows a flit.
  std::uint64_t available;
  /// Input: the front worm owns an output VC, because its head has left. Output: a worm owns this VC.
  std::uint64_t allocated;
  /// Input: RC is done for the worm at the front. The bit of the output with the same port and VC also
  /// belongs to this input VC: its front worm is long enough for streams.
  std::uint64_t routed;
};

/// One word of the sets for streams and shared pools, which are seldom needed.
struct StreamSets {
  std::uint64_t in;      ///< streams of flits to an input, of credits to an output
  std::uint64_t out;     ///< streams of credits out of an input, of flits out of an output
  std::uint64_t passed;  ///< streams in transit: their next flit came and left in this cycle
  /// Outputs to far buffers whose shared pool has room; this set is not about streams.
  std::uint64_t pool_open;
};

/// The bit of an input or output VC in a set.
struct VcIndex {
  int word;
  int bit;
  std::uint64_t mask() const { return std::uint64_t{1} << bit; }
};

/// The state of an input VC that every flit needs: the destinations of the front worm's flits and of their
/// credits. A destination is the slab's name of a router (slabs.h); the slab's dead end stands for the node
/// interface.
struct VirtualChannel {
  std::uint32_t left;     ///< flits of the front worm that are still to leave
  NodeId next;            ///< the router to which its flits go
  NodeId peer;            ///< the router at the far end of the port
  std::uint8_t next_bit;  ///< the input VC at `next`
  std::uint8_t peer_bit;  ///< the output VC at `peer` that this buffer's credits go to
  std::uint8_t out_bit;   ///< the output VC of the front worm
  /// A value of the port. VC 0 stores the VC whose flit left last; the SA-1 turn is at the VC after it. VC 1
  /// stores whether the output is the wrap channel of its dimension.
  std::uint8_t of_port;
};
static_assert(sizeof(VirtualChannel) == 16);

/// The word numbers of the bits in a VirtualChannel. They exist only if a set has several words, and then
/// follow the VirtualChannel, in an element of the same size.
struct PlaceWords {
  std::uint8_t next, peer, out;
};

/// The state of an input VC that only heads and tails need. Behind it lies the ring of worms in the buffer or
/// on their way to it, with one entry per buffer slot.
struct ColdChannel {
  WormSlot worm;        ///< the front worm
  std::uint16_t front;  ///< index of the front worm in the ring
  std::uint16_t back;   ///< index in the ring for the next worm that is sent here

  WormSlot* ring() { return reinterpret_cast<WormSlot*>(this + 1); }
};

/// The state of a port that is rarely needed when worms are short and no slots are shared.
struct ColdPort {
  std::int32_t shared_used;  ///< slots of the far buffer's shared pool in use (pools.h)
  // Used only while long worms pass.
  StreamOut flits;    ///< flits that leave by the port
  StreamOut credits;  ///< credits that return to the sender
  Cycle accounted;    ///< in a sleeping router: flits in flight are counted up to this cycle
};

struct RouterHead {
  enum Flag : std::uint8_t {
    kAnyStream = 1,  ///< some stream is on
    kStreaming = 2,  ///< the router sleeps while its streams continue
    kForeign = 4,    ///< a foreign router replaces this one
  };
  std::uint8_t flags;
  bool has(Flag flag) const { return (flags & flag) != 0; }
  void set(Flag flag, bool value) { flags = static_cast<std::uint8_t>(value ? flags | flag : flags & ~flag); }

  /// For each output port, the input port whose flit left last; the SA-2 turn is at the input after it. The
  /// array has as many entries as the router has ports.
  std::uint8_t last_input[Hardware::kMaxPorts];
};

/// The state of a router that sleeps while its streams continue.
struct RouterSleep {
  bool others_wait;    ///< the router holds flits that do not move
  bool alarmed;        ///< the router may be out of credits now
  Cycle asleep_since;  ///< its last evaluated cycle
};

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t round_up(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

/// Sizes of one router's parts of the arrays, and offsets in them, in bytes.
struct Layout {
  int ports, vcs, slots;
  int port_bits;  ///< log2 of the bits of a port among the inputs of a set
  int words;      ///< words of a set
  bool lean;   ///< the lean layout: one word, 2 VCs, kLeanDigits digits, no pools; heads follow source routes
               ///< and need only a free output VC with a credit
  int digits;  ///< digits of a counter
  /// With shared slots the counter of an output VC is larger by `bias`. It is `used_up`, with `pool_digit` as
  /// its only digit, when the VC's own slots are used up. pools.h has a worked example.
  int bias, pool_digit, used_up;
  // Hot: words of [sets, digits]; head.
  std::size_t sets_stride, head, hot;
  std::size_t channels;      ///< size of all virtual channels
  int channel_step;          ///< distance of two channels in VirtualChannels: 2 with PlaceWords, else 1
  std::size_t cold_channel;  ///< size of one ColdChannel with its ring
  // Cold: sleep; words of stream sets; ports.
  std::size_t ports_at, cold;
  std::array<std::uint64_t, 2 * Hardware::kMaxPorts> locals;  ///< by word: the VCs of local ports

  static constexpr int kMaxWords = 2 * Hardware::kMaxPorts;
  static constexpr int kLeanDigits = 4;
  static constexpr int kOutputs = 32;  ///< first bit of the outputs in a word
  static constexpr std::uint64_t kInputs = 0xFFFFFFFF;

  explicit Layout(const Hardware& hardware);
  /// Offset of the ports behind `words` stream sets.
  static constexpr std::size_t ports_behind(int words) {
    return round_up(sizeof(RouterSleep) + static_cast<std::size_t>(words) * sizeof(StreamSets), kCacheLine);
  }
  /// Size of a router's state without inboxes.
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
