#include "schedules/algorithms/broadcast/checkerboard.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace torusim::broadcast {

namespace {

constexpr std::int64_t kCeiling = std::int64_t{1} << 30;

/// `total` in proportion to the weights, rounded so that the sums of the first i never drift; none gets more
/// than its weight unless all together have to.
std::vector<int> spread(int total, const std::vector<int>& weights) {
  const std::int64_t sum = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
  std::vector<int> result;
  std::int64_t prefix = 0, given = 0;
  for (const int weight : weights) {
    prefix += weight;
    const std::int64_t so_far = sum == 0 ? 0 : total * prefix / sum;
    result.push_back(static_cast<int>(so_far - given));
    given = so_far;
  }
  return result;
}

/// The widths of `count` bands, of types first, 1 - first, first, ..
std::vector<int> divide(int width, int count, int first, const PerType& capacity, Narrowest narrowest) {
  const int least = narrowest == Narrowest::kZero ? 0 : 1;
  const int unit = narrowest == Narrowest::kOdd ? 2 : 1;
  const int over = (width - least * count) % unit;
  std::vector<int> weights;
  for (int i = 0; i < count; ++i) weights.push_back((capacity[(first + i) % 2] - least) / unit);
  std::vector<int> widths = spread((width - over - least * count) / unit, weights);
  for (int& w : widths) w = least + unit * w;
  widths.back() += over;
  return widths;
}

}  // namespace

PerType capacities(const CutRule& rule, int steps) {
  std::array<std::int64_t, 2> now{rule.last[0], rule.last[1]};
  for (; steps > 0; --steps) {
    const auto grown = [&](int type) {
      const std::int64_t same = (rule.parts[type] + 1) / 2, other = (rule.parts[type] - 1) / 2;
      return std::min(kCeiling, same * now[type] + other * now[1 - type]);
    };
    now = {grown(0), grown(1)};
  }
  return {static_cast<int>(now[0]), static_cast<int>(now[1])};
}

int cuts_needed(const CutRule& rule, int pairs, int rows) {
  for (int steps = 0;; ++steps) {
    const PerType capacity = capacities(rule, steps);
    if (std::int64_t{pairs} * (std::int64_t{capacity[0]} + capacity[1]) >= rows) return steps;
  }
}

Levels first_levels(const CutRule& rule, int pairs, int rows, int steps, Narrowest narrowest) {
  Levels levels{0};
  const auto at_least_one = narrowest == Narrowest::kZero ? Narrowest::kOne : narrowest;
  for (const int width : divide(rows, 2 * pairs, 0, capacities(rule, steps), at_least_one)) {
    levels.push_back(levels.back() + width);
  }
  return levels;
}

Cut cut(const CutRule& rule, const Levels& levels, int steps, Narrowest narrowest) {
  assert(steps >= 1 && levels.size() >= 2);
  const PerType capacity = capacities(rule, steps - 1);
  Cut result{levels, {}};
  for (std::size_t b = 0; b + 1 < levels.size(); ++b) {
    const int type = static_cast<int>(b % 2);
    const int width = levels[b + 1] - levels[b];
    int parts = rule.parts[type];
    if (narrowest != Narrowest::kZero) parts = std::min(parts, width - (width % 2 == 0 ? 1 : 0));
    std::vector<int>& rows = result.rows.emplace_back();
    const std::vector<int> widths = divide(width, parts, type, capacity, narrowest);
    for (int i = 0, at = levels[b]; i + 1 < parts; ++i) rows.push_back(at += widths[i]);
  }
  return result;
}

Levels Cut::after() const {
  Levels levels;
  for (std::size_t b = 0; b < rows.size(); ++b) {
    levels.push_back(before[b]);
    levels.insert(levels.end(), rows[b].begin(), rows[b].end());
  }
  levels.push_back(before.back());
  return levels;
}

namespace {

/// The step within one plane.
class Checkerboard {
 public:
  Checkerboard(const Topology& torus, int dimension, Topology::Coordinates plane, PlanBuilder& plan)
      : torus_(torus), columns_(torus), v_(dimension), plane_(plane), plan_(plan) {}

  /// The R-marked check between levels `low` and `high`, whose lower left corner is in column i.
  void cut(int i, int low, int high, const std::vector<int>& rows) {
    const int right = columns_.links(i);
    const NodeId lower_left = node(i, low), upper_right = node(columns_.next(i), high);
    const auto up = [&](int row) { return Leg{v_, row - low}; };
    const auto down = [&](int row) { return Leg{v_, row - high}; };
    const auto send = [&](NodeId from, std::initializer_list<Leg> legs) {
      plan_.send_unless_reached(from, route_of(legs));
    };
    if (rows.size() == 4) {
      send(lower_left, {up(rows[1])});
      send(lower_left, {{0, right}, up(rows[0])});
      send(upper_right, {down(rows[2])});
      send(upper_right, {{0, -right}, down(rows[3])});
    } else if (rows.size() == 2) {
      send(lower_left, {up(rows[1])});
      send(upper_right, {down(rows[0])});
    }
  }

 private:
  NodeId node(int column, int row) {
    plane_[0] = column;
    plane_[v_] = row % torus_.side(v_);
    return torus_.node(plane_);
  }

  const Topology& torus_;
  Columns columns_;
  int v_;
  Topology::Coordinates plane_;
  PlanBuilder& plan_;
};

}  // namespace

void checkerboard_step(const Topology& torus, int dimension, const Cut& cut, PlanBuilder& plan) {
  const int across = 3 - dimension;  // the third dimension of a box
  const int planes = torus.dimensions() == 3 ? torus.side(across) : 1;
  for (int p = 0; p < planes; ++p) {
    Topology::Coordinates at{};
    if (planes > 1) at[across] = p;
    Checkerboard board(torus, dimension, at, plan);
    for (int i = 0; i < Columns(torus).count(); ++i) {
      for (std::size_t b = i % 2; b < cut.rows.size(); b += 2) {
        board.cut(i, cut.before[b], cut.before[b + 1], cut.rows[b]);
      }
    }
  }
}

void send_to_left_out_column(const Topology& torus, PlanBuilder& plan) {
  const int last = torus.side(0) - 1;
  if (torus.side(0) % 2 == 0) return;
  plan.begin_stage();
  plan.begin_step();
  for (NodeId node = 0; node < torus.nodes(); ++node) {
    if (torus.coordinate(node, 0) == last - 1) plan.send(node, route_of({{0, 1}}));
  }
}

}  // namespace torusim::broadcast
