#pragma once
/// Puts jobs of several phases at their times, class by class, and makes the phases of a plan of them.

#include "schedules/algorithms/paired/paired_plan.h"

namespace torusim {

class Timetable {
 public:
  explicit Timetable(int classes) : runs_(classes) {}

  /// The class runs the next `steps` steps of the dimension from phase `start` on, where it is idle so far.
  void run(int node_class, int start, int dimension, int steps);
  /// All classes, after everything that there is.
  void run_all(int dimension, int steps);
  int length() const;

  /// Fills phases and cost of the plan, whose lines must be there.
  void write(PairedPlan& plan, NodeId nodes) const;

 private:
  std::vector<std::vector<int>> runs_;  // [class][phase]: the dimension, or -1
};

}  // namespace torusim
