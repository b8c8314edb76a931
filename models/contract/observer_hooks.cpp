#include "models/contract/observer_hooks.h"

#include <algorithm>
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

Observer* observer_of_sums(const std::vector<Observer*>& observers) {
  const auto found =
      std::find_if(observers.begin(), observers.end(), [](Observer* o) { return o->sums() != nullptr; });
  return found == observers.end() ? nullptr : *found;
}

bool sums_suffice(const std::vector<Observer*>& observers) {
  if (std::any_of(observers.begin(), observers.end(), [](Observer* o) { return o->wants_moves(); }))
    return false;
  const auto of_spans =
      std::count_if(observers.begin(), observers.end(), [](Observer* o) { return o->wants_spans(); });
  return of_spans == 0 || (of_spans == 1 && observer_of_sums(observers) != nullptr);
}

}  // namespace torusim
