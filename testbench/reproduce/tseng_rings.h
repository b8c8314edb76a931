#pragma once
/// Exhibits of Tseng, Ni, Sheu that are about rings and bounds: Theorem 1, Lemma 8, Sections 5 and 7.

#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

std::vector<Exhibit> tseng_rings();

}  // namespace torusim
