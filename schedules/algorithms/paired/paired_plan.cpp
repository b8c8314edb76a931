#include "schedules/algorithms/paired/paired_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/algorithms/paired/line_program.h"
#include "schedules/core/dimension_name.h"

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
    for (const int m : dimensions) name += dimension_name(m);
  }
  return name;
}

/// Puts jobs of several phases at their times, class by class, and makes the phases of a plan of them.
class Timetable {
 public:
  explicit Timetable(int classes) : runs_(classes) {}

  /// The class runs the next `steps` steps of the dimension from phase `start` on, where it is idle so far.
  void run(int node_class, int start, int dimension, int steps) {
    std::vector<int>& runs = runs_[node_class];
    runs.resize(std::max(runs.size(), static_cast<std::size_t>(start + steps)), -1);
    std::fill_n(runs.begin() + start, steps, dimension);
  }

  /// All classes, after everything that there is.
  void run_all(int dimension, int steps) {
    const int start = length();
    for (std::size_t c = 0; c < runs_.size(); ++c) run(static_cast<int>(c), start, dimension, steps);
  }

  int length() const {
    std::size_t result = 0;
    for (const auto& runs : runs_) result = std::max(result, runs.size());
    return static_cast<int>(result);
  }

  /// Fills phases and cost of the plan, whose lines must be there.
  void write(PairedPlan& plan, NodeId nodes) const {
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

 private:
  std::vector<std::vector<int>> runs_;  // [class][phase]: the dimension, or -1
};

bool sides_are_multiples(const Topology& torus, int of) {
  for (int d = 0; d < torus.dimensions(); ++d) {
    if (torus.side(d) % of != 0) return false;
  }
  return true;
}

LineProgram job_line(int side, int group) {
  LineProgram line(side, group);
  add_job(line, group);
  if (group == 6) {
    add_triples(line);
    return line;
  }
  if (group == 8) add_two(line);
  add_one(line);
  return line;
}

/// Nodes of even and of odd sums are two machines that never run one dimension together: the even ones begin
/// with the longest job, the odd ones end with it, and both run the others in the same order.
std::vector<PairedPlan> parity_plans(const Topology& torus) {
  const int k = torus.dimensions();
  if (k < 2 || !sides_are_multiples(torus, 4)) return {};
  PairedPlan plan;
  plan.variant = PairedVariant::kParity;
  plan.residues.assign(k, {2, 1});
  std::vector<int> length(k);
  int longest = 0;
  for (int d = 0; d < k; ++d) {
    plan.lines.push_back(d > 0 && torus.side(d) == torus.side(d - 1) ? plan.lines.back()
                                                                     : job_line(torus.side(d), 4));
    length[d] = job_steps(torus.side(d), 4);
    if (length[d] > length[longest]) longest = d;
  }
  Timetable table(2);
  table.run(0, 0, longest, length[longest]);
  int others = 0;  // phases of the jobs but the longest
  for (int i = 1; i < k; ++i) {
    const int d = (longest + i) % k;
    table.run(0, length[longest] + others, d, length[d]);
    table.run(1, others, d, length[d]);
    others += length[d];
  }
  table.run(1, std::max(others, length[longest]), longest, length[longest]);
  for (int d = 0; d < k; ++d) table.run_all(d, 1);
  table.write(plan, torus.nodes());
  return {plan};
}

/// Rows, along `x`, of one parity of y run along y; the others exchange along x completely meanwhile.
PairedPlan rows_plan(const Topology& torus, int x, bool one_way) {
  const int y = 1 - x;
  PairedPlan plan;
  plan.variant = PairedVariant::kRows;
  plan.residues.resize(2);
  plan.residues[y] = {2, 1};
  plan.residues[x] = {2, 2};
  plan.lines.assign(2, job_line(torus.side(y), 4));
  if (one_way) {
    plan.lines[x] = LineProgram(torus.side(x), 2);
    add_one_way_rings(plan.lines[x]);
    add_one(plan.lines[x]);
  } else {
    plan.lines[x] = job_line(torus.side(x), 4);
  }
  Timetable table(4);  // class: y mod 2 + 2 (x mod 2)
  for (const int across : {1, 0}) {
    const int start = table.length();
    const int along = 1 - across;
    for (const int c : {across, across + 2}) table.run(c, start, y, plan.lines[y].steps() - 1);
    const int steps = plan.lines[x].steps() - 1;
    table.run(along, start, x, steps);
    table.run(along + 2, one_way ? start : start + steps, x, steps);
    for (const int c : {along, along + 2}) table.run(c, start + (one_way ? steps : 2 * steps), x, 1);
  }
  table.run_all(y, 1);
  table.write(plan, torus.nodes());
  return plan;
}

std::vector<PairedPlan> rows_plans(const Topology& torus) {
  std::vector<PairedPlan> plans;
  if (torus.dimensions() != 2) return plans;
  for (const int x : {0, 1}) {
    if (torus.side(x) % 2 != 0 || torus.side(1 - x) % 4 != 0) continue;
    plans.push_back(rows_plan(torus, x, true));
    if (torus.side(x) % 4 == 0) plans.push_back(rows_plan(torus, x, false));
  }
  return plans;
}

/// In turn j class r runs dimension (j + r) mod 3.
std::vector<PairedPlan> thirds_plans(const Topology& torus) {
  if (torus.dimensions() != 3 || !sides_are_multiples(torus, 6)) return {};
  PairedPlan plan;
  plan.variant = PairedVariant::kThirds;
  plan.residues.assign(3, {3, 1});
  Timetable table(3);
  for (int d = 0; d < 3; ++d) plan.lines.push_back(job_line(torus.side(d), 6));
  for (int turn = 0; turn < 3; ++turn) {
    const int start = table.length();
    for (int r = 0; r < 3; ++r) table.run(r, start, (turn + r) % 3, job_steps(torus.side((turn + r) % 3), 6));
  }
  for (int d = 0; d < 3; ++d) table.run_all(d, 2);
  table.write(plan, torus.nodes());
  return {plan};
}

/// Groups of 4 along `slow`, of 8 along the others, which nodes of one parity run one after the other while
/// those of the other parity run `slow`.
PairedPlan mixed_plan(const Topology& torus, int slow) {
  const int a = (slow + 1) % 3, b = (slow + 2) % 3;
  PairedPlan plan;
  plan.variant = PairedVariant::kMixed;
  plan.residues.assign(3, {4, 1});
  for (int d = 0; d < 3; ++d) plan.lines.push_back(job_line(torus.side(d), d == slow ? 4 : 8));
  const int on_slow = job_steps(torus.side(slow), 4);
  const int on_a = job_steps(torus.side(a), 8), on_b = job_steps(torus.side(b), 8);
  Timetable table(4);
  for (const int parity : {1, 0}) {
    const int start = table.length();
    for (const int c : {1 - parity, 3 - parity}) table.run(c, start, slow, on_slow);
    const int then = start + std::max(on_a, on_b);
    table.run(parity, start, a, on_a);
    table.run(parity, then, b, on_b);
    table.run(parity + 2, start, b, on_b);
    table.run(parity + 2, then, a, on_a);
  }
  for (const int even_on : {a, b}) {
    const int start = table.length();
    for (int c = 0; c < 4; ++c) table.run(c, start, c % 2 == 0 ? even_on : a + b - even_on, 1);
  }
  for (int d = 0; d < 3; ++d) table.run_all(d, 1);
  table.write(plan, torus.nodes());
  return plan;
}

std::vector<PairedPlan> mixed_plans(const Topology& torus) {
  std::vector<PairedPlan> plans;
  if (torus.dimensions() != 3 || !sides_are_multiples(torus, 4)) return plans;
  for (int slow = 0; slow < 3; ++slow) {
    if (torus.side((slow + 1) % 3) % 8 == 0 && torus.side((slow + 2) % 3) % 8 == 0)
      plans.push_back(mixed_plan(torus, slow));
  }
  return plans;
}

}  // namespace

int PairedPlan::class_of(const Topology::Coordinates& at) const {
  int sum = 0;
  for (std::size_t d = 0; d < residues.size(); ++d) sum += residues[d].factor * (at[d] % residues[d].modulus);
  return sum % classes;
}

std::vector<PairedPlan> paired_plans(PairedVariant variant, const Topology& torus) {
  if (!torus.all_wrap()) return {};
  switch (variant) {
    case PairedVariant::kParity:
      return parity_plans(torus);
    case PairedVariant::kRows:
      return rows_plans(torus);
    case PairedVariant::kThirds:
      return thirds_plans(torus);
    case PairedVariant::kMixed:
      return mixed_plans(torus);
  }
  return {};
}

void finish_directly(PairedPlan& plan, NodeId nodes) {
  const int k = static_cast<int>(plan.lines.size());
  const std::vector<std::vector<int>> steps = plan.phases[plan.phases.size() - k].steps;
  plan.phases.resize(plan.phases.size() - k);
  plan.cost.startups += (1 << k) - 1 - k;
  plan.cost.blocks += std::int64_t{nodes >> k} * ((1 << k) - 1) - std::int64_t{k} * nodes / 2;
  for (int subset = 1; subset < 1 << k; ++subset) {
    PairedPlan::PlannedPhase phase{fmt::format("P{}.near.", plan.phases.size() + 1),
                                   std::vector<int>(plan.classes, -1), steps};
    for (int d = 0; d < k; ++d) {
      if ((subset >> d & 1) == 0) continue;
      phase.across.push_back(d);
      phase.name += dimension_name(d);
    }
    plan.phases.push_back(std::move(phase));
  }
}

std::optional<PairedPlan> best_paired_plan(const Topology& torus, std::optional<PairedVariant> only,
                                           bool directly) {
  std::optional<PairedPlan> best;
  for (const PairedVariant variant :
       {PairedVariant::kParity, PairedVariant::kRows, PairedVariant::kThirds, PairedVariant::kMixed}) {
    if (only && variant != *only) continue;
    if (directly && variant != PairedVariant::kParity && variant != PairedVariant::kMixed) continue;
    for (PairedPlan& plan : paired_plans(variant, torus)) {
      if (directly) finish_directly(plan, torus.nodes());
      const auto key = [](const PairedPlan& p) { return std::pair(p.cost.blocks, p.cost.startups); };
      if (!best || key(plan) < key(*best)) best = std::move(plan);
    }
  }
  return best;
}

}  // namespace torusim
