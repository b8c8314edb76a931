#pragma once
/// Exhibits of Meyer, Sibeyn: Table I, the worked table of Section 2.2, the cycles of Figures 1 to 5,
/// Example 1, and the numbers of Section 5.

#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

std::vector<Exhibit> meyer_tables();

}  // namespace torusim
