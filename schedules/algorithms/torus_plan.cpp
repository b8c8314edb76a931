#include "schedules/algorithms/torus_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <limits>
#include <utility>

#include "schedules/core/dimension_name.h"

namespace torusim {

std::vector<int> align_phases(const std::vector<SizedPhase>& longer, const std::vector<SizedPhase>& shorter) {
  const std::size_t rows = longer.size();
  const std::size_t columns = shorter.size();
  assert(columns <= rows);
  using Cost = std::pair<std::int64_t, int>;  // blocks, phases that do not meet their namesake
  const Cost impossible{std::numeric_limits<std::int64_t>::max() / 2, 0};
  const auto together = [&](std::size_t i, std::size_t j) {
    return Cost{std::max(longer[i].blocks, shorter[j].blocks), longer[i].name != shorter[j].name};
  };
  const auto sum = [](const Cost& a, const Cost& b) { return Cost{a.first + b.first, a.second + b.second}; };

  // best[i][j]: the first j of the shorter placed among the first i of the longer.
  std::vector<std::vector<Cost>> best(rows + 1, std::vector<Cost>(columns + 1, impossible));
  std::vector<std::vector<bool>> placed(rows + 1, std::vector<bool>(columns + 1));
  best[0][0] = {0, 0};
  for (std::size_t i = 1; i <= rows; ++i) {
    for (std::size_t j = 0; j <= std::min(i, columns); ++j) {
      best[i][j] = sum(best[i - 1][j], {longer[i - 1].blocks, 0});
      if (j == 0) continue;
      const Cost paired = sum(best[i - 1][j - 1], together(i - 1, j - 1));
      placed[i][j] = paired < best[i][j];
      if (placed[i][j]) best[i][j] = paired;
    }
  }
  std::vector<int> result(rows, -1);
  for (std::size_t i = rows, j = columns; i > 0; --i) {
    if (placed[i][j]) result[i - 1] = static_cast<int>(--j);
  }
  return result;
}

TorusPlan::TorusPlan(const Topology& topology, const std::vector<int>& dilation, const RingOptions& options)
    : dilation_(dilation) {
  for (int d = 0; d < dimensions(); ++d) {
    assert(dilation_[d] >= 1 && topology.side(d) % dilation_[d] == 0);
    // Equal sides are the rule, so the template is made once for them.
    const int length = topology.side(d) / dilation_[d];
    const auto same =
        std::find_if(rings_.begin(), rings_.end(), [&](const auto& r) { return r.length == length; });
    rings_.push_back(same != rings_.end() ? RingExchange(*same) : make_ring_exchange(length, options));
  }
  const int k = *std::max_element(dilation_.begin(), dilation_.end());
  stages_ = k == 1 ? dimensions() : std::max(k, dimensions());
  add_preprocessing();
  for (int stage = 0; stage < stages_; ++stage) add_stage(stage, topology.nodes());
  if (!phases_.empty()) phases_.front().barrier_before = false;
}

void TorusPlan::add_preprocessing() {
  for (int d = 0; d < dimensions(); ++d) {
    std::string name = "Pre" + dimension_name(d);
    name[3] = static_cast<char>(std::toupper(name[3]));
    for (int round = 0; round + 1 < dilation_[d]; ++round) {
      // Within a dimension the same sender and receiver go on, which needs no barrier.
      const bool barrier = round == 0;
      phases_.push_back(
          {-1, d, round, {}, dilation_[d] > 2 ? fmt::format("{}{}", name, round + 1) : name, barrier});
    }
  }
}

void TorusPlan::add_stage(int stage, NodeId nodes) {
  std::vector<int> order;
  for (int g = 0; g < stages_; ++g) {
    if (running(g, stage) >= 0) order.push_back(running(g, stage));
  }
  // The longest ring first: the phases of the others find a place among its own.
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return rings_[a].phases.size() > rings_[b].phases.size(); });
  std::vector<SizedPhase> merged;
  const auto first = phases_.size();
  for (const int d : order) {
    const std::int64_t unit = nodes / rings_[d].length;
    std::vector<SizedPhase> sized;
    for (const RingPhase& phase : rings_[d].phases)
      sized.push_back({phase.name, unit * most_blocks(phase.messages)});
    if (d == order.front()) {
      merged = sized;
      for (const SizedPhase& phase : merged) {
        const std::string name = stages_ == 1 ? phase.name : fmt::format("S{}.{}", stage + 1, phase.name);
        phases_.push_back({stage, 0, 0, std::vector<int>(rings_.size(), -1), name, phases_.size() == first});
      }
    }
    const std::vector<int> placed = align_phases(merged, sized);
    for (std::size_t i = 0; i < merged.size(); ++i) {
      if (placed[i] < 0) continue;
      PlannedPhase& planned = phases_[first + i];
      planned.ring_phase[d] = placed[i];
      planned.barrier_before = planned.barrier_before || rings_[d].phases[placed[i]].barrier_before;
      merged[i].blocks = std::max(merged[i].blocks, sized[placed[i]].blocks);
    }
  }
}

const RingPhase* TorusPlan::ring_phase(const PlannedPhase& planned, int dimension) const {
  const int phase = planned.ring_phase[dimension];
  return phase < 0 ? nullptr : &rings_[dimension].phases[phase];
}

int TorusPlan::phase_of(int stage, int dimension, int ring_phase) const {
  const auto at = std::find_if(phases_.begin(), phases_.end(), [&](const PlannedPhase& planned) {
    return planned.stage == stage && planned.ring_phase[dimension] == ring_phase;
  });
  return static_cast<int>(at - phases_.begin());
}

bool TorusPlan::has_signals() const {
  return std::any_of(rings_.begin(), rings_.end(), [](const RingExchange& ring) { return ring.local; });
}

int TorusPlan::group(const Topology::Coordinates& at) const {
  int sum = 0;
  for (int d = 0; d < dimensions(); ++d) sum += at[d] % dilation_[d];
  return sum % stages_;
}

int TorusPlan::running(int group, int stage) const {
  const bool one_group = std::all_of(dilation_.begin(), dilation_.end(), [](int k) { return k == 1; });
  if (one_group) return group == 0 ? stage : -1;
  const int dimension = (group - stage + stages_) % stages_;
  return dimension < dimensions() ? dimension : -1;
}

int TorusPlan::stage_of(int group, int dimension) const {
  for (int stage = 0; stage < stages_; ++stage) {
    if (running(group, stage) == dimension) return stage;
  }
  return stages_;
}

}  // namespace torusim
