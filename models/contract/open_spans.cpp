#include "models/contract/open_spans.h"

#include "models/contract/observer_hooks.h"

namespace torusim {

OpenSpans::OpenSpans(const Hardware& hardware, std::vector<Observer*> observers)
    : stride_(hardware.ports() + hardware.alpha),
      vcs_(static_cast<std::size_t>(hardware.vcs())),
      observers_(std::move(observers)),
      fetching_(observers_of<FetchingObserver>(observers_)),
      repeating_(observers_of<RepeatingObserver>(observers_)) {
  if (!anybody()) return;
  spans_.resize(static_cast<std::size_t>(hardware.topology.nodes()) * stride_);
  large_ = spans_.size() >= kLarge;
}

void OpenSpans::announce(FlitSpan& span, std::uint32_t behind) {
  span.first = behind;
  fetch(span.channel);
  __builtin_prefetch(span.worm);
  for (FetchingObserver* observer : fetching_) observer->span_due(span, false);
}

void OpenSpans::begin_later(Cycle begin, const Worm* worm, ChannelId channel, ChannelId from, Vcs vcs,
                            std::uint32_t behind) {
  FlitSpan& span = waiting_place();
  span.begin = span.last = begin - skipped_cycles_;
  span.worm = worm;
  span.channel = channel;
  span.from = from;
  span.vc = vcs.vc;
  span.from_vc = vcs.from_vc;
  announce(span, behind);
}

void OpenSpans::tell_waiting() {
  for (std::size_t i = 0; i < waiting_ + kSoon; ++i) {
    if (i < waiting_) {
      for (FetchingObserver* observer : fetching_) observer->span_due(waiting_spans_[i], true);
    }
    if (i < kSoon) continue;
    const FlitSpan& span = waiting_spans_[i - kSoon];
    FlitSpan& open = end(span.channel);
    open = span;
    tell(open, span.first);
  }
  waiting_ = 0;
}

FlitSpan& OpenSpans::end(ChannelId channel) {
  FlitSpan& open = spans_[static_cast<std::size_t>(channel)];
  if (open.begin >= 0) {
    for (Observer* observer : observers_) observer->span_ended(open);
  }
  return open;
}

void OpenSpans::tell(FlitSpan& begun, std::uint32_t behind) {
  begun.number = begun.worm->number;
  begun.flits = begun.worm->flits;
  if (!skipped_flits_.empty()) [[unlikely]] {
    std::uint32_t& skipped = skipped_flits(begun.channel, begun.vc);
    if (behind + 1 == begun.flits) skipped = 0;
    begun.flits -= skipped;
  }
  begun.first = begun.flits - 1 - behind;
  for (Observer* observer : observers_) observer->span_began(begun);
}

void OpenSpans::take(SpanLog& log) {
  for (const FlitSpan& span : log.begun) begin(span, span.first);
  for (const ChannelId channel : log.running) run(channel);
  log.begun.clear();
  log.running.clear();
}

void OpenSpans::repeat(Repeat repeat) {
  if (skipped_flits_.empty()) skipped_flits_.resize(spans_.size() * vcs_);
  repeat.since -= skipped_cycles_;
  repeat.first -= skipped_cycles_;
  for (RepeatingObserver* observer : repeating_) observer->repeats(repeat);
}

void OpenSpans::skip(ChannelId channel, int vc, Cycle times) {
  flush();
  const auto flits = static_cast<std::uint32_t>(times);
  skipped_flits(channel, vc) += flits;
  FlitSpan& open = spans_[static_cast<std::size_t>(channel)];
  if (open.vc == vc) open.flits -= flits;
  for (RepeatingObserver* observer : repeating_) observer->skipped(channel, vc, flits);
}

void OpenSpans::finish(Cycle last) {
  flush();
  last -= skipped_cycles_;
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

std::vector<Observer*> span_observers(const std::vector<Observer*>& observers, const Observer* but) {
  std::vector<Observer*> result;
  for (Observer* observer : observers) {
    if (observer->wants_spans() && observer != but) result.push_back(observer);
  }
  return result;
}

}  // namespace torusim
