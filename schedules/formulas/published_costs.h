#pragma once
/// What complete exchanges of others cost, as printed where they are compared with T4 and C64: Tseng, Ni,
/// Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori, Tables 3 and 4. These schemes are not
/// implemented here: the costs are formulas, never measurements, and are to be shown as such.
///
/// T-2D1, T-2D2, T-3D1, T-3D2: Suh, Yalamanchili. DP-2D, DP-3D: the diagonal propagation of Tseng, Lin,
/// Gupta, Panda.

#include <string>
#include <vector>

#include "schedules/core/cost.h"

namespace torusim {

struct PublishedCost {
  std::string name;  ///< "DP-2D"
  Cost cost;
};

/// The rows of Table 3 on tori of 2^d x 2^d, d >= 4, and of Table 4 on those of 2^d x 2^d x 2^d, d >= 4
/// (T-3D1 and DP-3D from d = 3 on); nothing on other shapes.
std::vector<PublishedCost> published_costs(const Topology& topology);

}  // namespace torusim
