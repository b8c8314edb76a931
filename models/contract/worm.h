#pragma once
/// A message on the wires (worm), and the table of the worms under way.
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
  /// Least number of a signal. Messages are numbered in schedule order from 0, signals of local
  /// synchronisation from kFirstSignal.
  static constexpr std::uint32_t kFirstSignal = 1u << 31;
  static constexpr std::int64_t kMostFlits = 1 << 30;  ///< head included

  // Fields that node interfaces read and write for every flit come first.
  std::uint32_t number = 0;
  std::uint32_t flits = 1;  ///< head included
  NodeId source = 0;
  NodeId destination = 0;
  // Reception state (see scoreboard.h).
  std::uint32_t taken = 0;         ///< flits taken so far, which is also the index of the next one
  std::uint32_t stream_first = 0;  ///< index of the first flit of the current unbroken stream
  Cycle stream_cycle = -1;         ///< cycle in which flit stream_first was taken
  Cycle head_out = -1;             ///< cycle in which the destination's node interface took the head
  Cycle tail_out = -1;             ///< cycle in which it took the tail: delivery
  std::uint64_t hash_weight = 0;   ///< weight of flit stream_first in the hash
  std::int16_t message_class = 0;
  std::int16_t injection_channel = 0;
  std::int16_t ejection_channel = 0;

  // The second cache line has the other fields, except the end of a long route.
  int phase = 0;        ///< index of the phase; for a signal, of the phase that it gates
  int transfer = 0;     ///< index within the phase's transfers; for a signal, within the phase's signals
  Cycle made = -1;      ///< open-loop traffic: cycle in which the packet was created
  Cycle started = -1;   ///< start of the send: the startup time begins
  Cycle injected = -1;  ///< head on the injection channel
  /// Number of channels that head and tail have entered, from the injection channel on: the worm's position.
  std::int32_t head_channels = 0;
  std::int32_t tail_channels = 0;
  const MessageWords* words = nullptr;  ///< payload of the worm; null: a function of source and destination
  std::int64_t blocks = 0;
  Route route;

  bool is_signal() const { return number >= kFirstSignal; }
};

/// Flits of a message with this number of blocks, head included. Throws InputError above
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
  /// Reserves a place that add() will not use. No other thread may use the table during this call.
  WormSlot reserve();
  /// put() puts a new worm of one flit into a reserved place, and vacate() removes it. Several threads can
  /// call these functions for different places at once.
  Worm& put(WormSlot slot) {
    assert((*this)[slot].flits == 0);
    static constexpr Worm kNew;  // a copy is faster than construction, since most fields are 0
    return (*this)[slot] = kNew;
  }
  void vacate(WormSlot slot) {
    assert((*this)[slot].flits > 0);
    (*this)[slot].flits = 0;
  }
  /// Prefetches the worm.
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
  /// Upper bound of all slots.
  WormSlot places() const { return places_; }
  /// The worms in the table, in no particular order.
  std::vector<const Worm*> all() const;

 private:
  static constexpr WormSlot kChunk = 256;
  // A worm keeps its address: observers refer to it while it is under way.
  std::vector<std::unique_ptr<Worm[]>> chunks_;
  WormSlot places_ = 0;  // a worm without flits is a free place
  std::vector<WormSlot> free_;
};

/// Number of channels in run `run` of the worm's route; 0 past the last run.
inline int run_channels(const Hardware& hardware, const Worm& worm, int run) {
  if (run >= worm.route.size()) return 0;
  return hardware.topology.channels_along(worm.route[run].dimension, worm.route[run].hops);
}

/// The virtual channel of the worm on its injection channel.
inline int injection_vc(const Hardware& hardware, const Worm& worm) {
  return hardware.vc(worm.message_class, worm.route.local_lane() & (hardware.lanes - 1));
}

/// A virtual channel on a worm's path.
struct ChannelRef {
  NodeId node = 0;  ///< the router that drives the channel (injection: the node itself)
  int port = 0;     ///< output port of that router; injection channel j is port ports() + j
  int vc = 0;
};

/// The injection channel of the worm, channel 0 of its path.
inline ChannelRef injected_by(const Hardware& hardware, const Worm& worm) {
  return {worm.source, hardware.ports() + worm.injection_channel, injection_vc(hardware, worm)};
}

/// The n-th channel on the worm's path, n = 0 .. hops + 1 (the last is the ejection channel). Not with
/// adaptive routing, where routers choose the path during the run.
ChannelRef channel_on_path(const Hardware& hardware, const Worm& worm, int n);

/// The word of payload flit `index` (>= 1) of a message from `source` to `destination`, with which the
/// receiver checks every word.
std::uint64_t payload_word(NodeId source, NodeId destination, std::uint32_t index);
/// The same word for a worm, from Worm::words if the worm has words.
inline std::uint64_t payload_word(const Worm& worm, std::uint32_t index) {
  return worm.words != nullptr ? worm.words->word(index) : payload_word(worm.source, worm.destination, index);
}
/// The end of a message about a wrong flit: the expected payload of a reduction; empty for other messages.
std::string payload_meaning(const Worm& worm, std::uint32_t index);

}  // namespace torusim
