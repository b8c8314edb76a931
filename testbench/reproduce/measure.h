#pragma once
/// Counts and runs the experiments of exhibits within a budget of time.

#include <functional>
#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

struct Effort {
  /// Budget of all measurements together, in estimated seconds of one core. No clock is read, so every
  /// machine makes the same measurements, with any number of processes. 0: no measurement.
  double seconds = 0;
  int jobs = 1;     ///< processes
  int threads = 1;  ///< threads of each process
  std::function<bool()> interrupted = [] { return false; };
  /// Called before the runs, with their number and estimated seconds of one core.
  std::function<void(std::size_t runs, double seconds)> announce = [](std::size_t, double) {};
  /// Called with the numbers of ended and of all measurements.
  std::function<void(std::size_t ended, std::size_t all)> progress = [](std::size_t, std::size_t) {};
};

/// Fills the measured values. Each experiment is done once for all points that have it. Counting comes first,
/// then the runs, the shortest first. A point whose experiment exceeds the budget gets a note, and keeps
/// Origin::kFormula unless its value was counted. Returns false if it
/// was interrupted; then all points have their values that were measured before.
bool measure_exhibits(std::vector<Exhibit>& exhibits, const Effort& effort);

}  // namespace torusim
