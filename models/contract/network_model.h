#pragma once
/// The interface of a level: the whole network, cycle by cycle.

#include <vector>

#include "models/contract/foreign_state.h"
#include "models/contract/message_source.h"

namespace torusim {

class NetworkModel {
 public:
  virtual ~NetworkModel() = default;
  /// Simulates cycle `now`, and later cycles that need only the threads of the level. Returns the next cycle
  /// with a possible event, or MessageSource::kNever.
  virtual Cycle step(Cycle now) = 0;
  /// The latest cycle that has been simulated.
  virtual Cycle now() const = 0;
  /// Latest cycle in which a flit moved; right once nothing moves any more. A level without deadlocks may
  /// return now().
  virtual Cycle last_move() const = 0;
  /// The run ends in cycle `last`: observers receive all that is missing.
  virtual void finish(Cycle last) = 0;
  /// Flits and credits of the foreign routers.
  virtual std::vector<ForeignState> foreign_states() const { return {}; }
};

}  // namespace torusim
