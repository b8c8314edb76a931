#pragma once
/// Thakur, Choudhary, Fox: Table 1, and Scott's phases without contention of Section 3.

#include "testbench/reproduce/exhibit.h"

namespace torusim {

/// The pairs of PEX on eight nodes.
Exhibit pex_pairs();

/// a^3/4 phases of `scott`, none of them with contention, and what they take beside PEX.
Exhibit scott_phases();

}  // namespace torusim
