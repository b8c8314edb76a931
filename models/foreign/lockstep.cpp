#include "models/foreign/lockstep.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace torusim::rtl {
namespace {

std::string port_name(const Hardware& hardware, int port) {
  if (port < hardware.network_ports())
    return fmt::format("port {} ({})", port, hardware.topology.port_name(port));
  return fmt::format("port {} (local {})", port, port - hardware.network_ports());
}

std::string hex(const Data& data) {
  std::string text;
  bool leading = true;
  for (std::size_t word = data.size(); word-- > 0;) {
    if (leading && data[word] == 0 && word > 1) continue;
    leading = false;
    text += fmt::format("{:016x}", data[word]);
  }
  return text;
}

/// Returns `signal = value, the contract says other`; empty if the values agree.
template <typename Value>
std::string unlike(const char* signal, const Value& value, const Value& other) {
  if (value == other) return {};
  return fmt::format("{} = {}, the contract says {}", signal, value, other);
}

std::string compare(const Forward& a, const Forward& b) {
  std::string found = unlike("valid", int{a.valid}, int{b.valid});
  if (!found.empty() || !a.valid) return found;
  if (found.empty()) found = unlike("vc", int{a.vc}, int{b.vc});
  if (found.empty()) found = unlike("head", int{a.head}, int{b.head});
  if (found.empty()) found = unlike("tail", int{a.tail}, int{b.tail});
  if (found.empty()) found = unlike("data", hex(a.data), hex(b.data));
  return found;
}

std::string compare(const Backward& a, const Backward& b) {
  std::string found = unlike("credit", int{a.credit}, int{b.credit});
  if (found.empty() && a.credit) found = unlike("credit_vc", int{a.credit_vc}, int{b.credit_vc});
  if (found.empty()) found = unlike("ack", int{a.ack}, int{b.ack});
  if (found.empty() && a.ack) found = unlike("ack_vc", int{a.ack_vc}, int{b.ack_vc});
  return found;
}

/// A comparison without text, for cycles without a difference.
bool agree(const RouterWires& router, const RouterWires& reference) {
  if (router.valid != reference.valid || router.credit != reference.credit || router.ack != reference.ack)
    return false;
  for (PortSet busy = router.valid | router.credit | router.ack; busy != 0; busy &= busy - 1) {
    const int p = std::countr_zero(busy);
    if (router.flit(p) != reference.flit(p) || router.back(p) != reference.back(p)) return false;
  }
  return true;
}

}  // namespace

LockstepRouter::LockstepRouter(const Hardware& hardware, NodeId node, std::unique_ptr<ForeignRouter> router,
                               std::string waves)
    : hardware_(hardware),
      node_(node),
      router_(std::move(router)),
      reference_(hardware, node),
      waves_(std::move(waves)),
      moments_(2 * kCyclesKept, {0, RouterWires(hardware.ports()), RouterWires(hardware.ports()),
                                 RouterWires(hardware.ports())}) {}

void LockstepRouter::tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) {
  if (ticks_ % kCyclesKept == 0 && failure_.empty() && !waves_.empty()) {
    older_ = std::move(newer_);
    newer_ = std::make_unique<ReferenceRouter>(reference_);
  }
  Moment& moment = moments_[ticks_++ % moments_.size()];
  moment.cycle = now;
  moment.inputs = inputs;
  router_->tick(now, inputs, moment.router);
  reference_.tick(now, inputs, moment.reference);
  outputs = moment.router;
  if (!failure_.empty()) return;
  failure_ = router_->failure();
  if (agree(moment.router, moment.reference)) return;
  first_ = difference(moment.router, moment.reference);
  failure_ = fmt::format("lockstep: {}", first_.text);
}

/// Flits come before credits, which often follow from them.
LockstepDifference LockstepRouter::difference(const RouterWires& router, const RouterWires& reference) const {
  for (int p = 0; p < hardware_.ports(); ++p) {
    const std::string found = compare(router.flit(p), reference.flit(p));
    if (!found.empty()) return {fmt::format("output {}: {}", port_name(hardware_, p), found), p, true};
  }
  for (int p = 0; p < hardware_.ports(); ++p) {
    const std::string found = compare(router.back(p), reference.back(p));
    if (found.empty()) continue;
    return {fmt::format("credits and acks of input {}: {}", port_name(hardware_, p), found), p, false};
  }
  return {};
}

/// Plays the last ticks again with a copy of the reference, whose state in each of their cycles is shown. A
/// tick at cycle c reads inputs and state of cycle c - 1.
std::string LockstepRouter::report() const {
  if (waves_.empty() || first_.text.empty()) return failure_;
  ReferenceRouter reference(older_ != nullptr ? *older_ : *newer_);
  const std::size_t last = (ticks_ - 1) / kCyclesKept * kCyclesKept;
  const std::size_t first = older_ != nullptr ? last - kCyclesKept : last;
  LockstepWaves waves(waves_, hardware_, node_);
  RouterWires outputs(hardware_.ports());
  const RouterWires quiet(hardware_.ports());
  for (std::size_t tick = first; tick < ticks_; ++tick) {
    const Moment& moment = moments_[tick % moments_.size()];
    reference.decide(moment.inputs);
    if (moment.cycle > 0) waves.inputs(moment.cycle - 1, &moment.inputs, reference);
    reference.tick(moment.cycle, moment.inputs, outputs);
    waves.outputs(moment.cycle, moment.router, moment.reference);
    const bool known = tick + 1 < ticks_;
    if (known && moments_[(tick + 1) % moments_.size()].cycle == moment.cycle + 1) continue;
    reference.decide(quiet);
    waves.inputs(moment.cycle, known ? &quiet : nullptr, reference);
  }
  return fmt::format("{}; the last {} cycles of both: gtkwave {}", failure_, ticks_ - first,
                     waves.finish(first_));
}

}  // namespace torusim::rtl
