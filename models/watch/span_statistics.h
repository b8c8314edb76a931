#pragma once
/// Counts, from spans, what the monitor counts from flits, and tells of stalls as it does: the tables of
/// links and nodes and the waits of a run in time proportional to its spans. It trusts that the routers keep
/// to the contract; the monitor is there to check that.
///
/// Memory follows what is in flight: a few spans a channel.

#include "models/contract/observer.h"
#include "models/watch/stall_sweep.h"
#include "models/watch/statistics.h"

namespace torusim {

class SpanStatistics : public Observer, public NetworkStatistics, private StallListener {
 public:
  /// `listener`, if any, hears of every stall that is counted.
  explicit SpanStatistics(const Hardware& hardware, StallListener* listener = nullptr);
  SpanStatistics(const SpanStatistics&) = delete;
  SpanStatistics& operator=(const SpanStatistics&) = delete;

  bool wants_moves() const override { return false; }
  void moved(Cycle, std::span<const FlitMove>) override {}
  bool wants_spans() const override { return true; }
  void span_due(const FlitSpan& span, bool soon) override;
  void span_began(const FlitSpan& span) override;
  void span_ended(const FlitSpan& span) override;
  void spans_finished(Cycle last) override;
  void started(Cycle, const Worm&) override {}
  void delivered(Cycle, const Worm& worm) override;
  void phase_began(Cycle, int, const std::string&) override {}
  void phase_ended(Cycle, int, const std::string&) override {}

  const ChannelTable& table() const override { return table_; }
  LinkStatistics link(ChannelId channel, Cycle last_cycle) const override;
  const NodeStatistics& node(NodeId node) const override { return nodes_[node]; }

 private:
  void stalled(const Stall& stall) override;
  void look_at_buffer(ChannelId c, Cycle now);
  void tell_all(Cycle now);

  /// Spans that are kept at any rate, by channel and on average.
  static constexpr std::int64_t kSpansKept = 4;

  const Hardware hardware_;
  const ChannelTable table_;
  StallListener* const listener_;
  RecentSpans spans_;
  StallSweep sweep_;
  /// What every span adds to, by channel: side by side in memory.
  struct Tally {
    std::int64_t flits = 0, busy = 0;
    Cycle owned_since = 0;  // while one of its VCs is owned
    std::int32_t peak = 0;
  };
  LargeArray<Tally> tallies_;
  std::vector<LinkStatistics> stalls_;  // only these of each channel
  Cycle told_ = 0;                      // everything before is
  std::int64_t spans_until_told_;
  std::vector<NodeStatistics> nodes_;
};

}  // namespace torusim
