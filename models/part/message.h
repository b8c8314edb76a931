#pragma once
/// A message that enters a network from outside, and the events of the message.

#include <cstdint>
#include <optional>

#include "models/contract/hardware.h"
#include "models/contract/message_words.h"
#include "schedules/core/route.h"

namespace torusim {

/// The number of a message in its network: 0, 1, 2, .. in the order of sends.
using MessageId = std::int64_t;

struct Message {
  NodeId source = 0;
  NodeId destination = 0;
  std::int64_t flits = 1;  ///< head included, 1 to Worm::kMostFlits
  int message_class = 0;   ///< 0 is the most urgent
  Cycle earliest = 0;      ///< the head enters in this cycle or later, at most 10^18; a past cycle means now
  int tag = 0;             ///< a number of the caller, from 0; tables and waves show tags as phases
  int injection_channel = -1;       ///< -1: the first free channel
  int ejection_channel = -1;        ///< -1: round-robin over the destination's channels
  std::optional<Route> route = {};  ///< empty: a shortest route in dimension order
  std::uint64_t user = 0;           ///< a value of the caller, such as a pointer; events return it
  /// Payload for levels where flits have words: the pins level and RTL routers. It must live until the
  /// delivery. Null: words that the destination can check.
  const MessageWords* words = nullptr;
};

/// A message whose tail has left its source, or has been taken at its destination.
struct MessageEvent {
  MessageId id = 0;
  Cycle cycle = 0;     ///< cycle in which the tail left, or was taken
  Cycle injected = 0;  ///< cycle of the head on the injection channel, one after it entered
  NodeId source = 0;
  NodeId destination = 0;
  std::int64_t flits = 0;
  int message_class = 0;
  int tag = 0;
  std::uint64_t user = 0;
};

}  // namespace torusim
