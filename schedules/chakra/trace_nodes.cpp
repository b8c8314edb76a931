#include "schedules/chakra/trace_nodes.h"

#include <algorithm>

namespace torusim {

const char* to_text(ChakraNode::Type type) {
  constexpr const char* kNames[] = {"INVALID_NODE", "METADATA_NODE",  "MEM_LOAD_NODE",  "MEM_STORE_NODE",
                                    "COMP_NODE",    "COMM_SEND_NODE", "COMM_RECV_NODE", "COMM_COLL_NODE"};
  return kNames[static_cast<int>(type)];
}

const char* to_text(ChakraNode::Collective collective) {
  constexpr const char* kNames[] = {
      "ALL_REDUCE", "REDUCE",         "ALL_GATHER",           "GATHER", "SCATTER", "BROADCAST",
      "ALL_TO_ALL", "REDUCE_SCATTER", "REDUCE_SCATTER_BLOCK", "BARRIER"};
  return kNames[static_cast<int>(collective)];
}

std::optional<std::size_t> ChakraTrace::find(std::uint64_t id) const {
  const auto found =
      std::lower_bound(nodes.begin(), nodes.end(), id,
                       [](const ChakraNode& node, std::uint64_t asked) { return node.id < asked; });
  if (found == nodes.end() || found->id != id) return {};
  return static_cast<std::size_t>(found - nodes.begin());
}

}  // namespace torusim
