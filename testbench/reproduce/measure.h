#pragma once
/// Counts and runs the experiments of exhibits within a budget of time.

#include <functional>
#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

struct Effort {
  /// What all measurements together may take one core, by estimate. No clock is looked at, so the same is
  /// measured on every machine, by any number of processes. 0: nothing at all
  double seconds = 0;
  int jobs = 1;     ///< processes
  int threads = 1;  ///< of each
  std::function<bool()> interrupted = [] { return false; };
  /// Told how many experiments of how many are done.
  std::function<void(std::size_t ended, std::size_t all)> progress = [](std::size_t, std::size_t) {};
};

/// Fills the measured values. Each experiment is done once, however many points ask for it: at first all are
/// counted, then they run, those that take least first. Points whose experiment does not fit keep
/// Origin::kFormula and say so. Throws InterruptedError.
void measure_exhibits(std::vector<Exhibit>& exhibits, const Effort& effort);

}  // namespace torusim
