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

}  // namespace torusim
