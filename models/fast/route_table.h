#pragma once
/// The positions of all heads on their routes, and the data of worms for routers.

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
  /// `shared`: by several threads, which then never need one cache line for different worms.
  RouteTable(const Hardware& hardware, WormTable& worms, bool shared)
      : hardware_(hardware),
        network_ports_(hardware.network_ports()),
        cursor_spread_(shared ? 1 : 0),
        tail_spread_(shared ? 4 : 0),
        worms_(worms) {}

  /// The worm's head is about to be sent: its route starts anew. `streams`: it is long enough for streams.
  void begin(WormSlot slot, bool streams);
  /// Room for all worms: so begin() and all else may be called for different worms at once.
  void make_room() {
    if (cursors_.size() >= std::size_t{worms_.places()} << cursor_spread_) return;
    cursors_.resize(std::size_t{worms_.places()} << cursor_spread_);
    tails_.resize(std::size_t{worms_.places()} << tail_spread_);
  }
  /// The worm's head will be asked where it goes.
  void fetch(WormSlot slot) const { prefetch(&at(slot)); }

  /// What is left of a run; that behind the last ejects.
  struct Leg {
    std::int16_t hops = 0;
    std::uint8_t out = 0;   // port
    std::uint8_t lane = 0;  // that its segment names, of those that there are
  };
  /// The output port that a head takes at the router that it has come to, and the lane that its route names.
  Leg next_leg(WormSlot slot);
  /// The words of the worm's head flit where it is now.
  Data head_words(WormSlot slot) const;
  std::uint32_t flits(WormSlot slot) const { return at(slot).flits; }
  bool streams(WormSlot slot) const { return at(slot).streams; }

  /// The worm's head has left a router for the next.
  void count_hop(WormSlot slot) { --at(slot).leg().hops; }
  /// The head, or the tail, has entered a channel.
  void count_head(WormSlot slot) { ++at(slot).head_channels; }
  void count_tail(WormSlot slot) {
    prefetch(&tail_channels(slot));  // to be written: else another thread would be asked twice
    ++tail_channels(slot);
  }
  /// Notes in the table of worms where heads and tails are. Only once, at the end of a run.
  void locate_worms();

 private:
  struct alignas(32) Cursor {
    std::uint32_t flits = 0;
    std::int32_t head_channels = 0;  // entered so far, out of routers of this level
    std::uint8_t run = 0;            // the current one
    std::uint8_t runs = 0;
    bool streams = false;
    /// Of runs 0 .. kLast, of later ones the current one: the path of the head needs nothing else for most
    /// worms.
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
  LargeArray<std::int32_t> tails_;  // by worm slot: channels entered, maybe in a thread other than the head's
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
