#pragma once
/// The 2-D step: every R-marked check of a plane is cut in up to five.
/// Wang, Tseng, Ni, Sheu, Section 3.2, Stage 3.

#include "schedules/algorithms/broadcast/bands.h"
#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

/// The columns of a plane, or planes of a box, that take part: all nodes along dimension 0, without the last
/// node if the number is odd.
class Columns {
 public:
  explicit Columns(const Topology& torus) : side_(torus.side(0)) {}

  int count() const { return side_ - side_ % 2; }
  int next(int column) const { return (column + 1) % count(); }
  /// Links from a column to the next one.
  int links(int column) const { return column + 1 == count() ? side_ - column : 1; }

 private:
  int side_;
};

/// In the planes of x and `dimension`, one for each node of the other dimension(s): column i owns the levels
/// of its parity before the step, and the new levels of its parity after it. For any cuts, no two paths share
/// a link.
///
/// Parts of a band: 5 (both corners of a check send two messages), 3 (one) or 1.
void checkerboard_step(const Topology& torus, int dimension, const Cut& cut, PlanBuilder& plan);

/// The last step if the number of columns is odd: the last column gets the message from its neighbours.
void send_to_left_out_column(const Topology& torus, PlanBuilder& plan);

}  // namespace torusim::broadcast
