#include "schedules/algorithms/broadcast/dilated_torus.h"

namespace torusim::broadcast {
namespace {

int floor_div(int a, int b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

DilatedTorus::DilatedTorus(const Topology& torus, std::vector<std::vector<int>> levels)
    : torus_(torus), levels_(std::move(levels)) {}

NodeId DilatedTorus::node(const Topology::Coordinates& from) const {
  Topology::Coordinates at{};
  for (int d = 0; d < torus_.dimensions(); ++d) {
    const int side = static_cast<int>(levels_[d].size());
    at[d] = levels_[d][from[d] - side * floor_div(from[d], side)];
  }
  return torus_.node(at);
}

int DilatedTorus::links(int dimension, int from, int hops) const {
  const std::vector<int>& levels = levels_[dimension];
  const int side = static_cast<int>(levels.size());
  const auto unrolled = [&](int index) {
    const int turns = floor_div(index, side);
    return levels[index - side * turns] + torus_.side(dimension) * turns;
  };
  return unrolled(from + hops) - unrolled(from);
}

Send DilatedTorus::embed(const DilatedSend& send) const {
  Topology::Coordinates at = send.from;
  Send result{node(at), 0, {}};
  for (const Run& run : send.route) {
    const int hops = links(run.dimension, at[run.dimension], run.hops);
    result.route.append(Run::of(run.dimension, hops));
    at[run.dimension] += run.hops;
  }
  result.to = node(at);
  return result;
}

void embed(const std::vector<DilatedStep>& steps, std::span<const DilatedTorus> tori, PlanBuilder& plan) {
  for (const DilatedStep& step : steps) {
    plan.begin_step();
    for (const DilatedTorus& torus : tori) {
      for (const DilatedSend& send : step) {
        const Send embedded = torus.embed(send);
        plan.send(embedded.from, embedded.route);
      }
    }
  }
}

}  // namespace torusim::broadcast
