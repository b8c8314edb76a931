#include "testbench/results/transfer_log.h"

namespace torusim {

TransferRecord& TransferLog::record(const Worm& worm) {
  auto& records = worm.is_signal() ? signals_ : transfers_;
  const std::size_t index = worm.number & ~Worm::kFirstSignal;
  if (index >= records.size()) records.resize(index + 1);
  TransferRecord& record = records[index];
  if (record.phase < 0) {
    record.flits = worm.flits;
    record.phase = worm.phase;
    record.source = worm.source;
    record.destination = worm.destination;
    record.hops = worm.route.hops(topology_);
    record.message_class = worm.message_class;
    record.blocks = worm.blocks;
  }
  return record;
}

void TransferLog::started(Cycle cycle, const Worm& worm) { record(worm).started = cycle; }

void TransferLog::delivered(Cycle cycle, const Worm& worm) {
  TransferRecord& done = record(worm);
  done.started = worm.started;
  done.injected = worm.injected;
  done.head_out = worm.head_out;
  done.tail_out = cycle;
}

}  // namespace torusim
