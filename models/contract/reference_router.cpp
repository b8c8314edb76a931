#include "models/contract/reference_router.h"

#include <algorithm>
#include <array>
#include <bit>

namespace torusim::rtl {

ShadowRouter::ShadowRouter(const Hardware& hardware, NodeId node)
    : hardware_(hardware),
      node_(node),
      inputs_(hardware.ports(), Input{std::vector<Vc>(hardware.vcs()), 0}),
      outputs_(hardware.ports(),
               Output{std::vector<int>(hardware.vcs(), 0), std::vector<bool>(hardware.vcs(), false), 0}) {}

/// Flits that the credit rule still allows on the VC.
int ShadowRouter::room(const Output& output, int vc) const {
  int used = 0;
  for (const int flits : output.in_flight) used += std::max(flits - hardware_.reserve, 0);
  return std::max(hardware_.reserve - output.in_flight[vc], 0) + hardware_.shared - used;
}

/// What the switching mode asks of a head beyond a free channel and a slot.
bool ShadowRouter::head_may_go(const Vc& vc) const {
  const std::size_t flits = length_or_index(vc.flits.front().data);
  switch (hardware_.switching) {
    case Switching::kCutThrough:
      return std::size_t(room(outputs_[vc.out], vc.out_vc)) >= flits;
    case Switching::kStoreAndForward:
      return vc.flits.size() >= flits;
    default:
      return true;
  }
}

bool ShadowRouter::ready(const Vc& vc) const {
  if (vc.flits.empty() || vc.out >= hardware_.ports()) return false;
  const Output& output = outputs_[vc.out];
  if (room(output, vc.out_vc) == 0) return false;
  return vc.started || (!output.owned[vc.out_vc] && head_may_go(vc));
}

/// The most urgent class with a ready flit; among equals the first at or after the turn.
int ShadowRouter::choose_vc(const Input& input) const {
  int best = -1;
  for (int i = 0; i < hardware_.vcs(); ++i) {
    const int vc = (input.turn + i) % hardware_.vcs();
    if (!ready(input.vcs[vc])) continue;
    if (best < 0 || hardware_.vc_class(vc) < hardware_.vc_class(best)) best = vc;
  }
  return best;
}

void ShadowRouter::look_up_route(int in, int vc) {
  Vc& buffer = inputs_[in].vcs[vc];
  buffer.out = route_port(buffer.flits.front().data);
  const bool dateline =
      buffer.out < hardware_.network_ports() && hardware_.topology.crosses_dateline(node_, buffer.out);
  buffer.out_vc = next_vc(hardware_, in, vc, buffer.out, dateline);
}

/// The head of the worm that owns the output VC has arrived: the input that it came by is told.
void ShadowRouter::take_ack(int out, int out_vc) {
  for (Input& input : inputs_) {
    for (int vc = 0; vc < hardware_.vcs(); ++vc) {
      const Vc& buffer = input.vcs[vc];
      if (buffer.started && buffer.out == out && buffer.out_vc == out_vc)
        input.acks |= std::uint64_t{1} << vc;
    }
  }
}

void ShadowRouter::tick(Cycle, const RouterWires& inputs, RouterWires& outputs) {
  outputs.clear();
  const int ports = hardware_.ports();

  // The cycle that ends with this edge: two steps of arbitration on what is in the buffers.
  std::array<int, Hardware::kMaxPorts> chosen, winner;
  winner.fill(-1);
  for (int in = 0; in < ports; ++in) chosen[in] = choose_vc(inputs_[in]);
  const auto urgency = [&](int in) { return hardware_.link_urgency(in, hardware_.vc_class(chosen[in])); };
  for (int out = 0; out < ports; ++out) {
    for (int i = 0; i < ports; ++i) {
      const int in = (outputs_[out].turn + i) % ports;
      if (chosen[in] < 0 || inputs_[in].vcs[chosen[in]].out != out) continue;
      if (winner[out] < 0 || urgency(in) < urgency(winner[out])) winner[out] = in;
    }
  }

  // The edge: winners leave, flits and credits come in.
  for (int out = 0; out < ports; ++out) {
    const int in = winner[out];
    if (in < 0) continue;
    const int vc = chosen[in];
    Vc& buffer = inputs_[in].vcs[vc];
    Forward flit = buffer.flits.front();
    buffer.flits.pop_front();
    --flits_;
    flit.vc = static_cast<std::uint8_t>(buffer.out_vc);
    if (flit.head) flit.data = advance_route(flit.data);
    outputs.put(out, flit);
    buffer.started = !flit.tail;
    if (flit.tail && !buffer.flits.empty()) look_up_route(in, vc);
    outputs_[out].owned[flit.vc] = !flit.tail;
    ++outputs_[out].in_flight[flit.vc];
    outputs_[out].turn = (in + 1) % ports;
    inputs_[in].turn = (vc + 1) % hardware_.vcs();
    outputs.put(in, Backward{true, static_cast<std::uint8_t>(vc), false, 0});
  }
  for (int p = 0; p < ports; ++p) {
    const Backward back = inputs.back(p);
    if (back.credit) --outputs_[p].in_flight[back.credit_vc];
    if (back.ack) take_ack(p, back.ack_vc);
    const Forward flit = inputs.flit(p);
    if (!flit.valid) continue;
    auto& flits = inputs_[p].vcs[flit.vc].flits;
    flits.push_back(flit);
    ++flits_;
    if (flits.size() == 1 && flit.head) look_up_route(p, flit.vc);
  }
  for (int p = 0; p < ports; ++p) {
    Input& input = inputs_[p];
    if (input.acks == 0) continue;
    outputs.ack |= PortSet{1} << p;
    outputs.backward[p].ack_vc = static_cast<std::uint8_t>(std::countr_zero(input.acks));
    input.acks &= input.acks - 1;
  }
  quiet_ = outputs.quiet();
}

}  // namespace torusim::rtl
