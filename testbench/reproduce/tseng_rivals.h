#pragma once
/// Tables 3 to 5 and Figures 9 to 11 of Tseng, Ni, Sheu with runs on both sides: what runs in place of the
/// schemes of others (docs/gather-family.md), beside their formulas.

#include "testbench/reproduce/tseng_families.h"

namespace torusim {

/// Startups, blocks and cycles of what runs in place of a scheme; printed is the scheme's formula.
void add_rival_costs(Exhibit& exhibit, const Family& family, const Rival& rival, int d, Cycle startup,
                     int block);

/// Its blocks over those of the own algorithm, both counted on the largest torus where both are.
void add_rival_limit(Exhibit& exhibit, const Family& family, const Rival& rival);

/// Its cycles over those of the own algorithm, both run; labels and setting as those of the formula's point.
void add_rival_speed_up(Exhibit& exhibit, const Family& family, const Rival& rival, const std::string& panel,
                        const std::string& more, const std::string& x, int d, Cycle startup, int block);

}  // namespace torusim
