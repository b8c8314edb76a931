#pragma once
/// The times of Meyer, Sibeyn, Section 5: Table I and the T3E.

#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

std::vector<Exhibit> meyer_times();

}  // namespace torusim
