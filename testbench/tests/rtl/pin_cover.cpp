#include "testbench/tests/rtl/pin_cover.h"

#include <algorithm>
#include <bit>

namespace torusim::test {

PinCover::PinCover(const Hardware& hardware, NodeId node, std::unique_ptr<ForeignRouter> router,
                   CoverCounts& counts)
    : hardware_(hardware),
      node_(node),
      router_(std::move(router)),
      counts_(counts),
      inputs_(hardware.ports(), Input{std::vector<std::deque<Queued>>(hardware.vcs())}),
      outputs_(hardware.ports(),
               Output{std::vector<int>(hardware.vcs(), 0), std::vector<std::int64_t>(hardware.vcs(), -1),
                      std::vector<Cycle>(hardware.vcs(), -1)}),
      rivals_(hardware.ports(), 0) {}

void PinCover::tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) {
  router_->tick(now, inputs, outputs);
  const int ports = hardware_.ports();
  waiting();
  acks(inputs);
  // What is out now was decided before this cycle's arrivals and credits.
  const int out_count = std::popcount(outputs.valid), in_count = std::popcount(inputs.valid);
  const int credits = std::popcount(outputs.credit);
  for (int p = 0; p < ports; ++p) {
    const Backward back = inputs.back(p);
    const Forward flit = outputs.flit(p);
    if (back.credit && flit.valid && back.credit_vc == flit.vc) hit(Cover::kTogether, 0);
  }
  if (out_count == ports) hit(Cover::kTogether, 1);
  if (in_count == ports) hit(Cover::kTogether, 2);
  if (credits == 2) hit(Cover::kTogether, 3);
  for (int p = 0; p < ports; ++p) {
    if (const Forward flit = outputs.flit(p); flit.valid) leave(now, p, flit);
  }
  for (int p = 0; p < ports; ++p) {
    if (const Backward back = inputs.back(p); back.credit) --outputs_[p].in_flight[back.credit_vc];
    if (const Forward flit = inputs.flit(p); flit.valid) arrive(p, flit, outputs);
  }
}

/// Acks that go back to one input, of the worms that own the VCs which they name.
void PinCover::acks(const RouterWires& inputs) {
  if (inputs.ack == 0) return;
  std::vector<int> count(hardware_.ports(), 0);
  for (int p = 0; p < hardware_.ports(); ++p) {
    const Backward back = inputs.back(p);
    if (!back.ack || outputs_[p].owner[back.ack_vc] < 0) continue;
    const auto worm = inside_.find(static_cast<std::uint32_t>(outputs_[p].owner[back.ack_vc]));
    if (worm != inside_.end() && ++count[worm->second.in] >= 2)
      hit(Cover::kCorner, count[worm->second.in] == 2 ? 0 : 1);
  }
}

int PinCover::pool_used(const Output& output) const {
  int used = 0;
  for (const int flits : output.in_flight) used += std::max(flits - hardware_.reserve, 0);
  return used;
}

bool PinCover::has_slot(const Output& output, int vc) const {
  return output.in_flight[vc] < hardware_.reserve || pool_used(output) < hardware_.shared;
}

const PinCover::Inside* PinCover::front(int in, int vc) const {
  const auto& queue = inputs_[in].vcs[vc];
  if (queue.empty()) return nullptr;
  const auto worm = inside_.find(queue.front().message);
  return worm == inside_.end() ? nullptr : &worm->second;
}

bool PinCover::ready(int in, int vc) const {
  const Inside* worm = front(in, vc);
  if (worm == nullptr) return false;
  const Output& output = outputs_[worm->out];
  const std::int64_t owner = output.owner[worm->out_vc];
  return (owner < 0 || owner == inputs_[in].vcs[vc].front().message) && has_slot(output, worm->out_vc);
}

/// Who could go and who cannot, before this cycle's winners leave.
void PinCover::waiting() {
  std::fill(rivals_.begin(), rivals_.end(), 0);
  for (int in = 0; in < hardware_.ports(); ++in) {
    std::uint64_t asked = 0;
    for (int vc = 0; vc < hardware_.vcs(); ++vc) {
      const Inside* worm = front(in, vc);
      if (worm == nullptr) continue;
      if (ready(in, vc)) {
        asked |= std::uint64_t{1} << worm->out;
        continue;
      }
      const bool slot = has_slot(outputs_[worm->out], worm->out_vc);
      hit(Cover::kStall, slot ? 2 : hardware_.shared > 0 ? 0 : 1);
    }
    for (int out = 0; out < hardware_.ports(); ++out) rivals_[out] += asked >> out & 1;
  }
  for (int out = hardware_.network_ports(); out < hardware_.ports(); ++out) {
    if (rivals_[out] >= 2) hit(Cover::kArbiter, 3);
  }
}

void PinCover::leave(Cycle now, int out, const Forward& flit) {
  const std::uint32_t message = message_number(flit.data);
  const auto found = inside_.find(message);
  if (found == inside_.end()) return;  // the network finds that out
  Inside& worm = found->second;
  Input& input = inputs_[worm.in];
  Output& output = outputs_[out];
  const int message_class = hardware_.vc_class(worm.vc), lane = hardware_.vc_lane(worm.vc);

  if (hardware_.topology.dimensions() == 2 && hardware_.alpha == 1 &&
      worm.in + out < 2 * hardware_.network_ports())
    hit(Cover::kTurn, worm.in * hardware_.ports() + out);
  hit(Cover::kRivals, std::clamp(rivals_[out], 1, 4) - 1);

  const int used = output.in_flight[flit.vc], pool = pool_used(output);
  if (used == 0) hit(Cover::kCredit, 0);
  if (used > 0 && used + 1 < hardware_.reserve) hit(Cover::kCredit, 1);
  if (used + 1 == hardware_.reserve) hit(Cover::kCredit, 2);
  if (used >= hardware_.reserve) hit(Cover::kCredit, pool + 1 == hardware_.shared ? 4 : 3);

  preemptions(out, message_class);

  if (flit.head && hardware_.lanes == 2 && worm.in < hardware_.network_ports() &&
      out < hardware_.network_ports()) {
    const int lane_out = hardware_.vc_lane(flit.vc);
    hit(Cover::kLane, lane == 0 ? lane_out : lane_out == 1 ? 2 : 3);
  }
  if (flit.head && output.tail_left[flit.vc] == now - 1) hit(Cover::kSuccession, 0);
  if (!flit.head && worm.last >= 0) {
    const Cycle bubble = now - worm.last - 1;
    hit(Cover::kBubble, bubble == 0 ? 0 : bubble == 1 ? 1 : bubble < 16 ? 2 : 3);
  }
  if (rivals_[out] >= 2 && output.last_in >= 0) {
    if (worm.in < output.last_in) hit(Cover::kArbiter, 0);
    if (worm.in == output.last_in) hit(Cover::kArbiter, 1);
  }
  if (input.last_class == message_class && lane == 0 && input.lanes[0] == 1 && input.lanes[1] == 0)
    hit(Cover::kArbiter, 2);
  input.lanes[1] = input.last_class == message_class ? input.lanes[0] : -1;
  input.lanes[0] = lane;
  input.last_class = message_class;

  auto& queue = input.vcs[worm.vc];
  queue.pop_front();
  if (flit.tail && !queue.empty()) hit(Cover::kSuccession, 1);
  ++output.in_flight[flit.vc];
  output.owner[flit.vc] = flit.tail ? -1 : std::int64_t{message};
  if (flit.tail) output.tail_left[flit.vc] = now;
  output.last_in = worm.in;
  ++worm.left;
  worm.last = now;
  if (flit.tail) inside_.erase(found);
}

/// A flit of class `by_class` takes output `out`: which worms under way on it could have gone on?
void PinCover::preemptions(int out, int by_class) {
  const Output& output = outputs_[out];
  int victims = 0;
  for (int vc = 0; vc < hardware_.vcs(); ++vc) {
    const int victim_class = hardware_.vc_class(vc);
    if (victim_class <= by_class || output.owner[vc] < 0) continue;
    const auto found = inside_.find(static_cast<std::uint32_t>(output.owner[vc]));
    if (found == inside_.end() || !ready(found->second.in, found->second.vc)) continue;
    const Inside& victim = found->second;
    if (front(victim.in, victim.vc) != &victim) continue;
    ++victims;
    if (victim_class < 4) hit(Cover::kPreemption, victim_class * (victim_class - 1) / 2 + by_class);
    hit(Cover::kPreemptionPoint, victim.left == 1 ? 0 : victim.left + 1 == victim.flits ? 2 : 1);
  }
  if (victims >= 2) hit(Cover::kPreemptionPoint, 3);
}

void PinCover::arrive(int in, const Forward& flit, const RouterWires& outputs) {
  const std::uint32_t message = message_number(flit.data);
  auto& queue = inputs_[in].vcs[flit.vc];
  const Backward back = outputs.back(in);
  const bool leaves = back.credit && back.credit_vc == flit.vc;
  if (leaves) hit(Cover::kTogether, 4);
  if (flit.head) {
    Inside worm;
    worm.in = in;
    worm.vc = flit.vc;
    worm.out = route_port(flit.data);
    const bool dateline =
        worm.out < hardware_.network_ports() && hardware_.topology.crosses_dateline(node_, worm.out);
    worm.out_vc = next_vc(hardware_, in, flit.vc, worm.out, dateline, route_lane(flit.data));
    worm.flits = length_or_index(flit.data);
    const std::uint32_t n = worm.flits;
    hit(Cover::kWorm, n <= 3 ? static_cast<int>(n) - 1 : n < 16 ? 3 : 4);
    if (leaves && queue.empty()) hit(Cover::kSuccession, 2);
    const std::uint64_t route = flit.data[1], hops = route >> 5 & 0x1FF;
    if (hops == 1 && route >> 48 != 0) hit(Cover::kCorner, 2);
    if (hops == 256) hit(Cover::kCorner, 3);
    if (worm.out == in && in < hardware_.network_ports() && hardware_.vc_lane(flit.vc) == 1)
      hit(Cover::kCorner, 4);
    inside_[message] = worm;
  }
  queue.push_back({message, flit.head});
  std::size_t held = 0;
  for (const auto& flits : inputs_[in].vcs) held += flits.size();
  if (held == static_cast<std::size_t>(hardware_.vcs() * hardware_.reserve + hardware_.shared))
    hit(Cover::kCorner, 5);
}

}  // namespace torusim::test
