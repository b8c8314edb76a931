#pragma once
/// The recent spans: they give worms on channels, flits in buffers, and credits in any recent cycle. Queries
/// are arithmetic on spans. The result of a query has the cycle until which it is valid.
///
/// Every flit of a virtual channel has a number: the count of earlier flits. A buffer sends its flits in that
/// order, so flit n is in the far buffer from its arrival to the n-th departure. The flit at the front, the
/// flits in flight and the credits follow.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "models/contract/flit_span.h"
#include "models/contract/large_array.h"
#include "models/watch/channel_table.h"

namespace torusim {

// The latest entries of a list that grows at one end and drops entries at the other, contiguous in memory.
// When the list is full, the owner drops the oldest entries, or push() makes the list larger.

template <typename Entry>
class Latest {
 public:
  bool empty() const { return first_ == end_; }
  Entry* begin() const { return entries_.get() + first_; }
  Entry* end() const { return entries_.get() + end_; }
  std::uint32_t size() const { return end_ - first_; }
  /// Whether the next push() moves the entries, or needs more memory.
  bool full() const { return end_ == capacity_; }
  Entry& newest() const { return entries_[end_ - 1]; }
  const Entry& oldest() const { return entries_[first_]; }
  /// The entries as a range, from the newest to the oldest.
  struct Backwards {
    std::reverse_iterator<const Entry*> first, last;
    auto begin() const { return first; }
    auto end() const { return last; }
  };
  Backwards backwards() const {
    const Entry* const entries = entries_.get();
    return {std::reverse_iterator(entries + end_), std::reverse_iterator(entries + first_)};
  }

  /// Prefetches the newest entry and the place of the next.
  void fetch() const {
    if (capacity_ == 0) return;
    const Entry* const next = entries_.get() + end_;
    __builtin_prefetch(next - (end_ > 0 ? 1 : 0), 1);
    __builtin_prefetch(next, 1);
  }
  void forget_oldest() { ++first_; }
  Entry& push() {
    if (full()) make_room();
    return entries_[end_++];
  }

 private:
  static constexpr std::uint32_t kLeast = 4;

  void make_room() {
    const std::uint32_t kept = size();
    if (2 * kept >= capacity_) {
      capacity_ = std::max(kLeast, 2 * capacity_);
      auto more = std::make_unique_for_overwrite<Entry[]>(capacity_);
      std::copy_n(entries_.get() + first_, kept, more.get());
      entries_ = std::move(more);
    } else {
      std::copy_n(entries_.get() + first_, kept, entries_.get());
    }
    first_ = 0;
    end_ = kept;
  }

  std::unique_ptr<Entry[]> entries_;
  std::uint32_t first_ = 0, end_ = 0, capacity_ = 0;
};

/// A value that holds in a cycle, and in all cycles before `until`.
template <typename What>
struct Held {
  What what;
  Cycle until;
};

class RecentSpans {
 public:
  static constexpr Cycle kNever = FlitSpan::kRunning;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// A span on a channel, and counts of earlier flits. Counts of flits wrap around.
  struct Sent {
    Cycle begin, last;
    Cycle arrives;  ///< cycle in which its first flit is in the far buffer
    const Worm* worm;
    std::uint32_t number, flits, first;
    std::uint32_t vc_before, all_before;  ///< earlier flits of its VC, of its channel
    std::uint16_t hop;                    ///< position of the channel on the worm's path
    std::uint8_t vc;

    Cycle tail_due() const { return begin + (flits - 1 - first); }
    bool tail() const { return tail_due() <= last; }
    std::uint32_t count() const { return static_cast<std::uint32_t>(last - begin + 1); }
  };
  /// The same span, seen from the buffer that its flits leave.
  struct Gone {
    Cycle begin, last;
    std::uint32_t number;
    std::uint32_t left_before, out_before;  ///< earlier flits out of its VC's buffer, its input port
    std::uint8_t from_vc;

    std::uint32_t count() const { return static_cast<std::uint32_t>(last - begin + 1); }
  };

  struct alignas(64) Vc {
    std::uint32_t sent = 0;  ///< flits sent before the channel's newest span
    std::uint32_t left = 0;  ///< flits that left the far buffer before the newest span out of it
    Cycle owner_since = -1;  ///< head of the newest worm on the channel
    Cycle tail_at = -1;      ///< tail of that worm; kNever if not sent before the newest span
    std::uint32_t owner = 0, owner_flits = 0, owner_sent = 0;  ///< of that worm: number, length, sent before
    ChannelId next = kNoChannel;                               ///< next channel of the worm at the front
    std::uint32_t next_for = kNone;  ///< `next` is that of the worm whose head is flit number next_for
    std::uint16_t hop = 0;
    std::uint8_t next_vc = 0;
  };
  struct alignas(64) Channel {
    Latest<Sent> sent;
    Latest<Gone> gone;                   ///< spans out of its far buffer
    const FlitSpan* open = nullptr;      ///< newest span in `sent`, until it has ended
    const FlitSpan* open_out = nullptr;  ///< newest span in `gone`, until it has ended
    std::uint64_t filled = 0;            ///< VCs whose far buffer may hold or get flits
    std::uint64_t owned = 0;             ///< VCs of worms whose tail was not sent before the newest span
    Cycle swept = 0;                     ///< see StallSweep
    LinkTime link;                       ///< see ChannelTable
    bool ejection = false;
    // Copies of the newest spans' data: the entries lie elsewhere in memory and need not be read.
    std::uint8_t vc = 0, out_vc = 0;              ///< VCs of the newest spans in `sent` and `gone`
    Cycle arrives = 0;                            ///< arrival of the first flit of the newest in `sent`
    std::uint32_t before = 0, ended = 0;          ///< flits sent before the newest; in all ended spans
    std::uint32_t out_before = 0, out_count = 0;  ///< flits gone before the newest; in it, once ended

    bool running() const { return is_running(open) || is_running(open_out); }
    std::uint32_t all_sent() const { return ended + (open == nullptr ? 0 : flits(*open)); }
    std::uint32_t all_gone() const { return out_before + newest_gone(); }
    std::uint32_t newest_gone() const { return open_out == nullptr ? out_count : flits(*open_out); }
    static bool is_running(const FlitSpan* span) { return span != nullptr && span->last == kNever; }
    /// Cycle in which flit `flit` of the span is in the far buffer.
    Cycle arrival(const Sent& span, std::uint32_t flit) const {
      return span.arrives + Cycle{flit} * link.interval;
    }
    static std::uint32_t flits(const FlitSpan& span) { return static_cast<std::uint32_t>(span.count()); }
  };
  static_assert(sizeof(Channel) == 128);

  RecentSpans(const Hardware& hardware, const ChannelTable& table);

  Channel& channel(ChannelId c) { return channels_[static_cast<std::size_t>(c)]; }
  const Channel& channel(ChannelId c) const { return channels_[static_cast<std::size_t>(c)]; }
  Vc& vc(ChannelId c, int v) { return vcs_[static_cast<std::size_t>(c) * vc_count_ + v]; }
  const Vc& vc(ChannelId c, int v) const { return vcs_[static_cast<std::size_t>(c) * vc_count_ + v]; }
  /// The newest spans, up to date; null if there is none.
  const Sent* newest(ChannelId c) const { return newest_of(channel(c).sent, channel(c).open); }
  const Gone* newest_out(ChannelId c) const { return newest_of(channel(c).gone, channel(c).open_out); }

  /// Prefetches for queries of the channel and its VC: first their records, then (`soon`) their newest spans.
  void fetch(ChannelId c, int v, bool soon) const {
    const Channel& channel = this->channel(c);
    if (soon) {
      channel.sent.fetch();
      channel.gone.fetch();
      return;
    }
    __builtin_prefetch(&channel, 1);
    __builtin_prefetch(&channel.owned, 1);
    __builtin_prefetch(&vc(c, v), 1);
  }

  /// Adds a span that begins; close() has been called for the channel's previous span.
  void add(const FlitSpan& span);
  /// The worm that owns the VC is shorter (RepeatingObserver::skipped).
  void shorten(ChannelId c, int v, std::uint32_t flits);
  /// Ends the channel's newest span.
  void close(const FlitSpan& span);
  /// Whether there is no room for another span on the channel, or out of its far buffer.
  bool full(ChannelId c) const { return channel(c).sent.full() || channel(c).gone.full(); }
  /// Drops spans that no query at or after `now` needs.
  void trim(ChannelId c, Cycle now);

  // Counts of flits up to and including a cycle.
  std::uint32_t sent(ChannelId c, int v, Cycle until) const;
  std::uint32_t left(ChannelId c, int v, Cycle until) const;
  std::int32_t buffered(ChannelId c, Cycle now) const;  ///< flits in the far buffer, all VCs
  /// Upper bound of the flits in the far buffer since the newest span left it.
  std::int32_t at_most_buffered(ChannelId c) const;
  /// Whether no flit waits at the front of the far buffer before `now`: its flits left as they arrived.
  bool flows(ChannelId c, Cycle now) const;
  /// Cycle in which flit `n` of the VC was sent, or left the far buffer; kNever if it has not.
  Cycle sent_at(ChannelId c, int v, std::uint32_t n) const;
  Cycle left_at(ChannelId c, int v, std::uint32_t n) const;
  /// The span that flit `n` of the VC is in; null if it has not been sent.
  const Sent* holder(ChannelId c, int v, std::uint32_t n) const;

  // State in a cycle, before the flits of the cycle move.
  /// The span on the channel in cycle `now`; null if the channel carries no flit.
  Held<const Sent*> carried(ChannelId c, Cycle now) const;
  /// The number of the worm that owns the VC; kNone if none does.
  Held<std::uint32_t> owner(ChannelId c, int v, Cycle now) const;
  /// Number of the first worm on the VC or in its far buffer; kNone if there is none.
  Held<std::uint32_t> first_worm(ChannelId c, int v, Cycle now) const;

 private:
  template <typename Entry>
  static Entry* newest_of(const Latest<Entry>& entries, const FlitSpan* open) {
    if (entries.empty()) return nullptr;
    if (open != nullptr) entries.newest().last = open->last;
    return &entries.newest();
  }
  /// The channel's spans from the newest to the oldest: on the channel, and out of its far buffer.
  auto latest(ChannelId c) const {
    newest(c);
    return channel(c).sent.backwards();
  }
  auto latest_out(ChannelId c) const {
    newest_out(c);
    return channel(c).gone.backwards();
  }

  void leave(const FlitSpan& span, Vc& vc);

  std::size_t vc_count_;
  bool asks_for_worms_;  // queries count worms in flight (bubble flow control)
  Cycle credit_time_;    // most cycles of a credit under way, beyond the link delay
  LargeArray<Channel> channels_;
  LargeArray<Vc> vcs_;
};

}  // namespace torusim
