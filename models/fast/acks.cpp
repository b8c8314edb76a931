#include "models/fast/acks.h"

#include <bit>

#include "models/fast/routers.h"

namespace torusim::fast {

void Acks::relay(Cycle now) {
  for (const Ack& ack : to_routers_.take(now)) {
    if (foreign_[static_cast<std::size_t>(ack.node)]) continue;
    if (const auto owner = routers_.owner(ack.node, ack.port, ack.vc)) {
      wait(ack.node, owner->port, owner->vc);
    }
  }
  std::size_t kept = 0;
  for (Waiting& input : waiting_) {
    drive(now, input.node, input.in, std::countr_zero(input.vcs));
    input.vcs &= input.vcs - 1;
    if (input.vcs != 0) waiting_[kept++] = input;
  }
  waiting_.resize(kept);
}

void Acks::drive(Cycle now, NodeId node, int in, int vc) {
  if (in < hardware_.network_ports()) {
    const Topology& topology = hardware_.topology;
    send(now + hardware_.hop(node, in).delay, topology.neighbor(node, in), topology.opposite(in), vc);
  } else {
    const int channel = in - hardware_.network_ports();
    slabs_.of(node).wires.acks.add(now + 1,
                                   {node, static_cast<std::uint8_t>(channel), static_cast<std::uint8_t>(vc)});
  }
}

void Acks::wait(NodeId node, int in, int vc) {
  for (Waiting& input : waiting_) {
    if (input.node != node || input.in != in) continue;
    input.vcs |= std::uint64_t{1} << vc;
    return;
  }
  waiting_.push_back({node, static_cast<std::uint8_t>(in), std::uint64_t{1} << vc});
}

}  // namespace torusim::fast
