#include "models/dense/engine.h"

#include <algorithm>
#include <bit>

namespace torusim::dense {
namespace {

/// Maximum number of cycles that the source works in parts and threads do not synchronise.
constexpr Cycle kMostCycles = 64;
/// The time of a step of a block, in evaluations of routers at the fast level.
constexpr std::int64_t kEvaluationsOfABlock = 20;

}  // namespace

template <typename Block>
Engine<Block>::Engine(const Hardware& hardware, MessageSource& source, WormTable& worms,
                      Scoreboard& scoreboard, Kernel<Block> kernel, MakeCounts counts, Observer* counted,
                      int threads)
    : source_(source),
      worms_(worms),
      scoreboard_(scoreboard),
      kernel_(kernel),
      geometry_(hardware, Block::router_words),
      link_delay_(hardware.link_delay),
      classes_(hardware.classes),
      reserve_(hardware.reserve),
      counted_(counted),
      counts_(counted == nullptr ? nullptr : counts(geometry_, *counted->sums())) {
  const auto blocks = static_cast<std::size_t>(geometry_.blocks);
  const std::vector<int> ends = divide(threads);
  blocks_.assign((blocks + ends.size()) * kBlockWords, 0);
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t begin = (block + slab_of_block_[block]) * kBlockWords;
    for (u32 w = 0; w < Block::router_words; ++w) first_.push_back(static_cast<u32>(begin) + w);
    auto* const bytes = reinterpret_cast<unsigned char*>(&blocks_[begin]);
    std::fill(bytes + Block::turns_begin(), bytes + Block::turns_end(), 0xff);
  }
  make_slabs(hardware, ends);
  set_up(hardware);
}

/// The end of the blocks of each slab.
template <typename Block>
std::vector<int> Engine<Block>::divide(int threads) {
  constexpr int kTogether = kRoutersOfAThread / (64 * Block::router_words);
  const int groups = (geometry_.blocks + kTogether - 1) / kTogether, slabs = std::min(threads, groups);
  std::vector<int> ends;
  for (int slab = 0; slab < slabs; ++slab) {
    const auto end = static_cast<int>(std::int64_t{groups} * (slab + 1) / slabs) * kTogether;
    ends.push_back(std::min(end, geometry_.blocks));
    slab_of_block_.resize(static_cast<std::size_t>(ends.back()), static_cast<std::uint16_t>(slab));
  }
  return ends;
}

template <typename Block>
void Engine<Block>::make_slabs(const Hardware& hardware, const std::vector<int>& ends) {
  const std::size_t count = ends.size();
  Planes planes = lend_arrays();
  BlockContext lines;
  lines.words = geometry_.line_words;
  lines.neighbours = geometry_.neighbours.data();
  lines.in_word = &geometry_.in_word;
  lines.classes = classes_;
  lines.reserve = reserve_;
  lines.switching = hardware.switching;
  lines.transit_first = hardware.arbitration == Arbitration::kTransitFirst;
  lines.reversed = geometry_.reversed;
  std::vector<NodeId> firsts;
  for (std::size_t s = 0; s < count; ++s) {
    const int first = s == 0 ? 0 : ends[s - 1];
    planes.elsewhere = static_cast<u32>((static_cast<std::size_t>(ends[s]) + s) * kBlockWords);
    if (counts_ != nullptr) lines.tallies = counts_->tallies(first);
    Scoreboard* scoreboard = &scoreboard_;
    if (count > 1) {
      scoreboards_.push_back(std::make_unique<Scoreboard>(hardware.topology));
      scoreboard = scoreboards_.back().get();
    }
    slabs_.push_back(std::make_unique<Slab<Block>>(geometry_, first, ends[s], hardware.link_delay, lines,
                                                   planes, injecting_.data(), slab_of_block_, worms_,
                                                   *scoreboard));
    set_up_elsewhere(planes);
    firsts.push_back(slabs_.back()->first_node());
  }
  if (count == 1) return;
  for (const auto& from : slabs_) {
    for (const auto& to : slabs_) {
      from->to.push_back(nullptr);
      if (from == to) continue;
      posts_.push_back(std::make_unique<Post>(to->words_from(*from)));
      from->to.back() = posts_.back().get();
      to->from.push_back(posts_.back().get());
    }
  }
  parts_ = dynamic_cast<DividedSource*>(&source_);
  if (parts_ != nullptr) parts_->divide(firsts);
  // The step that moves worms needs no other slab, and a slab should stay in the caches of one core.
  team_ = std::make_unique<Team>(
      static_cast<int>(count),
      [this](int slab, std::int64_t step) { do_step(static_cast<std::size_t>(slab), step); },
      Team::Rules{.look_every = kSteps, .take_over = false});
}

template <typename Block>
WormPlanes<Block> Engine<Block>::lend_arrays() {
  const auto nodes = static_cast<u32>(geometry_.topology.nodes());
  Planes planes;
  planes.planes = blocks_.data();
  planes.first = first_.data();
  planes.event_words = Block::event_words(static_cast<int>(geometry_.line_words));
  planes.place_bits = std::max(6, static_cast<int>(std::bit_width(nodes - 1)));
  const u32 nodes_of_place = u32{1} << planes.place_bits;
  const std::size_t places = nodes_of_place;
  const std::size_t vcs = planes.class_place(static_cast<u32>(classes_ - 1)) + Shape::inputs * places;
  far_.resize(2 * Shape::ports * places);
  // No input has the highest number that fits.
  static_assert(Shape::inputs < 1 << Shape::input_bits);
  planes.nowhere =
      planes.place((1 << Shape::input_bits) - 1, std::min(nodes_of_place, u32{kRoutersOfAThread}) - 1);
  front_.assign(planes.class_place(static_cast<u32>(classes_)), 0);
  last_.assign(vcs, 0);
  injecting_.assign(places, 0);
  planes.front = front_.data();
  planes.last = last_.data();
  planes.far = far_.data();
  return planes;
}

/// In the block that stands for other slabs every input VC has a front worm, so that heads that leave the
/// slab stay listed (WormPlanes::move_heads).
template <typename Block>
void Engine<Block>::set_up_elsewhere(const Planes& planes) {
  for (u32 c = 0; c < static_cast<u32>(classes_); ++c) {
    planes.plane(planes.elsewhere + Planes::class_words(c), Block::input(0) + offsetof(Input, front)) =
        ~Bits{};
  }
}

/// The input VC `input` of `router` that heads from router `from` enter.
template <typename Block>
DownstreamVc Engine<Block>::far(int input, u32 from, u32 router) const {
  const Planes& planes = slabs_[slab_of(from)]->planes;
  const DownstreamVc there = planes.input_at(planes.place(input, router));
  if (slab_of(from) == slab_of(router)) return there;
  return {planes.elsewhere + static_cast<u32>(Block::input(0) / sizeof(Bits)), there.place};
}

template <typename Block>
void Engine<Block>::set_up(const Hardware& hardware) {
  const Topology& topology = hardware.topology;
  const Planes& planes = slabs_[0]->planes;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const auto r = static_cast<u32>(node);
    start_credits(Block::interface_at(), offsetof(Interface, in_flight), r);
    far_[planes.place(2 * Shape::local, r)] = far(Shape::ejection, r, r);
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
        far_[planes.place(2 * port + lane, r)] = far(2 * (port ^ 1) + (dateline ? 1 : lane), r, neighbour);
      }
    }
  }
}

/// Starts the counters of all classes; `bytes` is the offset of class 0.
template <typename Block>
void Engine<Block>::start_credits(std::size_t bytes, std::size_t in_flight, u32 router) {
  // The top bit of the counter tells that the buffer is full.
  const u32 taken = Shape::most_slots - static_cast<u32>(reserve_);
  for (u32 c = 0; c < static_cast<u32>(classes_); ++c) {
    slabs_[0]->planes.start_counter(word(bytes, router) + Planes::class_words(c), in_flight, bit(router),
                                    taken);
  }
}

template <typename Block>
Cycle Engine<Block>::step(Cycle now) {
  come_to_rest(now);
  end_ = begin_stretch(now);
  simulate(now);
  now = this->now();
  std::int64_t under_way = 0;
  Cycle received_in = -1;
  bool moved = false;
  for (const auto& slab : slabs_) {
    if (!in_parts_) slab->tell_source(now, source_);
    under_way += slab->under_way;
    received_in = std::max(received_in, slab->received_in);
    moved |= slab->moved;
  }
  for (const auto& scoreboard : scoreboards_) scoreboard_.add(*scoreboard);
  if (counts_ != nullptr) counts_->end_cycle(moved);
  // From this cycle on no flit and no credit is on a wire or in a post.
  quiet_ = received_in < 0 ? 0 : received_in + 2 * link_delay_ + 8;
  // The credits of the last tail come back: from its node, and over its last link.
  const Cycle last_event = received_in + std::max(2, link_delay_ - 1);
  return under_way > 0 || (received_in >= 0 && now < last_event) ? now + 1
                                                                 : std::max(source_.next_timer(), now + 1);
}

/// Simulates the cycles before `until` that step() has skipped although credits may be on wires.
template <typename Block>
void Engine<Block>::come_to_rest(Cycle until) {
  while (end_ < std::min(until, quiet_)) {
    in_parts_ = false;
    simulate(end_++);
    if (counts_ != nullptr) counts_->end_cycle(false);
  }
}

/// Simulates the cycles from `first` to the end of the stretch.
template <typename Block>
void Engine<Block>::simulate(Cycle first) {
  if (team_ == nullptr) {
    evaluate(0, first);
    slabs_[0]->move_worms(first, kernel_);
  } else {
    const std::int64_t work = kEvaluationsOfABlock * geometry_.blocks;
    team_->run(kSteps * first, static_cast<int>(kSteps * (end_ - first)), work);
  }
}

/// Takes the worms that enter the network in cycle `now`, and returns the end of the cycles that slabs and
/// parts of the source can simulate now.
template <typename Block>
Cycle Engine<Block>::begin_stretch(Cycle now) {
  if (parts_ != nullptr) {
    const Cycle end = parts_->in_parts_until(now, counts_ == nullptr ? now + kMostCycles : now + 1);
    // Written only on change: all threads read its cache line.
    if (in_parts_ != (end != now)) in_parts_ = end != now;
    make_room();
    if (in_parts_) return end;
  }
  for (const auto& slab : slabs_) slab->eject(now, source_);
  injections_.clear();
  source_.advance(now, injections_);
  make_room();
  for (const Injection& injection : injections_) {
    slabs_[slab_of(static_cast<u32>(injection.node))]->begin(now, injection);
  }
  return now + 1;
}

/// Makes room in all slabs for the worms of the table.
template <typename Block>
void Engine<Block>::make_room() {
  for (const auto& slab : slabs_) slab->make_room(worms_.places());
}

template <typename Block>
void Engine<Block>::do_step(std::size_t slab, Cycle step) {
  const Cycle now = step / kSteps;
  if (step % kSteps != 0) return move_worms(slab, now);
  Slab<Block>& own = *slabs_[slab];
  own.fetch_posts(now);
  if (in_parts_) {
    own.eject(now, source_);
    own.injections.clear();
    parts_->advance_part(now, slab, own.injections);
    for (const Injection& injection : own.injections) own.begin(now, injection);
  }
  evaluate(slab, now);
  own.end_cycle(now);
}

template <typename Block>
void Engine<Block>::evaluate(std::size_t slab, Cycle now) {
  Slab<Block>& own = *slabs_[slab];
  own.begin_cycle(now);
  const std::size_t first_block = static_cast<std::size_t>(own.first_block()) + slab;
  kernel_.evaluate(&blocks_[first_block * kBlockWords], own.blocks(), own.lines);
}

template <typename Block>
void Engine<Block>::move_worms(std::size_t slab, Cycle now) {
  Slab<Block>& own = *slabs_[slab];
  own.move_worms(now, kernel_);
  if (in_parts_) own.tell_source(now, source_);
  if (parts_ != nullptr) parts_->do_leftovers(slab);
}

template <typename Block>
void Engine<Block>::finish(Cycle) {
  if (counted_ == nullptr) return;
  counted_->spans_finished(counts_->finish(now(), blocks_.data(), first_.data()) + 1);
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
template class Engine<Block<LargeOfClasses<1>, Bits256>>;
template class Engine<Block<LargeOfClasses<2>, Bits256>>;
template class Engine<Block<LargeOfClasses<3>, Bits256>>;
template class Engine<Block<LargeOfClasses<4>, Bits256>>;

}  // namespace torusim::dense
