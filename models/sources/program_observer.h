#pragma once
/// An observer that also receives the computations and messages of a program's ranks.

#include "models/contract/observer.h"

namespace torusim {

class ProgramObserver : public Observer {
 public:
  bool wants_moves() const override { return false; }

  /// A computation of the rank begins, or ends. Several computations can run at a time.
  virtual void computes(Cycle cycle, std::int32_t rank, bool begins) = 0;
  /// A message from or to the rank begins or ends. It begins when a cpu takes up its send, and ends when a
  /// cpu of its destination has received it. A message from a rank to itself counts once.
  virtual void communicates(Cycle cycle, std::int32_t rank, bool begins) = 0;
};

}  // namespace torusim
