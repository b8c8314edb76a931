#pragma once
/// The 3-D step: every type-I cube is cut in up to seven along one dimension.
/// Wang, Tseng, Ni, Sheu, Section 4.2, Stages 3 and 4.

#include "schedules/algorithms/broadcast/checkerboard.h"

namespace torusim::broadcast {

/// A type-I cube lies between columns i and i+1, levels a and a+1 of one long dimension and b and b+1 of the
/// other. The numbers i, a and b are all even or all odd. The first and the last corner of a cube own the
/// message. The step cuts the bands of `dimension`; `other_levels` are those of the other long dimension, at
/// least 1 apart. After the step the corners own the message with the new levels. For any cuts, no two paths
/// share a link.
///
/// Parts of a band: 7, 5, 3 or 1. Three messages of a node go along one line: one message straight, two over
/// the neighbouring lines of the cube. The paper leaves these two lines out.
void cube_step(const Topology& torus, int dimension, const Cut& cut, const Levels& other_levels,
               PlanBuilder& plan);

/// The last step, where all bands of `y` are 1 wide and bands of `z` 0 or 1. The owners of each plane are a
/// grid with gaps of 1 or 2 rows, and serve the nodes in the gaps. One band of y may be 2 wide; nodes beside
/// it need four ports, other nodes three. This step replaces Figure 12 (Stage 5), which serves type-I cubes
/// only and so leaves other nodes out.
void fill_grids(const Topology& torus, int y, const Levels& y_levels, const Levels& z_levels,
                PlanBuilder& plan);

}  // namespace torusim::broadcast
