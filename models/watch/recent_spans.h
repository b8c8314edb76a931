#pragma once
/// The spans that can still matter: who was on which channel, what was in which buffer and what was credited,
/// in any of the last cycles. Answers come by arithmetic on spans, and each says how long it stays true.
///
/// Every flit of a virtual channel has a number: how many went on it before. A buffer gives its flits in that
/// order, so flit n is in the far buffer from its arrival to the n-th departure, and everything else follows:
/// the flit at the front, those in flight, the credits.

#include <cstdint>
#include <vector>

#include "models/contract/flit_span.h"
#include "models/watch/channel_table.h"

namespace torusim {

/// What holds in a cycle, and in all cycles before `until`.
template <typename What>
struct Held {
  What what;
  Cycle until;
};

class RecentSpans {
 public:
  static constexpr Cycle kNever = FlitSpan::kRunning;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// A span, and what went before it. Numbers of flits wrap around.
  struct Record {
    Cycle begin = 0, closed_last = 0;
    const FlitSpan* open = nullptr;  ///< until it has ended
    const Worm* worm = nullptr;
    std::uint32_t number = 0, flits = 0, first = 0;
    std::uint32_t vc_before = 0, all_before = 0;    ///< sent on its VC, on its channel
    std::uint32_t left_before = 0, out_before = 0;  ///< that had left its VC's buffer, its input port
    ChannelId channel = kNoChannel, from = kNoChannel;
    std::uint32_t older = kNone, older_out = kNone;  ///< on the channel; out of the input port
    std::uint16_t hop = 0;                           ///< of the channel, on the worm's path
    std::uint8_t vc = 0, from_vc = 0;
    std::uint8_t holders = 0;  ///< lists that it is in

    Cycle last() const { return open != nullptr ? open->last : closed_last; }
    Cycle tail_due() const { return begin + (flits - 1 - first); }
    bool tail() const { return tail_due() <= last(); }
    std::uint32_t count(Cycle until) const {
      const Cycle end = last() < until ? last() : until;
      return end < begin ? 0 : static_cast<std::uint32_t>(end - begin + 1);
    }
    std::uint32_t count() const { return static_cast<std::uint32_t>(last() - begin + 1); }
  };

  struct Vc {
    std::uint32_t sent = 0;  ///< but for the channel's newest span
    std::uint32_t left = 0;  ///< its far buffer, but for the newest span out of that input port
    Cycle owner_since = -1;  ///< of the newest worm: its head on the channel ..
    Cycle tail_at = -1;      ///< .. and its tail; kNever if that has not been sent before the newest span
    std::uint32_t owner = 0, owner_flits = 0, owner_sent = 0;  ///< number, length, sent before the newest
    ChannelId next = kNoChannel;                               ///< where the worm at the front goes on ..
    std::uint32_t next_for = kNone;                            ///< .. if its head has this number
    std::uint16_t hop = 0;
    std::uint8_t next_vc = 0;
  };
  struct Channel {
    std::uint32_t newest = kNone, newest_out = kNone;
    std::uint16_t kept = 0, kept_out = 0, limit = 0;
    std::uint64_t filled = 0;  ///< VCs whose far buffer may hold flits, or will
    std::uint64_t owned = 0;   ///< VCs of worms whose tail was not sent before the newest span
    Cycle swept = 0;           ///< see StallSweep
  };

  RecentSpans(const Hardware& hardware, const ChannelTable& table);

  Channel& channel(ChannelId c) { return channels_[static_cast<std::size_t>(c)]; }
  const Channel& channel(ChannelId c) const { return channels_[static_cast<std::size_t>(c)]; }
  Vc& vc(ChannelId c, int v) { return vcs_[static_cast<std::size_t>(c) * vc_count_ + v]; }
  const Vc& vc(ChannelId c, int v) const { return vcs_[static_cast<std::size_t>(c) * vc_count_ + v]; }
  const Record& record(std::uint32_t index) const { return records_[index]; }
  const Record* newest(ChannelId c) const { return at(channel(c).newest); }
  const Record* newest_out(ChannelId c) const { return at(channel(c).newest_out); }
  const Record* older(const Record& record) const { return at(record.older); }

  /// A span begins; the channel's last one has been close()d.
  const Record& add(const FlitSpan& span);
  /// The channel's newest span has come to its end.
  void close(const FlitSpan& span);
  /// Forgets what nobody asks for any more who asks of cycles from `now` on only.
  void trim(ChannelId c, Cycle now);
  bool crowded(ChannelId c) const { return channel(c).kept + channel(c).kept_out > channel(c).limit; }

  // Counts up to a cycle, that included.
  std::uint32_t sent(ChannelId c, int v, Cycle until) const;
  std::uint32_t left(ChannelId c, int v, Cycle until) const;
  std::int32_t buffered(ChannelId c, Cycle now) const;  ///< in the far buffer, all VCs
  /// Cycle in which flit `n` of the VC was sent, or left the far buffer; kNever if it has not.
  Cycle sent_at(ChannelId c, int v, std::uint32_t n) const;
  Cycle left_at(ChannelId c, int v, std::uint32_t n) const;
  /// The span that flit `n` of the VC is in; null if it has not been sent.
  const Record* holder(ChannelId c, int v, std::uint32_t n) const;

  // In a cycle, before its flits go.
  /// The span on the channel in that very cycle; null if it carries nothing.
  Held<const Record*> carried(ChannelId c, Cycle now) const;
  /// The number of the worm that owns the VC; kNone if none does.
  Held<std::uint32_t> owner(ChannelId c, int v, Cycle now) const;
  /// Number of the worm whose flits are the first on the VC or in its far buffer; kNone if there is none.
  Held<std::uint32_t> first_worm(ChannelId c, int v, Cycle now) const;

 private:
  const Record* at(std::uint32_t index) const { return index == kNone ? nullptr : &records_[index]; }
  void release(std::uint32_t index);

  const ChannelTable& table_;
  std::size_t vc_count_;
  std::uint16_t least_;
  std::vector<Channel> channels_;
  std::vector<Vc> vcs_;
  std::vector<Record> records_;
  std::vector<std::uint32_t> free_;
};

}  // namespace torusim
