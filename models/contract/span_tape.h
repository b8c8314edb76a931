#pragma once
/// A tape records the span events of a network in order, as words of 32 bits. A reader replays them to
/// observers, later or on another thread. Recording an event takes less time than an observer's work on it.

#include <cstdint>
#include <cstring>

#include "models/contract/flit_span.h"

namespace torusim {

class SpanTape {
 public:
  using Word = std::uint32_t;
  /// The upper bits of an entry's first word; the lower bits are a channel, unless noted.
  enum class What : Word {
    kExtend,  ///< the channel's span has one more flit, in the next cycle
    kRun,     ///< it continues by itself
    kStop,    ///< until the cycle that follows
    kBegin,   ///< Begun follows; instead of the channel: VC and, 8 bits on, VC of the buffer
    kOther,   ///< an entry of the derived class
  };
  static constexpr int kWhatShift = 29;
  static constexpr Word kRest = (Word{1} << kWhatShift) - 1;
  struct Begun {
    ChannelId channel, from;
    Cycle begin;
    const Worm* worm;
    std::uint32_t behind;  ///< flits of the worm that follow
    std::uint32_t unused;
  };
  template <typename Entry>
  static constexpr std::size_t kWords = sizeof(Entry) / sizeof(Word);

  /// Writes only if `follows`, without a branch.
  void extend(ChannelId channel, bool follows) {
    if (free_ == end_) turn();
    *free_ = word(What::kExtend, static_cast<Word>(channel));
    free_ += follows;
  }
  void run(ChannelId channel) {
    make_room(1);
    put(word(What::kRun, static_cast<Word>(channel)));
  }
  void stop(ChannelId channel, Cycle last) {
    make_room(1 + kWords<Cycle>);
    put(word(What::kStop, static_cast<Word>(channel)));
    put(last);
  }
  void begin(const FlitSpan& span, std::uint32_t behind) {
    make_room(1 + kWords<Begun>);
    put(word(What::kBegin, Word{span.vc} | Word{span.from_vc} << 8));
    put(Begun{span.channel, span.from, span.begin, span.worm, behind, 0});
  }
  /// Ends the run: returns when observers have received all events.
  virtual void finish(Cycle last) = 0;

 protected:
  SpanTape() = default;
  SpanTape(const SpanTape&) = delete;
  SpanTape& operator=(const SpanTape&) = delete;
  ~SpanTape() = default;

  static constexpr Word word(What what, Word rest) { return static_cast<Word>(what) << kWhatShift | rest; }
  template <typename Entry>
  void put(const Entry& entry) {
    static_assert(sizeof(Entry) % sizeof(Word) == 0);
    std::memcpy(free_, &entry, sizeof(Entry));
    free_ += kWords<Entry>;
  }
  void make_room(std::size_t words) {
    if (static_cast<std::size_t>(end_ - free_) < words) turn();
  }
  /// Sets free_ and end_ to more room than any entry needs; what is before free_ is complete.
  virtual void turn() = 0;

  Word *free_ = nullptr, *end_ = nullptr;
};

}  // namespace torusim
