#pragma once
/// Open nodes: nodes without a node interface of this level. Their local channels belong to a network
/// interface of the design, and the network learns of its messages when their heads are on the wires.

#include <cstdint>
#include <string>

#include "models/contract/channel_words.h"
#include "models/contract/worm.h"

namespace torusim::pins {

class OpenNodes {
 public:
  virtual ~OpenNodes() = default;
  virtual bool is_open(NodeId node) const = 0;
  /// A head is on an injection channel of an open node in cycle `now`. Puts its worm into the table, at
  /// `slot`, or returns the reason why it cannot, as the end of a sentence.
  virtual std::string admit(Cycle now, NodeId node, int channel, const Forward& head, WormSlot& slot) = 0;
  /// A node interface of this level took a payload flit of such a message.
  virtual void took_word(const Worm& worm, std::uint64_t word) = 0;
};

}  // namespace torusim::pins
