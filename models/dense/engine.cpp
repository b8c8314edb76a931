#include "models/dense/engine.h"

#include <algorithm>

#include "models/dense/shapes.h"

namespace torusim::dense {
namespace {

/// Appends entry(i) for the first two bits i that are set, or for the only one; returns the bits that are
/// left. Two at a step, because the number of steps cannot be predicted.
template <typename List, typename Entry>
inline Bits append_two(Bits bits, List*& end, Entry entry) {
  constexpr Bits kLast = Bits{1} << 63;
  *end++ = entry(static_cast<std::uint32_t>(std::countr_zero(bits)));
  bits &= bits - 1;
  *end = entry(
      static_cast<std::uint32_t>(std::countr_zero(bits | kLast)));  // to be written over if there is none
  end += bits != 0 ? 1 : 0;
  return bits & (bits - 1);
}

}  // namespace

template <typename Shape, typename V>
Engine<Shape, V>::Engine(const Hardware& hardware, MessageSource& source, WormTable& worms,
                         Scoreboard& scoreboard, Evaluate evaluate)
    : source_(source),
      worms_(worms),
      evaluate_(evaluate),
      geometry_(hardware.topology, kWords),
      link_delay_(hardware.link_delay),
      reserve_(hardware.reserve),
      place_bits_(
          std::max(6, static_cast<int>(std::bit_width(static_cast<u32>(hardware.topology.nodes() - 1))))),
      ejections_(scoreboard, hardware.topology.nodes()),
      late_heads_(hardware.topology.nodes()),
      injected_tails_(hardware.topology.nodes()) {
  const auto line = static_cast<std::size_t>(geometry_.line_words);
  blocks_.assign(static_cast<std::size_t>(geometry_.blocks) * kBlockWords, 0);
  const auto wires = static_cast<std::size_t>(link_delay_ + 1) * 2 * Shape::network_ports * line;
  flits_.assign(wires, 0);
  credits_.assign(wires, 0);
  events_.assign(E::count * line, 0);
  not_zero_.assign(static_cast<std::size_t>(geometry_.blocks) * E::bytes, 0);
  for (int w = 0; w < geometry_.blocks * kWords; ++w) {
    words_.push_back(static_cast<u32>(static_cast<std::size_t>(w / kWords) * kBlockWords) + w % kWords);
  }
  const std::size_t places = std::size_t{1} << place_bits_;
  far_.resize(2 * Shape::ports * places);
  front_.assign(Shape::inputs * places + 1, 0);
  last_.assign(Shape::inputs * places, 0);
  injecting_.assign(places, 0);
  found_.resize(Shape::ports * places + 1);
  rests_.resize(Shape::ports * words_.size() + 1);
  moves_.resize(found_.size());
  blocked_.resize(found_.size());
  set_up(hardware);
}

template <typename Shape, typename V>
void Engine<Shape, V>::set_up(const Hardware& hardware) {
  const Topology& topology = hardware.topology;
  // A number whose top bit says that the buffer is full.
  const u32 taken = Shape::most_slots - static_cast<u32>(hardware.reserve);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const auto r = static_cast<u32>(node);
    const u32 word = words_[r / 64];
    start_counter(word, offsetof(Word, interface.in_flight), bit(r), taken);
    far_[place(2 * Shape::local, r)] = {input_word(Shape::ejection, r), place(Shape::ejection, r)};
    for (int port = 0; port < Shape::network_ports; ++port) {
      const auto p = static_cast<std::size_t>(port);
      const bool dateline = hardware.lanes == 2 && topology.crosses_dateline(node, port);
      if (dateline) plane(word, offsetof(Word, dateline) + p * sizeof(Bits)) |= bit(r);
      const std::size_t way =
          wraps_around(topology, node, port) ? offsetof(Word, wraps) : offsetof(Word, steps);
      if (topology.has_channel(node, port)) plane(word, way + p * sizeof(Bits)) |= bit(r);
      for (std::size_t lane = 0; lane < 2; ++lane) {
        const std::size_t output = offsetof(Word, outputs) + (2 * p + lane) * sizeof(typename Word::Output);
        start_counter(word, output + offsetof(typename Word::Output, in_flight), bit(r), taken);
      }
      const auto far = static_cast<u32>(topology.neighbor(node, port));
      for (int lane = 0; lane < 2; ++lane) {
        const int input = 2 * (port ^ 1) + (dateline ? 1 : lane);
        far_[place(2 * port + lane, r)] = {input_word(input, far), place(input, far)};
      }
    }
    for (std::size_t t = 0; t < std::size_t{Shape::ports} * Shape::ports; ++t) {
      plane(word, offsetof(Word, turns) + t * sizeof(Bits)) |= bit(r);
    }
  }
}

template <typename Shape, typename V>
Cycle Engine<Shape, V>::step(Cycle now) {
  if (const int received = ejections_.take(now, source_, worms_); received > 0) {
    under_way_ -= received;
    quiet_ = now + 2 * link_delay_ + 8;
  }
  injections_.clear();
  source_.advance(now, injections_);
  for (const Injection& injection : injections_) begin(now, injection);
  evaluate_(blocks_.data(), geometry_.blocks, lines(now));
  move_heads();
  tell_interfaces(now);
  return under_way_ > 0 || now < quiet_ ? now + 1 : std::max(source_.next_timer(), now + 1);
}

template <typename Shape, typename V>
Lines Engine<Shape, V>::lines(Cycle now) {
  const auto slots = static_cast<std::ptrdiff_t>(link_delay_) + 1,
             slot = static_cast<std::ptrdiff_t>(now % slots);
  const auto at = [&](LargeArray<Bits>& wires, std::ptrdiff_t number) {
    return wires.data() + number * 2 * Shape::network_ports * geometry_.line_words + geometry_.margin;
  };
  const std::ptrdiff_t arriving = slot + 1 < slots ? slot + 1 : 0;  // what left link_delay cycles ago
  Lines lines;
  lines.flits_in = at(flits_, arriving);
  lines.credits_in = at(credits_, arriving);
  lines.flits_out = at(flits_, slot);
  lines.credits_out = at(credits_, slot);
  lines.events = events_.data();
  lines.not_zero = not_zero_.data();
  lines.words = geometry_.line_words;
  lines.neighbours = geometry_.neighbours.data();
  lines.reserve = reserve_;
  return lines;
}

template <typename Shape, typename V>
void Engine<Shape, V>::begin(Cycle now, const Injection& injection) {
  const WormSlot slot = injection.worm;
  Worm& worm = worms_[slot];
  worm.injected = now + 1;  // if its head leaves at once
  const auto node = static_cast<u32>(injection.node);
  if (slot >= travels_.size()) travels_.resize(2 * std::size_t{slot} + 64);
  travels_[slot] = {Path::pack(worm.route), 0, static_cast<u32>(Shape::most_flits) - worm.flits};
  const u32 passed = travels_[slot].passed;
  const u32 word = words_[node / 64], input = input_word(Shape::injection, node);
  const u32 at = place(Shape::injection, node);
  if ((plane(input, offsetof(Input, front)) & bit(node)) != 0) {
    wait(input, at, slot);
  } else {
    front_[at] = slot;
    come_to_front(input, bit(node), travels_[slot]);
  }
  assert((plane(word, offsetof(Word, interface.sending)) & bit(node)) == 0);
  plane(word, offsetof(Word, interface.sending)) |= bit(node);
  start_counter(word, offsetof(Word, interface.passed), bit(node), passed);
  injecting_[node] = slot;
  ++under_way_;
}

/// Of a worm that is at the front of a VC now.
template <typename Shape, typename V>
inline void Engine<Shape, V>::come_to_front(u32 input, Bits mask, const Travel& travel) {
  plane(input, offsetof(Input, front)) |= mask;
  plane(input, offsetof(Input, wants) + Path::port(travel.route) * sizeof(Bits)) |= mask;
  start_counter(input, offsetof(Input, passed), mask, travel.passed);
}

template <typename Shape, typename V>
inline void Engine<Shape, V>::start_counter(u32 word, std::size_t offset, Bits mask, u32 passed) {
  for (; passed != 0; passed >>= 1, offset += sizeof(Bits)) {
    if ((passed & 1) != 0) plane(word, offset) |= mask;
  }
}

/// The ring of those that wait begins behind the last.
template <typename Shape, typename V>
inline void Engine<Shape, V>::wait(u32 input, u32 place, WormSlot worm) {
  Bits& waiting = plane(input, offsetof(Input, waiting));
  u32& last = last_[place];
  if ((waiting & bit(place)) == 0) {
    waiting |= bit(place);
    travels_[worm].next = worm;
  } else {
    travels_[worm].next = travels_[last].next;
    travels_[last].next = worm;
  }
  last = worm;
}

/// First all loads and addresses, then what is read and written: else loads would wait for the addresses of
/// stores.
template <typename Shape, typename V>
void Engine<Shape, V>::move_heads() {
  const std::span<const u32> heads = find_inputs(E::heads, E::heads_of_lane_1);
  look_up_moves(heads);
  const u32 blocked = bring_to_front(heads.size());
  bring_up();
  for (u32 i = 0; i < blocked; ++i) {
    const Move& move = moves_[blocked_[i]];
    wait(move.to.word, move.to.place, move.worm);
  }
}

/// Where the heads go that have been found.
template <typename Shape, typename V>
void Engine<Shape, V>::look_up_moves(std::span<const u32> heads) {
  // What is a member is read again after every store.
  const int place_bits = place_bits_;
  const u32 routers = (u32{1} << place_bits) - 1;
  const u32* const front = front_.data();
  const Far* const far = far_.data();
  Travel* const travels = travels_.data();
  Move* const moves = moves_.data();
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const u32 from = heads[i];
    const WormSlot worm = front[from];
    Travel& travel = travels[worm];
    const Far to = far[Path::way(travel.route) << place_bits | (from & routers)];
    travel.route = Path::advance(travel.route, to.place >> place_bits & 1);
    moves[i] = {to, worm, Path::port(travel.route), travel.passed};
  }
}

/// Of the heads that have moved. Returns how many are blocked: others are before them.
template <typename Shape, typename V>
std::uint32_t Engine<Shape, V>::bring_to_front(std::size_t heads) {
  const Move* const moves = moves_.data();
  Bits* const blocks = blocks_.data();
  u32* const front = front_.data();
  u32* const blocked = blocked_.data();
  const u32 nowhere = static_cast<u32>(front_.size()) - 1;
  u32 count = 0;
  for (std::size_t i = 0; i < heads; ++i) {
    const Move move = moves[i];
    Bits* const input = blocks + move.to.word;
    Bits& has_front = input[kPlanes * (offsetof(Input, front) / sizeof(Bits))];
    const Bits first = bit(move.to.place) & ~has_front;
    has_front |= first;
    input[kPlanes * (offsetof(Input, wants) / sizeof(Bits) + move.port)] |= first;
    if (move.passed != 0) start_counter(move.to.word, offsetof(Input, passed), first, move.passed);
    const u32 is_first = first != 0 ? 1 : 0;  // no branch: it cannot be predicted
    front[nowhere - (nowhere - move.to.place) * is_first] = move.worm;
    blocked[count] = static_cast<u32>(i);
    count += 1 - is_first;
  }
  return count;
}

/// Where a tail has left and others wait, the first of them comes to the front.
template <typename Shape, typename V>
void Engine<Shape, V>::bring_up() {
  for (const u32 at : find_inputs(E::tails, E::tails_of_lane_1)) {
    const u32 input = input_word(static_cast<int>(at >> place_bits_), router(at));
    const WormSlot last = last_[at], worm = travels_[last].next;
    travels_[last].next = travels_[worm].next;
    front_[at] = worm;
    come_to_front(input, bit(at), travels_[worm]);
    if (worm == last) plane(input, offsetof(Input, waiting)) &= ~bit(at);
  }
}

/// Calls visit(event, word) for the words that are not 0 of consecutive events, in bytes from the first's on.
template <typename Shape, typename V>
template <typename Visit>
inline void Engine<Shape, V>::for_each_word(int first_event, int bytes, Visit visit) const {
  const std::uint8_t* not_zero = not_zero_.data() + E::byte(first_event);
  for (std::size_t word = 0; word < words_.size(); word += kWords, not_zero += E::bytes) {
    for (int eight = 0; eight < bytes; eight += 8) {
      for (Bits rest = load<Bits>(not_zero + eight); rest != 0; rest &= rest - 1) {
        const int bit = std::countr_zero(rest);
        visit(first_event + eight + bit / 8, word + static_cast<std::size_t>(bit % 8));
      }
    }
  }
}

template <typename Shape, typename V>
void Engine<Shape, V>::tell_interfaces(Cycle now) {
  Ejections::Events& events = ejections_.leaving(now);
  const WormSlot* const ejecting = &front_[place(Shape::ejection, 0)];
  const std::array<const WormSlot*, 5> worms{ejecting, ejecting, ejecting, injecting_.data(),
                                             injecting_.data()};
  std::array lists{&events.begin, &events.pause, &events.end, &late_heads_, &injected_tails_};
  static_assert(E::ejection_pauses == E::ejection_begins + 1 && E::injection_tails == E::count - 1);
  for_each_word(E::ejection_begins, 8, [&](int event, std::size_t word) {
    const auto kind = static_cast<std::size_t>(event - E::ejection_begins);
    const auto first = static_cast<u32>(word * 64);
    Ejections::Stream* end = lists[kind]->end();
    for (Bits rest = event_plane(event)[word]; rest != 0;) {
      rest = append_two(rest, end, [&](u32 r) {
        return Ejections::Stream{static_cast<NodeId>(first + r), worms[kind][first + r]};
      });
    }
    lists[kind]->set_end(end);
  });
  for (const Ejections::Stream& stream : late_heads_) worms_[stream.worm].injected = now + 1;
  for (const Ejections::Stream& stream : injected_tails_) source_.sent(now, stream.worm);
  late_heads_.clear();
  injected_tails_.clear();
}

/// The places of the input VCs whose bits are set, until the next call. Of an event of ports, and what says
/// of them that it is on lane 1.
template <typename Shape, typename V>
std::span<const std::uint32_t> Engine<Shape, V>::find_inputs(int event, int event_of_lane_1) {
  const int place_bits = place_bits_;
  const Bits *const planes = event_plane(event), *const lane_1 = event_plane(event_of_lane_1);
  u32* end = found_.data();
  Rest* rests = rests_.data();
  const auto append = [&](const Rest& word) {
    return append_two(word.bits, end, [&](u32 r) {
      return word.first + r + (static_cast<u32>(word.lane_1 >> r & 1) << place_bits);
    });
  };
  for_each_word(event, E::bytes_of_ports, [&](int which, std::size_t word) {
    const std::ptrdiff_t port = which - event;
    const std::ptrdiff_t at = port * geometry_.line_words + static_cast<std::ptrdiff_t>(word);
    *rests = {planes[at], lane_1[at], static_cast<u32>(2 * port) << place_bits | static_cast<u32>(word * 64)};
    rests->bits = append(*rests);
    rests += rests->bits != 0 ? 1 : 0;
  });
  for (Rest* rest = rests_.data(); rest != rests; ++rest) {
    while (rest->bits != 0) rest->bits = append(*rest);
  }
  return {found_.data(), end};
}

template class Engine<Small<1>, Bits>;
template class Engine<Small<2>, Bits>;
template class Engine<Small<3>, Bits>;
template class Engine<Small<4>, Bits>;
template class Engine<Large<1>, Bits>;
template class Engine<Large<2>, Bits>;
template class Engine<Large<3>, Bits>;
template class Engine<Large<4>, Bits>;
template class Engine<Small<1>, Bits256>;
template class Engine<Small<2>, Bits256>;
template class Engine<Small<3>, Bits256>;
template class Engine<Small<4>, Bits256>;
template class Engine<Large<1>, Bits256>;
template class Engine<Large<2>, Bits256>;
template class Engine<Large<3>, Bits256>;
template class Engine<Large<4>, Bits256>;

}  // namespace torusim::dense
