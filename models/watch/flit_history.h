#pragma once
/// The history of a run for queries after its end: the position of every flit over time, and the place,
/// duration and cause of every wait. It is an observer of spans, and needs a source of stalls: SpanStatistics
/// or a NetworkMonitor.
///
/// Its size depends on the events: 120 bytes per worm, 56 per worm and channel, 32 per unbroken stream of
/// flits on a channel and 28 per wait. A streaming worm has one stream per channel; with one slot per virtual
/// channel, where every flit waits for its credit, a stream is one flit. Most of it is in a file
/// (spill_file.h), so memory does not grow with the run. If the file has no room the history is dropped
/// (overflowed()), and the run continues.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/contract/observer.h"
#include "models/watch/spill_file.h"
#include "models/watch/stall.h"

namespace torusim {

using WormIndex = std::uint32_t;     ///< into FlitHistory::worms()
using PassageIndex = std::uint32_t;  ///< into FlitHistory::passages()
inline constexpr std::uint32_t kNoIndex = ~std::uint32_t{0};

/// The events of a worm. Times are cycles, -1 if not reached.
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
  PassageIndex first = kNoIndex, last = kNoIndex;  ///< injection channel; the latest channel of its head
  /// Cycles in which one of its flits stood at the front of a buffer, by StallCause, over all channels.
  std::int64_t stalls[4] = {};
  std::int32_t preemptions = 0;  ///< number of times that a more urgent worm took a channel from it

  bool is_signal() const { return number >= Worm::kFirstSignal; }
};

/// A worm on one channel.
struct WormPassage {
  WormIndex worm = 0;
  ChannelId channel = 0;
  PassageIndex upstream = kNoIndex, next = kNoIndex;  ///< the same worm on the channels before and behind
  PassageIndex before = kNoIndex;                     ///< the worm before it in the virtual channel
  std::uint32_t first_stream = 0, streams = 0;        ///< in the order of passages; so are its waits
  std::uint32_t first_wait = 0, waits = 0;
  std::uint32_t last_wait = kNoIndex;  ///< in the order in which they were told
  std::uint16_t hop = 0;               ///< 0: injection channel
  std::uint8_t vc = 0;
};

/// Flits first, first + 1, .. of a worm on one channel in cycles cycle, cycle + 1, ..
struct [[gnu::packed]] FlitStream {
  Cycle cycle = 0;
  PassageIndex passage = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t older = kNoIndex;      ///< the stream before it on its channel
  std::uint32_t older_out = kNoIndex;  ///< the one before it out of the buffer that its flits left
  Cycle end() const { return cycle + count; }
};

/// A wait of a worm's front flit behind a channel in cycles begin .. end() - 1, for one reason. Waits for a
/// worm's own credits are not kept; they are the remaining time.
struct Wait {
  static constexpr std::uint32_t kLongest = ~std::uint32_t{0};
  Cycle begin = 0;
  std::uint32_t cycles = 0;  ///< a longer one is several
  PassageIndex passage = 0;  ///< the last channel that the flit had been on
  WormIndex blocker = kNoIndex;
  std::uint32_t wanted : 30 = 0;  ///< the channel
  std::uint32_t why : 2 = 0;
  Cycle end() const { return begin + cycles; }
  StallCause cause() const { return static_cast<StallCause>(why); }
};

class FlitHistory : public Observer, public StallListener {
 public:
  /// `scratch`: the directory of the file.
  explicit FlitHistory(const Hardware& hardware,
                       const std::filesystem::path& scratch = std::filesystem::temp_directory_path(),
                       std::size_t most_bytes = SpillFile::kMostBytes);

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
  /// Whether the run was too long for the history, which is then empty.
  bool overflowed() const { return overflowed_; }
  /// Called at intervals by a long walk through the history, so that memory stays small.
  void relax() const { kept_->file.relax(); }

  const std::filesystem::path& scratch() const { return scratch_; }

  const Hardware& hardware() const { return hardware_; }
  const ChannelTable& table() const { return table_; }
  const std::string& phase_name(int phase) const { return phase_names_[phase]; }
  /// In the order in which they were started.
  const SpilledArray<WormRecord>& worms() const { return kept_->worms; }
  const SpilledArray<WormPassage>& passages() const { return kept_->passages; }
  /// In the order of their first cycles; those of a channel do not overlap.
  const SpilledArray<FlitStream>& streams() const { return kept_->streams; }
  const SpilledArray<Wait>& waits() const { return kept_->waits; }
  /// The latest stream on the channel, or out of its far buffer; kNoIndex if there is none.
  std::uint32_t newest(ChannelId channel) const { return kept_->newest[channel]; }
  std::uint32_t newest_out(ChannelId channel) const { return kept_->newest_out[channel]; }

  /// The passage's streams by time, n < passage.streams, and its waits, n < passage.waits.
  const FlitStream& stream_of(const WormPassage& passage, std::uint32_t n) const {
    return kept_->streams[kept_->by_passage[passage.first_stream + n]];
  }
  const Wait& wait_of(const WormPassage& passage, std::uint32_t n) const {
    return kept_->waits[kept_->waits_by_passage[passage.first_wait + n]];
  }
  /// The passage's stream that flit `index` of its worm is in.
  const FlitStream& stream_with(PassageIndex passage, std::uint32_t index) const;
  /// Cycle in which flit `index` of the passage's worm was on its channel.
  Cycle on_wire(PassageIndex passage, std::uint32_t index) const;
  /// The passage's latest wait that began by that cycle; nullptr if there is none.
  const Wait* latest_wait(PassageIndex passage, Cycle cycle) const;
  /// Cycles in which the passage's first flit was on its channel, and one past the last.
  Cycle began(const WormPassage& passage) const { return stream_of(passage, 0).cycle; }
  Cycle ended(const WormPassage& passage) const { return stream_of(passage, passage.streams - 1).end(); }

 private:
  /// The arrays that grow.
  struct Kept {
    Kept(const std::filesystem::path& scratch, std::size_t most_bytes, std::size_t channels, std::size_t vcs);
    SpillFile file;
    SpilledArray<WormRecord> worms;
    SpilledArray<std::uint32_t> messages, signals;  // index of a worm by number
    SpilledArray<WormPassage> passages;
    SpilledArray<FlitStream> streams;
    SpilledArray<Wait> waits;
    SpilledArray<std::uint32_t> by_passage, waits_by_passage;  // after finish()
    std::vector<std::uint32_t> newest, newest_out;             // by channel: streams
    std::vector<PassageIndex> latest;  // by channel and VC: the worm that came last, and owns it if any does
  };
  std::uint32_t& index_of(std::uint32_t number);
  WormIndex worm_index(std::uint32_t number);
  void open_passage(const FlitSpan& span, PassageIndex& latest);
  WormPassage& passage_of(const Stall& stall, WormIndex worm, PassageIndex& index);
  /// Does the work unless the history has been dropped, or is dropped by it.
  template <typename Note>
  void keep(Note note);

  Hardware hardware_;
  ChannelTable table_;
  std::filesystem::path scratch_;
  std::unique_ptr<Kept> kept_;
  bool overflowed_ = false;
  std::vector<std::string> phase_names_;
};

}  // namespace torusim
