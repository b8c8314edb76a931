#include "schedules/check/circle_of_waits.h"

#include "schedules/check/channel_dependencies.h"

namespace torusim {

CircleOfWaits find_circle_of_waits(Schedule& schedule, const WaitingModel& model) {
  const auto sync = model.sync;
  const bool by_phase = sync == Synchronisation::kBarrier || sync == Synchronisation::kPriority;
  ChannelDependencies dependencies(schedule.info().topology, model.lanes);
  CircleOfWaits circle;
  schedule.rewind();
  for (Phase phase; circle.channels.empty() && schedule.next(phase);) {
    for (const Transfer& transfer : phase.transfers) {
      const int message_class = sync == Synchronisation::kPriority ? 0 : transfer.message_class;
      dependencies.add(transfer.source, transfer.route, message_class,
                       1 + transfer.block_count() * model.block_flits);
    }
    if (!by_phase) continue;
    circle = {dependencies.cycle(model.reserve), phase.name};
    dependencies.clear();
  }
  schedule.rewind();
  if (!by_phase) return {dependencies.cycle(model.reserve), ""};
  return circle.channels.empty() ? CircleOfWaits() : circle;
}

}  // namespace torusim
