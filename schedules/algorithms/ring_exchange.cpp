#include "schedules/algorithms/ring_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <tuple>
#include <vector>

#include "schedules/algorithms/ring_signals.h"
#include "schedules/algorithms/ring_tree.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

// The blocks that one gather-scatter tree moves, and their way from node to node.

/// Adds every (destination range, source) pair to `set`, joining sources that share a destination range.
void add_joined(std::vector<std::pair<Range, int>>& pairs, BlockSet& set) {
  std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.first.first, a.first.count, a.second) <
           std::tuple(b.first.first, b.first.count, b.second);
  });
  for (std::size_t i = 0; i < pairs.size();) {
    Range sources = Range::single(pairs[i].second);
    std::size_t j = i + 1;
    for (; j < pairs.size() && pairs[j].first == pairs[i].first; ++j) {
      const int step = pairs[j].second - sources.last();
      if (sources.count > 1 && step != sources.stride) break;
      sources.stride = step;
      ++sources.count;
    }
    const std::array<Range, 2> box{sources, pairs[i].first};
    set.add(box);
    i = j;
  }
}

/// All blocks of one direction, by the position of the tree that holds them. Blocks of one source to
/// consecutive destinations are one piece, because every rule sends an interval of distances.
class RingPool {
 public:
  /// Puts the blocks at distance 1 .. reach from each source at the source. A source outside the tree (node
  /// 0) hands its blocks over first, and blocks for this node go to position 0: see handed_in(),
  /// handed_out().
  RingPool(const RingTree& tree, int ring, int reach)
      : tree_(tree), ring_(ring), reach_(reach), held_(tree.size()) {
    const bool leaves_out = tree.size() < ring;
    for (int p = 0; p < tree.size(); ++p) {
      const int source = tree.node(p);
      if (!leaves_out || source > reach) {
        held_[p].push_back({source, 1, reach, false});
        continue;
      }
      // Destinations source-1 .. 1, then node 0 by way of position 0, then n-1 and on, one position nearer.
      if (source > 1) held_[p].push_back({source, 1, source - 1, false});
      if (source > 1) held_[p].push_back({source, source - 1, source - 1, true});
      if (reach > source) held_[p].push_back({source, source, reach - 1, false});
    }
    if (leaves_out && reach > 1) held_.back().push_back({0, 1, reach - 1, false});
  }

  /// The messages of one phase of the tree, in order of the sender.
  std::vector<RingMessage> gather(int level, RingRule rule) {
    return phase(
        level, [&](int p) { return tree_.gathers(p, level); },
        [&](int p) { return tree_.gathered(p, level, rule); });
  }

  std::vector<RingMessage> scatter(int level, RingRule rule) {
    return phase(
        level, [&](int p) { return tree_.scatters(p, level); },
        [&](int p) { return tree_.scattered(p, level, rule); });
  }

  /// The message from node 0 to the last position before the first phase, and the message from position 0 to
  /// node 0 after the last phase. Only for a tree that leaves node 0 out.
  RingMessage handed_in() const {
    const std::array<Range, 2> box{Range::single(0), Range{ring_ - reach_, 1, reach_}};
    RingMessage result{0, -1, BlockSet(1)};
    result.blocks.add(box);
    return result;
  }

  RingMessage handed_out() const {
    const std::array<Range, 2> box{Range{1, 1, reach_}, Range::single(0)};
    RingMessage result{1, -1, BlockSet(1)};
    result.blocks.add(box);
    return result;
  }

 private:
  struct Piece {
    int source = 0;  ///< node
    int near = 0;    ///< distances from the holder, in positions
    int far = 0;
    bool outside = false;  ///< the block for node 0, on its way to position 0
  };

  RingMessage message(int position, int level, std::vector<Piece>& pieces) const {
    return {tree_.node(position), tree_.hops(position, level), block_set(position, pieces)};
  }

  template <typename Edge, typename Interval>
  std::vector<RingMessage> phase(int level, Edge edge, Interval interval) {
    std::vector<RingMessage> result;
    std::vector<std::pair<int, std::vector<Piece>>> arriving;
    for (int p = 0; p < tree_.size(); p += 1 << level) {
      if (!edge(p)) continue;
      const DistanceInterval take = interval(p);
      std::vector<Piece> sent, kept;
      for (const Piece& piece : held_[p]) {
        const auto keep = [&](int near, int far) {
          if (near <= far) kept.push_back({piece.source, near, far, piece.outside});
        };
        const int near = std::max(piece.near, take.near);
        const int far = std::min(piece.far, take.far);
        if (near > far) {
          kept.push_back(piece);
          continue;
        }
        sent.push_back({piece.source, near, far, piece.outside});
        keep(piece.near, near - 1);
        keep(far + 1, piece.far);
      }
      held_[p] = std::move(kept);
      if (sent.empty()) continue;
      result.push_back(message(p, level, sent));
      const int gap = tree_.gap(p, level);
      for (Piece& piece : sent) {
        piece.near -= gap;
        piece.far -= gap;
      }
      arriving.emplace_back(tree_.next(p, level), std::move(sent));
    }
    for (auto& [position, pieces] : arriving) {
      for (Piece& piece : pieces) {
        if (piece.near == 0) ++piece.near;  // has arrived
        if (piece.near <= piece.far) held_[position].push_back(piece);
      }
    }
    return result;
  }

  BlockSet block_set(int position, std::vector<Piece>& pieces) const {
    std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
      return std::tuple(a.outside, a.source, a.near) < std::tuple(b.outside, b.source, b.near);
    });
    std::vector<std::pair<Range, int>> pairs;
    for (std::size_t i = 0; i < pieces.size();) {
      Piece whole = pieces[i++];
      while (i < pieces.size() && !whole.outside && !pieces[i].outside && pieces[i].source == whole.source &&
             pieces[i].near == whole.far + 1) {
        whole.far = pieces[i++].far;
      }
      for (const Range& range : destinations(position, whole)) pairs.emplace_back(range, whole.source);
    }
    BlockSet result(1);
    add_joined(pairs, result);
    return result;
  }

  std::vector<Range> destinations(int position, const Piece& piece) const {
    if (piece.outside) return {Range::single(0)};
    const int size = tree_.size();
    const int start = position + (tree_.direction() > 0 ? piece.near : -piece.far);
    const int count = piece.far - piece.near + 1;
    if (size == ring_) return wrapped_range(start + tree_.node(0), 1, count, ring_);
    std::vector<Range> result = wrapped_range(start, 1, count, size);
    for (Range& range : result) range.first += tree_.node(0);
    return result;
  }

  const RingTree& tree_;
  int ring_;
  int reach_;
  std::vector<std::vector<Piece>> held_;  // [position]
};

constexpr int kMaxLength = 8192;
using Messages = std::vector<RingMessage>;

/// The completion of kAuto: by the default rule no other completion is as cheap in phases and in blocks.
RingCompletion cheapest(int n) { return n == 5 || n == 7 ? RingCompletion::kSeq : RingCompletion::kFold; }

int depth_of(int n) { return std::bit_width(static_cast<unsigned>(n - 1)); }

/// Appends a phase unless it is empty.
void add_phase(RingExchange& ring, std::string name, Messages messages, bool barrier = true) {
  if (messages.empty()) return;
  std::sort(messages.begin(), messages.end(), [](const auto& a, const auto& b) { return a.from < b.from; });
  ring.phases.push_back({std::move(name), std::move(messages), {}, barrier && !ring.phases.empty()});
}

/// A message with the blocks of each (source, destination) given.
RingMessage listed(const Topology& ring, int from, int hops, std::initializer_list<Block> blocks) {
  RingMessage result{from, hops, BlockSet(1)};
  for (const Block& block : blocks) result.blocks.add(ring, block);
  return result;
}

/// Rings of 2, 3 and 4 nodes, where the trees have no levels to speak of.
void add_small(RingExchange& ring) {
  const int n = ring.length;
  const Topology topology({{n, Line::kRing}});
  const auto at = [n](int i) { return (i + n) % n; };
  Messages first, second;
  for (int i = 0; i < n; ++i) {
    if (n < 4) {
      first.push_back(listed(topology, i, +1, {{i, at(i + 1)}}));
      if (n == 3) second.push_back(listed(topology, i, -1, {{i, at(i - 1)}}));
      continue;
    }
    // Pairs: the partner gets its own block and that for the node beyond it, and passes the latter on.
    const int way = i % 2 == 1 ? +1 : -1;
    first.push_back(listed(topology, i, way, {{i, at(i + way)}, {i, at(i + 2)}}));
    second.push_back(listed(topology, i, -way, {{i, at(i - way)}, {at(i + way), at(i - way)}}));
  }
  add_phase(ring, "GP0", std::move(first));
  add_phase(ring, "SP0", std::move(second));
}

/// Moves the messages of one direction that collide with the other's at a sender or receiver from `messages`
/// to the result.
Messages take_colliding(int n, int direction, Messages& messages) {
  std::set<int> senders, receivers;
  const auto receiver = [n](const RingMessage& m) { return ((m.from + m.hops) % n + n) % n; };
  for (const RingMessage& m : messages) {
    if ((m.hops > 0) == (direction > 0)) continue;
    senders.insert(m.from);
    receivers.insert(receiver(m));
  }
  const auto split = std::stable_partition(messages.begin(), messages.end(), [&](const RingMessage& m) {
    const bool mine = (m.hops > 0) == (direction > 0);
    return !mine || (senders.count(m.from) == 0 && receivers.count(receiver(m)) == 0);
  });
  Messages result(std::make_move_iterator(split), std::make_move_iterator(messages.end()));
  messages.erase(split, messages.end());
  return result;
}

/// Appends a phase, as two if nodes would have to send or receive twice: the cheaper direction is put off.
void add_split(RingExchange& ring, const std::string& name, const Messages& messages) {
  Messages first = messages;
  Messages second = take_colliding(ring.length, -1, first);
  if (second.empty()) return add_phase(ring, name, std::move(first));
  Messages other_first = messages;
  Messages other_second = take_colliding(ring.length, +1, other_first);
  if (most_blocks(other_first) + most_blocks(other_second) < most_blocks(first) + most_blocks(second)) {
    first = std::move(other_first);
    second = std::move(other_second);
  }
  add_phase(ring, name + "a", std::move(first));
  add_phase(ring, name + "b", std::move(second));
}

void add_in_sequence(RingExchange& ring, RingRule rule) {
  const int n = ring.length;
  for (const int direction : {+1, -1}) {
    const RingTree tree({n, n, 0, direction, depth_of(n), false});
    RingPool pool(tree, n, direction > 0 ? n / 2 : (n - 1) / 2);
    const char sign = direction > 0 ? '+' : '-';
    for (int l = 0; l < tree.levels(); ++l)
      add_phase(ring, fmt::format("GP{}{}", l, sign), pool.gather(l, rule));
    for (int l = tree.levels() - 1; l >= 0; --l) {
      add_phase(ring, fmt::format("SP{}{}", l, sign), pool.scatter(l, rule));
    }
  }
}

/// A barrier before every phase, less those that Section 7.1 leaves out: GP{d-2} to SP{d-2}, where all wait
/// for what they pass on, and SP1 to SP0, whose messages share no channel. Nothing is left out beside a phase
/// that is empty.
void add_barriers(RingExchange& ring, const RingPhaseIndex& index, bool one_port) {
  for (std::size_t i = 1; i < ring.phases.size(); ++i) ring.phases[i].barrier_before = true;
  const RingPhaseSlot scatter = index.scatter.back();
  if (!index.gather.back().empty && !scatter.empty) ring.phases[scatter.index].barrier_before = false;
  if (!one_port) ring.phases.back().barrier_before = false;
}

/// Both trees at once.
void add_overlapped(RingExchange& ring, RingRule rule, RingCompletion completion, RingLocal local) {
  const int n = ring.length;
  const bool odd = n % 2 == 1;
  const bool fold = odd && completion == RingCompletion::kFold;
  const RingTree up({n, n, 0, +1, depth_of(n), true});
  const RingTree down({n, fold ? n - 1 : n, 1, -1, depth_of(n), true});
  RingPool up_pool(up, n, n / 2);
  RingPool down_pool(down, n, (n - 1) / 2);

  RingPhaseIndex index{std::vector<RingPhaseSlot>(up.levels()), std::vector<RingPhaseSlot>(up.levels())};
  const auto add = [&](RingPhaseSlot& slot, const std::string& name, Messages messages,
                       Messages down_messages) {
    slot = {static_cast<int>(ring.phases.size()), messages.empty() && down_messages.empty()};
    messages.insert(messages.end(), down_messages.begin(), down_messages.end());
    if (odd && !fold) {
      add_split(ring, name, messages);
    } else {
      add_phase(ring, name, std::move(messages), odd);  // even rings get signals instead of barriers
    }
  };
  if (fold) add_phase(ring, "PRE", {down_pool.handed_in()});
  for (int l = 0; l < up.levels(); ++l) {
    add(index.gather[l], fmt::format("GP{}", l), up_pool.gather(l, rule), down_pool.gather(l, rule));
  }
  for (int l = up.levels() - 1; l >= 0; --l) {
    add(index.scatter[l], fmt::format("SP{}", l), up_pool.scatter(l, rule), down_pool.scatter(l, rule));
  }
  if (fold) add_phase(ring, "POST", {down_pool.handed_out()});
  if (odd) return;
  ring.local = true;
  if (local != RingLocal::kSignals) return add_barriers(ring, index, local == RingLocal::kOnePortBarriers);
  add_ring_signals(up, index, ring);
  add_ring_signals(down, index, ring);
}

}  // namespace

RingExchange make_ring_exchange(int length, const RingOptions& options) {
  if (length < 1 || length > kMaxLength) {
    throw InputError(
        fmt::format("a ring of {} nodes: the ring exchange supports 1 to {} nodes", length, kMaxLength));
  }
  RingExchange ring{length, {}};
  RingRule rule = options.rule;
  if (rule == RingRule::kAuto)
    rule = std::has_single_bit(static_cast<unsigned>(length)) ? RingRule::kA : RingRule::kF;
  const RingCompletion completion =
      options.completion == RingCompletion::kAuto ? cheapest(length) : options.completion;
  if (length <= 4) {
    if (length > 1) add_small(ring);
  } else if (completion == RingCompletion::kSeq) {
    add_in_sequence(ring, rule);
  } else {
    add_overlapped(ring, rule, completion, options.local);
  }
  if (options.local != RingLocal::kSignals && !ring.local) {
    throw InputError(fmt::format(
        "a ring of {} nodes: local=barriers needs an even length above 4, and both trees at once", length));
  }
  return ring;
}

}  // namespace torusim
