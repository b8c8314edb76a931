#pragma once
/// A message that a network is given from outside, and what becomes of it.

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
  std::int64_t flits = 1;      ///< head included, 1 to Worm::kMostFlits
  int message_class = 0;       ///< 0 is the most urgent
  Cycle earliest = 0;          ///< the head enters in this cycle or later, at most 10^18; a past one: now
  int tag = 0;                 ///< the caller's, from 0; tables and waves show tags as phases
  int injection_channel = -1;  ///< -1: the first that is free
  int ejection_channel = -1;   ///< -1: those of the destination take turns
  std::optional<Route> route = {};  ///< empty: the shortest, in dimension order
  std::uint64_t user = 0;           ///< the caller's, such as a pointer; events hand it back
  /// Its payload where flits have words: at pins, and in RTL routers. Lives until the delivery. Null: words
  /// that the destination can check.
  const MessageWords* words = nullptr;
};

/// A message whose tail has left its source, or has been taken at its destination.
struct MessageEvent {
  MessageId id = 0;
  Cycle cycle = 0;     ///< in which the tail left, or was taken
  Cycle injected = 0;  ///< in which the head was on the injection channel: 1 after it entered
  NodeId source = 0;
  NodeId destination = 0;
  std::int64_t flits = 0;
  int message_class = 0;
  int tag = 0;
  std::uint64_t user = 0;
};

}  // namespace torusim
