#pragma once
/// Deferred sends, which are made when their cycle is simulated, because all sends of the cycle are then
/// known.

#include "models/contract/hardware.h"

namespace torusim::sysc {

class Departures {
 public:
  /// The cycle of the first deferred send; NetworkState::kForever: there is none.
  virtual Cycle first() const = 0;
  /// Makes the sends of this cycle and of earlier cycles.
  virtual void depart(Cycle cycle) = 0;

 protected:
  ~Departures() = default;
};

}  // namespace torusim::sysc
