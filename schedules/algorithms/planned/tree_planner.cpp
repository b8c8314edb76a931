#include "schedules/algorithms/planned/tree_planner.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "schedules/algorithms/planned/tree_search.h"
#include "schedules/core/mix_bits.h"

namespace torusim::planned {
namespace {

constexpr int kSeeds = 6;          // orders that are tried with the same budgets
constexpr int kSplits = 3;         // further phases for the same blocks before there are more blocks
constexpr int kMostBudgets = 400;  // budgets that are tried for fewer blocks
constexpr int kMostWorse = 40;     // budgets that are worse, before the search begins again
constexpr std::int64_t kMostChosen = 20'000'000;  // chunks that nodes choose from in all these runs
constexpr std::int64_t kNotRun = TreeSearch::kNotRun;

/// A phase in two: what must come late still does. False if no phase has the time of two grains.
bool split(std::vector<int>& budgets, int grain) {
  const auto largest = std::ranges::max_element(budgets);
  const int half = *largest / 2 / grain * grain;
  if (half == 0) return false;
  *largest -= half;
  budgets.insert(largest + 1, half);
  return true;
}

/// Tries the budgets with several seeds, then the same blocks in more phases, then with further phases of one
/// block, of a broadcast like the others. Each of these has time for the slowest link and so brings a node
/// something: in the end there are enough.
HopPlan search(const TreeProblem& problem, const std::vector<int>& budgets, int grain) {
  TreeSearch search(problem);
  std::int64_t lacking = kNotRun, before = kNotRun;  // chunks in the last phases that were tried, and before
  const auto plan_in = [&](std::size_t phases) -> std::optional<HopPlan> {
    std::vector<int> tried = budgets;
    tried.resize(phases, problem.owners.size() == 1 ? budgets.back() : problem.links.slowest());
    lacking = kNotRun;
    for (int splits = 0; splits <= kSplits; ++splits) {
      for (int i = 0; i < kSeeds; ++i) {
        if (auto plan = search.run(tried, problem.seed + i)) return plan;
        lacking = std::min(lacking, search.lacking());
      }
      if (!split(tried, grain)) break;
    }
    return std::nullopt;
  };
  std::size_t phases = budgets.size(), failed = phases - 1;
  auto plan = plan_in(phases);
  while (!plan) {
    // Each phase makes fewer chunks lack, by less and less. So the last fall shows how many are too few.
    const auto last = static_cast<std::int64_t>(phases - failed);
    const bool falls = before != kNotRun && lacking < before;
    const std::size_t more = falls ? lacking * last / (before - lacking) : 1;
    before = lacking;
    failed = phases;
    phases += std::clamp<std::size_t>(more, 1, phases);
    plan = plan_in(phases);
  }
  while (phases - failed > 1) {
    const std::size_t middle = (phases + failed) / 2;
    if (auto fewer = plan_in(middle)) {
      plan = std::move(fewer);
      phases = middle;
    } else {
      failed = middle;
    }
  }
  return std::move(*plan);
}

/// Budgets near others, drawn at random.
class BudgetDraw {
 public:
  explicit BudgetDraw(const TreeProblem& problem) : links_(problem.links), drawn_(problem.seed * kMixStep) {}

  /// Budgets of `blocks` together, in as many phases as the diameter or more.
  std::vector<int> near(std::vector<int> budgets, std::int64_t blocks) {
    std::int64_t above = std::accumulate(budgets.begin(), budgets.end(), -blocks);
    for (std::size_t moves = random(3) + (above <= 0 ? 1 : 0); moves > 0; --moves) move(budgets);
    while (above > 0) {
      const std::size_t phase = random(budgets.size());
      if (budgets[phase] > 1) {
        --budgets[phase], --above;
      } else if (joinable(budgets)) {
        budgets.erase(budgets.begin() + static_cast<std::ptrdiff_t>(phase)), --above;
      } else if (std::ranges::max(budgets) == 1) {
        break;
      }
    }
    return budgets;
  }

 private:
  std::size_t random(std::size_t n) { return mix_bits(drawn_ += kMixStep) % n; }
  bool joinable(const std::vector<int>& budgets) const {
    return static_cast<int>(budgets.size()) > links_.diameter();
  }

  /// Moves time from a phase to another, exchanges two phases, or splits or joins phases.
  void move(std::vector<int>& budgets) {
    const std::size_t from = random(budgets.size()), to = random(budgets.size());
    const auto place = budgets.begin() + static_cast<std::ptrdiff_t>(from);
    switch (random(4)) {
      case 0:
        return std::swap(budgets[from], budgets[to]);
      case 1:
        if (budgets[from] > 1) {
          const int part = 1 + static_cast<int>(random(budgets[from] - 1));
          budgets[from] -= part;
          budgets.insert(place, part);
        } else if (from + 1 < budgets.size() && joinable(budgets)) {
          budgets[from + 1] += budgets[from];
          budgets.erase(place);
        }
        return;
      default: {
        const int amount = 1 + static_cast<int>(random(links_.slowest()));
        if (from == to || budgets[from] <= amount) return;
        budgets[from] -= amount;
        budgets[to] += amount;
      }
    }
  }

  const LiveLinks& links_;
  std::uint64_t drawn_;
};

}  // namespace

HopPlan trees_in(const TreeProblem& problem, const TreeBounds& bounds, int phases, int grain) {
  std::vector<int> budgets;
  if (problem.owners.size() == 1) {
    // The root is the narrow place: every phase carries the same, and pieces follow each other.
    budgets.assign(phases, static_cast<int>(bounds.pipelined(phases)));
  } else {
    budgets = bounds.budgets(grain);
  }
  while (static_cast<int>(budgets.size()) < phases && split(budgets, grain)) {
  }
  return search(problem, budgets, grain);
}

HopPlan with_other_budgets(const TreeProblem& problem, HopPlan best, std::int64_t bound) {
  TreeSearch search(problem);
  BudgetDraw draw(problem);
  std::vector<int> budgets = best.most;
  std::int64_t lacking = kNotRun;
  for (int runs = 0, failures = 0;
       runs < kMostBudgets && search.steps() < kMostChosen && best.blocks() > bound; ++runs) {
    std::vector<int> tried = draw.near(budgets, best.blocks() - 1);
    if (auto plan = search.run(tried, problem.seed + runs % kMostBudgets)) {
      best = std::move(*plan);
      runs = 0;
    } else if (search.lacking() <= lacking) {
      if (search.lacking() < lacking) failures = 0;
      lacking = search.lacking();
      budgets = std::move(tried);
      continue;
    } else if (++failures <= kMostWorse) {
      continue;
    }
    budgets = best.most;
    lacking = kNotRun;
    failures = 0;
  }
  return best;
}

}  // namespace torusim::planned
