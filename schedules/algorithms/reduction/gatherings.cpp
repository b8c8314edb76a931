#include "schedules/algorithms/reduction/gatherings.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "schedules/algorithms/torus_list.h"

namespace torusim {

ScheduleInfo gathering_info(const Topology& topology, int copies) {
  ScheduleInfo info;
  info.topology = topology;
  info.ports = copies;
  info.collective.kind = Collective::Kind::kReduceScatter;
  info.collective.pieces = copies;
  return info;
}

void require_torus(const std::string& name, const Topology& topology) {
  require_shape(name, topology, "dimensions that wrap", [](const Dimension& d) {
    return Dimension{d.side, Line::kRing};
  });
}

std::vector<Turn> take_turns(const std::vector<int>& steps, int first) {
  const auto dimensions = static_cast<int>(steps.size());
  std::vector<int> taken(dimensions, 0);
  const int all = std::accumulate(steps.begin(), steps.end(), 0);
  std::vector<Turn> result;
  for (int d = first; static_cast<int>(result.size()) < all; d = (d + 1) % dimensions) {
    if (taken[d] < steps[d]) result.push_back({d, taken[d]++});
  }
  return result;
}

std::vector<Turn> one_by_one(const std::vector<int>& steps, int first) {
  std::vector<Turn> result;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const int d = static_cast<int>((first + i) % steps.size());
    for (int step = 0; step < steps[d]; ++step) result.push_back({d, step});
  }
  return result;
}

Route shorter_way(const Topology& topology, int dimension, int offset) {
  if (topology.wraps(dimension)) {
    const int n = topology.side(dimension);
    offset %= n;
    if (2 * offset > n) offset -= n;
    if (2 * offset < -n) offset += n;
  }
  return {Run::of(dimension, offset)};
}

Route reversed(const Route& route) {
  Route result;
  for (int i = route.size() - 1; i >= 0; --i) {
    result.append({route[i].dimension, static_cast<std::int16_t>(-route[i].hops)});
  }
  return result;
}

void reverse(Phase& phase, bool adds) {
  for (Transfer& transfer : phase.transfers) {
    std::swap(transfer.source, transfer.destination);
    transfer.route = reversed(transfer.route);
    transfer.adds = adds;
  }
}

Reduction::Reduction(std::unique_ptr<Gathering> gathering, Collective::Kind kind)
    : gathering_(std::move(gathering)) {
  info_ = gathering_->info();
  const int half = info_.phases;
  Collective& collective = info_.collective;
  collective.rooted = kind == Collective::Kind::kAllReduce && collective.one_packet();
  collective.kind = kind;
  ways_in_ = collective.reduces() ? half : 0;
  info_.phases = kind == Collective::Kind::kAllReduce ? 2 * half : half;
}

void Reduction::make(Phase& phase) {
  if (at_ < ways_in_) {
    gathering_->write(at_, phase);
    phase.name = fmt::format("R{}", at_ + 1);
  } else {
    gathering_->write(info_.phases - 1 - at_, phase);
    reverse(phase, false);
    phase.name = fmt::format("G{}", at_ - ways_in_ + 1);
  }
}

}  // namespace torusim
