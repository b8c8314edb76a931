#include "schedules/algorithms/paired/timetable.h"

#include <fmt/format.h>

#include <algorithm>

namespace torusim {
namespace {

/// "P3.ring1.x+half.y": what the phase runs, dimensions of the same step together.
std::string phase_name(std::size_t number, const PairedPlan& plan, const PairedPlan::PlannedPhase& phase) {
  std::vector<std::pair<std::string, std::vector<int>>> running;  // step, dimensions
  for (std::size_t c = 0; c < phase.runs.size(); ++c) {
    const int m = phase.runs[c];
    if (m < 0) continue;
    const std::string& step = plan.lines[m].name(phase.steps[c][m]);
    auto same = std::find_if(running.begin(), running.end(), [&](const auto& r) { return r.first == step; });
    if (same == running.end()) same = running.insert(same, {step, {}});
    if (std::find(same->second.begin(), same->second.end(), m) == same->second.end())
      same->second.push_back(m);
  }
  std::string name = fmt::format("P{}", number);
  for (auto& [step, dimensions] : running) {
    name += fmt::format("{}{}.", step == running.front().first ? "." : "+", step);
    std::sort(dimensions.begin(), dimensions.end());
    for (const int m : dimensions) name += Topology::dimension_name(m);
  }
  return name;
}

}  // namespace

void Timetable::run(int node_class, int start, int dimension, int steps) {
  std::vector<int>& runs = runs_[node_class];
  runs.resize(std::max(runs.size(), static_cast<std::size_t>(start + steps)), -1);
  std::fill_n(runs.begin() + start, steps, dimension);
}

void Timetable::run_all(int dimension, int steps) {
  const int start = length();
  for (std::size_t c = 0; c < runs_.size(); ++c) run(static_cast<int>(c), start, dimension, steps);
}

int Timetable::length() const {
  std::size_t result = 0;
  for (const auto& runs : runs_) result = std::max(result, runs.size());
  return static_cast<int>(result);
}

void Timetable::write(PairedPlan& plan, NodeId nodes) const {
  plan.classes = static_cast<int>(runs_.size());
  std::vector<std::vector<int>> steps(runs_.size(), std::vector<int>(plan.lines.size()));
  for (int p = 0; p < length(); ++p) {
    PairedPlan::PlannedPhase phase{{}, std::vector<int>(runs_.size(), -1), steps};
    std::int64_t largest = 0;
    for (std::size_t c = 0; c < runs_.size(); ++c) {
      if (p >= static_cast<int>(runs_[c].size()) || runs_[c][p] < 0) continue;
      const int m = phase.runs[c] = runs_[c][p];
      const LineProgram& line = plan.lines[m];
      largest = std::max(largest, std::int64_t{nodes} / line.side() * line.most_pairs(steps[c][m]++));
    }
    phase.name = phase_name(plan.phases.size() + 1, plan, phase);
    plan.phases.push_back(std::move(phase));
    ++plan.cost.startups;
    plan.cost.blocks += largest;
  }
}

}  // namespace torusim
