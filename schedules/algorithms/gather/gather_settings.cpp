#include "schedules/algorithms/gather/gather_settings.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "schedules/algorithms/gather/gather_nodes.h"

namespace torusim {
namespace {

/// Calls `visit` with every choice of gathers.
void for_each_choice(int dimensions, int d, const std::function<void(const std::vector<int>&)>& visit) {
  std::vector<int> gathers;
  const std::function<void(int, int)> choose = [&](int level, int least) {
    if (level >= d) return visit(gathers);
    for (int g = least; g <= std::min(level - 2, GatherNodes::most_gathers(dimensions)); ++g) {
      gathers.push_back(g);
      choose(level + 1, g);
      gathers.pop_back();
    }
  };
  choose(2, 0);
}

}  // namespace

Cost gather_cost(int dimensions, int d, const std::vector<int>& gathers) {
  const GatherNodes nodes(dimensions, gathers);
  const std::int64_t all = std::int64_t{1} << (dimensions * d);
  Cost cost;
  const auto add = [&](std::int64_t phases, std::int64_t blocks) {
    cost.startups += phases;
    cost.blocks += phases * blocks;
  };
  for (int i = 0; i < dimensions; ++i) {
    if (nodes.low(i) == 1) add(1, all / 2);     // level 1
    if (!nodes.flips({i, 0})) add(1, all / 2);  // the last bit
  }
  for (int level = 2; level < d; ++level) {
    const int g = nodes.gathers_before(level);
    add(std::max(dimensions, 1 << (level - g - 1)), (all << g) / 2);
  }
  for (int g = 1; g <= nodes.gathers(); ++g) {
    // All but the share that is where it belongs; again in the scatter.
    const int level = nodes.level_of(g);
    add(2, ((all << g) - (all << g >> (dimensions * (d - level)))) / 2);
  }
  return cost;
}

std::optional<std::vector<int>> gathers_for(PublishedScheme scheme, int d) {
  const int dimensions = dimensions_of(scheme);
  if (scheme == PublishedScheme::kDP2D || scheme == PublishedScheme::kDP3D)
    return std::vector<int>(std::max(0, d - 2));
  const Cost printed = published_cost(scheme, d);
  const bool few_startups = scheme == PublishedScheme::kT2D1 || scheme == PublishedScheme::kT3D1;
  std::optional<std::vector<int>> best;
  std::tuple<std::int64_t, std::int64_t> least;
  for_each_choice(dimensions, d, [&](const std::vector<int>& gathers) {
    const Cost cost = gather_cost(dimensions, d, gathers);
    if (cost.startups > printed.startups || cost.blocks > printed.blocks) return;
    const auto order =
        few_startups ? std::tuple(cost.blocks, cost.startups) : std::tuple(cost.startups, cost.blocks);
    if (best && order >= least) return;
    best = gathers;
    least = order;
  });
  return best;
}

}  // namespace torusim
