#include "schedules/algorithms/relayed/relay_ways.h"

#include <algorithm>
#include <limits>
#include <random>

#include "schedules/core/interruption.h"
#include "schedules/core/mix_bits.h"

namespace torusim {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max() / 4;

/// Blocks of a source that choose at the same prices: on larger tori more, which takes less time.
std::size_t together(NodeId nodes) { return std::max<std::size_t>(1, nodes / 128); }

class Negotiation {
 public:
  Negotiation(const RelayPhases& phases, const std::vector<int>& most)
      : phases_(phases.size()), classes_(phases.classes()), nodes_(phases.torus().nodes()), moves_(phases) {
    most_ = most;
    const std::size_t messages = static_cast<std::size_t>(phases_) * classes_;
    load_.resize(messages);
    history_.resize(messages);
    price_.resize(messages);
    ways_.resize(static_cast<std::size_t>(classes_) * nodes_);
    cheapest_.resize(static_cast<std::size_t>(phases_ + 1) * nodes_);
  }

  void round(bool all, std::mt19937_64& random) {
    for (int phase = 0; phase < phases_; ++phase) {
      for (int c = 0; c < classes_; ++c) set_price(message(phase, c), phase);
    }
    struct Group {
      int source;
      std::vector<NodeId> offsets;
    };
    const std::size_t size = together(nodes_);
    std::vector<Group> groups;
    for (int source = 0; source < classes_; ++source) {
      std::vector<NodeId> offsets;
      for (NodeId offset = 1; offset < nodes_; ++offset) {
        if (all || random() % 16 == 0 || too_long(source, offset)) offsets.push_back(offset);
      }
      shuffle_alike(offsets, random);
      for (std::size_t at = 0; at < offsets.size(); at += size) {
        const auto first = offsets.begin() + static_cast<std::ptrdiff_t>(at);
        const auto count = static_cast<std::ptrdiff_t>(std::min(size, offsets.size() - at));
        groups.push_back({source, {first, first + count}});
      }
    }
    shuffle_alike(groups, random);
    for (const Group& group : groups) {
      Interruptible::check();
      for (const NodeId offset : group.offsets) count(group.source, offset, -1);
      find_cheapest(group.source);
      for (const NodeId offset : group.offsets) choose(group.source, offset);
      for (const NodeId offset : group.offsets) count(group.source, offset, 1);
    }
  }
  /// Blocks too many, in all messages; these cost more from now on.
  std::int64_t excess() {
    std::int64_t result = 0;
    for (int phase = 0; phase < phases_; ++phase) {
      for (int c = 0; c < classes_; ++c) {
        const std::int64_t over = load_[message(phase, c)] - most_[phase];
        if (over <= 0) continue;
        result += over;
        history_[message(phase, c)] += 300 * over;
      }
    }
    pressure_ = std::min<std::int64_t>(pressure_ + pressure_ / 8 + 1, 400);
    return result;
  }
  RelayWays take() { return std::move(ways_); }

 private:
  std::size_t message(int phase, int node_class) const {
    return static_cast<std::size_t>(phase) * classes_ + node_class;
  }
  std::vector<std::int16_t>& way(int source, NodeId offset) {
    return ways_[static_cast<std::size_t>(source) * nodes_ + offset];
  }
  /// Adds the way of a block to the loads, or removes it.
  void count(int source, NodeId offset, int change) {
    NodeId at = 0;
    for (const int phase : way(source, offset)) {
      const std::size_t sent = message(phase, moves_.node_class(source, at));
      load_[sent] += change;
      set_price(sent, phase);
      at = moves_.after(phase, source, at);
    }
  }
  bool too_long(int source, NodeId offset) const {
    NodeId at = 0;
    for (const int phase : ways_[static_cast<std::size_t>(source) * nodes_ + offset]) {
      if (load_[message(phase, moves_.node_class(source, at))] > most_[phase]) return true;
      at = moves_.after(phase, source, at);
    }
    return false;
  }
  void set_price(std::size_t at, int phase) {
    const std::int64_t over = std::max<std::int64_t>(load_[at] + 1 - most_[phase], 0);
    price_[at] = (1024 + history_[at]) * (8 + over * pressure_) / 8 + 51 * load_[at] / most_[phase];
  }
  void find_cheapest(int source) {
    std::fill(cheapest_.begin(), cheapest_.begin() + nodes_, kNever);
    cheapest_[0] = 0;
    for (int phase = 0; phase < phases_; ++phase) {
      const auto now = cheapest_.begin() + static_cast<std::ptrdiff_t>(phase) * nodes_;
      const auto then = now + nodes_;
      std::copy(now, then, then);
      for (NodeId at = 0; at < nodes_; ++at) {
        if (now[at] == kNever) continue;
        const NodeId to = moves_.after(phase, source, at);
        if (to == RelayMoves::kNone) continue;
        then[to] = std::min(then[to], now[at] + price_[message(phase, moves_.node_class(source, at))]);
      }
    }
  }
  /// Goes back through the phases from its destination.
  void choose(int source, NodeId offset) {
    std::vector<std::int16_t>& way = this->way(source, offset);
    way.clear();
    NodeId at = offset;
    for (int phase = phases_ - 1; phase >= 0; --phase) {
      const auto now = cheapest_.begin() + static_cast<std::ptrdiff_t>(phase) * nodes_;
      const std::int64_t cost = now[nodes_ + at];
      if (now[at] == cost) continue;
      for (NodeId from = 0; from < nodes_; ++from) {
        if (now[from] == kNever || moves_.after(phase, source, from) != at) continue;
        if (now[from] + price_[message(phase, moves_.node_class(source, from))] != cost) continue;
        way.push_back(static_cast<std::int16_t>(phase));
        at = from;
        break;
      }
    }
    std::reverse(way.begin(), way.end());
  }

  int phases_, classes_;
  NodeId nodes_;
  RelayMoves moves_;
  std::vector<int> most_;                             // [phase]
  std::vector<std::int64_t> load_, history_, price_;  // [phase, class]
  RelayWays ways_;
  std::vector<std::int64_t> cheapest_;  // [phases gone through, offset]
  std::int64_t pressure_ = 4;
};

}  // namespace

std::vector<int> even_sizes(std::int64_t blocks, int phases) {
  std::vector<int> result;
  for (std::int64_t p = 0; p < phases; ++p)
    result.push_back(static_cast<int>(blocks * (p + 1) / phases - blocks * p / phases));
  return result;
}

std::optional<RelayWays> negotiated_ways(const RelayPhases& phases, const std::vector<int>& most,
                                         std::uint64_t seed, int rounds) {
  Negotiation negotiation(phases, most);
  std::mt19937_64 random(seed);
  for (int round = 0; round < rounds; ++round) {
    negotiation.round(round < 2, random);
    if (negotiation.excess() == 0) {
      RelayWays ways = negotiation.take();
      for (std::size_t i = 0; i < ways.size(); ++i) {
        if (ways[i].empty() && i % phases.torus().nodes() != 0) return std::nullopt;  // not to be reached
      }
      return ways;
    }
  }
  return std::nullopt;
}

namespace {

/// How a coordinate below 4 goes to one that differs in the bits of `mask`, on a ring of `side`: every node
/// of the ring by the same mask uses no channel twice.
int mask_hops(int side, int at, int mask) {
  if (mask == 0) return 0;
  if (side == 2) return at == 0 ? 1 : -1;
  if (mask == 2) return at % 2 == 0 ? 2 : -2;
  return (at % 2 == 0) == (mask == 1) ? 1 : -1;
}

/// From bit 0 up: the bits of the first dimension, then those of the next.
int mask_of(const Topology& torus, int mask, int dimension) {
  for (int d = 0; d < dimension; ++d) mask >>= torus.side(d) / 2;
  return mask & (torus.side(dimension) - 1);
}

std::int64_t sends(const std::vector<int>& masks, int bits) {
  // Breadth first, by the number of masks.
  std::vector<std::int8_t> reached(std::size_t{1} << bits);
  std::vector<int> now{0}, then;
  reached[0] = 1;
  std::int64_t result = 0;
  std::size_t left = reached.size() - 1;  // most of the time would go into looking for more
  for (int level = 1; left > 0; ++level, std::swap(now, then), then.clear()) {
    for (const int from : now) {
      for (const int mask : masks) {
        if (reached[from ^ mask] != 0) continue;
        reached[from ^ mask] = 1;
        then.push_back(from ^ mask);
        result += level;
        if (--left == 0) return result;
      }
    }
  }
  return result;
}

/// No number of messages reaches more differences than it has subsets of masks.
std::int64_t least_sends(int differences, int masks) {
  std::int64_t left = differences, subsets = 1, result = 0;
  for (std::int64_t size = 1; left > 0; ++size) {
    subsets = subsets * (masks - size + 1) / size;
    result += size * std::min(left, subsets);
    left -= std::min(left, subsets);
  }
  return result;
}

}  // namespace

int mask_bits(const Topology& topology) {
  int bits = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int side = topology.side(d);
    if (!topology.wraps(d) || (side != 2 && side != 4)) return 0;
    bits += side / 2;
  }
  return bits <= kMostMaskBits ? bits : 0;
}

std::vector<int> masks(int bits, int phases) {
  const int differences = (1 << bits) - 1;
  std::vector<int> result;
  for (int bit = 0; bit < bits; ++bit) result.push_back(1 << bit);
  for (int mask = differences; static_cast<int>(result.size()) < phases; --mask) {
    if ((mask & (mask - 1)) != 0) result.push_back(mask);
  }
  if (phases == bits || phases == differences) return result;
  // Changes of one mask are kept unless they are worse by more than what is left of a threshold.
  std::mt19937_64 random(1);
  std::vector<int> best = result;
  std::int64_t now = sends(result, bits), least = now;
  const std::int64_t steps = std::min<std::int64_t>(20'000, 30'000'000 / (differences * phases));
  const std::int64_t bound = least_sends(differences, phases);
  for (std::int64_t step = 0; step < steps && least > bound; ++step) {
    int& changed = result[bits + random() % (phases - bits)];
    const int before = changed;
    changed = static_cast<int>(1 + random() % differences);
    const std::int64_t with = sends(result, bits);
    if (with > now + 4 * (steps - step) / steps * differences / 64) {
      changed = before;
      continue;
    }
    now = with;
    if (now >= least) continue;
    least = now;
    best = result;
  }
  return best;
}

std::vector<std::vector<std::int16_t>> mask_sums(const std::vector<int>& masks, int bits) {
  std::vector<std::vector<std::int16_t>> result(std::size_t{1} << bits);
  std::vector<int> now{0}, then;
  for (; !now.empty(); std::swap(now, then), then.clear()) {
    for (const int from : now) {
      for (int i = 0; i < static_cast<int>(masks.size()); ++i) {
        const int to = from ^ masks[i];
        if (to == 0 || !result[to].empty()) continue;
        result[to] = result[from];
        result[to].push_back(static_cast<std::int16_t>(i));
        then.push_back(to);
      }
    }
  }
  for (auto& sum : result) std::sort(sum.begin(), sum.end());
  return result;
}

Cost mask_cost(const std::vector<int>& masks, int bits) {
  return {static_cast<std::int64_t>(masks.size()), sends(masks, bits)};
}

RelayPhases mask_phases(const Topology& torus, const std::vector<int>& masks) {
  RelayPhases result(torus, 2);
  for (const int mask : masks) {
    RelayPhases::Hops hops(result.classes());
    for (int c = 0; c < result.classes(); ++c) {
      const auto at = result.member(c);
      for (int d = 0; d < torus.dimensions(); ++d)
        hops[c][d] = mask_hops(torus.side(d), at[d], mask_of(torus, mask, d));
    }
    result.add(std::move(hops));
  }
  return result;
}

RelayWays mask_ways(const RelayPhases& phases, const std::vector<int>& masks) {
  const Topology& torus = phases.torus();
  const auto sums = mask_sums(masks, mask_bits(torus));
  RelayWays result;
  for (int source = 0; source < phases.classes(); ++source) {
    const auto from = phases.member(source);
    for (NodeId offset = 0; offset < torus.nodes(); ++offset) {
      const auto by = torus.coordinates(offset);
      int difference = 0, shift = 0;
      for (int d = 0; d < torus.dimensions(); ++d) {
        // Of the coordinates from 0 to 3 the parity is enough to know which bits an offset changes.
        const int to = (from[d] + by[d]) % torus.side(d);
        difference |= (from[d] ^ to) << shift;
        shift += torus.side(d) / 2;
      }
      result.push_back(sums[difference]);
    }
  }
  return result;
}

}  // namespace torusim
