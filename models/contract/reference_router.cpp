#include "models/contract/reference_router.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "models/contract/adaptive.h"

namespace torusim {

ReferenceRouter::ReferenceRouter(const Hardware& hardware, NodeId node)
    : hardware_(hardware),
      node_(node),
      inputs_(hardware.ports(), Input{std::vector<InputVc>(hardware.vcs()), 0, 0}),
      outputs_(hardware.ports(),
               Output{std::vector<int>(hardware.vcs(), 0), std::vector<bool>(hardware.vcs(), false), 0}),
      chosen_(hardware.ports(), kNone),
      winner_(hardware.ports(), kNone),
      stages_(static_cast<std::size_t>(hardware.input_stages()), RouterWires(hardware.ports())) {
  for (Output& output : outputs_) output.tails.resize(hardware.bubbles() ? hardware.vcs() : 0);
}

void ReferenceRouter::tick(Cycle, const RouterWires& inputs, RouterWires& outputs) {
  outputs.clear();
  decide(inputs);
  if (stages_.empty()) return evaluate(inputs, outputs);
  stages_.push_back(inputs);
  evaluate(stages_.front(), outputs);
  stages_.pop_front();
  stages_quiet_ =
      std::all_of(stages_.begin(), stages_.end(), [](const auto& wires) { return wires.quiet(); });
}

/// The cycle that ends with the edge: switch allocation, SA-1 and SA-2, of the flits in the buffers.
void ReferenceRouter::decide(const RouterWires& inputs) {
  gates_ = inputs.gates;
  if (hardware_.adaptive) choose_outputs();
  for (int in = 0; in < hardware_.ports(); ++in) chosen_[in] = choose_vc(in);
  for (int out = 0; out < hardware_.ports(); ++out) winner_[out] = choose_input(out);
}

/// The edge: winners leave (ST), then credits, acks and flits enter.
void ReferenceRouter::evaluate(const RouterWires& inputs, RouterWires& outputs) {
  const int ports = hardware_.ports();
  for (int out = 0; out < ports; ++out) {
    if (winner_[out] != kNone) send(winner_[out], chosen_[winner_[out]], outputs);
  }
  for (int p = 0; p < ports; ++p) {
    const Backward back = inputs.back(p);
    if (back.credit) take_credit(p, back.credit_vc);
    if (back.ack) take_ack(p, back.ack_vc);
    const Forward flit = inputs.flit(p);
    if (flit.valid) take_flit(p, flit);
  }
  relay_acks(outputs);
  quiet_ = outputs.quiet();
}

/// Flits that the credit rule still allows on the VC.
int ReferenceRouter::room(const Output& output, int vc) const {
  int shared_used = 0;
  for (const int flits : output.in_flight) shared_used += std::max(flits - hardware_.reserve, 0);
  return std::max(hardware_.reserve - output.in_flight[vc], 0) + hardware_.shared - shared_used;
}

/// Whether gate and switching mode admit a head, beyond a free channel and a slot.
bool ReferenceRouter::head_may_go(int in, const InputVc& vc) const {
  if (!gates_.empty() && message_number(vc.flits.front().data) >= gates_[vc.out].limit) return false;
  const std::size_t flits = length_or_index(vc.flits.front().data);
  if (const int asked = hardware_.packet_slots_asked(in, vc.out); asked > 0) {
    const auto& tails = outputs_[vc.out].tails[vc.out_vc];
    const auto worms = std::count(tails.begin(), tails.end(), true);
    return worms + asked <= hardware_.packet_slots;
  }
  switch (hardware_.switching) {
    case Switching::kCutThrough:
    case Switching::kBubble:
      return std::size_t(room(outputs_[vc.out], vc.out_vc)) >= flits;
    case Switching::kStoreAndForward:
      return vc.flits.size() >= flits;
    default:
      return true;
  }
}

bool ReferenceRouter::ready(int in, const InputVc& vc) const {
  if (vc.flits.empty() || vc.out >= hardware_.ports()) return false;
  const Output& output = outputs_[vc.out];
  if (room(output, vc.out_vc) == 0) return false;
  return vc.started || (!output.owned[vc.out_vc] && head_may_go(in, vc));
}

/// Step 1: selects the VC of the most urgent class with a ready flit; among equals the first VC at or after
/// the turn.
int ReferenceRouter::choose_vc(int in) const {
  const Input& input = inputs_[in];
  int best = kNone;
  for (int i = 0; i < hardware_.vcs(); ++i) {
    const int vc = (input.turn + i) % hardware_.vcs();
    if (!ready(in, input.vcs[vc])) continue;
    if (best == kNone || hardware_.vc_class(vc) < hardware_.vc_class(best)) best = vc;
  }
  return best;
}

/// Step 2: selects the most urgent input with a flit for the output; among equals the first input at or after
/// the turn.
int ReferenceRouter::choose_input(int out) const {
  const auto urgency = [&](int in) { return hardware_.link_urgency(in, hardware_.vc_class(chosen_[in])); };
  int best = kNone;
  for (int i = 0; i < hardware_.ports(); ++i) {
    const int in = (outputs_[out].turn + i) % hardware_.ports();
    if (chosen_[in] == kNone || inputs_[in].vcs[chosen_[in]].out != out) continue;
    if (best == kNone || urgency(in) < urgency(best)) best = in;
  }
  return best;
}

/// The flit at the front of a VC leaves; a credit for its slot goes back by its input port.
void ReferenceRouter::send(int in, int vc, RouterWires& outputs) {
  InputVc& buffer = inputs_[in].vcs[vc];
  Output& output = outputs_[buffer.out];
  Forward flit = buffer.flits.front();
  buffer.flits.pop_front();
  --flits_;
  flit.vc = static_cast<std::uint8_t>(buffer.out_vc);
  if (flit.head && !hardware_.adaptive) flit.data = advance_route(flit.data);
  outputs.put(buffer.out, flit);
  outputs.put(in, Backward{true, static_cast<std::uint8_t>(vc), false, 0});
  output.owned[flit.vc] = !flit.tail;
  ++output.in_flight[flit.vc];
  if (hardware_.bubbles()) output.tails[flit.vc].push_back(flit.tail);
  output.turn = (in + 1) % hardware_.ports();
  inputs_[in].turn = (vc + 1) % hardware_.vcs();
  buffer.started = !flit.tail;
  if (flit.tail && !buffer.flits.empty()) look_up_route(in, vc);
}

void ReferenceRouter::take_credit(int out, int vc) {
  --outputs_[out].in_flight[vc];
  if (hardware_.bubbles()) outputs_[out].tails[vc].pop_front();
}

void ReferenceRouter::take_flit(int in, const Forward& flit) {
  auto& flits = inputs_[in].vcs[flit.vc].flits;
  flits.push_back(flit);
  ++flits_;
  if (flits.size() == 1 && flit.head) look_up_route(in, flit.vc);
}

/// Every head at the front of a buffer chooses its output VC again in each cycle, until it leaves.
void ReferenceRouter::choose_outputs() {
  struct Outputs {
    const ReferenceRouter& router;
    std::int64_t worm;  // flits
    bool takes(int out, int vc) const {
      const Output& output = router.outputs_[out];
      const bool whole = router.hardware_.switching == Switching::kCutThrough;
      return !output.owned[vc] && router.room(output, vc) >= (whole ? worm : 1);
    }
    int in_flight(int out, int vc) const { return router.outputs_[out].in_flight[vc]; }
    int load(int out) const {
      const std::vector<int>& flits = router.outputs_[out].in_flight;
      return std::accumulate(flits.begin(), flits.end(), 0);
    }
  };
  for (Input& input : inputs_) {
    for (int vc = 0; vc < hardware_.vcs(); ++vc) {
      InputVc& buffer = input.vcs[vc];
      if (buffer.flits.empty() || buffer.started) continue;
      const Data& head = buffer.flits.front().data;
      const int message_class = hardware_.vc_class(vc);
      OutputVc choice{route_port(head), hardware_.vc(message_class, 0)};
      if (const NodeId to = head_destination(head); to != node_) {
        const std::int64_t flits = length_or_index(head);
        choice = adaptive_choice(hardware_, MinimalPorts(hardware_, node_, to), message_class, flits,
                                 Outputs{*this, flits});
      }
      buffer.out = choice.port;
      buffer.out_vc = choice.vc;
    }
  }
}

/// A head has come to the front of its buffer.
void ReferenceRouter::look_up_route(int in, int vc) {
  if (hardware_.adaptive) return;  // choose_outputs()
  InputVc& buffer = inputs_[in].vcs[vc];
  const Data& head = buffer.flits.front().data;
  buffer.out = route_port(head);
  const bool dateline =
      buffer.out < hardware_.network_ports() && hardware_.topology.crosses_dateline(node_, buffer.out);
  buffer.out_vc = next_vc(hardware_, in, vc, buffer.out, dateline, route_lane(head));
}

/// The head of the worm that owns the output VC has reached its destination: the worm's input forwards the
/// ack.
void ReferenceRouter::take_ack(int out, int out_vc) {
  for (Input& input : inputs_) {
    for (int vc = 0; vc < hardware_.vcs(); ++vc) {
      const InputVc& buffer = input.vcs[vc];
      if (buffer.started && buffer.out == out && buffer.out_vc == out_vc)
        input.acks |= std::uint64_t{1} << vc;
    }
  }
}

/// Every input forwards one ack, that of its lowest VC.
void ReferenceRouter::relay_acks(RouterWires& outputs) {
  for (int in = 0; in < hardware_.ports(); ++in) {
    Input& input = inputs_[in];
    if (input.acks == 0) continue;
    outputs.ack |= PortSet{1} << in;
    outputs.backward[in].ack_vc = static_cast<std::uint8_t>(std::countr_zero(input.acks));
    input.acks &= input.acks - 1;
  }
}

}  // namespace torusim
