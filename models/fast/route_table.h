#pragma once
/// The positions of all heads on their routes, for route computation (RC), and the data of worms for routers.

#include <algorithm>
#include <array>
#include <vector>

#include "models/contract/channel.h"
#include "models/contract/large_array.h"
#include "models/contract/prefetch.h"
#include "models/fast/bits.h"

namespace torusim::fast {

/// A virtual channel of a port.
struct PortVc {
  int port = 0;
  int vc = 0;
};

class RouteTable {
 public:
  /// `shared`: several threads use the table; then no two worms share a cache line.
  RouteTable(const Hardware& hardware, WormTable& worms, bool shared)
      : hardware_(hardware),
        network_ports_(hardware.network_ports()),
        cursor_spread_(shared ? 1 : 0),
        tail_spread_(shared ? 4 : 0),
        worms_(worms) {}

  /// The worm's head is about to be sent: its route starts anew. `streams`: the worm is long enough for
  /// streams.
  void begin(WormSlot slot, bool streams);
  /// Makes room for all worms, so that several threads may call the other functions for different worms.
  void make_room() {
    if (cursors_.size() >= std::size_t{worms_.places()} << cursor_spread_) return;
    cursors_.resize(std::size_t{worms_.places()} << cursor_spread_);
    tails_.resize(std::size_t{worms_.places()} << tail_spread_);
  }
  /// Prefetches the worm's cursor for RC.
  void fetch(WormSlot slot) const { prefetch(&at(slot)); }

  /// The rest of a run. The leg after the last run ejects.
  struct Leg {
    std::int16_t hops = 0;
    std::uint8_t out = 0;   // output port
    std::uint8_t lane = 0;  // lane of the segment, limited to the lanes that exist
  };
  /// RC: the output port of a head at the router that it has reached, and the lane that its route names.
  Leg next_leg(WormSlot slot);
  /// The words of the worm's head flit at its present position.
  Data head_words(WormSlot slot) const;
  std::uint32_t flits(WormSlot slot) const { return at(slot).flits; }
  bool streams(WormSlot slot) const { return at(slot).streams; }

  /// The worm's head has left a router for the next.
  void count_hop(WormSlot slot) { --at(slot).leg().hops; }
  /// The head, or the tail, has entered a channel.
  void count_head(WormSlot slot) { ++at(slot).head_channels; }
  void count_tail(WormSlot slot) {
    prefetch(&tail_channels(slot));  // for writing: else the line would come from another core twice
    ++tail_channels(slot);
  }
  /// Moves the positions of heads and tails into the table of worms. Call it between cycles.
  void locate_worms();

 private:
  struct alignas(32) Cursor {
    std::uint32_t flits = 0;
    std::int32_t head_channels = 0;  // channels entered out of this level's routers, not yet in the table
    std::uint8_t run = 0;            // the current run
    std::uint8_t runs = 0;
    bool streams = false;
    /// Runs 0 .. kLast - 1, and in the last entry run kLast or a later current one. RC of most worms needs
    /// nothing else.
    static constexpr int kLast = 4;
    std::array<Leg, kLast + 1> legs = {};

    Leg& leg() { return legs[std::min<std::size_t>(run, kLast)]; }
    const Leg& leg() const { return legs[std::min<std::size_t>(run, kLast)]; }
  };
  static_assert(sizeof(Cursor) == 32);
  Leg leg(const Worm& worm, int run) const;

  Cursor& at(WormSlot slot) { return cursors_[std::size_t{slot} << cursor_spread_]; }
  const Cursor& at(WormSlot slot) const { return cursors_[std::size_t{slot} << cursor_spread_]; }
  std::int32_t& tail_channels(WormSlot slot) { return tails_[std::size_t{slot} << tail_spread_]; }

  const Hardware& hardware_;
  const int network_ports_;
  const int cursor_spread_, tail_spread_;  // log2 of the places of one worm
  WormTable& worms_;
  LargeArray<Cursor> cursors_;      // by worm slot, as heads need them
  LargeArray<std::int32_t> tails_;  // as head_channels, by worm slot, maybe in a thread other than the head's
};

/// The end of a run is unpredictable: no branch depends on it.
inline RouteTable::Leg RouteTable::next_leg(WormSlot slot) {
  Cursor& cursor = at(slot);
  const bool begins = (cursor.leg().hops == 0) & (cursor.run != cursor.runs);
  cursor.run = u8(cursor.run + begins);
  if (cursor.run > Cursor::kLast && begins) cursor.leg() = leg(worms_[slot], cursor.run);
  return cursor.leg();
}

}  // namespace torusim::fast
