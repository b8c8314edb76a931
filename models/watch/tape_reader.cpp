#include "models/watch/tape_reader.h"

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace torusim {
namespace {

using Word = TapeReader::Word;
using What = SpanTape::What;

What what(Word first) { return static_cast<What>(first >> SpanTape::kWhatShift); }
ChannelId channel(Word first) { return static_cast<ChannelId>(first & SpanTape::kRest); }

template <typename Entry>
Entry get(const Word* from) {
  static_assert(std::is_trivially_copyable_v<Entry>);
  Entry entry;
  std::memcpy(static_cast<void*>(&entry), from, sizeof(Entry));
  return entry;
}

/// Words of an entry.
std::size_t size_of(Word first) {
  switch (what(first)) {
    case What::kStop:
      return 1 + SpanTape::kWords<Cycle>;
    case What::kBegin:
      return 1 + SpanTape::kWords<SpanTape::Begun>;
    case What::kOther:
      if (static_cast<TapeReader::Other>(first & SpanTape::kRest) == TapeReader::Other::kCall) return 1;
      return TapeReader::kOfWorm;
    case What::kExtend:
    case What::kRun:
      break;
  }
  return 1;
}

std::uint8_t first_vc(Word vcs) { return static_cast<std::uint8_t>(vcs & 0xFF); }
std::uint8_t second_vc(Word vcs) { return static_cast<std::uint8_t>(vcs >> 8 & 0xFF); }

}  // namespace

const Worm& WormCopies::put(const Worm* original, const Worm& worm) {
  Copy& copy = place_of(original);
  if (copy.original == nullptr) {
    copy.original = original;
    copy.worm = &worms_.emplace_back();
    if (2 * worms_.size() > copies_.size()) {
      std::vector<Copy> all(2 * copies_.size());
      std::swap(all, copies_);
      for (const Copy& each : all) {
        if (each.original != nullptr) place_of(each.original) = each;
      }
      return put(original, worm);
    }
  }
  copy.number = worm.number;
  copy.flits = worm.flits;
  return *copy.worm = worm;
}

TapeReader::TapeReader(const Hardware& hardware, std::vector<Observer*> observers)
    : observers_(std::move(observers)),
      spans_(static_cast<std::size_t>(hardware.topology.nodes()) * (hardware.ports() + hardware.alpha)) {
  if (spans_.size() >= kLarge) fetching_ = observers_of<FetchingObserver>(observers_);
}

/// Moves `at` behind the next kBegin and prefetches its data.
void TapeReader::fetch(const Word*& at, const Word* end, bool soon) const {
  while (at != end) {
    const Word first = *at;
    const Word* const entry = std::exchange(at, at + size_of(first)) + 1;
    if (what(first) != What::kBegin) continue;
    const auto begun = get<SpanTape::Begun>(entry);
    FlitSpan span;
    span.channel = begun.channel;
    span.from = begun.from;
    span.vc = first_vc(first);
    span.from_vc = second_vc(first);
    __builtin_prefetch(&spans_[static_cast<std::size_t>(begun.channel)], 1);
    for (FetchingObserver* observer : fetching_) observer->span_due(span, soon);
    return;
  }
}

void TapeReader::read(std::span<const Word> tape, std::span<const Call> calls) {
  const Word* const end = tape.data() + tape.size();
  const Word *far = tape.data(), *soon = far;  // ahead
  if (fetching_.empty()) far = soon = end;
  for (int n = 0; n < kFar; ++n) fetch(far, end, false);
  for (int n = 0; n < kSoon; ++n) fetch(soon, end, true);
  for (const Word* at = tape.data(); at != end; at += size_of(*at)) {
    const Word first = *at;
    switch (what(first)) {
      case What::kExtend:
        ++open(channel(first)).last;
        break;
      case What::kRun:
        open(channel(first)).last = FlitSpan::kRunning;
        break;
      case What::kStop:
        open(channel(first)).last = get<Cycle>(at + 1);
        break;
      case What::kBegin:
        fetch(far, end, false);
        fetch(soon, end, true);
        begin(get<SpanTape::Begun>(at + 1), first);
        break;
      case What::kOther: {
        const auto other = static_cast<Other>(first & SpanTape::kRest);
        if (other != Other::kCall) {
          of_worm(other, at + 1);
          break;
        }
        for (Observer* observer : observers_) calls.front()(*observer);
        calls = calls.subspan(1);
        break;
      }
    }
  }
}

void TapeReader::begin(const SpanTape::Begun& span, Word vcs) {
  FlitSpan& open = this->open(span.channel);
  if (open.begin >= 0) {
    for (Observer* observer : observers_) observer->span_ended(open);
  }
  const WormCopies::Copy& worm = worms_.of(span.worm);
  if (worm.worm == nullptr) throw std::logic_error("a span of a worm that was not started");
  open.begin = open.last = span.begin;
  open.worm = worm.worm;
  open.number = worm.number;
  open.flits = worm.flits;
  open.first = worm.flits - 1 - span.behind;
  open.channel = span.channel;
  open.from = span.from;
  open.vc = first_vc(vcs);
  open.from_vc = second_vc(vcs);
  for (Observer* observer : observers_) observer->span_began(open);
}

void TapeReader::of_worm(Other what, const Word* entry) {
  const auto cycle = get<Cycle>(entry);
  entry += SpanTape::kWords<Cycle>;
  const auto* const original = get<const Worm*>(entry);
  const Worm& worm = worms_.put(original, get<Worm>(entry + SpanTape::kWords<const Worm*>));
  for (Observer* observer : observers_) {
    if (what == Other::kStarted) {
      observer->started(cycle, worm);
    } else {
      observer->delivered(cycle, worm);
    }
  }
}

void TapeReader::finish(Cycle last) {
  for (FlitSpan& open : spans_) {
    if (open.last == FlitSpan::kRunning) open.last = last;
  }
  for (const FlitSpan& open : spans_) {
    if (open.begin < 0) continue;
    for (Observer* observer : observers_) observer->span_ended(open);
  }
  for (Observer* observer : observers_) observer->spans_finished(last);
}

}  // namespace torusim
