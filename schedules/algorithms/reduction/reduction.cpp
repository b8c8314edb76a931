#include "schedules/algorithms/reduction/reduction.h"

#include <fmt/format.h>

#include <utility>

namespace torusim {

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
