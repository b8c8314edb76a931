#pragma once
/// All-reduce over the size of the vector: the runs beside those of the paper on Swing (Section 5).

#include "testbench/reproduce/exhibit.h"

namespace torusim {

/// An exhibit for each shape: goodput of every algorithm that runs there, for startup times of 0, 100 and
/// 1000 cycles.
std::vector<Exhibit> swing_sizes();

}  // namespace torusim
