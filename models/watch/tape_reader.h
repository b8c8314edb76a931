#pragma once
/// Replays a tape (LateWatch) to observers, span by span, with the calls that OpenSpans makes directly. In a
/// large network it prefetches the data of later spans.

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "models/contract/large_array.h"
#include "models/contract/observer_hooks.h"
#include "models/contract/span_tape.h"

namespace torusim {

/// Copies of the worms in flight, by their addresses in the run, which may have reused them.
class WormCopies {
 public:
  struct Copy {
    const Worm* original = nullptr;
    Worm* worm = nullptr;
    std::uint32_t number = 0, flits = 0;
  };
  /// Keeps `worm` as the worm at address `original`.
  const Worm& put(const Worm* original, const Worm& worm);
  /// `worm` is null if none was put there.
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
  /// The lower bits of the first word of an entry kOther.
  enum class Other : Word { kStarted, kDelivered, kCall };
  /// Size of an entry kStarted or kDelivered: the cycle, a pointer to the worm, and a copy of it follow.
  static constexpr std::size_t kOfWorm =
      1 + SpanTape::kWords<Cycle> + SpanTape::kWords<const Worm*> + SpanTape::kWords<Worm>;
  using Call = std::function<void(Observer&)>;

  TapeReader(const Hardware& hardware, std::vector<Observer*> observers);
  /// `calls`: for the entries kCall, in their order.
  void read(std::span<const Word> tape, std::span<const Call> calls);
  /// Ends the spans that are open in the last cycle of the run.
  void finish(Cycle last);

 private:
  static constexpr std::size_t kLarge = 16'384;  // channels: their data exceed the caches
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
