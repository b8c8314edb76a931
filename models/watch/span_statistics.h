#pragma once
/// Statistics from spans, equal to those of the monitor: the tables of links and nodes, and the waits of a
/// run. The computation takes time proportional to the spans. It assumes that the routers keep the contract,
/// which the monitor checks.
///
/// Without a listener this class needs only sums. A level that counts by itself provides the sums, and this
/// class only reads them. Otherwise memory is a few spans per channel in use.

#include <optional>

#include "models/contract/observer_hooks.h"
#include "models/contract/repeats.h"
#include "models/watch/stall_sweep.h"
#include "models/watch/statistics.h"

namespace torusim {

class SpanStatistics : public Observer,
                       public FetchingObserver,
                       public RepeatingObserver,
                       public NetworkStatistics,
                       private StallListener {
 public:
  /// `listener`, if any, receives every counted stall.
  explicit SpanStatistics(const Hardware& hardware, StallListener* listener = nullptr);
  SpanStatistics(const SpanStatistics&) = delete;
  SpanStatistics& operator=(const SpanStatistics&) = delete;

  bool wants_moves() const override { return false; }
  bool wants_spans() const override { return true; }
  ChannelSums* sums() override;
  void span_due(const FlitSpan& span, bool soon) override;
  void span_began(const FlitSpan& span) override;
  void span_ended(const FlitSpan& span) override;
  void repeats(const Repeat& repeat) override { repeats_.add(repeat); }
  void skipped(ChannelId channel, int vc, std::uint32_t flits) override {
    watch().spans.shorten(channel, vc, flits);
  }
  void spans_finished(Cycle last) override;
  void delivered(Cycle, const Worm& worm) override;
  void phase_loaded(const Phase& phase, std::uint32_t first_number) override;

  const ChannelTable& table() const override { return table_; }
  LinkStatistics link(ChannelId channel, Cycle last_cycle) const override;
  const NodeStatistics& node(NodeId node) const override { return nodes_[node]; }

 private:
  /// The latest spans and their stalls; made when the first span begins.
  struct Watch {
    RecentSpans spans;
    StallSweep sweep;
    Watch(const Hardware& hardware, const ChannelTable& table, StallListener& listener)
        : spans(hardware, table), sweep(hardware, table, spans, listener) {}
  };
  Watch& watch() {
    return watch_ ? *watch_ : watch_.emplace(hardware_, table_, static_cast<StallListener&>(*this));
  }
  void stalled(const Stall& stall) override;
  void look_at_buffer(const RecentSpans& spans, ChannelId c, Cycle now);
  void tell_all(Cycle now);
  void finish_spans();

  /// Average number of spans per channel that may begin between two calls of tell_all().
  static constexpr std::int64_t kSpansKept = 4;

  const Hardware hardware_;
  const ChannelTable table_;
  StallListener* const listener_;
  std::optional<Watch> watch_;
  bool counted_ = false;  // the level itself counts
  ChannelSums sums_;
  Repeats repeats_;
  Cycle told_ = 0;  // stalls before this cycle are reported
  std::int64_t spans_until_told_;
  std::vector<NodeStatistics> nodes_;
};

}  // namespace torusim
