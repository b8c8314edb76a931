#include "schedules/algorithms/broadcast/plane.h"

#include <numeric>

#include "schedules/algorithms/broadcast/dilated_torus.h"
#include "schedules/algorithms/broadcast/small_checks.h"
#include "schedules/algorithms/broadcast/square.h"

namespace torusim::broadcast {
namespace {

/// Stage 2: from the main diagonal to every other one, x - y = 2c for owners (y + 2c, y).
std::vector<DilatedStep> alternate_diagonals(int side, int alpha) {
  return steps_along(interval_recursion(side / 2, alpha), [&](const Hop& hop, DilatedStep& step) {
    const bool along_x = hop.slot == 1 || hop.slot == -1;
    const Route route = along_x ? route_of({{0, 2 * hop.distance}}) : route_of({{1, -2 * hop.distance}});
    for (int y = 0; y < side; ++y) {
      Topology::Coordinates from{};
      from[0] = y + 2 * hop.owner;
      from[1] = y;
      step.push_back({from, route});
    }
  });
}

/// How a torus is cut into bands, and how often.
struct Division {
  CutRule rule;
  int cuts;
  Narrowest narrowest;
};

Division division(int alpha, Expansion expansion, int pairs, int rows) {
  const PerType parts{5, alpha == 4 ? 5 : 3};
  if (expansion == Expansion::kBest) {
    const CutRule rule{parts, {0, 1}};
    return {rule, cuts_needed(rule, pairs, rows), Narrowest::kZero};
  }
  // "Until the height of each check is less than 5", or of two checks less than 8, must read "at most 5" and
  // "at most 4": the step counts of Theorems 3 and 4 say so.
  if (alpha == 4) {
    const CutRule rule{parts, {5, 5}};
    return {rule, cuts_needed(rule, pairs, rows), Narrowest::kOne};
  }
  // Two checks of 2:1 that are 4 high together. Heights beyond that, from rounding, are in Figure 5 too.
  const int cuts = cuts_needed({parts, {3, 1}}, pairs, rows);
  return {{parts, {4, 2}}, cuts, Narrowest::kOne};
}

}  // namespace

Plan plane_broadcast(const Topology& torus, int alpha, Expansion expansion) {
  const int columns = Columns(torus).count();
  const Division how = division(alpha, expansion, columns / 2, torus.side(1));
  Levels levels = first_levels(how.rule, columns / 2, torus.side(1), how.cuts, how.narrowest);

  std::vector<int> all_columns(columns);
  std::iota(all_columns.begin(), all_columns.end(), 0);
  const DilatedTorus dilated(torus, {all_columns, {levels.begin(), levels.end() - 1}});

  PlanBuilder plan(torus, 0);
  plan.begin_stage();
  embed(square_broadcast(2, columns, alpha).front(), std::span(&dilated, 1), plan);
  plan.begin_stage();
  embed(alternate_diagonals(columns, alpha), std::span(&dilated, 1), plan);
  plan.begin_stage();
  for (int left = how.cuts; left > 0; --left) {
    const Cut next = cut(how.rule, levels, left, how.narrowest);
    plan.begin_step();
    checkerboard_step(torus, 1, next, plan);
    levels = next.after();
  }
  if (expansion == Expansion::kPaper) {
    plan.begin_stage();
    serve_small_checks(torus, alpha, levels, plan);
  }
  send_to_left_out_column(torus, plan);
  return plan.take();
}

}  // namespace torusim::broadcast
