#include "schedules/algorithms/perfect_rings/split_plan.h"

#include <algorithm>
#include <set>

#include "schedules/algorithms/perfect_rings/ring_plan.h"

namespace torusim {
namespace {

/// Phases of the product of a group's rings, divided by the shifts.
std::int64_t units_of(const SplitPlan& plan, int group) {
  std::int64_t units = std::int64_t{1} << (plan.groups[group].size() - 1);
  for (const int d : plan.groups[group]) units *= PerfectRing(plan.sides[d]).matchings();
  return units;
}

/// Slices that leave each of them blocks of every class.
int most_slices(const SplitPlan& plan, int group, int dimension) {
  const int side = plan.sides[dimension];
  for (int g = 0; g < plan.classes(); ++g) {
    if (plan.marker(g) == dimension && g != group) return side / plan.classes();
  }
  return side;
}

/// All groups at once if there are shifts for them; else every `at_once` neighbours of a cycle of the groups,
/// each with one of `at_once` parts of its phases.
void add_rounds(SplitPlan& plan) {
  const int groups = plan.classes(), at_once = std::min(groups, plan.shifts / 2);
  const int rounds = at_once == groups ? 1 : groups, parts = at_once == groups ? 1 : at_once;
  for (int first = 0; first < rounds; ++first) {
    SplitPlan::Round round;
    for (int j = 0; j < at_once; ++j) {
      const int group = (first + j) % groups, part = j % parts;
      const std::int64_t units = units_of(plan, group), begin = units * part / parts;
      round.parts.push_back({group, begin, units * (part + 1) / parts - begin, 1});
      round.units = std::max(round.units, round.parts.back().units);
    }
    for (SplitPlan::Part& part : round.parts) {
      const std::int64_t most = most_slices(plan, part.group, plan.sliced_dimension(part.group));
      part.slices = static_cast<int>(std::clamp<std::int64_t>(round.units / part.units, 1, most));
    }
    plan.rounds.push_back(std::move(round));
  }
}

Cost cost_of_round(const SplitPlan& plan, const SplitPlan::Round& round) {
  std::set<std::int64_t> changes{0};  // units at which a part begins a slice, or ends
  for (const SplitPlan::Part& part : round.parts) {
    for (int slice = 1; slice <= part.slices; ++slice) changes.insert(slice * part.units);
  }
  Cost cost{round.units * plan.shifts, 0};
  for (auto at = changes.begin(); std::next(at) != changes.end(); ++at) {
    std::int64_t most = 0;
    for (const SplitPlan::Part& part : round.parts) {
      const auto slice = static_cast<int>(*at / part.units);
      if (slice < part.slices) most = std::max(most, plan.message(part, slice));
    }
    cost.blocks += most * (*std::next(at) - *at) * plan.shifts;
  }
  return cost;
}

}  // namespace

int SplitPlan::sliced_dimension(int group) const {
  int best = -1;
  for (int g = 0; g < classes(); ++g) {
    if (g == group) continue;
    for (const int d : groups[g]) {
      if (best < 0 || most_slices(*this, group, d) > most_slices(*this, group, best)) best = d;
    }
  }
  return best;
}

std::int64_t SplitPlan::message(const Part& part, int slice) const {
  // Sources or destinations have any coordinates in the dimensions of other groups; counted by the class.
  std::vector<std::int64_t> count(classes());
  count[0] = 1;
  const int sliced = sliced_dimension(part.group);
  for (int g = 0; g < classes(); ++g) {
    if (g == part.group) continue;
    for (const int d : groups[g]) {
      const std::int64_t first = d == sliced ? std::int64_t{sides[d]} * slice / part.slices : 0;
      const std::int64_t end = d == sliced ? std::int64_t{sides[d]} * (slice + 1) / part.slices : sides[d];
      std::vector<std::int64_t> with(classes());
      for (std::int64_t x = first; x < end; ++x) {
        for (int c = 0; c < classes(); ++c) with[d == marker(g) ? (c + x) % classes() : c] += count[c];
      }
      count = std::move(with);
    }
  }
  return *std::max_element(count.begin(), count.end());
}

std::optional<SplitPlan> split_plan(const Topology& torus, const std::vector<int>& sizes) {
  SplitPlan plan;
  for (int d = 0; d < torus.dimensions(); ++d) {
    const int side = torus.side(d);
    if (!torus.wraps(d) || side % 4 != 0 || side > kLongestPerfectRing) return std::nullopt;
    plan.sides.push_back(side);
    plan.shifts = std::max(plan.shifts, PerfectRing(side).edges());
  }
  if (sizes.size() < 2 || sizes.size() > kMostSplitGroups || plan.shifts < 4) return std::nullopt;
  int dimension = 0;
  for (const int size : sizes) {
    plan.groups.emplace_back();
    for (int i = 0; i < size; ++i) plan.groups.back().push_back(dimension++);
  }
  add_rounds(plan);
  for (const SplitPlan::Round& round : plan.rounds) {
    const Cost cost = cost_of_round(plan, round);
    plan.cost.startups += plan.classes() * cost.startups;
    plan.cost.blocks += plan.classes() * cost.blocks;
  }
  return plan;
}

}  // namespace torusim
