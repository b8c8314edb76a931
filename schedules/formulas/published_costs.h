#pragma once
/// The costs of published complete exchanges, as printed in the comparison with T4 and C64: Tseng, Ni, Sheu:
/// Toward Optimal Complete Exchange on Wormhole-Routed Tori, Tables 3 and 4. The papers of the schemes were
/// not available. These costs are formulas, never measurements, and must be shown as such. The gather family
/// (schedules/algorithms/gather) is a reconstruction of the schemes, with costs of its own.
///
/// T-2D1, T-2D2, T-3D1, T-3D2: Suh, Yalamanchili. DP-2D, DP-3D: the diagonal propagation of Tseng, Lin,
/// Gupta, Panda.

#include <string>
#include <vector>

#include "schedules/core/cost.h"

namespace torusim {

enum class PublishedScheme { kT2D1, kT2D2, kDP2D, kT3D1, kT3D2, kDP3D };

/// The dimensions of the scheme, 2 or 3.
int dimensions_of(PublishedScheme scheme);

/// The cost on a torus of 2^d nodes a side, d >= 3.
Cost published_cost(PublishedScheme scheme, int d);

struct PublishedCost {
  std::string name;  ///< "DP-2D"
  Cost cost;
};

/// The rows of Table 3 on tori of 2^d x 2^d, and of Table 4 on tori of 2^d x 2^d x 2^d, d >= 4. T-3D1 and
/// DP-3D begin at d = 3. Other shapes have no rows.
std::vector<PublishedCost> published_costs(const Topology& topology);

}  // namespace torusim
