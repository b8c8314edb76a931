#include "schedules/algorithms/broadcast/small_checks.h"

#include <cassert>

namespace torusim::broadcast {
namespace {

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

}  // namespace

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

}  // namespace torusim::broadcast
