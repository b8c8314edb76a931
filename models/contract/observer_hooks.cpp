#include "models/contract/observer_hooks.h"

#include <stdexcept>

namespace torusim {

void Observer::moved(Cycle, std::span<const FlitMove>) {
  throw std::logic_error("an observer wants moves and does not override moved()");
}

std::vector<Observer*> move_observers(const std::vector<Observer*>& observers, bool late) {
  std::vector<Observer*> result;
  for (Observer* observer : observers) {
    const auto* asked = dynamic_cast<const LateObserver*>(observer);
    const bool takes_late = asked != nullptr && asked->takes_moves_late();
    if (observer->wants_moves() && takes_late == late) result.push_back(observer);
  }
  return result;
}

}  // namespace torusim
