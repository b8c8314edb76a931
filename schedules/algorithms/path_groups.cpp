#include "schedules/algorithms/path_groups.h"

namespace torusim {
namespace {

enum class Kind { kForward, kReverse, kSwapFirst, kSwapSecond };

PathPhase phase_of(int p, int q, Kind kind, int a) {
  const int rp = a - 1 - p, rq = a - 1 - q;
  switch (kind) {
    case Kind::kForward:
      return {{p, q}, {{{p, rq}, {rq, rp}, {rp, q}, {q, p}}}};
    case Kind::kReverse:
      return {{p, q}, {{{rq, p}, {rp, rq}, {q, rp}, {p, q}}}};
    case Kind::kSwapFirst:
      return {{p, q}, {{{p, rp}, {rp, p}, {q, q}, {rq, rq}}}};
    case Kind::kSwapSecond:
      break;
  }
  return {{p, q}, {{{q, rq}, {rq, q}, {p, p}, {rp, rp}}}};
}

using Edges = std::vector<std::pair<int, int>>;

/// Round r of the round-robin tournament of h players, h even.
Edges matching(int h, int r) {
  const int ring = h - 1;
  Edges edges{{ring, r}};
  for (int i = 1; i < h / 2; ++i) edges.push_back({(r + i) % ring, (r - i + ring) % ring});
  return edges;
}

/// Cycle i of the decomposition of the complete graph of h vertices, h odd: the last vertex, then i, i + 1,
/// i - 1, i + 2, .. modulo h - 1.
std::vector<int> hamiltonian_cycle(int h, int i) {
  const int ring = h - 1;
  std::vector<int> order{ring, i};
  for (int step = 1; static_cast<int>(order.size()) < h; ++step) {
    order.push_back((i + step) % ring);
    if (static_cast<int>(order.size()) < h) order.push_back((i - step + ring) % ring);
  }
  return order;
}

}  // namespace

std::vector<PathGroup> path_groups(int a) {
  const int h = a / 2;
  std::vector<PathGroup> groups;
  const auto add = [&](const Edges& edges, std::vector<int> order, Kind kind) {
    groups.push_back({{}, std::move(order)});
    for (const auto& [p, q] : edges) groups.back().phases.push_back(phase_of(p, q, kind, a));
  };
  if (h % 2 == 0) {
    for (int r = 0; r < h - 1; ++r) {
      add(matching(h, r), {}, Kind::kForward);
      add(matching(h, r), {}, Kind::kReverse);
    }
    add(matching(h, 0), {}, Kind::kSwapFirst);
    add(matching(h, 0), {}, Kind::kSwapSecond);
    return groups;
  }
  for (int i = 0; i < (h - 1) / 2; ++i) {
    const std::vector<int> order = hamiltonian_cycle(h, i);
    Edges edges;
    for (int t = 0; t < h; ++t) edges.push_back({order[t], order[(t + 1) % h]});
    add(edges, order, Kind::kForward);
    add(edges, order, Kind::kReverse);
    if (i == 0) add(edges, order, Kind::kSwapFirst);
  }
  return groups;
}

}  // namespace torusim
