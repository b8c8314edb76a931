#pragma once
/// Sends that are made when their cycle is simulated, because then all of them are known.

#include "models/contract/hardware.h"

namespace torusim::sysc {

class Departures {
 public:
  /// The cycle of the first one; NetworkState::kForever: there is none.
  virtual Cycle first() const = 0;
  /// Makes those of this cycle and of cycles before it.
  virtual void depart(Cycle cycle) = 0;

 protected:
  ~Departures() = default;
};

}  // namespace torusim::sysc
