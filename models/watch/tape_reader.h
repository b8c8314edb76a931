#pragma once
/// Tells observers what is on a tape (LateWatch), span by span, as OpenSpans would have told them at once.
/// In a large network it looks ahead: what a span needs is prefetched before its turn.

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "models/contract/large_array.h"
#include "models/contract/observer_hooks.h"
#include "models/contract/span_tape.h"

namespace torusim {

/// The worms under way, as they were when they were started: the run may have reused their places.
class WormCopies {
 public:
  struct Copy {
    const Worm* original = nullptr;
    Worm* worm = nullptr;
    std::uint32_t number = 0, flits = 0;
  };
  /// The place of `original` has this worm now.
  const Worm& put(const Worm* original, const Worm& worm);
  /// Without a worm if none has been put.
  const Copy& of(const Worm* original) const { return const_cast<WormCopies*>(this)->place_of(original); }

 private:
  std::size_t hash(const Worm* original) const {
    const auto place = reinterpret_cast<std::uintptr_t>(original) / alignof(Worm);
    return (place * 0x9E3779B97F4A7C15 >> 32) & (copies_.size() - 1);
  }
  Copy& place_of(const Worm* original) {
    std::size_t at = hash(original);
    while (copies_[at].original != nullptr && copies_[at].original != original) {
      at = (at + 1) & (copies_.size() - 1);
    }
    return copies_[at];
  }

  std::vector<Copy> copies_ = std::vector<Copy>(1024);  // by hash; half of them at most are used
  std::deque<Worm> worms_;                              // each keeps its address
};

class TapeReader {
 public:
  using Word = SpanTape::Word;
  /// The rest of an entry's first word, if it is none of spans.
  enum class Other : Word { kStarted, kDelivered, kCall };
  /// Size of an entry kStarted or kDelivered: the cycle, a pointer to the worm, and a copy of it follow.
  static constexpr std::size_t kOfWorm =
      1 + SpanTape::kWords<Cycle> + SpanTape::kWords<const Worm*> + SpanTape::kWords<Worm>;
  using Call = std::function<void(Observer&)>;

  TapeReader(const Hardware& hardware, std::vector<Observer*> observers);
  /// `calls`: for the entries kCall, in their order.
  void read(std::span<const Word> tape, std::span<const Call> calls);
  /// The end of the run.
  void finish(Cycle last);

 private:
  static constexpr std::size_t kLarge = 16'384;  // channels: what is known of them is more than caches hold
  static constexpr int kFar = 12, kSoon = 6;     // spans ahead

  void fetch(const Word*& at, const Word* end, bool soon) const;
  void begin(const SpanTape::Begun& span, Word vcs);
  void of_worm(Other what, const Word* entry);
  FlitSpan& open(ChannelId channel) { return spans_[static_cast<std::size_t>(channel)]; }

  const std::vector<Observer*> observers_;
  std::vector<FetchingObserver*> fetching_;  // of them, in a large network
  LargeArray<FlitSpan> spans_;               // by channel, its latest
  WormCopies worms_;
};

}  // namespace torusim
