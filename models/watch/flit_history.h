#pragma once
/// The history of a run for queries after its end: the position of every flit over time, and the place,
/// duration and cause of every wait. It is an observer of spans, and needs a source of stalls: SpanStatistics
/// or a NetworkMonitor.
///
/// The size depends on the events: 132 bytes per worm, 36 per passage (a worm on a channel), 28 per wait, 32
/// per further unbroken stream of a passage, 20 per passage with waits or further streams. A streaming worm
/// has one stream per channel. Two worms that take turns have one stream each, of flits in every second
/// cycle. Other flits that follow none are a stream each. Most of the history is in a file (spill_file.h), so
/// memory does not grow with the run. A history that gets too long is dropped (overflowed()), and the run
/// continues.
///
/// The history keeps a repeat of the run (repeats.h) once. So streams, waits, passages and indices of flits
/// are in brief time, and series() gives their cycles in the run. Times of worms are cycles of the run.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/contract/observer.h"
#include "models/contract/repeats.h"
#include "models/watch/spill_file.h"
#include "models/watch/stall.h"

namespace torusim {

using WormIndex = std::uint32_t;     ///< index into FlitHistory::worms()
using PassageIndex = std::uint32_t;  ///< index into FlitHistory::passages()
using StreamIndex = std::uint32_t;   ///< for FlitHistory::stream(); of a first stream: its passage
inline constexpr std::uint32_t kNoIndex = ~std::uint32_t{0};
/// The waits of a passage, and the steps of the critical path along a message, are listed one by one up to
/// this number. Above it, those for the same reason are one, so that lists grow with events and not with
/// flits.
inline constexpr std::size_t kMostSingly = 256;

/// The events of a worm. Times are cycles, -1 if not reached.
struct WormRecord {
  std::uint32_t number = 0;       ///< Worm::kFirstSignal and above: a signal
  std::uint32_t flits = 0;        ///< head included
  std::uint32_t brief_flits = 0;  ///< in brief time
  NodeId source = 0, destination = 0;
  std::int32_t phase = 0;  ///< index of the phase
  std::int32_t message_class = 0;
  std::int64_t blocks = 0;
  std::int32_t hops = 0;
  std::int32_t channels = 0;  ///< channels that its head has entered
  Cycle started = -1;
  Cycle injected = -1;
  Cycle sent = -1;  ///< the tail was on the injection channel
  Cycle head_out = -1;
  Cycle tail_out = -1;
  PassageIndex first = kNoIndex, last = kNoIndex;  ///< injection channel; the latest channel of its head
  /// Cycles of stalls, by StallCause, summed over all channels.
  std::int64_t stalls[4] = {};
  std::int32_t preemptions = 0;  ///< number of times that a more urgent worm preempted this one

  bool is_signal() const { return number >= Worm::kFirstSignal; }
};

/// A passage: a worm on one channel, with its first stream. Most passages have no further stream and no wait.
struct [[gnu::packed, gnu::aligned(4)]] WormPassage {
  static constexpr std::uint32_t kMore = std::uint32_t{1} << 31;
  Cycle cycle = 0;  ///< cycle of the first flit
  WormIndex worm = 0;
  ChannelId channel = 0;
  PassageIndex upstream = kNoIndex;  ///< the worm's previous passage; kNoIndex: this is the injection channel
  PassageIndex before = kNoIndex;    ///< passage of the previous worm in the virtual channel
  StreamIndex older = kNoIndex, older_out = kNoIndex;  ///< of the first stream, as in FlitStream
  std::uint32_t flits = 1;  ///< length of the first stream; from kMore on, kMore + index of a MoreOfPassage
};

/// Further data of a passage that has waits or several streams.
struct MoreOfPassage {
  std::uint32_t flits = 0;                        ///< length of the first stream
  std::uint32_t streams = 0;                      ///< number of further streams
  StreamIndex last_stream = kNoIndex;             ///< the latest of them
  std::uint32_t waits = 0, last_wait = kNoIndex;  ///< their number; the latest in FlitHistory::waits()
};

/// Flits first, first + 1, .. of a worm on one channel, in every cycle from `cycle` on or in every second
/// one.
struct [[gnu::packed, gnu::aligned(4)]] FlitStream {
  Cycle cycle = 0;
  PassageIndex passage = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  StreamIndex older = kNoIndex;      ///< the previous stream on the channel
  StreamIndex older_out = kNoIndex;  ///< the previous stream out of the buffer that the flits left
  ChannelId channel : 31 = 0;
  std::uint32_t alternate : 1 = 0;  ///< in every second cycle
  Cycle step() const { return alternate != 0 ? 2 : 1; }
  Cycle end() const { return cycle + (Cycle{count} - 1) * step() + 1; }
  /// The stream's flit of an index as a stream; the stream itself, if its flits follow each other.
  FlitStream part_with(std::uint32_t flit) const {
    if (alternate == 0) return *this;
    return {cycle + 2 * Cycle{flit - first}, passage, flit, 1, older, older_out, channel, 0};
  }
  /// The same of its latest flit in or before a cycle, which is not before the first.
  FlitStream part_before(Cycle until) const {
    return part_with(first + static_cast<std::uint32_t>(std::min((until - cycle) / 2, Cycle{count} - 1)));
  }
};

/// The past of a channel.
struct ChannelPast {
  StreamIndex newest = kNoIndex, newest_out = kNoIndex;  ///< latest streams on it and out of its far buffer
  StreamIndex second = kNoIndex, second_out = kNoIndex;  ///< the streams before these
  const FlitSpan *open = nullptr, *open_out = nullptr;   ///< latest spans there, until the streams have them
  std::uint32_t worms = 0;
  std::int64_t flits = 0;
};

/// A wait of a worm's front flit behind a channel in cycles begin .. end() - 1, for one reason; or such waits
/// in every second of these cycles. The history keeps no waits for a worm's own credits; they are the
/// remaining time.
struct [[gnu::packed, gnu::aligned(4)]] Wait {
  static constexpr std::uint32_t kLongest = ~std::uint32_t{0};
  Cycle begin = 0;
  std::uint32_t cycles = 0;  ///< a wait above kLongest is split
  PassageIndex passage = 0;  ///< passage on the last channel that the flit entered
  WormIndex blocker = kNoIndex;
  std::uint32_t before = kNoIndex;  ///< the passage's previous wait
  std::uint32_t wanted : 29 = 0;    ///< the channel that the flit waits for
  std::uint32_t alternate : 1 = 0;  ///< in every second cycle
  std::uint32_t why : 2 = 0;
  Cycle end() const { return begin + (alternate != 0 ? 2 * Cycle{cycles} - 1 : Cycle{cycles}); }
  StallCause cause() const { return static_cast<StallCause>(why); }
};

class FlitHistory : public Observer, public RepeatingObserver, public StallListener {
 public:
  /// `scratch` is the directory of the file.
  explicit FlitHistory(const Hardware& hardware, const std::filesystem::path& scratch = scratch_directory(),
                       std::uint64_t most_bytes = SpillFile::kMostBytes);

  bool wants_moves() const override { return false; }
  bool wants_spans() const override { return true; }
  void span_began(const FlitSpan& span) override;
  void span_ended(const FlitSpan& span) override;
  void repeats(const Repeat& repeat) override { repeats_.add(repeat); }
  void skipped(ChannelId channel, int vc, std::uint32_t flits) override;
  void started(Cycle cycle, const Worm& worm) override;
  void delivered(Cycle cycle, const Worm& worm) override;
  void stalled(const Stall& stall) override;

  /// Whether the run was too long for the history, which is then empty.
  bool overflowed() const { return overflowed_; }
  const std::filesystem::path& scratch() const { return scratch_; }

  const Hardware& hardware() const { return hardware_; }
  const ChannelTable& table() const { return table_; }
  /// The worms in the order in which their sends started.
  const SpilledArray<WormRecord>& worms() const { return kept_->worms; }
  const SpilledArray<WormPassage>& passages() const { return kept_->passages; }
  const SpilledArray<Wait>& waits() const { return kept_->waits; }
  const ChannelPast& past(ChannelId channel) const { return kept_->past[channel]; }
  /// The stream of an index. Streams of a channel do not overlap.
  FlitStream stream(StreamIndex index) const;
  const Repeats& repeats() const { return repeats_; }
  /// The cycles of a wait in the run.
  Series series(const Wait& wait) const {
    if (wait.alternate != 0) return every_second(wait.begin, wait.cycles);
    return repeats_.series(wait.begin, wait.end());
  }
  /// Calls see(channel, series) for every stream.
  template <typename See>
  void each_stream(See see) const {
    for (const WormPassage& passage : kept_->passages) {
      see(passage.channel, repeats_.series(passage.cycle, passage.cycle + first_flits(passage)));
    }
    for (const FlitStream& later : kept_->later) {
      see(later.channel, later.alternate != 0 ? every_second(later.cycle, later.count)
                                              : repeats_.series(later.cycle, later.end()));
    }
  }
  /// Calls see(index) for every worm: messages by number, then signals.
  template <typename See>
  void each_by_number(See see) const {
    for (const auto* indices : {&kept_->messages, &kept_->signals}) {
      for (const WormIndex index : *indices) {
        if (index != kNoIndex) see(index);
      }
    }
  }

  /// The passages on the channel, by time.
  std::vector<PassageIndex> passages_on(ChannelId channel) const;
  /// The worm's passages, from its injection channel on.
  std::vector<PassageIndex> way(WormIndex worm) const;
  /// The worm's passage on the next channel; kNoIndex if the head has not entered it.
  PassageIndex next(PassageIndex passage) const;
  /// The passage's waits, by time.
  std::vector<Wait> waits_of(PassageIndex passage) const;
  /// The passage's stream with flit `index` of the worm; of flits in every second cycle, this flit alone.
  FlitStream stream_with(PassageIndex passage, std::uint32_t index) const;
  /// Cycle in which flit `index` of the passage's worm was on its channel.
  Cycle on_wire(PassageIndex passage, std::uint32_t index) const;
  /// Cycle in which flit `index` was in the buffer at the far end of that channel.
  Cycle arrival(PassageIndex passage, std::uint32_t index) const;
  /// The passage's latest wait that began in or before `cycle`, if any; of waits in every second cycle, that
  /// one.
  std::optional<Wait> latest_wait(PassageIndex passage, Cycle cycle) const;
  /// The flits of the passage's worm on its channel in cycles begin .. end - 1.
  std::uint32_t flits_within(PassageIndex passage, Cycle begin, Cycle end) const;
  /// The first cycle of the run in which the passage's worm was on its channel, and one past the last.
  Cycle began(PassageIndex passage) const { return repeats_.real(passages()[passage].cycle); }
  Cycle ended(PassageIndex passage) const;

 private:
  /// The arrays that grow.
  struct Kept {
    Kept(const std::filesystem::path& scratch, std::uint64_t most_bytes, std::size_t channels,
         std::size_t vcs);
    SpillFile file;
    SpilledArray<WormRecord> worms;
    SpilledArray<std::uint32_t> messages, signals;  // index of a worm by number
    SpilledArray<WormPassage> passages;
    SpilledArray<MoreOfPassage> more;
    SpilledArray<FlitStream> later;  // the further streams of all passages
    SpilledArray<Wait> waits;
    std::vector<ChannelPast> past;
    std::vector<PassageIndex> latest;  // latest passage by channel and VC; the owner, if the VC is owned
  };
  static constexpr StreamIndex kLater = StreamIndex{1} << 31;  // kLater + i is stream later[i]
  static bool is_first(StreamIndex stream) { return stream < kLater; }
  std::uint32_t& index_of(std::uint32_t number);
  WormIndex worm_index(std::uint32_t number);
  PassageIndex& latest(ChannelId channel, int vc) const {
    return kept_->latest[static_cast<std::size_t>(channel) * hardware_.vcs() + vc];
  }
  ChannelPast* past_out(const FlitSpan& span) {
    return span.from == kNoChannel ? nullptr : &kept_->past[span.from];
  }
  void open_passage(const FlitSpan& span);
  void settle(const FlitSpan& span);
  std::pair<StreamIndex, StreamIndex> append(StreamIndex stream, const FlitSpan& span);
  FlitStream* alternating(const FlitSpan& span, PassageIndex passage);
  bool alternates(const Wait& wait, const Stall& stall) const;
  /// The cycles of the run that begin with this one of brief time, all outside of repeats.
  Series every_second(Cycle begin, Cycle times) const {
    const Cycle first = repeats_.real(begin);
    return {first, first + 1, 2, times};
  }
  PassageIndex passage_of(const Stall& stall, const WormRecord& worm) const;
  MoreOfPassage& more(WormPassage& passage);
  MoreOfPassage more_of(PassageIndex passage) const;
  std::uint32_t first_flits(const WormPassage& passage) const {
    const std::uint32_t flits = passage.flits;
    return flits < WormPassage::kMore ? flits : kept_->more[flits - WormPassage::kMore].flits;
  }
  const FlitStream& later(StreamIndex stream) const { return kept_->later[stream - kLater]; }
  /// A passage's further streams and its waits, by time.
  struct Parts {
    std::vector<StreamIndex> streams;
    std::vector<std::uint32_t> waits;
  };
  const Parts& parts_of(PassageIndex passage) const;
  /// Streams that wait on slow links: arrival of the first flit, by channel and cycle. `latest` has the first
  /// flit of a stream until the stream ends.
  struct SlowLinks {
    std::vector<Cycle> latest;  // by channel: arrival of the latest flit
    std::unordered_map<std::uint64_t, Cycle> waiting;
  };
  std::uint64_t slow_key(ChannelId channel, Cycle cycle) const {
    return static_cast<std::uint64_t>(cycle) * table_.size() + static_cast<std::uint64_t>(channel);
  }
  /// Calls `note` unless the history has been dropped; drops the history if `note` fills the file.
  template <typename Note>
  void keep(Note note);

  Hardware hardware_;
  ChannelTable table_;
  std::filesystem::path scratch_;
  std::unique_ptr<Kept> kept_;
  SlowLinks slow_;
  Repeats repeats_;
  bool overflowed_ = false;
  mutable std::unordered_map<PassageIndex, Parts> parts_;  // of the passages of the latest queries
  mutable std::size_t parts_size_ = 0;
};

}  // namespace torusim
