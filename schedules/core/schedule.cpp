#include "schedules/core/schedule.h"

#include <fmt/format.h>

#include "schedules/core/error.h"

namespace torusim {

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
    case Synchronisation::kSwitch:
      return "switch";
    case Synchronisation::kData:
      return "data";
  }
  return "?";
}

}  // namespace torusim
