#include "models/contract/open_spans.h"

namespace torusim {

OpenSpans::OpenSpans(const Hardware& hardware, std::vector<Observer*> observers)
    : stride_(hardware.ports() + hardware.alpha), observers_(std::move(observers)) {
  if (anybody()) spans_.resize(static_cast<std::size_t>(hardware.topology.nodes()) * stride_);
}

void OpenSpans::begin(const FlitSpan& span) {
  FlitSpan& open = spans_[static_cast<std::size_t>(span.channel)];
  if (open.begin >= 0) {
    for (Observer* observer : observers_) observer->span_ended(open);
  }
  open = span;
  for (Observer* observer : observers_) observer->span_began(open);
}

void OpenSpans::finish(Cycle last) {
  for (FlitSpan& open : spans_) {
    if (open.last == FlitSpan::kRunning) open.last = last;
  }
  for (FlitSpan& open : spans_) {
    if (open.begin < 0) continue;
    for (Observer* observer : observers_) observer->span_ended(open);
    open = {};
  }
  for (Observer* observer : observers_) observer->spans_finished(last);
}

std::vector<Observer*> span_observers(const std::vector<Observer*>& observers) {
  std::vector<Observer*> result;
  for (Observer* observer : observers) {
    if (observer->wants_spans()) result.push_back(observer);
  }
  return result;
}

}  // namespace torusim
