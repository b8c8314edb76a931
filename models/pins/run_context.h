#pragma once
/// The data that all node interfaces of a network share, such as the message source and the worms under way
/// by number.

#include <cstdint>
#include <unordered_map>

#include "models/contract/message_source.h"
#include "models/pins/open_nodes.h"
#include "models/watch/scoreboard.h"

namespace torusim::pins {

struct RunContext {
  const Hardware& hardware;
  MessageSource& source;
  WormTable& worms;
  Scoreboard& scoreboard;
  OpenNodes* open = nullptr;  ///< null: there are no open nodes
  std::unordered_map<std::uint32_t, WormSlot> slot_of{};
  Cycle now = 0;

  /// The worm that a head or payload flit names, or null.
  Worm* find(std::uint32_t number) {
    const auto found = slot_of.find(number);
    return found == slot_of.end() ? nullptr : &worms[found->second];
  }
  bool is_open(NodeId node) const { return open != nullptr && open->is_open(node); }
};

/// Takes a flit from an ejection channel for the node: checks every word, and reports a tail to the source.
void take_flit(RunContext& run, NodeId node, const Forward& flit);

}  // namespace torusim::pins
