#include "schedules/formulas/pairwise_closed_forms.h"

#include <algorithm>
#include <bit>

namespace torusim {
namespace {

/// Messages on the busiest channel of a ring whose nodes exchange with their number xor m.
int ring_load(int side, HalfRing tie, int m) {
  if (m == 0) return 0;
  if (2 * m < side) return static_cast<int>(std::bit_floor(static_cast<unsigned>(m)));
  if (2 * m == side && tie == HalfRing::kPositive) return side / 2;
  return std::max(1, side / 4);
}

}  // namespace

int pex_link_load(Grid mesh, int step) {
  return static_cast<int>(
      std::bit_floor(static_cast<unsigned>(std::max(step % mesh.columns, step / mesh.columns))));
}

int printed_pex_link_load(Grid mesh, int step) {
  return static_cast<int>(
      std::bit_ceil(static_cast<unsigned>(std::max(step % mesh.columns, step / mesh.columns))));
}

int pex_torus_link_load(Grid torus, HalfRing tie, int step) {
  return std::max(ring_load(torus.columns, tie, step % torus.columns),
                  ring_load(torus.rows, tie, step / torus.columns));
}

int gen_link_load(Grid mesh, int step) {
  const int a = step % mesh.columns, b = step / mesh.columns;
  const int columns = std::min(b, mesh.rows - b);
  // Nodes in the last a columns send one row further on than the others.
  const int carried = a == 0 ? 0 : std::min(b + 1, mesh.rows - b - 1);
  return std::max({std::min(a, mesh.columns - a), columns, carried});
}

int printed_gen_link_load(Grid mesh, int step) {
  const int a = step % mesh.columns;
  return std::min(a, mesh.columns - a) + std::min(step / mesh.columns, (mesh.nodes() - step) / mesh.columns);
}

}  // namespace torusim
