#include "models/dense/engine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace torusim::dense {

template <typename Block>
Engine<Block>::Engine(const Hardware& hardware, MessageSource& source, WormTable& worms,
                      Scoreboard& scoreboard, Kernel<Block> kernel, MakeCounts counts, ChannelSums* sums)
    : source_(source),
      worms_(worms),
      kernel_(kernel),
      geometry_(hardware, Block::router_words),
      link_delay_(hardware.link_delay),
      classes_(hardware.classes),
      reserve_(hardware.reserve),
      switching_(hardware.switching),
      transit_first_(hardware.arbitration == Arbitration::kTransitFirst),
      counts_(sums == nullptr ? nullptr : counts(geometry_, *sums)),
      ejections_(scoreboard, hardware.topology.nodes()),
      late_heads_(hardware.topology.nodes()),
      injected_tails_(hardware.topology.nodes()) {
  const auto line = static_cast<std::size_t>(geometry_.line_words);
  const auto blocks = static_cast<std::size_t>(geometry_.blocks);
  constexpr std::size_t kBlockWords = sizeof(Block) / sizeof(Bits);
  blocks_.assign(blocks * kBlockWords, 0);
  const auto wires = static_cast<std::size_t>((link_delay_ + 1) * wires_of_a_cycle());
  flits_.assign(wires, 0);
  credits_.assign(wires, 0);
  events_.assign(E::count * line, 0);
  not_zero_.assign(blocks * E::bytes, 0);
  for (std::size_t block = 0; block < blocks; ++block) {
    for (u32 w = 0; w < Block::router_words; ++w) first_.push_back(static_cast<u32>(block * kBlockWords) + w);
    auto* const bytes = reinterpret_cast<unsigned char*>(&blocks_[block * kBlockWords]);
    std::fill(bytes + Block::turns_begin(), bytes + Block::turns_end(), 0xff);
  }
  lend_arrays();
  set_up_lines();
  set_up(hardware);
}

template <typename Block>
void Engine<Block>::lend_arrays() {
  const auto nodes = static_cast<u32>(geometry_.topology.nodes());
  planes_.planes = blocks_.data();
  planes_.words = static_cast<u32>(first_.size());
  planes_.first = first_.data();
  planes_.events = events_.data();
  planes_.event_words = Block::event_words(static_cast<int>(geometry_.line_words));
  planes_.not_zero = not_zero_.data();
  planes_.place_bits = std::max(6, static_cast<int>(std::bit_width(nodes - 1)));
  const std::size_t places = std::size_t{1} << planes_.place_bits;
  const std::size_t vcs = planes_.class_place(static_cast<u32>(classes_ - 1)) + Shape::inputs * places;
  far_.resize(2 * Shape::ports * places);
  front_.assign(std::bit_ceil(vcs + 1), 0);
  last_.assign(vcs, 0);
  injecting_.assign(places, 0);
  found_.resize(Shape::ports * places + 1);
  rests_.resize(Shape::ports * first_.size() + 1);
  moves_.resize(found_.size());
  planes_.front = front_.data();
  planes_.nowhere = static_cast<u32>(front_.size()) - 1;
  planes_.last = last_.data();
  planes_.far = far_.data();
  planes_.found = found_.data();
  planes_.rests = rests_.data();
  planes_.moves = moves_.data();
}

template <typename Block>
void Engine<Block>::set_up(const Hardware& hardware) {
  const Topology& topology = hardware.topology;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const auto r = static_cast<u32>(node);
    start_credits(Block::interface_at(), offsetof(Interface, in_flight), r);
    far_[planes_.place(2 * Shape::local, r)] = far(Shape::ejection, r);
    for (int port = 0; port < Shape::network_ports; ++port) {
      const int network_port = geometry_.network_port(port);
      const bool dateline = hardware.lanes == 2 && topology.crosses_dateline(node, network_port);
      if (dateline) blocks_[word(Block::dateline_of(port), r)] |= bit(r);
      const std::size_t way =
          wraps_around(topology, node, network_port) ? Block::wrap_of(port) : Block::step_of(port);
      if (topology.has_channel(node, network_port)) blocks_[word(way, r)] |= bit(r);
      const auto neighbour = static_cast<u32>(topology.neighbor(node, network_port));
      for (int lane = 0; lane < 2; ++lane) {
        start_credits(Block::output(port, lane), offsetof(Output, in_flight), r);
        far_[planes_.place(2 * port + lane, r)] = far(2 * (port ^ 1) + (dateline ? 1 : lane), neighbour);
      }
    }
  }
}

/// Of all classes; `bytes` are those of class 0.
template <typename Block>
void Engine<Block>::start_credits(std::size_t bytes, std::size_t in_flight, u32 router) {
  // A number whose top bit says that the buffer is full.
  const u32 taken = Shape::most_slots - static_cast<u32>(reserve_);
  for (u32 c = 0; c < static_cast<u32>(classes_); ++c) {
    planes_.start_counter(word(bytes, router) + Planes::class_words(c), in_flight, bit(router), taken);
  }
}

template <typename Block>
Cycle Engine<Block>::step(Cycle now) {
  if (const int received = ejections_.take(now, source_, worms_); received > 0) {
    under_way_ -= received;
    quiet_ = now + 2 * link_delay_ + 8;
  }
  injections_.clear();
  source_.advance(now, injections_);
  for (const Injection& injection : injections_) begin(now, injection);
  kernel_.evaluate(blocks_.data(), geometry_.blocks, lines(now));
  if (counts_ != nullptr) counts_->end_cycle();
  kernel_.move_heads(planes_);
  tell_interfaces(now);
  return under_way_ > 0 || now < quiet_ ? now + 1 : std::max(source_.next_timer(), now + 1);
}

template <typename Block>
Cycle Engine<Block>::finish(Cycle last) {
  return counts_ == nullptr ? last : counts_->finish(last, blocks_.data());
}

template <typename Block>
const Lines& Engine<Block>::lines(Cycle now) {
  const auto slots = static_cast<std::ptrdiff_t>(link_delay_) + 1,
             slot = static_cast<std::ptrdiff_t>(now % slots);
  const auto at = [&](LargeArray<Bits>& wires, std::ptrdiff_t number) {
    return wires.data() + number * wires_of_a_cycle() + geometry_.margin;
  };
  const std::ptrdiff_t arriving = slot + 1 < slots ? slot + 1 : 0;  // what left link_delay cycles ago
  lines_.flits_in = at(flits_, arriving);
  lines_.credits_in = at(credits_, arriving);
  lines_.flits_out = at(flits_, slot);
  lines_.credits_out = at(credits_, slot);
  return lines_;
}

template <typename Block>
void Engine<Block>::set_up_lines() {
  lines_.events = events_.data();
  lines_.not_zero = not_zero_.data();
  lines_.words = geometry_.line_words;
  lines_.neighbours = geometry_.neighbours.data();
  lines_.in_word = &geometry_.in_word;
  lines_.classes = classes_;
  lines_.reserve = reserve_;
  lines_.switching = switching_;
  lines_.transit_first = transit_first_;
  lines_.reversed = geometry_.reversed;
  if (counts_ == nullptr) return;
  lines_.tallies = counts_->tallies();
  lines_.moved = counts_->moved();
}

template <typename Block>
void Engine<Block>::begin(Cycle now, const Injection& injection) {
  const WormSlot slot = injection.worm;
  Worm& worm = worms_[slot];
  worm.injected = now + 1;  // if its head leaves at once
  const auto node = static_cast<u32>(injection.node);
  if (slot >= travels_.size()) {
    travels_.resize(2 * std::size_t{slot} + 64);
    planes_.travels = travels_.data();
  }
  Travel& travel = travels_[slot];
  const Bits route = geometry_.reversed ? Path::template pack<true>(worm.route) : Path::pack(worm.route);
  travel = {route, 0, static_cast<u32>(Shape::most_flits) - worm.flits};
  const auto [input, at] = planes_.in_class_of(planes_.class_place(static_cast<u32>(worm.message_class)),
                                               far(Shape::injection, node));
  if ((planes_.plane(input, offsetof(Input, front)) & bit(node)) != 0) {
    planes_.wait(input, at, slot);
  } else {
    front_[at] = slot;
    planes_.come_to_front(input, bit(node), travel);
  }
  const u32 interface =
      word(Block::interface_at(), node) + Planes::class_words(static_cast<u32>(worm.message_class));
  Bits& sending = planes_.plane(interface, offsetof(Interface, sending));
  assert(!is_sending(node));
  sending |= bit(node);
  planes_.start_counter(interface, offsetof(Interface, passed), bit(node), travel.passed);
  injecting_[node] = slot;
  ++under_way_;
}

/// A node interface sends one worm at a time, whatever their classes: sources see to that.
template <typename Block>
bool Engine<Block>::is_sending(u32 node) const {
  for (u32 c = 0; c < static_cast<u32>(classes_); ++c) {
    const u32 interface = word(Block::interface_at(), node) + Planes::class_words(c);
    if ((planes_.plane(interface, offsetof(Interface, sending)) & bit(node)) != 0) return true;
  }
  return false;
}

/// Of the flit that an event of ejection is about.
template <typename Block>
std::uint32_t Engine<Block>::ejected_class(int event, u32 word, u32 bit) const {
  const int planes = event == E::ejection_pauses ? E::classes_of_pauses : E::ejection_classes;
  u32 message_class = 0;
  unrolled<Shape::class_bits>([&](auto b) {
    message_class |= static_cast<u32>(planes_.event_plane(planes + b)[word] >> bit & 1) << b;
  });
  return message_class;
}

template <typename Block>
void Engine<Block>::tell_interfaces(Cycle now) {
  Ejections::Events& events = ejections_.leaving(now);
  const WormSlot* const ejecting = &front_[planes_.place(Shape::ejection, 0)];
  const std::array<const WormSlot*, 5> worms{ejecting, ejecting, ejecting, injecting_.data(),
                                             injecting_.data()};
  std::array lists{&events.begin, &events.pause, &events.end, &late_heads_, &injected_tails_};
  static_assert(E::ejection_pauses == E::ejection_begins + 1 && E::injection_tails == E::count - 1);
  planes_.for_each_word(E::ejection_begins, 8, [&](int event, u32 word) {
    const auto kind = static_cast<std::size_t>(event - E::ejection_begins);
    const u32 first = word * 64;
    Ejections::Stream* end = lists[kind]->end();
    for (Bits rest = planes_.event_plane(event)[word]; rest != 0;) {
      rest = append_two(rest, end, [&](u32 r) {
        const u32 node = first + r;
        u32 of_class = 0;
        if constexpr (Shape::classes > 1) {
          if (event <= E::ejection_ends) of_class = planes_.class_place(ejected_class(event, word, r));
        }
        return Ejections::Stream{static_cast<NodeId>(node), worms[kind][node + of_class]};
      });
    }
    lists[kind]->set_end(end);
  });
  for (const Ejections::Stream& stream : late_heads_) worms_[stream.worm].injected = now + 1;
  for (const Ejections::Stream& stream : injected_tails_) source_.sent(now, stream.worm);
  late_heads_.clear();
  injected_tails_.clear();
}

template class Engine<Block<Small<1>, Bits>>;
template class Engine<Block<Small<1>, Bits256>>;
template class Engine<Block<Small<2>, Bits>>;
template class Engine<Block<Small<2>, Bits256>>;
template class Engine<Block<Small<3>, Bits>>;
template class Engine<Block<Small<3>, Bits256>>;
template class Engine<Block<Small<4>, Bits>>;
template class Engine<Block<Small<4>, Bits256>>;
template class Engine<PortBlock<Small<2>>>;
template class Engine<Block<Large<1>, Bits>>;
template class Engine<Block<Large<1>, Bits256>>;
template class Engine<Block<Large<2>, Bits>>;
template class Engine<Block<Large<2>, Bits256>>;
template class Engine<Block<Large<3>, Bits>>;
template class Engine<Block<Large<3>, Bits256>>;
template class Engine<Block<Large<4>, Bits>>;
template class Engine<Block<Large<4>, Bits256>>;
template class Engine<PortBlock<Large<2>>>;
template class Engine<Block<LargeOfClasses<1>, Bits>>;
template class Engine<Block<LargeOfClasses<1>, Bits256>>;
template class Engine<Block<LargeOfClasses<2>, Bits>>;
template class Engine<Block<LargeOfClasses<2>, Bits256>>;
template class Engine<Block<LargeOfClasses<3>, Bits>>;
template class Engine<Block<LargeOfClasses<3>, Bits256>>;
template class Engine<Block<LargeOfClasses<4>, Bits>>;
template class Engine<Block<LargeOfClasses<4>, Bits256>>;

}  // namespace torusim::dense
