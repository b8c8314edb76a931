#include "schedules/algorithms/broadcast/checkerboard.h"

namespace torusim::broadcast {
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
