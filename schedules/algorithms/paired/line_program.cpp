#include "schedules/algorithms/paired/line_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace torusim {

LineProgram::LineProgram(int side, int period) : side_(side), period_(period), now_(period) {
  for (int x = 0; x < period; ++x) {
    for (int destination = 0; destination < side; ++destination) now_[x].push_back({x, destination});
  }
  keep_held();
}

void LineProgram::add(std::string name, const Rule& rule) {
  Step step{std::move(name), 0, std::vector<int>(period_), {}};
  std::vector<std::vector<Pair>> next(period_);
  for (int x = 0; x < period_; ++x) {
    std::vector<Pair> moved;
    for (const Pair& pair : now_[x]) {
      const int hops = rule(x, pair.source, pair.destination);
      if (hops == 0) {
        next[x].push_back(pair);
        continue;
      }
      if (step.hops[x] != 0 && step.hops[x] != hops) {
        throw std::logic_error(
            fmt::format("{}: pairs leave {} by {} and {} hops", step.name, x, step.hops[x], hops));
      }
      step.hops[x] = hops;
      moved.push_back(pair);
      // One period of the line is computed: arrivals at x + hops repeat at this node, shifted in
      // time.
      const int to = wrapped(x + hops) % period_;
      const int back = to - (x + hops);
      next[to].push_back({wrapped(pair.source + back), wrapped(pair.destination + back)});
    }
    step.most_pairs = std::max(step.most_pairs, static_cast<int>(moved.size()));
    step.moved.push_back(boxes_of(std::move(moved)));
  }
  now_ = std::move(next);
  steps_.push_back(std::move(step));
  keep_held();
}

void LineProgram::keep_held() {
  held_.emplace_back();
  for (const auto& pairs : now_) held_.back().push_back(boxes_of(pairs));
}

std::vector<LineBox> LineProgram::moved(int step, int at) const {
  return shifted(steps_[step].moved[at % period_], at - at % period_);
}

std::vector<LineBox> LineProgram::held(int step, int at) const {
  return shifted(held_[step][at % period_], at - at % period_);
}

std::vector<LineBox> LineProgram::boxes_of(std::vector<Pair> pairs) const {
  std::sort(pairs.begin(), pairs.end());
  // Destinations that have the same sources go together; then ranges of both.
  std::map<int, std::vector<int>> sources_of;
  for (const Pair& pair : pairs) sources_of[pair.destination].push_back(pair.source);
  std::map<std::vector<int>, std::vector<int>> destinations_of;
  for (auto& [destination, sources] : sources_of) destinations_of[sources].push_back(destination);
  std::vector<LineBox> result;
  for (const auto& [sources, destinations] : destinations_of) {
    for (const Range& from : ranges_of(sources)) {
      for (const Range& to : ranges_of(destinations)) result.push_back({from, to});
    }
  }
  return result;
}

std::vector<Range> LineProgram::ranges_of(const std::vector<int>& coordinates) const {
  std::vector<bool> in(side_);
  for (const int x : coordinates) in[x] = true;
  const auto chains = [&](int stride) {
    std::vector<Range> result;
    for (const int x : coordinates) {
      if (in[wrapped(x - stride)]) continue;
      int count = 1;
      while (in[wrapped(x + count * stride)]) ++count;
      result.push_back({x, count == 1 ? 1 : stride, count});
    }
    // Coordinates that go round the line without an end have no first range.
    int covered = 0;
    for (const Range& range : result) covered += range.count;
    if (covered == static_cast<int>(coordinates.size())) return result;
    result.clear();
    for (int first = 0; first < stride; ++first) {
      for (int x = first; x < side_; x += stride) {
        if (!in[x] || (x >= stride && in[x - stride])) continue;
        int count = 1;
        while (x + count * stride < side_ && in[x + count * stride]) ++count;
        result.push_back({x, count == 1 ? 1 : stride, count});
      }
    }
    return result;
  };
  std::vector<Range> best = chains(1);
  for (int stride = 2; stride <= 2 * period_; ++stride) {
    if (side_ % stride != 0) continue;
    std::vector<Range> some = chains(stride);
    if (some.size() < best.size()) best = std::move(some);
  }
  return best;
}

std::vector<LineBox> LineProgram::shifted(const std::vector<LineBox>& boxes, int by) const {
  std::vector<LineBox> result;
  for (const LineBox& box : boxes) {
    const auto sources = wrapped_range(box.sources.first + by, box.sources.stride, box.sources.count, side_);
    const auto destinations =
        wrapped_range(box.destinations.first + by, box.destinations.stride, box.destinations.count, side_);
    for (const Range& from : sources) {
      for (const Range& to : destinations) result.push_back({from, to});
    }
  }
  return result;
}

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
