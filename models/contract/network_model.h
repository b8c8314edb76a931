#pragma once
/// The interface of a level: the whole network, cycle by cycle.

#include <vector>

#include "models/contract/foreign_state.h"
#include "models/contract/message_source.h"

namespace torusim {

class NetworkModel {
 public:
  virtual ~NetworkModel() = default;
  /// Simulates cycle `now`, and possibly later cycles that the level can simulate without its caller. Returns
  /// the next cycle with a possible event, or MessageSource::kNever.
  virtual Cycle step(Cycle now) = 0;
  /// The latest cycle that has been simulated.
  virtual Cycle now() const = 0;
  /// Latest cycle in which a flit moved; the value is exact once nothing moves any more. A level without
  /// deadlocks may return now().
  virtual Cycle last_move() const = 0;
  /// Ends the run in cycle `last`: observers receive all events that they have not received.
  virtual void finish(Cycle last) = 0;
  /// Writes the positions of heads and tails into the table of worms, for levels that keep them elsewhere.
  virtual void locate_worms() {}
  /// Flits and credits of the foreign routers.
  virtual std::vector<ForeignState> foreign_states() const { return {}; }
};

}  // namespace torusim
