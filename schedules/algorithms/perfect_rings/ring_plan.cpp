#include "schedules/algorithms/perfect_rings/ring_plan.h"

#include <algorithm>

namespace torusim {

// Matchings as in a round robin of h classes: class h - 1 stays and meets class t in matching t; the others
// meet their mirror images at t, modulo h - 1.

int PerfectRing::edge(int matching, int x) const {
  const int h = side_ / 2, c = x % h, t = matching;
  if (t == h - 1) return c / 2;
  if (c == h - 1 || c == t) return 0;
  const int away = (c - t + h - 1) % (h - 1);
  return away < h / 2 ? away : h - 1 - away;
}

int PerfectRing::hops(int matching, bool second, int x) const {
  const int h = side_ / 2, c = x % h, t = matching;
  if (t == h - 1) {
    if (second) return 0;
    return c % 2 == 0 ? h : -h;
  }
  const int partner = c == h - 1 ? t : c == t ? h - 1 : (2 * t - c + h - 1) % (h - 1);
  return second ? -((c - partner + h) % h) : (partner - c + h) % h;
}

namespace {

std::vector<std::vector<int>> groups_of(const std::vector<int>& sizes) {
  std::vector<std::vector<int>> groups;
  int dimension = 0;
  for (const int size : sizes) {
    groups.emplace_back();
    for (int i = 0; i < size; ++i) groups.back().push_back(dimension++);
  }
  return groups;
}

/// The phases of a turn run through their groups at once; a phase costs its largest message.
Cost cost_of(const RingSection& section, std::int64_t nodes) {
  Cost cost;
  for (int turn = 0; turn < section.turns(); ++turn) {
    struct Run {
      std::int64_t blocks, phases;
    };
    std::vector<Run> runs;
    for (std::size_t g = 0; g < section.groups.size(); ++g) {
      const int group = static_cast<int>(g);
      if (!section.runs(group, turn)) continue;
      std::int64_t blocks = nodes;
      for (const int d : section.groups[g]) blocks /= section.factors[d];
      runs.push_back({blocks, section.phases(group)});
    }
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.blocks > b.blocks; });
    std::int64_t done = 0;
    for (const Run& run : runs) {
      cost.blocks += run.blocks * std::max<std::int64_t>(run.phases - done, 0);
      done = std::max(done, run.phases);
    }
    cost.startups += done;
  }
  return cost;
}

}  // namespace

int RingSection::turns() const { return std::max(static_cast<int>(groups.size()), base); }

int RingSection::shifts(int group) const {
  int most = 2;
  for (const int d : groups[group]) most = std::max(most, factors[d] / 4);
  return most;
}

std::int64_t RingSection::phases(int group) const {
  std::int64_t result = 1;
  if (near) {
    for (const int d : groups[group]) result *= factors[d];
    return result - 1;
  }
  bool all_of_four = true;
  for (const int d : groups[group]) {
    result *= PerfectRing(factors[d]).matchings();
    all_of_four &= factors[d] == 4;
  }
  result = result * shifts(group) << (groups[group].size() - 1);
  return all_of_four ? result - 1 : result;  // of the last one nothing is sent
}

std::int64_t RingSection::phases_of_turn(int turn) const {
  std::int64_t most = 0;
  for (int g = 0; g < static_cast<int>(groups.size()); ++g) {
    if (runs(g, turn)) most = std::max(most, phases(g));
  }
  return most;
}

std::optional<RingPlan> ring_plan(const Topology& torus, int dilation, Near near,
                                  const std::vector<int>& groups) {
  const int k = torus.dimensions();
  for (int d = 0; d < k; ++d) {
    const int side = torus.side(d);
    if (!torus.wraps(d) || side % (4 * dilation) != 0 || side > kLongestPerfectRing) return std::nullopt;
  }
  RingPlan plan;
  plan.dilation = dilation;
  const auto one_by_one = groups_of(std::vector<int>(k, 1));
  if (dilation > 1) {
    const int first = dilation == 4 ? 2 : dilation;
    plan.sections.push_back(
        {true, 1, std::vector<int>(k, first), near == Near::kDirect ? groups_of({k}) : one_by_one});
  }
  // Two hops, so that nodes of one parity run a line at a time: more in one message would not be quicker.
  if (dilation == 4) plan.sections.push_back({true, 2, std::vector<int>(k, 2), one_by_one});
  RingSection rings{false, dilation, {}, groups_of(groups)};
  for (int d = 0; d < k; ++d) rings.factors.push_back(torus.side(d) / dilation);
  plan.sections.push_back(std::move(rings));
  for (const RingSection& section : plan.sections) {
    const Cost cost = cost_of(section, torus.nodes());
    plan.cost.startups += cost.startups;
    plan.cost.blocks += cost.blocks;
  }
  return plan;
}

}  // namespace torusim
