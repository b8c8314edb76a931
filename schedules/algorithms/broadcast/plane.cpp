#include "schedules/algorithms/broadcast/plane.h"

#include <cassert>
#include <numeric>

#include "schedules/algorithms/broadcast/checkerboard.h"
#include "schedules/algorithms/broadcast/dilated_torus.h"
#include "schedules/algorithms/broadcast/square.h"

namespace torusim::broadcast {
namespace {

/// Stage 2: from the main diagonal to every other one, x - y = 2c for owners (y + 2c, y).
std::vector<DilatedStep> plane_diagonals(int side, int alpha) {
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

/// Within a check: from column 0 or 1 (of LL, of UR) and row (LL's is 0); then the columns to go, +1 or -1 or
/// 0, then the rows.
struct CheckSend {
  int column, row;
  int across, up;
};

struct CheckTable {
  std::vector<CheckSend> first, second;  // step
};

/// Figure 3. Serves the inside and the lower right corner; heights 0 to 5.
CheckTable four_ports(int h) {
  switch (h) {
    case 0:
      return {};
    case 1:
      return {{{0, 0, +1, 0}}, {}};
    case 2:
      return {{{0, 0, +1, 0}, {0, 0, 0, +1}, {1, 2, 0, -1}}, {}};
    case 3:
      return {{{0, 0, +1, 0}, {0, 0, 0, +1}, {1, 3, 0, -1}}, {{0, 1, 0, +1}, {1, 2, 0, -1}}};
    case 4:
      return {{{0, 0, +1, 0}, {0, 0, 0, +1}, {1, 4, 0, -1}, {1, 4, -1, -1}},
              {{0, 1, 0, +1}, {1, 0, 0, +1}, {1, 3, 0, -1}}};
    default:
      return {{{0, 0, +1, +1}, {0, 0, 0, +2}, {1, 5, 0, -2}, {1, 5, -1, -1}},
              {{0, 0, 0, +1}, {0, 2, 0, +1}, {1, 1, 0, -1}, {1, 1, 0, +1}, {1, 5, 0, -1}}};
  }
}

/// Figure 5(a). Serves the inside and both free corners; heights 0 to 4; two sends of an owner at most.
CheckTable three_ports_even(int h) {
  if (h == 0) return {};
  CheckTable table{{{0, 0, +1, 0}, {1, h, -1, 0}}, {}};
  if (h > 1) table.first.insert(table.first.end(), {{0, 0, 0, +1}, {1, h, 0, -1}});
  if (h == 3) table.second = {{0, 1, 0, +1}, {1, 2, 0, -1}};
  if (h == 4) table.second = {{0, 1, 0, +1}, {0, 4, 0, -1}, {1, 0, 0, +1}, {1, 3, 0, -1}};
  return table;
}

/// Figure 5(b). Serves the inside; heights 0 to 3; one send of an owner at most.
CheckTable three_ports_odd(int h) {
  CheckTable table;
  if (h > 1) table.first = {{0, 0, 0, +1}, {1, h, 0, -1}};
  if (h == 3) table.second = {{0, 1, 0, +1}, {1, 2, 0, -1}};
  return table;
}

CheckTable table_of(int alpha, int type, int height) {
  assert(height <= (alpha == 4 ? 5 : type == 0 ? 4 : 3));
  if (alpha == 4) return four_ports(height);
  return type == 0 ? three_ports_even(height) : three_ports_odd(height);
}

/// Stage 4, where every check that is left is served on its own. Figures 3 and 5, whose pictures are lost:
/// these tables take their place.
///
/// Serves the R-marked checks between levels, their free corners and with them all nodes: one step if no
/// check is higher than 2, else two. Heights: at most 5 (alpha = 4); at most 4 between an even level and the
/// next, 3 from there to the next even one (alpha = 3).
void serve_small_checks(const Topology& torus, int alpha, const Levels& levels, PlanBuilder& plan) {
  const Columns columns(torus);
  for (int step = 0; step < 2; ++step) {
    plan.begin_step();
    for (int i = 0; i < columns.count(); ++i) {
      for (std::size_t b = i % 2; b + 1 < levels.size(); b += 2) {
        const CheckTable table = table_of(alpha, static_cast<int>(b % 2), levels[b + 1] - levels[b]);
        for (const CheckSend& send : step == 0 ? table.first : table.second) {
          Topology::Coordinates from{};
          from[0] = send.column == 0 ? i : columns.next(i);
          from[1] = (levels[b] + send.row) % torus.side(1);
          plan.send_unless_reached(torus.node(from),
                                   route_of({{0, send.across * columns.links(i)}, {1, send.up}}));
        }
      }
    }
  }
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
  embed(plane_diagonals(columns, alpha), std::span(&dilated, 1), plan);
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
