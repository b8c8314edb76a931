#pragma once
/// The moves of whole worms in a cycle, found as bits of event planes: heads enter the next VC, with route
/// computation (RC), and after a tail the next worm comes to the front.
///
/// The file is compiled for several machines. Every function is inlined, so that no machine gets the code for
/// another.

#include "models/dense/block.h"
#include "models/dense/packed_route.h"

namespace torusim::dense {

/// The state of a worm in the routers.
struct Travel {
  Bits route = 0;            // the rest of the route
  std::uint32_t next = 0;    // ring of waiting worms of a VC: the next; after the last, the first
  std::uint32_t passed = 0;  // start value of InputPlanes::passed
};

/// The input VC at the far end of a channel, and its words in the blocks.
struct DownstreamVc {
  std::uint32_t word = 0, place = 0;
};

/// A head that has left for `to`.
struct Move {
  DownstreamVc to;
  std::uint32_t worm = 0;
  std::uint16_t port = 0, passed = 0;
};

/// The bits of a word of an event that are not listed yet.
template <int vc_bits>
struct UnlistedBits {
  Bits bits = 0;
  Bits of_vc[vc_bits] = {};  // the VC of each bit: a word for each digit
  std::uint32_t first = 0;   // place of bit 0
};

/// Appends entry(i) for the first two bits i that are set, or for the only one; returns the bits that are
/// left. It takes two at a step, because the number of steps is unpredictable.
template <typename List, typename Entry>
[[gnu::always_inline]] inline Bits append_two(Bits bits, List*& end, Entry entry) {
  constexpr Bits kLast = Bits{1} << 63;
  *end++ = entry(static_cast<std::uint32_t>(__builtin_ctzll(bits)));
  bits &= bits - 1;
  *end = entry(static_cast<std::uint32_t>(__builtin_ctzll(bits | kLast)));  // overwritten if absent
  end += bits != 0 ? 1 : 0;
  return bits & (bits - 1);
}

/// The planes and arrays that moves of worms use. A *place* is the number of an input VC of a router: the
/// router in the low bits, the VC above it, the class above both.
template <typename Block>
struct WormPlanes {
  using u32 = std::uint32_t;
  using Shape = typename Block::Shape;
  using Input = InputPlanes<Shape, Bits>;  // planes lie `kPlane` words apart
  using E = Event<Shape>;
  using Path = PackedRoute<Shape::dimensions>;
  using RestOfEvent = UnlistedBits<Shape::vc_bits>;
  static constexpr std::size_t kPlane = sizeof(typename Block::Vector) / sizeof(Bits);

  Bits* planes = nullptr;            // planes of all blocks
  u32 first_word = 0, end_word = 0;  // words of the routers whose worms move here
  const u32* first = nullptr;        // by word of routers: index of its first word of planes
  const Bits* events = nullptr;
  std::ptrdiff_t event_words = 0;
  const std::uint8_t* not_zero = nullptr;  // from the block of the first word on
  int place_bits = 0;  // bits of the router in a place: at least 6, so that bit() works for places too
  u32 *front = nullptr, *last = nullptr;  // by place: the front worm; the last worm that waits
  u32 nowhere = 0;                        // bits that turn a place into an unused one of the same slab
  Travel* travels = nullptr;              // by slot
  const DownstreamVc* far = nullptr;      // by way (2 port + lane) and router
  u32 elsewhere = 0;                      // words from here on stand for routers of other slabs
  // Lists that serve for a cycle.
  u32* found = nullptr;
  RestOfEvent* rests = nullptr;
  Move* moves = nullptr;

  [[gnu::always_inline]] static Bits bit(u32 router) { return Bits{1} << (router % 64); }
  [[gnu::always_inline]] u32 place(int input, u32 router) const {
    return static_cast<u32>(input) << place_bits | router;
  }
  /// The distance of a class from class 0, in places and in words of planes.
  [[gnu::always_inline]] u32 class_place(u32 message_class) const {
    return message_class << (place_bits + Shape::input_bits);
  }
  [[gnu::always_inline]] static u32 class_words(u32 message_class) {
    if constexpr (Shape::classes == 1) {
      return 0;
    } else {
      return message_class * static_cast<u32>(Block::class_bytes() / sizeof(Bits));
    }
  }
  /// The input VC `input`, a VC of class 0, in the class of `place`.
  [[gnu::always_inline]] DownstreamVc in_class_of(u32 place, DownstreamVc input) const {
    if constexpr (Shape::classes == 1) return input;
    const u32 message_class = place >> (place_bits + Shape::input_bits);
    return {input.word + class_words(message_class), input.place | class_place(message_class)};
  }
  /// The word of a plane, by its offset in a struct of planes of one word.
  [[gnu::always_inline]] Bits& plane(u32 word, std::size_t offset) const {
    return planes[word + offset / sizeof(Bits) * kPlane];
  }
  [[gnu::always_inline]] u32 input_word(u32 input, u32 router) const {
    return first[router / 64] + static_cast<u32>(Block::input(static_cast<int>(input)) / sizeof(Bits));
  }

  [[gnu::always_inline]] DownstreamVc input_at(u32 place) const {
    return {input_word(place >> place_bits, place & ((u32{1} << place_bits) - 1)), place};
  }

  [[gnu::always_inline]] void start_counter(u32 word, std::size_t offset, Bits mask, u32 passed) const {
    for (; passed != 0; passed >>= 1, offset += sizeof(Bits)) {
      if ((passed & 1) != 0) plane(word, offset) |= mask;
    }
  }
  /// Sets the planes of an input VC for the worm that is now at its front.
  [[gnu::always_inline]] void come_to_front(u32 input, Bits mask, const Travel& travel) const {
    plane(input, offsetof(Input, front)) |= mask;
    plane(input, offsetof(Input, wants) + Path::port(travel.route) * sizeof(Bits)) |= mask;
    start_counter(input, offsetof(Input, passed), mask, travel.passed);
  }
  /// Adds a worm to the ring of waiting worms; `last` is its last worm.
  [[gnu::always_inline]] void wait(u32 input, u32 place, u32 worm) const {
    Bits& waiting = plane(input, offsetof(Input, waiting));
    u32& behind = last[place];
    if ((waiting & bit(place)) == 0) {
      waiting |= bit(place);
      travels[worm].next = worm;
    } else {
      travels[worm].next = travels[behind].next;
      travels[behind].next = worm;
    }
    behind = worm;
  }

  /// A worm comes to an input VC.
  [[gnu::always_inline]] void arrive(DownstreamVc input, u32 worm) const {
    if ((plane(input.word, offsetof(Input, front)) & bit(input.place)) != 0) {
      wait(input.word, input.place, worm);
    } else {
      front[input.place] = worm;
      come_to_front(input.word, bit(input.place), travels[worm]);
    }
  }

  /// Moves heads, tails and then the heads that have to wait. The loads of all heads come before all stores:
  /// else loads would wait for the addresses of stores. The moves to other slabs, whose inputs always have a
  /// front worm, remain listed; returns their end.
  [[gnu::always_inline]] const Move* move_heads() const {
    const Move* const moved = look_up_moves(find_inputs(E::heads, E::heads_of_lane_1));
    const Move* const blocked = bring_to_front(moved);
    bring_up(find_inputs(E::tails, E::tails_of_lane_1));
    Move* leaving = moves;
    for (const Move* i = moves; i != blocked; ++i) {
      if (i->to.word < elsewhere) {
        wait(i->to.word, i->to.place, i->worm);
      } else {
        *leaving++ = *i;
      }
    }
    return leaving;
  }

  /// Lists the moves of the heads in `found`, with the next output port of each (RC); returns the end of the
  /// moves.
  [[gnu::always_inline]] const Move* look_up_moves(const u32* end) const {
    const u32 routers = (u32{1} << place_bits) - 1;
    Move* move = moves;
    for (const u32* from = found; from != end; ++from) {
      const u32 worm = front[*from];
      Travel& travel = travels[worm];
      const DownstreamVc to =
          in_class_of(*from, far[Path::way(travel.route) << place_bits | (*from & routers)]);
      travel.route = Path::advance(travel.route, to.place >> place_bits & 1);
      *move++ = {to, worm, static_cast<std::uint16_t>(Path::port(travel.route)),
                 static_cast<std::uint16_t>(travel.passed)};
    }
    return move;
  }

  /// Brings heads that have moved to the front of their VCs. Keeps the moves of heads that are behind another
  /// worm; returns their end.
  [[gnu::always_inline]] const Move* bring_to_front(const Move* end) const {
    Move* blocked = moves;
    for (const Move* i = moves; i != end; ++i) {
      const Move move = *i;
      Bits* const input = planes + move.to.word;
      Bits& has_front = input[kPlane * (offsetof(Input, front) / sizeof(Bits))];
      const Bits mask = bit(move.to.place) & ~has_front;
      has_front |= mask;
      input[kPlane * (offsetof(Input, wants) / sizeof(Bits) + move.port)] |= mask;
      if (move.passed != 0) start_counter(move.to.word, offsetof(Input, passed), mask, move.passed);
      const u32 is_blocked = mask == 0 ? 1 : 0;  // no branch: it cannot be predicted
      front[move.to.place | (-is_blocked & nowhere)] = move.worm;
      *blocked = move;
      blocked += is_blocked;
    }
    return blocked;
  }

  /// Brings the first waiting worm to the front of each VC that a tail has left.
  [[gnu::always_inline]] void bring_up(const u32* end) const {
    for (const u32* at = found; at != end; ++at) {
      const u32 input = input_at(*at).word;
      const u32 behind = last[*at], worm = travels[behind].next;
      travels[behind].next = travels[worm].next;
      front[*at] = worm;
      come_to_front(input, bit(*at), travels[worm]);
      if (worm == behind) plane(input, offsetof(Input, waiting)) &= ~bit(*at);
    }
  }

  /// Calls visit(event, word) for the words that are not 0 of `bytes` consecutive events.
  template <typename Visit>
  [[gnu::always_inline]] void for_each_word(int first_event, int bytes, Visit visit) const {
    const std::uint8_t* of_block = not_zero + E::byte(first_event);
    for (u32 word = first_word; word < end_word; word += Block::router_words, of_block += E::bytes) {
      for (int eight = 0; eight < bytes; eight += 8) {
        Bits rest;
        std::memcpy(&rest, of_block + eight, sizeof rest);
        for (; rest != 0; rest &= rest - 1) {
          const int bit = __builtin_ctzll(rest);
          visit(first_event + eight + bit / 8, word + static_cast<u32>(bit % 8));
        }
      }
    }
  }
  [[gnu::always_inline]] const Bits* event_plane(int event) const { return events + event * event_words; }

  /// Lists the places of the input VCs with bits in the planes of an event of ports; returns the end of the
  /// list. `event_of_lane_1` has the lanes. The planes of classes are the same for heads and tails.
  [[gnu::always_inline]] const u32* find_inputs(int event, int event_of_lane_1) const {
    const Bits *const ports = event_plane(event), *const lane_1 = event_plane(event_of_lane_1);
    const int bits = place_bits;
    u32* end = found;
    RestOfEvent* rest = rests;
    const auto append = [&](const RestOfEvent& word) __attribute__((always_inline)) {
      return append_two(
          word.bits, end, [&](u32 r) __attribute__((always_inline)) {
            u32 place = word.first + r + (static_cast<u32>(word.of_vc[0] >> r & 1) << bits);
            unrolled<Shape::class_bits>([&](auto b) __attribute__((always_inline)) {
              place += class_place(static_cast<u32>(word.of_vc[1 + b] >> r & 1) << b);
            });
            return place;
          });
    };
    for_each_word(
        event, E::bytes_of_ports, [&](int which, u32 word) __attribute__((always_inline)) {
          const int port = which - event;
          const std::ptrdiff_t at = port * event_words + word;
          rest->bits = ports[at];
          rest->of_vc[0] = lane_1[at];
          unrolled<Shape::class_bits>([&](auto b) __attribute__((always_inline)) {
            rest->of_vc[1 + b] = event_plane(E::classes + port * Shape::class_bits + b)[word];
          });
          rest->first = static_cast<u32>(2 * port) << bits | word * 64;
          rest->bits = append(*rest);
          rest += rest->bits != 0 ? 1 : 0;
        });
    for (RestOfEvent* i = rests; i != rest; ++i) {
      while (i->bits != 0) i->bits = append(*i);
    }
    return end;
  }
};

}  // namespace torusim::dense
