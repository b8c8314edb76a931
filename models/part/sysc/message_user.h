#pragma once
/// The object that travels with a message and receives the events of the message.

#include "models/part/message.h"

namespace torusim::sysc {

class MessageUser {
 public:
  virtual ~MessageUser() = default;
  /// Called in the cycle after the tail has left its source.
  virtual void left() {}
  /// Called in the cycle after the destination has taken the tail.
  virtual void delivered(const MessageEvent& event) = 0;
  /// The payload as words of the flits, for an open node; null: no words.
  virtual const MessageWords* words() const { return nullptr; }
};

}  // namespace torusim::sysc
