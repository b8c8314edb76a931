#include "testbench/results/transfer_summary.h"

#include <algorithm>

namespace torusim {

TransferGroup& TransferSummary::group_of(const Worm& worm) {
  Groups& groups = worm.is_signal() ? signals_ : transfers_;
  return groups[{worm.phase, worm.message_class, worm.route.hops(topology_)}];
}

void TransferSummary::started(Cycle cycle, const Worm& worm) {
  TransferGroup& group = group_of(worm);
  if (group.messages == 0) group.started_first = cycle;
  group.started_last = cycle;
  ++group.messages;
  group.blocks += worm.blocks;
  group.flits += worm.flits;
}

void TransferSummary::delivered(Cycle cycle, const Worm& worm) {
  TransferGroup& group = group_of(worm);
  const Cycle latency = cycle - worm.started;
  if (group.delivered == 0) {
    group.delivered_first = cycle;
    group.latency_least = group.latency_most = latency;
  }
  group.delivered_last = cycle;
  group.latency_least = std::min(group.latency_least, latency);
  group.latency_most = std::max(group.latency_most, latency);
  group.latency_sum += latency;
  ++group.delivered;
}

}  // namespace torusim
