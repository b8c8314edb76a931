#include "schedules/algorithms/paired/line_steps.h"

#include <fmt/format.h>

namespace torusim {
namespace {

/// When an offset of `ahead` ring steps moves: an early one in the first of `steps` steps, a late one in the
/// last of them. Of the offset that is its own partner `first_part` moves early.
bool moves_early(int ahead, int steps, bool first_part) {
  return 2 * ahead == steps ? first_part : 2 * ahead > steps;
}

/// Whether a pair moves in ring step `step` (0, 1, ..) of `steps`: it had `ahead` ring steps before it at
/// first and has `left` now.
bool moves_in(int step, int steps, int ahead, int left, bool first_part) {
  return moves_early(ahead, steps, first_part) ? left > 0 : left > 0 && left == steps - step;
}

/// A line cut into groups of D: groups, halves and directions.
struct Groups {
  int side, size;

  int count() const { return side / size; }
  int rings() const { return count() % 2 == 0 ? count() / 2 - 1 : count() / 2; }
  int wrapped(int x) const { return (x % side + side) % side; }
  int half(int x) const { return wrapped(x) % size / (size / 2); }
  int sign(int x) const { return half(x) == 0 ? 1 : -1; }
  /// Groups from that of `at` to that of `destination` in the direction of the ring at `at`.
  int ahead(int at, int destination) const {
    const int groups = (wrapped(destination) / size - wrapped(at) / size) * sign(at);
    return (groups % count() + count()) % count();
  }
  /// Whether a pair takes the ring at its source; otherwise setup brings it to the other one.
  bool keeps(int source, int destination) const {
    const int offset = ahead(source, destination);
    const int most = count() / 2;
    return offset < most || (count() % 2 == 1 && offset == most && half(destination) == half(source));
  }
  /// Where a pair is after setup.
  int start(int source, int destination) const {
    return keeps(source, destination) ? source : wrapped(source - sign(source) * size / 2);
  }
};

}  // namespace

int job_steps(int side, int group) {
  const Groups groups{side, group};
  return groups.count() == 1 ? 1 : groups.rings() + 2;
}

void add_job(LineProgram& line, int group) {
  const Groups groups{line.side(), group};
  line.add("setup", [&](int at, int source, int destination) {
    return groups.keeps(source, destination) ? 0 : -groups.sign(at) * group / 2;
  });
  const int rings = groups.rings();
  for (int step = 0; step < rings; ++step) {
    line.add(fmt::format("ring{}", step + 1), [&](int at, int source, int destination) {
      const int ahead = groups.ahead(groups.start(source, destination), destination);
      const bool moves =
          moves_in(step, rings, ahead, groups.ahead(at, destination), groups.half(destination) == 0);
      return moves ? groups.sign(at) * group : 0;
    });
  }
  if (groups.count() == 1) return;
  line.add("half", [&](int at, int, int destination) {
    return groups.half(destination) == groups.half(at) ? 0 : groups.sign(at) * group / 2;
  });
}

void add_one_way_rings(LineProgram& line) {
  const int side = line.side();
  const auto ahead = [side](int at, int destination) {
    const int pairs = (destination / 2 - at / 2) * (at % 2 == 0 ? 1 : -1);
    return (pairs + side / 2) % (side / 2);
  };
  const int rings = side / 2 - 1;
  for (int step = 0; step < rings; ++step) {
    line.add(fmt::format("ring{}", step + 1), [&](int at, int source, int destination) {
      const bool moves =
          moves_in(step, rings, ahead(source, destination), ahead(at, destination), destination % 2 == 0);
      return moves ? (at % 2 == 0 ? 2 : -2) : 0;
    });
  }
}

void add_two(LineProgram& line) {
  line.add("two", [](int at, int, int destination) {
    if (destination / 2 % 2 == at / 2 % 2) return 0;
    return at / 2 % 2 == 0 ? 2 : -2;
  });
}

void add_one(LineProgram& line) {
  line.add("one", [](int at, int, int destination) {
    if (destination % 2 == at % 2) return 0;
    return at % 2 == 0 ? 1 : -1;
  });
}

void add_triples(LineProgram& line) {
  for (const int by : {1, 2}) {
    line.add(fmt::format("triple{}", by), [by](int at, int, int destination) {
      const int to = (at % 3 + by) % 3;
      return destination % 3 == to ? to - at % 3 : 0;
    });
  }
}

}  // namespace torusim
