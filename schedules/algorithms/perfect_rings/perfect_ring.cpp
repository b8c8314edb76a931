#include "schedules/algorithms/perfect_rings/perfect_ring.h"

namespace torusim {

// Matchings as in a round robin of h classes: class h - 1 stays and meets class t in matching t; the others
// meet their mirror images at t, modulo h - 1.

int PerfectRing::edge(int matching, int x) const {
  const int h = side_ / 2, c = x % h, t = matching;
  if (t == h - 1) return c / 2;
  if (c == h - 1 || c == t) return 0;
  const int away = (c - t + h - 1) % (h - 1);
  return away < h / 2 ? away : h - 1 - away;
}

int PerfectRing::hops(int matching, bool second, int x) const {
  const int h = side_ / 2, c = x % h, t = matching;
  if (t == h - 1) {
    if (second) return 0;
    return c % 2 == 0 ? h : -h;
  }
  const int partner = c == h - 1 ? t : c == t ? h - 1 : (2 * t - c + h - 1) % (h - 1);
  return second ? -((c - partner + h) % h) : (partner - c + h) % h;
}

}  // namespace torusim
