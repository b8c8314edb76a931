#pragma once
/// Remembers everything that can be asked of a run afterwards: when which flit was on which channel, who
/// stood still where, for how long and because of whom. An observer of spans; it needs somebody who tells it
/// of stalls: SpanStatistics, or a NetworkMonitor.
///
/// Memory follows what happens: 120 bytes a worm, 32 a worm and channel, 24 for every unbroken stream of
/// flits on a channel and 32 for every wait. A worm that streams costs one stream a channel; with one slot a
/// virtual channel, where every flit waits for its credit, it is one a flit. Past `most_bytes` the history is
/// dropped (overflowed()), and the run goes on.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/contract/observer.h"
#include "models/watch/stall.h"

namespace torusim {

using WormIndex = std::uint32_t;     ///< into FlitHistory::worms()
using PassageIndex = std::uint32_t;  ///< into FlitHistory::passages()
inline constexpr std::uint32_t kNoIndex = ~std::uint32_t{0};

/// What a worm went through. Times are cycles, -1 if it has not come to that.
struct WormRecord {
  std::uint32_t number = 0;  ///< Worm::kFirstSignal and above: a signal
  std::uint32_t flits = 0;   ///< head included
  NodeId source = 0, destination = 0;
  std::int32_t phase = 0;  ///< index
  std::int32_t message_class = 0;
  std::int64_t blocks = 0;
  std::int32_t hops = 0;
  Cycle started = -1;
  Cycle injected = -1;
  Cycle sent = -1;  ///< its tail was on the injection channel
  Cycle head_out = -1;
  Cycle tail_out = -1;
  PassageIndex first = kNoIndex, last = kNoIndex;  ///< injection channel; where its head came last
  /// Cycles in which one of its flits stood at the front of a buffer, by StallCause, over all channels.
  std::int64_t stalls[4] = {};
  std::int32_t preemptions = 0;  ///< times that a channel was taken from it by a more urgent worm

  bool is_signal() const { return number >= Worm::kFirstSignal; }
};

/// A worm on one channel.
struct WormPassage {
  WormIndex worm = 0;
  ChannelId channel = 0;
  PassageIndex upstream = kNoIndex, next = kNoIndex;  ///< the same worm on the channels before and behind
  std::uint32_t first_stream = 0, streams = 0;        ///< in FlitHistory::streams_of()
  std::uint16_t hop = 0;                              ///< 0: injection channel
  std::uint8_t vc = 0;
};

/// Flits first, first + 1, .. of a worm on one channel in cycles cycle, cycle + 1, ..
struct FlitStream {
  Cycle cycle = 0;
  PassageIndex passage = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  Cycle end() const { return cycle + count; }
};

/// A worm's front flit stood still behind a channel in cycles begin .. end - 1, all for one reason. Waits for
/// a worm's own credits are not kept: they are what remains.
struct Wait {
  Cycle begin = 0, end = 0;
  PassageIndex passage = 0;  ///< the last channel that the flit had been on
  ChannelId wanted = 0;
  WormIndex blocker = kNoIndex;
  StallCause cause = StallCause::kCredit;
};

class FlitHistory : public Observer, public StallListener {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{2} << 30;

  explicit FlitHistory(const Hardware& hardware, std::size_t most_bytes = kMostBytes);

  bool wants_moves() const override { return false; }
  void moved(Cycle, std::span<const FlitMove>) override {}
  bool wants_spans() const override { return true; }
  void span_began(const FlitSpan& span) override;
  void span_ended(const FlitSpan& span) override;
  void started(Cycle cycle, const Worm& worm) override;
  void delivered(Cycle cycle, const Worm& worm) override;
  void phase_began(Cycle, int phase, const std::string& name) override;
  void phase_ended(Cycle, int, const std::string&) override {}
  void stalled(const Stall& stall) override;

  /// Call once, after the run and before anything below.
  void finish();
  /// The run was too long to be remembered; everything else is empty then.
  bool overflowed() const { return overflowed_; }
  std::size_t bytes() const { return bytes_; }

  const Hardware& hardware() const { return hardware_; }
  const ChannelTable& table() const { return table_; }
  /// In the order in which they were started.
  const std::vector<WormRecord>& worms() const { return worms_; }
  const std::vector<WormPassage>& passages() const { return passages_; }
  std::span<const FlitStream> streams_of(PassageIndex passage) const;
  /// Of the whole run, sorted by passage, then by time.
  const std::vector<Wait>& waits() const { return waits_; }
  std::span<const Wait> waits_of(PassageIndex passage) const;
  /// Streams on the channel, sorted by time; they do not overlap.
  std::span<const std::uint32_t> streams_on(ChannelId channel) const;
  const FlitStream& stream(std::uint32_t index) const { return streams_[index]; }
  const std::string& phase_name(int phase) const { return phase_names_[phase]; }

  /// Cycle in which flit `index` of the passage's worm was on its channel.
  Cycle on_wire(PassageIndex passage, std::uint32_t index) const;
  /// The latest stream on the channel that began by that cycle; nullptr if there is none.
  const FlitStream* latest(ChannelId channel, Cycle cycle) const;
  /// The stream on the channel in that cycle; nullptr if it carried nothing.
  const FlitStream* carried(ChannelId channel, Cycle cycle) const;
  /// The stream that left the buffer behind the channel, on its next channel in that cycle; nullptr if none.
  const FlitStream* drained(ChannelId channel, Cycle cycle) const;
  /// The worm before it in the same virtual channel, on the same channel.
  PassageIndex before(PassageIndex passage) const { return before_[passage]; }

 private:
  /// Streams by some channel of theirs, each channel's in the order of time.
  struct Index {
    std::vector<std::uint32_t> streams;
    std::vector<std::uint32_t> first;  // by channel, and one more
    std::span<const std::uint32_t> of(ChannelId channel) const;
  };
  template <typename ChannelOf>
  Index index_by(ChannelOf channel_of) const;
  const FlitStream* latest(std::span<const std::uint32_t> streams, Cycle cycle) const;
  const FlitStream* at(std::span<const std::uint32_t> streams, Cycle cycle) const;
  std::uint32_t& index_of(std::uint32_t number);
  WormIndex worm_index(std::uint32_t number);
  void open_passage(const FlitSpan& span, std::size_t vc);
  PassageIndex passage_of(const Stall& stall);
  bool grow(std::size_t bytes);

  Hardware hardware_;
  ChannelTable table_;
  std::size_t most_bytes_, bytes_ = 0;
  bool overflowed_ = false;
  std::vector<WormRecord> worms_;
  std::vector<std::uint32_t> messages_, signals_;  // index of a worm by number
  std::vector<WormPassage> passages_;
  std::vector<PassageIndex> before_;        // by passage
  std::vector<std::uint32_t> open_stream_;  // by channel: its last stream
  std::vector<std::uint32_t> open_wait_;    // by passage: its last wait
  std::vector<FlitStream> streams_;
  std::vector<Wait> waits_;
  std::vector<std::uint32_t> first_wait_;   // by passage, and one more
  std::vector<PassageIndex> owner_, last_;  // by channel and VC: worm that owns it, and that came last
  std::vector<std::string> phase_names_;
  Index on_channel_, out_of_channel_;
};

}  // namespace torusim
