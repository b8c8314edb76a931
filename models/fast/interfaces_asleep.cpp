// Node interfaces in the periodic sleep of their nodes (periods.h).
#include <algorithm>

#include "models/fast/interfaces.h"
#include "models/fast/periods.h"

namespace torusim::fast {

void Interfaces::end_streams(Cycle now) {
  streams_ = false;
  for (std::uint32_t i = 0; i < injectors_.size(); ++i) {
    if (injectors_[i].streaming) wake(now, i);
  }
}

void Interfaces::set(Periods& periods) {
  periods_ = &periods;
  periods.set(*this);
  stalled_.keep();
}

void Interfaces::nap(NodeId node) {
  const std::uint32_t first = index(node, 0);
  for (std::uint32_t i = first; i < first + alpha_; ++i) {
    injectors_[i].napping = true;
    injectors_[i].waits = false;
  }
}

void Interfaces::drop_sleepers() {
  std::size_t kept = 0;
  for (const std::uint32_t i : awake_) {
    injectors_[i].awake = !injectors_[i].napping;
    if (injectors_[i].awake) awake_[kept++] = i;
  }
  awake_.resize(kept);
}

void Interfaces::end_nap(Cycle now, NodeId node) {
  const std::uint32_t first = index(node, 0);
  for (std::uint32_t i = first; i < first + alpha_; ++i) {
    injectors_[i].napping = false;
    if (!injectors_[i].pending.empty()) wake(now, i);
  }
}

void Interfaces::make_up(NodeId node, int channel, int vc, Cycle flits, Cycle credits) {
  const std::uint32_t i = index(node, channel);
  Injector& injector = injectors_[i];
  for (Sending& sending : injector.pending) {
    if (sending.vc != vc) continue;
    sending.next += static_cast<std::uint32_t>(flits);
    break;
  }
  const auto in_pool = [&](int in_flight) { return std::max(in_flight - credit_.reserve, 0); };
  const int before = in_flight(i, vc), after = before + static_cast<int>(flits - credits);
  in_flight(i, vc) = static_cast<std::uint16_t>(after);
  injector.shared_used += in_pool(after) - in_pool(before);
  injector.below_reserve &= ~bit64(vc);
  if (after < credit_.reserve) injector.below_reserve |= bit64(vc);
}

Cycle Interfaces::periods_left(NodeId node, int channel, int vc, int flits) const {
  for (const Sending& sending : injectors_[index(node, channel)].pending) {
    if (sending.vc != vc) continue;
    return sending.next == 0 ? 0 : static_cast<Cycle>(sending.flits - 1 - sending.next) / flits;
  }
  return 0;
}

auto Interfaces::left(NodeId node, int channel, int vc) const -> Left {
  const auto& pending = injectors_[index(node, channel)].pending;
  const auto sending = std::ranges::find(pending, vc, &Sending::vc);
  return {worms_[sending->worm], sending->flits - sending->next};
}

void Interfaces::take_pattern(WormSlot worm, std::span<Cycle> left, Cycle period, Cycle count) {
  for (Cycle& cycle : left) cycle += 2;
  taken_.take_pattern(worms_[worm], left, period, count);
  for (Cycle& cycle : left) cycle -= 2;
}

}  // namespace torusim::fast
