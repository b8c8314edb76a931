#include "schedules/algorithms/ring_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "schedules/algorithms/ring_pool.h"
#include "schedules/algorithms/ring_signals.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

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
