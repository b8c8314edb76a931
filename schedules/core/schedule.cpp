#include "schedules/core/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "schedules/core/error.h"

namespace torusim {

void Route::append(Run run) {
  if (run.hops == 0) return;
  if (size_ == kMaxRuns) throw InputError(fmt::format("a route has at most {} straight runs", int{kMaxRuns}));
  runs_[size_++] = run;
}

int Route::hops(const Topology& topology) const {
  int result = 0;
  for (const Run& run : *this) {
    const bool exists = run.dimension >= 0 && run.dimension < topology.dimensions();
    result += exists ? topology.channels_along(run.dimension, run.hops) : std::abs(run.hops);
  }
  return result;
}

NodeId Route::end_node(const Topology& topology, NodeId from) const {
  for (const Run& run : *this) from = topology.displaced(from, run.dimension, run.hops);
  return from;
}

std::string Route::text() const {
  std::string result;
  for (const Run& run : *this) {
    result += fmt::format("{}{}{}{}", run.hops > 0 ? '+' : '-', Topology::dimension_name(run.dimension),
                          run.dimension >= 3 ? ":" : "", std::abs(run.hops));
  }
  return result;
}

bool Route::operator==(const Route& other) const {
  return std::equal(begin(), end(), other.begin(), other.end());
}

Route dimension_order_route(const Topology& topology, NodeId from, NodeId to) {
  Route route;
  for (int d = 0; d < topology.dimensions(); ++d) {
    int hops = topology.coordinate(to, d) - topology.coordinate(from, d);
    const int n = topology.side(d);
    if (topology.line(d) != Line::kArray) hops = (hops + n) % n;
    if (topology.wraps(d) && 2 * hops > n) hops -= n;
    route.append({static_cast<std::int16_t>(d), static_cast<std::int16_t>(hops)});
  }
  return route;
}

void check_dimensions(const Topology& topology, const Phase& phase) {
  for (const Transfer& transfer : phase.transfers) {
    const int dimensions = transfer.blocks.dimensions();
    if (transfer.blocks.empty() || dimensions == topology.dimensions()) continue;
    throw InputError(fmt::format("phase {}, message #{} > #{}: its blocks are of {} dimension{}, {} has {}",
                                 phase.name, transfer.source, transfer.destination, dimensions,
                                 dimensions == 1 ? "" : "s", topology.name(), topology.dimensions()));
  }
}

StoredSchedule::StoredSchedule(ScheduleInfo info, std::vector<Phase> phases)
    : info_(std::move(info)), phases_(std::move(phases)) {
  info_.phases = static_cast<int>(phases_.size());
  if (info_.collective.named()) return;
  info_.collective.blocks = 0;
  for (const Phase& phase : phases_) {
    for (const Transfer& transfer : phase.transfers) info_.collective.blocks += transfer.unnamed;
  }
}

StoredSchedule StoredSchedule::copy_of(Schedule& other) {
  std::vector<Phase> phases;
  other.rewind();
  for (Phase phase; other.next(phase);) phases.push_back(phase);
  other.rewind();
  return StoredSchedule(other.info(), std::move(phases));
}

bool StoredSchedule::next(Phase& phase) {
  if (at_ == phases_.size()) return false;
  phase = phases_[at_++];
  return true;
}

const char* to_text(Synchronisation sync) {
  switch (sync) {
    case Synchronisation::kNone:
      return "none";
    case Synchronisation::kBarrier:
      return "barrier";
    case Synchronisation::kLocal:
      return "local";
    case Synchronisation::kPriority:
      return "priority";
  }
  return "?";
}

}  // namespace torusim
