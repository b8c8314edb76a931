#include "schedules/algorithms/relayed/relay_phases.h"

#include <algorithm>
#include <utility>

#include "schedules/core/node_order.h"

namespace torusim {
namespace {

Topology::Coordinates moved(const Topology& torus, Topology::Coordinates at,
                            const Topology::Coordinates& hops) {
  for (int d = 0; d < torus.dimensions(); ++d) at[d] = (at[d] + hops[d] + torus.side(d)) % torus.side(d);
  return at;
}

}  // namespace

RelayPhases::RelayPhases(Topology torus, int period) : torus_(std::move(torus)), period_(period) {
  for (int d = 0; d < torus_.dimensions(); ++d) classes_ *= period;
}

int RelayPhases::class_of(const Topology::Coordinates& at) const {
  int result = 0;
  for (int d = torus_.dimensions() - 1; d >= 0; --d) result = result * period_ + at[d] % period_;
  return result;
}

Topology::Coordinates RelayPhases::member(int node_class) const {
  Topology::Coordinates at{};
  for (int d = 0; d < torus_.dimensions(); ++d, node_class /= period_) at[d] = node_class % period_;
  return at;
}

RelayMoves::RelayMoves(const RelayPhases& phases)
    : classes_(phases.classes()), nodes_(phases.torus().nodes()) {
  const Topology& torus = phases.torus();
  for (int source = 0; source < classes_; ++source) {
    for (NodeId offset = 0; offset < nodes_; ++offset) {
      const auto at = moved(torus, torus.coordinates(offset), phases.member(source));
      class_at_.push_back(static_cast<std::uint16_t>(phases.class_of(at)));
    }
  }
  to_.resize(static_cast<std::size_t>(phases.size()) * classes_ * nodes_);
  for (int phase = 0; phase < phases.size(); ++phase) replace(phases, phase);
}

void RelayMoves::replace(const RelayPhases& phases, int phase) {
  const Topology& torus = phases.torus();
  auto to = to_.begin() + static_cast<std::ptrdiff_t>(phase) * classes_ * nodes_;
  for (const Topology::Coordinates& hops : phases.hops(phase)) {
    const bool moves = std::any_of(hops.begin(), hops.end(), [](int h) { return h != 0; });
    Topology::Coordinates at{};
    do {
      *to++ = moves ? torus.node(moved(torus, at, hops)) : kNone;
    } while (to_next_node(torus, at));
  }
}

}  // namespace torusim
