#pragma once
/// What complete exchanges of others cost, as printed where they are compared with T4 and C64: Tseng, Ni,
/// Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori, Tables 3 and 4. The schemes themselves are
/// not at hand: the costs are formulas, never measurements, and are to be shown as such. What runs in their
/// place is a reconstruction, with costs of its own (schedules/algorithms/gather).
///
/// T-2D1, T-2D2, T-3D1, T-3D2: Suh, Yalamanchili. DP-2D, DP-3D: the diagonal propagation of Tseng, Lin,
/// Gupta, Panda.

#include <string>
#include <vector>

#include "schedules/core/cost.h"

namespace torusim {

enum class PublishedScheme { kT2D1, kT2D2, kDP2D, kT3D1, kT3D2, kDP3D };

/// 2 or 3.
int dimensions_of(PublishedScheme scheme);

/// On a torus of 2^d nodes a side, d >= 3.
Cost published_cost(PublishedScheme scheme, int d);

struct PublishedCost {
  std::string name;  ///< "DP-2D"
  Cost cost;
};

/// The rows of Table 3 on tori of 2^d x 2^d, d >= 4, and of Table 4 on those of 2^d x 2^d x 2^d, d >= 4
/// (T-3D1 and DP-3D from d = 3 on); nothing on other shapes.
std::vector<PublishedCost> published_costs(const Topology& topology);

}  // namespace torusim
