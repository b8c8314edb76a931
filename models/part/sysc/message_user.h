#pragma once
/// The user of a message, who is told of its course.

#include "models/part/message.h"

namespace torusim::sysc {

class MessageUser {
 public:
  virtual ~MessageUser() = default;
  /// In the cycle after the tail has left its source.
  virtual void left() {}
  /// In the cycle after the tail has been taken.
  virtual void delivered(const MessageEvent& event) = 0;
  /// Its payload as words of its flits, for an open node; null: it has none.
  virtual const MessageWords* words() const { return nullptr; }
};

}  // namespace torusim::sysc
