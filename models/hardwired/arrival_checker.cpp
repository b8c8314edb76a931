#include "models/hardwired/arrival_checker.h"

#include <fmt/format.h>

#include "models/contract/worm.h"
#include "schedules/core/mix_bits.h"

namespace torusim::hardwired {

std::uint64_t word_of(const Load& load, std::uint32_t index) {
  return payload_word(load.from, load.to, index + 1);
}

ArrivalChecker::ArrivalChecker(const Topology& topology, const Collective& collective)
    : topology_(topology),
      held_(topology, collective),
      taken_(static_cast<std::size_t>(topology.nodes()) * topology.network_ports()) {}

void ArrivalChecker::open(Cycle first, const std::vector<Load>& loads) {
  first_ = first;
  loads_ = &loads;
  taken_.assign(taken_.size(), 0);
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    for (int out = 0; out < topology_.network_ports(); ++out) {
      const Load& load = loads[channel(node, out)];
      if (load.blocks == nullptr) continue;
      if (const auto absent = held_.send(node, *load.blocks)) {
        fail(fmt::format("node {}: the packet sent by {} has a block {}:{} that the node does not hold",
                         topology_.node_name(node), topology_.port_name(out),
                         topology_.node_name(absent->source), topology_.node_name(absent->destination)));
      }
    }
  }
}

void ArrivalChecker::take(Cycle now, NodeId node, int port, std::uint64_t data) {
  const NodeId sender = topology_.neighbor(node, port);
  std::uint32_t& taken = taken_[channel(node, port)];
  static const Load kNothing;
  const Load& load = loads_ == nullptr ? kNothing : (*loads_)[channel(sender, topology_.opposite(port))];
  if (taken >= load.words || now != first_ + taken || data != word_of(load, taken)) {
    fail(fmt::format("cycle {}, node {}: a wrong word from {}, {} of {} have come", now,
                     topology_.node_name(node), topology_.port_name(port), taken, load.words));
    return;
  }
  ++taken;
  hash_ += mix_bits(data ^ mix_bits((std::uint64_t(channel(node, port)) << 32) ^ std::uint64_t(now)));
}

void ArrivalChecker::close() {
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    for (int out = 0; out < topology_.network_ports(); ++out) {
      const Load& load = (*loads_)[channel(node, out)];
      if (load.blocks == nullptr) continue;
      const NodeId to = topology_.neighbor(node, out);
      const std::uint32_t came = taken_[channel(to, topology_.opposite(out))];
      if (came != load.words) {
        fail(fmt::format("node {}: {} of {} words have come from {}", topology_.node_name(to), came,
                         load.words, topology_.node_name(node)));
      }
      held_.receive(to, *load.blocks);
    }
  }
  loads_ = nullptr;
}

}  // namespace torusim::hardwired
