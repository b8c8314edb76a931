#include "schedules/check/violation.h"

#include <fmt/format.h>

namespace torusim {

const char* to_text(ViolationKind kind) {
  switch (kind) {
    case ViolationKind::kBadNode:
      return "bad-node";
    case ViolationKind::kEmptyMessage:
      return "empty-message";
    case ViolationKind::kNotHeld:
      return "not-held";
    case ViolationKind::kNotDelivered:
      return "not-delivered";
    case ViolationKind::kRepeated:
      return "repeated";
    case ViolationKind::kLost:
      return "lost";
    case ViolationKind::kPorts:
      return "ports";
    case ViolationKind::kRoute:
      return "route";
    case ViolationKind::kChannelShared:
      return "channel-shared";
    case ViolationKind::kNotShortest:
      return "not-shortest";
    case ViolationKind::kMessageClass:
      return "message-class";
    case ViolationKind::kSignal:
      return "signal";
    case ViolationKind::kPhaseCount:
      return "phase-count";
  }
  return "?";
}

void ViolationLog::enter(int phase, std::string name) {
  phase_ = phase;
  phase_name_ = std::move(name);
}

std::string ViolationLog::name(NodeId node) const {
  const Topology& topology = info_.topology;
  return node >= 0 && node < topology.nodes() ? topology.node_name(node) : fmt::format("#{}", node);
}

void ViolationLog::add(ViolationKind kind, NodeId node, const std::string& what, std::optional<Block> block,
                       const std::string& rest) {
  ++count_;
  if (static_cast<int>(violations_.size()) >= keep_) return;
  const std::string where = phase_name_.empty() ? "at the end" : "phase " + phase_name_;
  const char* const noun = info_.collective.reduces() ? "chunk" : "block";
  const std::string named =
      block ? fmt::format(" {} {}{}", noun, block_name(info_.topology, info_.collective, *block), rest) : "";
  violations_.push_back({kind, phase_, phase_name_, node, block,
                         fmt::format("{}, node {}: {}{}", where, name(node), what, named)});
}

}  // namespace torusim
