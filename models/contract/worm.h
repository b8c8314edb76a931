#pragma once
/// A message on the wires, and the table of those that are under way.
///
/// A worm is one head flit, which carries route, length and number, and then its payload; the last flit is
/// the tail. A message without payload is a single flit, head and tail at once.

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/contract/hardware.h"
#include "models/contract/message_words.h"
#include "models/contract/prefetch.h"
#include "schedules/core/route.h"

namespace torusim {

using WormSlot = std::uint32_t;  ///< place in the table, reused after delivery

struct alignas(64) Worm {
  /// Number in schedule order. Signals of local synchronisation count from kFirstSignal.
  static constexpr std::uint32_t kFirstSignal = 1u << 31;
  static constexpr std::int64_t kMostFlits = 1 << 30;  ///< head included

  // First what node interfaces ask and write of every flit.
  std::uint32_t number = 0;
  std::uint32_t flits = 1;  ///< head included
  NodeId source = 0;
  NodeId destination = 0;
  // What the receiver has seen of it (see scoreboard.h).
  std::uint32_t taken = 0;         ///< flits taken so far, which is also the index of the next one
  std::uint32_t stream_first = 0;  ///< index of the first flit of the unbroken stream that is coming in
  Cycle stream_cycle = -1;         ///< cycle in which that flit was taken
  Cycle head_out = -1;             ///< head taken by the destination's node interface
  Cycle tail_out = -1;             ///< tail taken: delivered
  std::int16_t message_class = 0;
  std::int16_t injection_channel = 0;
  std::int16_t ejection_channel = 0;

  int phase = 0;     ///< index of the phase (of a signal: the phase that it gates)
  int transfer = 0;  ///< index within the phase's transfers (of a signal: within its signals)
  // Another cache line: the rest, but for the end of a long route.
  Cycle made = -1;      ///< open-loop traffic: the packet came to the queue of its source
  Cycle started = -1;   ///< the node began this send: the startup time runs
  Cycle injected = -1;  ///< head on the injection channel
  /// Channels that head and tail have entered, the injection channel being the first: where the worm lies.
  std::int32_t head_channels = 0;
  std::int32_t tail_channels = 0;
  const MessageWords* words = nullptr;  ///< what it carries; null: a function of its ends
  std::int64_t blocks = 0;
  Route route;

  bool is_signal() const { return number >= kFirstSignal; }
};

/// Flits of a message of so many blocks, head included. Throws InputError when they are more than
/// Worm::kMostFlits.
std::int64_t message_flits(std::int64_t blocks, int block_flits);

/// Owns the worms between the start of their send and their delivery.
class WormTable {
 public:
  WormSlot add(const Worm& worm) {
    if (free_.empty()) free_.push_back(reserve());
    const WormSlot slot = free_.back();
    free_.pop_back();
    put(slot) = worm;
    return slot;
  }
  /// The worm must be in the table.
  void remove(WormSlot slot) {
    vacate(slot);
    free_.push_back(slot);
  }
  /// A place that add() will not use. Nobody may use the table meanwhile.
  WormSlot reserve();
  /// A worm comes to such a place, a new one of one flit, or leaves it: of different places by several
  /// threads at once.
  Worm& put(WormSlot slot) {
    assert((*this)[slot].flits == 0);
    static constexpr Worm kNew;  // to copy is quicker than to make: most of it is 0
    return (*this)[slot] = kNew;
  }
  void vacate(WormSlot slot) {
    assert((*this)[slot].flits > 0);
    (*this)[slot].flits = 0;
  }
  /// The worm will be asked for.
  void fetch(WormSlot slot) const {
    if (slot < places_) prefetch(&chunks_[slot / kChunk][slot % kChunk]);
  }
  Worm& operator[](WormSlot slot) {
    assert(slot < places_);
    return chunks_[slot / kChunk][slot % kChunk];
  }
  const Worm& operator[](WormSlot slot) const {
    assert(slot < places_);
    return chunks_[slot / kChunk][slot % kChunk];
  }
  /// Every slot is below.
  WormSlot places() const { return places_; }
  /// The worms in the table, in no particular order.
  std::vector<const Worm*> all() const;

 private:
  static constexpr WormSlot kChunk = 256;
  // A worm keeps its address: observers refer to it while it is under way.
  std::vector<std::unique_ptr<Worm[]>> chunks_;
  WormSlot places_ = 0;  // a worm without flits is none
  std::vector<WormSlot> free_;
};

/// Channels of the worm's run number `run`; 0 past the last.
inline int run_channels(const Hardware& hardware, const Worm& worm, int run) {
  if (run >= worm.route.size()) return 0;
  return hardware.topology.channels_along(worm.route[run].dimension, worm.route[run].hops);
}

/// A stretch of a worm's path: the channel that it enters as its n-th (0: the injection channel).
struct ChannelRef {
  NodeId node = 0;  ///< the router that drives it (injection: the node itself)
  int port = 0;     ///< output port of that router; injection channel j is port ports() + j
  int vc = 0;
};

/// The n-th channel on the worm's path, n = 0 .. hops + 1 (the last is the ejection channel).
ChannelRef channel_on_path(const Hardware& hardware, const Worm& worm, int n);

/// What payload flit `index` (>= 1) of a message from `source` to `destination` carries, so that the receiver
/// can check every word.
std::uint64_t payload_word(NodeId source, NodeId destination, std::uint32_t index);
/// .. or, if it has words of its own, that one.
inline std::uint64_t payload_word(const Worm& worm, std::uint32_t index) {
  return worm.words != nullptr ? worm.words->word(index) : payload_word(worm.source, worm.destination, index);
}
/// How a message about a wrong flit ends: what a payload flit of a reduction should have been, else nothing.
std::string payload_meaning(const Worm& worm, std::uint32_t index);

}  // namespace torusim
