#include "schedules/algorithms/broadcast/plan.h"

#include <fmt/format.h>

namespace torusim::broadcast {

Route route_of(std::initializer_list<Leg> legs) {
  Route route;
  for (const Leg& leg : legs) {
    route.append(Run::of(leg.dimension, leg.hops));
  }
  return route;
}

PlanBuilder::PlanBuilder(const Topology& torus, NodeId source) : torus_(torus), reached_(torus.nodes()) {
  reached_[source] = true;
}

void PlanBuilder::drop_empty_step() {
  if (plan_.empty() || !plan_.back().sends.empty()) return;
  plan_.pop_back();
}

void PlanBuilder::begin_step() {
  drop_empty_step();
  plan_.push_back({fmt::format("S{}.{}", stage_, ++step_), {}});
}

void PlanBuilder::send(NodeId from, const Route& route) {
  const NodeId to = route.end_node(torus_, from);
  reached_[to] = true;
  plan_.back().sends.push_back({from, to, route});
}

void PlanBuilder::send_unless_reached(NodeId from, const Route& route) {
  if (!reached_[route.end_node(torus_, from)]) send(from, route);
}

Plan PlanBuilder::take() {
  drop_empty_step();
  return std::move(plan_);
}

}  // namespace torusim::broadcast
