#pragma once
/// Exhibits of Wang, Tseng, Ni, Sheu that go through thousands of tori: where the paper's construction takes
/// more steps than its theorems say, and how often a search reaches the lower bound.

#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

std::vector<Exhibit> wang_survey();

}  // namespace torusim
