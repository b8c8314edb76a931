#pragma once
/// What an observer may offer beside Observer, so that watching takes less time. An observer that inherits
/// neither class hears of all events in their order, from one thread at a time.

#include <vector>

#include "models/contract/observer.h"

namespace torusim {

/// Several threads: the network tells of a cycle's moves while its other threads simulate the next cycle.
class LateObserver {
 public:
  /// moved() may follow started(), delivered() and the phases of the same cycle, on another thread; it comes
  /// before those of the next cycle, and on one thread at a time.
  virtual bool takes_moves_late() const = 0;

 protected:
  ~LateObserver() = default;
};

/// Memory: spans of a large network lie apart from each other. Threads do not matter: the calls come from the
/// thread that tells of spans.
class FetchingObserver {
 public:
  /// A span will begin in a moment, in this cycle: a chance to fetch from memory what it needs, at first what
  /// its channels say, then (`soon`) what that leads to. Nothing else; number, flits and first are not known
  /// yet. Not told in small networks.
  virtual void span_due(const FlitSpan& span, bool soon) = 0;

 protected:
  ~FetchingObserver() = default;
};

/// The observers that want moves, and take them late or not.
std::vector<Observer*> move_observers(const std::vector<Observer*>& observers, bool late);

/// The first observer that wants sums only; null if there is none.
Observer* observer_of_sums(const std::vector<Observer*>& observers);
/// Whether all observers together need no more than the sums of one, and what the message source tells.
bool sums_suffice(const std::vector<Observer*>& observers);

/// The observers of a kind, in their order.
template <typename Kind>
std::vector<Kind*> observers_of(const std::vector<Observer*>& observers) {
  std::vector<Kind*> result;
  for (Observer* observer : observers) {
    if (auto* kind = dynamic_cast<Kind*>(observer)) result.push_back(kind);
  }
  return result;
}

}  // namespace torusim
