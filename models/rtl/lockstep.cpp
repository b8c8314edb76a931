#include "models/rtl/lockstep.h"

#include <fmt/format.h>

#include "models/rtl/lockstep_waves.h"
#include "models/rtl/shadow_router.h"

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

/// `signal = value, should be other`; empty when they agree.
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

}  // namespace

LockstepRouter::LockstepRouter(const Hardware& hardware, NodeId node, std::unique_ptr<ForeignRouter> router,
                               std::string waves)
    : hardware_(hardware),
      node_(node),
      router_(std::move(router)),
      shadow_(std::make_unique<ShadowRouter>(hardware, node)),
      waves_(std::move(waves)) {}

void LockstepRouter::tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) {
  if (moments_.size() == kCyclesKept) {
    moments_.push_back(std::move(moments_.front()));
    moments_.pop_front();
  } else {
    moments_.push_back({now, inputs, RouterWires(hardware_.ports()), RouterWires(hardware_.ports())});
  }
  Moment& moment = moments_.back();
  moment.cycle = now;
  moment.inputs = inputs;
  router_->tick(now, inputs, moment.router);
  shadow_->tick(now, inputs, moment.shadow);
  outputs = moment.router;
  if (!failure_.empty()) return;
  failure_ = router_->failure();
  const std::string found = difference(moment.router, moment.shadow);
  if (found.empty()) return;
  failure_ = fmt::format("lockstep: {}", found);
  if (!waves_.empty()) {
    write_waves();
    failure_ += fmt::format("; the last {} cycles of both are in {}", moments_.size(), waves_);
  }
}

std::string LockstepRouter::difference(const RouterWires& router, const RouterWires& shadow) const {
  for (int p = 0; p < hardware_.ports(); ++p) {
    std::string found = compare(router.flit(p), shadow.flit(p));
    if (!found.empty()) return fmt::format("output {}: {}", port_name(hardware_, p), found);
    found = compare(router.back(p), shadow.back(p));
    if (!found.empty())
      return fmt::format("credits and acks of input {}: {}", port_name(hardware_, p), found);
  }
  return {};
}

void LockstepRouter::write_waves() const {
  LockstepWaves waves(waves_, hardware_, node_);
  for (const Moment& moment : moments_)
    waves.write(moment.cycle, moment.inputs, moment.router, moment.shadow);
}

}  // namespace torusim::rtl
