#pragma once
/// Random networks and hardware for any_case.h.

#include <rapidcheck.h>

#include "testbench/tests/levels/any_case.h"

namespace torusim::test {

/// For a draw that is rarely true.
inline bool one_in(int cases) { return *rc::gen::inRange(0, cases) == 0; }

/// Whether the hardware must be that of the dense level.
inline bool is_dense(Shape shape) { return shape == Shape::kDense || shape == Shape::kDenseLarge; }

/// Without failures. A schedule on kDense has fewer nodes than `traffic`.
Topology any_topology(Shape shape, bool traffic);

/// What the messages of a run leave to the hardware.
struct Demands {
  std::int64_t longest = 1;   ///< flits of the longest message
  bool two_lanes = false;     ///< routes need the lanes of datelines
  bool fixed_routes = false;  ///< heads may not choose
  bool dense = false;         ///< the dense level must have the hardware
};

/// Draws all but topology, classes and gates.
void draw_hardware(Hardware& hardware, const Demands& demands);
/// Whether messages on dimension-order routes may deadlock.
bool may_deadlock(const Hardware& hardware);
/// The classes of cases to which the hardware belongs.
std::set<std::string> classes_of(const Hardware& hardware);

}  // namespace torusim::test
