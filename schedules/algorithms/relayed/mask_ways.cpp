#include "schedules/algorithms/relayed/mask_ways.h"

#include <algorithm>
#include <random>

namespace torusim {
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
