#pragma once
/// Optional interfaces of an observer that save time. An observer that inherits neither class receives all
/// events in order, from one thread at a time.

#include <vector>

#include "models/contract/observer.h"

namespace torusim {

/// Observer of a network with several threads: one thread reports a cycle's moves while the others simulate
/// the next cycle.
class LateObserver {
 public:
  /// If true, moved() may follow started(), delivered() and the phase events of the same cycle, on another
  /// thread. It comes before the events of the next cycle, on one thread at a time.
  virtual bool takes_moves_late() const = 0;

 protected:
  ~LateObserver() = default;
};

/// Observer that prefetches memory: the spans of a large network lie apart from each other. The calls come
/// from the thread that reports spans.
class FetchingObserver {
 public:
  /// Announces a span that begins later in this cycle, so that the observer can prefetch its data. The first
  /// call is for the data of the channels, the second (`soon`) for data that the first refers to. The span's
  /// number, flits and first are not set yet. Small networks do not call this function.
  virtual void span_due(const FlitSpan& span, bool soon) = 0;

 protected:
  ~FetchingObserver() = default;
};

/// The observers that want moves and accept them late (`late`), or only in order.
std::vector<Observer*> move_observers(const std::vector<Observer*>& observers, bool late);

/// The first observer that needs only sums; null if there is none.
Observer* observer_of_sums(const std::vector<Observer*>& observers);
/// Whether the sums of one observer and the events of the message source suffice for all observers.
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
