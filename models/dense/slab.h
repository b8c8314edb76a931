#pragma once
/// The part of one thread in the network: consecutive blocks, their node interfaces, and the moves of worms.
/// Flits, credits and heads to and from other slabs are in posts (post.h).

#include <array>
#include <cassert>
#include <set>
#include <vector>

#include "models/contract/large_array.h"
#include "models/dense/ejections.h"
#include "models/dense/geometry.h"
#include "models/dense/post.h"
#include "models/dense/shapes.h"

namespace torusim::dense {

template <typename Block>
class alignas(64) Slab {
  using u32 = std::uint32_t;
  using Shape = typename Block::Shape;
  using Input = InputPlanes<Shape, Bits>;
  using Interface = InterfacePlanes<Shape, Bits>;
  using E = Event<Shape>;
  using Path = PackedRoute<Shape::dimensions>;
  using Planes = WormPlanes<Block>;

 public:
  /// The slab of blocks first .. end - 1. The constructor adds the slab's own arrays to `lines` and `planes`.
  /// `injecting`: by router, the worm that its node interface sends. `slab_of`: the slab of each block. All
  /// references must outlive the slab.
  Slab(const Geometry& geometry, int first, int end, int link_delay, const BlockContext& lines,
       const Planes& planes, u32* injecting, const std::vector<std::uint16_t>& slab_of, WormTable& worms,
       Scoreboard& scoreboard)
      : lines(lines),
        planes(planes),
        geometry_(geometry),
        first_(first),
        end_(end),
        slots_(link_delay + 1),
        wires_of_a_cycle_(std::ptrdiff_t{2} * Shape::network_ports * lines.classes * lines.words),
        worms_(worms),
        injecting_(injecting),
        slab_of_(slab_of),
        ejections_(scoreboard, nodes()),
        late_heads_(nodes()),
        injected_tails_(nodes()) {
    flits_.assign(static_cast<std::size_t>(slots_ * wires_of_a_cycle_), 0);
    credits_ = flits_;
    first_flit_ = wires(flits_, 0) + first * Block::router_words;
    first_credit_ = wires(credits_, 0) + first * Block::router_words;
    this->planes.first_word = static_cast<u32>(first) * Block::router_words;
    this->planes.end_word = static_cast<u32>(end) * Block::router_words;
    events_.assign(E::count * static_cast<std::size_t>(lines.words), 0);
    this->planes.events = events_.data();
    this->lines.events = &events_[this->planes.first_word];
    not_zero_.resize(static_cast<std::size_t>(blocks()) * E::bytes);
    this->planes.not_zero = this->lines.not_zero = not_zero_.data();
    const std::size_t words = this->planes.end_word - this->planes.first_word;
    found_.resize(Shape::ports * 64 * words + 1);
    rests_.resize(Shape::ports * words + 1);
    moves_.resize(found_.size());
    this->planes.found = found_.data();
    this->planes.rests = rests_.data();
    this->planes.moves = moves_.data();
    this->lines.moved = &moved;
  }
  Slab(const Slab&) = delete;
  Slab& operator=(const Slab&) = delete;

  int first_block() const { return first_; }
  int blocks() const { return end_ - first_; }
  NodeId first_node() const { return first_ * kRouters; }
  /// Number of routers of all blocks; routers beyond the last of the network do nothing.
  NodeId nodes() const { return blocks() * kRouters; }

  /// The node interfaces take the flits that are due.
  void eject(Cycle now, MessageSource& source) {
    const int received = ejections_.take(now, source, worms_);
    if (received == 0) return;
    under_way -= received;
    received_in = now;
  }

  /// A worm may enter from a node.
  void begin(Cycle now, const Injection& injection) {
    const WormSlot slot = injection.worm;
    Worm& worm = worms_[slot];
    worm.injected = now + 1;  // right if its head leaves at once
    const auto node = static_cast<u32>(injection.node);
    const Bits route = geometry_.reversed ? Path::template pack<true>(worm.route) : Path::pack(worm.route);
    const u32 passed = static_cast<u32>(Shape::most_flits) - worm.flits;
    travels_[slot] = {route, 0, passed};
    const auto message_class = static_cast<u32>(worm.message_class);
    const DownstreamVc vc{planes.input_word(Shape::injection, node), planes.place(Shape::injection, node)};
    planes.arrive(planes.in_class_of(planes.class_place(message_class), vc), slot);
    assert(!is_sending(node));
    const u32 interface = interface_word(node, message_class);
    planes.plane(interface, offsetof(Interface, sending)) |= Planes::bit(node);
    planes.start_counter(interface, offsetof(Interface, passed), Planes::bit(node), passed);
    injecting_[node] = slot;
    ++under_way;
  }

  /// The words of another slab's lines that this slab reads.
  std::vector<std::ptrdiff_t> words_from(const Slab& other) const {
    std::set<std::ptrdiff_t> words;
    const NodeId end = std::min(geometry_.topology.nodes(), first_node() + nodes());
    for (NodeId node = first_node(); node < end; ++node) {
      for (int port = 0; port < Shape::network_ports; ++port) {
        const NodeId from = geometry_.topology.neighbor(node, geometry_.network_port(port));
        if (from < other.first_node() || from >= other.first_node() + other.nodes()) continue;
        for (int c = 0; c < lines.classes; ++c) {
          for (int lane = 0; lane < 2; ++lane) {
            const std::ptrdiff_t line = 2 * (c * Shape::network_ports + (port ^ 1)) + lane;
            words.insert(line * lines.words + from / 64);
          }
        }
      }
    }
    return {words.begin(), words.end()};
  }
  /// Prefetches the posts of other slabs.
  void fetch_posts(Cycle now) const {
    for (const Post* post : from) post->fetch(now);
  }
  /// Takes the posts of other slabs and sets the lines, before the blocks are evaluated.
  void begin_cycle(Cycle now) {
    for (const Post* post : from) {
      post->copy_to(now - 1, wires(flits_, sent_), wires(credits_, sent_));
      for (const Letter& letter : post->letters(now).all()) {
        travels_[letter.worm] = letter.travel;
        planes.arrive(planes.input_at(letter.place), letter.worm);
      }
    }
    // If cycles were skipped, all lines are 0.
    sent_ = sent_ + 1 < slots_ ? sent_ + 1 : 0;
    const std::ptrdiff_t arriving = sent_ + 1 < slots_ ? sent_ + 1 : 0;  // sent link_delay cycles ago
    const std::ptrdiff_t in = arriving * wires_of_a_cycle_, out = sent_ * wires_of_a_cycle_;
    lines.flits_in = first_flit_ + in;
    lines.credits_in = first_credit_ + in;
    lines.flits_out = first_flit_ + out;
    lines.credits_out = first_credit_ + out;
  }
  /// Posts the lines after the blocks have been evaluated.
  void end_cycle(Cycle now) {
    for (Post* post : to) {
      if (post != nullptr) post->copy_from(now, wires(flits_, sent_), wires(credits_, sent_));
    }
  }

  /// Moves whole worms, after end_cycle().
  void move_worms(Cycle now, const Kernel<Block>& kernel) {
    for (Post* post : to) {
      if (post != nullptr) post->letters_sent_in(now).clear();
    }
    const Move* const end = kernel.move_heads(planes);
    for (const Move* move = moves_.data(); move != end; ++move) {
      const u32 router = move->to.place & ((u32{1} << planes.place_bits) - 1);
      Post& post = *to[slab_of_[router / kRouters]];
      post.letters_sent_in(now).add({move->to.place, move->worm, travels_[move->worm]});
    }
    list_events(now);
  }

  /// Makes room for `places` worms in the table.
  void make_room(std::size_t places) {
    if (places <= travels_.size()) return;
    travels_.resize(2 * places);
    planes.travels = travels_.data();
  }

  /// Reports late heads and injected tails of the cycle to the source.
  void tell_source(Cycle now, MessageSource& source) {
    for (const Ejections::Stream& stream : late_heads_) worms_[stream.worm].injected = now + 1;
    for (const Ejections::Stream& stream : injected_tails_) source.sent(now, stream.worm);
    late_heads_.clear();
    injected_tails_.clear();
  }

  BlockContext lines;
  Planes planes;
  std::vector<Injection> injections;
  std::int64_t under_way = 0;  // worms begun here minus worms received here
  Cycle received_in = -1;      // the last cycle in which a tail was taken
  bool moved = false;          // a flit moved in the last cycle; set if channels are counted
  std::vector<const Post*> from;
  std::vector<Post*> to;  // by slab

 private:
  static constexpr NodeId kRouters = 64 * Block::router_words;  // routers of a block

  Bits* wires(LargeArray<Bits>& all, std::ptrdiff_t slot) const {
    return all.data() + slot * wires_of_a_cycle_ + geometry_.margin;
  }
  u32 interface_word(u32 node, u32 message_class) const {
    return planes.first[node / 64] + static_cast<u32>(Block::interface_at() / sizeof(Bits)) +
           Planes::class_words(message_class);
  }

  /// A node interface sends one worm at a time, of any class; sources ensure this.
  bool is_sending(u32 node) const {
    for (u32 c = 0; c < static_cast<u32>(lines.classes); ++c) {
      if ((planes.plane(interface_word(node, c), offsetof(Interface, sending)) & Planes::bit(node)) != 0)
        return true;
    }
    return false;
  }

  /// The class of the flit of an ejection event.
  u32 ejected_class(int event, u32 word, u32 bit) const {
    const int of_event = event == E::ejection_pauses ? E::classes_of_pauses : E::ejection_classes;
    u32 message_class = 0;
    unrolled<Shape::class_bits>([&](auto b) {
      message_class |= static_cast<u32>(planes.event_plane(of_event + b)[word] >> bit & 1) << b;
    });
    return message_class;
  }

  /// Lists the events at node interfaces.
  void list_events(Cycle now) {
    Ejections::Events& events = ejections_.leaving(now);
    const WormSlot* const ejecting = planes.front + planes.place(Shape::ejection, 0);
    const std::array<const WormSlot*, 5> worms{ejecting, ejecting, ejecting, injecting_, injecting_};
    std::array lists{&events.begin, &events.pause, &events.end, &late_heads_, &injected_tails_};
    static_assert(E::ejection_pauses == E::ejection_begins + 1 && E::injection_tails == E::count - 1);
    planes.for_each_word(E::ejection_begins, 8, [&](int event, u32 word) {
      const auto kind = static_cast<std::size_t>(event - E::ejection_begins);
      const u32 first = word * 64;
      Ejections::Stream* end = lists[kind]->end();
      for (Bits rest = planes.event_plane(event)[word]; rest != 0;) {
        rest = append_two(rest, end, [&](u32 r) {
          const u32 node = first + r;
          u32 of_class = 0;
          if constexpr (Shape::classes > 1) {
            if (event <= E::ejection_ends) of_class = planes.class_place(ejected_class(event, word, r));
          }
          return Ejections::Stream{static_cast<NodeId>(node), worms[kind][node + of_class]};
        });
      }
      lists[kind]->set_end(end);
    });
    if (from.empty()) return;
    for (const Ejections::Stream& stream : events.begin) worms_.fetch(stream.worm);
  }

  const Geometry& geometry_;
  const int first_, end_;                  // range of blocks
  const std::ptrdiff_t slots_;             // number of cycles that lines are kept
  const std::ptrdiff_t wires_of_a_cycle_;  // words
  std::ptrdiff_t sent_ = 0;                // slot of the last cycle
  WormTable& worms_;
  u32* const injecting_;
  const std::vector<std::uint16_t>& slab_of_;
  Ejections ejections_;
  Ejections::List late_heads_, injected_tails_;
  Bits *first_flit_, *first_credit_;  // of these blocks, in slot 0
  LargeArray<Bits> flits_, credits_;  // lines, by cycle modulo link delay + 1
  LargeArray<Bits> events_;
  LargeArray<std::uint8_t> not_zero_;
  LargeArray<Travel> travels_;  // by slot
  // Lists of the planes.
  std::vector<u32> found_;
  std::vector<typename Planes::RestOfEvent> rests_;
  std::vector<Move> moves_;
};

}  // namespace torusim::dense
