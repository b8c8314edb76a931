#include "testbench/config/waiting.h"

#include "schedules/check/dimension_order.h"

namespace torusim {

WaitingModel waiting_model(const Hardware& hardware, Synchronisation sync, int block_flits,
                           std::int64_t longest) {
  WaitingModel model{sync, hardware.lanes, block_flits, hardware.reserve};
  // A circuit holds its channels until it is whole, however short the message.
  if (hardware.switching == Switching::kCircuit) model.reserve = 0;
  if (!hardware.buffers_whole_worms() || longest <= hardware.reserve) return model;
  model.reserve += hardware.shared;
  model.pooled = hardware.vcs() > 1;
  model.whole = model.pooled && hardware.switching == Switching::kStoreAndForward;
  return model;
}

DeadlockVerdict judge_all_pairs(const Hardware& hardware, std::int64_t longest) {
  WaitingModel model = waiting_model(hardware, Synchronisation::kNone, 0, longest);
  model.reserve = 0;
  StoredSchedule all_pairs = dimension_order_lines(hardware.topology);
  return judge_deadlock(all_pairs, model);
}

DeadlockVerdict judge_traffic(const Hardware& hardware, const PatternOptions& options, std::int64_t longest) {
  const Pattern pattern(options, hardware.topology);
  DeadlockVerdict verdict = judge_all_pairs(hardware, longest);
  if (verdict.risk != DeadlockRisk::kFree && pattern.only_destination(0)) {
    StoredSchedule packets = dimension_order_messages(
        hardware.topology, [&](NodeId node) { return *pattern.only_destination(node); });
    WaitingModel model = waiting_model(hardware, Synchronisation::kNone, 0, longest);
    model.reserve = 0;
    verdict = judge_deadlock(packets, model);
  }
  for (std::string& message : verdict.messages) {
    if (!message.empty()) message.replace(0, message.find(" ("), "a packet");
  }
  return verdict;
}

}  // namespace torusim
