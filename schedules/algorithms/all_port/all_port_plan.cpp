#include "schedules/algorithms/all_port/all_port_plan.h"

#include <random>

#include "schedules/core/shuffle.h"

namespace torusim {
namespace {

constexpr int kRounds = 6;

}  // namespace

AllPortPlan::AllPortPlan(const AllPortTable& table) : loads_(table) {
  const NodeId nodes = loads_.torus().nodes();
  std::vector<Way> ways(static_cast<std::size_t>(loads_.classes()) * nodes, Way(table.phases.size(), kStays));
  std::vector<int> order;  // of ways: all but those of offset 0
  for (int i = 0; i < static_cast<int>(ways.size()); ++i) {
    if (i % nodes != 0) order.push_back(i);
  }
  std::mt19937_64 random(table.seed);
  WayLoads loads = loads_;
  for (int round = 0; round < kRounds; ++round) {
    shuffle_alike(order, random);
    for (const int i : order) {
      loads.add(i / nodes, ways[i], -1);
      ways[i] = loads.lightest(i / nodes, i % nodes);
      loads.add(i / nodes, ways[i], 1);
    }
    if (round > 0 && loads.blocks() >= loads_.blocks()) continue;
    loads_ = loads;
    ways_ = ways;
  }
}

}  // namespace torusim
