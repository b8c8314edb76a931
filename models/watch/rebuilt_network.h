#pragma once
/// Buffers, credits and owners of virtual channels, rebuilt from the flits on channels and the timing of
/// docs/router.md, independent of the routers.
///
/// A flit on a channel's wire in cycle w is in the buffer at the far end in w + delay. On a slow link, which
/// passes one flit per interval, it can arrive later. A flit that leaves that buffer and is on its next wire
/// in cycle w has its slot credited for arbitration in w + delay. A node interface takes a flit from its
/// ejection channel in the cycle after the wire; the slot is free for the arbitration two cycles later.
/// Pipelined routers delay their inputs by their stages. Worms are identified by number; the network keeps no
/// pointers to them.

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "models/contract/adaptive.h"
#include "models/contract/observer.h"
#include "models/watch/channel_table.h"

namespace torusim {

/// A worm on one channel, from its head on the wire to its tail's departure from the buffer at the far end.
struct Passage {
  static constexpr std::int32_t kNone = -1;

  std::uint32_t worm = 0;     ///< number of the worm
  std::uint32_t flits = 0;    ///< length of the whole worm
  std::uint32_t sent = 0;     ///< flits that have been on the wire
  std::uint32_t arrived = 0;  ///< flits that have arrived in the far buffer
  std::uint32_t left = 0;     ///< flits that have left the far buffer
  ChannelId channel = ChannelTable::kNone;
  ChannelId next_channel = ChannelTable::kNone;  ///< next channel on the path; adaptive: as last chosen
  std::int32_t behind = kNone;                   ///< next worm in the same buffer
  std::int32_t upstream = kNone;                 ///< the worm's passage on the previous channel
  std::int16_t hop = 0;                          ///< the channel is the hop-th on its path, injection 0
  std::uint8_t vc = 0;
  std::uint8_t next_vc = 0;
  std::uint8_t ejection_port = 0;  ///< with adaptive routing, as is `destination`
  NodeId destination = 0;
};

class RebuiltNetwork {
 public:
  struct Channel {
    std::uint64_t owned = 0;     ///< VCs that a worm owns: its head is sent, its tail is not
    std::uint64_t occupied = 0;  ///< VCs with a flit in the far buffer
    std::int32_t shared_used = 0;
    std::int32_t buffered = 0;         ///< flits in the far buffer, all VCs
    std::int32_t peak = 0;             ///< maximum of `buffered` just before an arbitration
    Cycle latest = LinkTime::kNoFlit;  ///< arrival of the flit that was sent last
  };

  explicit RebuiltNetwork(const Hardware& hardware);

  /// Advances buffers and credits to the state for arbitration in cycle `now`. Cycles never go back.
  void advance(Cycle now);
  /// Whether no worm has a flit on a channel or in a buffer.
  bool quiet() const { return passages_.size() == free_.size(); }

  const ChannelTable& table() const { return table_; }
  const Channel& channel(ChannelId channel) const { return channels_[channel]; }
  const Passage& passage(std::int32_t index) const { return passages_[index]; }
  bool owned(ChannelId channel, int vc) const { return (channels_[channel].owned >> vc & 1) != 0; }
  /// The credit rule: whether a flit can be sent on this VC.
  bool credit(ChannelId channel, int vc) const {
    return in_flight(channel, vc) < hardware_.reserve || channels_[channel].shared_used < hardware_.shared;
  }
  /// Flits that the credit rule permits before the next credit.
  int room(ChannelId channel, int vc) const {
    const int own = hardware_.reserve - in_flight(channel, vc);
    return (own > 0 ? own : 0) + hardware_.shared - channels_[channel].shared_used;
  }
  int in_flight(ChannelId channel, int vc) const { return vcs_[slot(channel, vc)].in_flight; }
  /// Worms whose head has been sent, and whose tail has not been credited.
  int worms(ChannelId channel, int vc) const { return vcs_[slot(channel, vc)].worms; }
  /// Passage of the worm that owns the VC; only while it is owned.
  std::int32_t owner(ChannelId channel, int vc) const { return vcs_[slot(channel, vc)].last; }
  /// Passage of the worm at the front of the far buffer; its next flit is flit `left`. If the buffer is
  /// empty, the passage of the worm whose flits will arrive first, or kNone.
  std::int32_t front(ChannelId channel, int vc) const { return vcs_[slot(channel, vc)].first; }
  /// Passage of the worm whose head is in the far buffer and can leave it next; kNone if there is none. A
  /// router with `output_queues` keeps the order of worms for each of its output VCs; any other router keeps
  /// one order.
  std::int32_t next_head(ChannelId channel, int vc, std::uint32_t worm, bool output_queues) const;
  /// Adaptive routing: every head at the front of a buffer chooses its next channel again.
  void choose_ways();
  /// Channels with flits in their far buffers, in no particular order.
  const std::vector<ChannelId>& occupied();

  /// Puts flit `move`, which has been checked, on its channel in cycle `wire`. The flit left the front of the
  /// buffer of passage `upstream` (kNone: the flit comes from the node interface).
  void send(Cycle wire, const FlitMove& move, std::int32_t upstream);

 private:
  struct Vc {
    std::int32_t first = Passage::kNone, last = Passage::kNone;  // passages, oldest and newest
    std::int32_t in_flight = 0;                                  // flits sent and not credited
    std::int32_t worms = 0;                                      // worms whose tail is not credited
  };
  struct Credit {
    ChannelId channel;
    std::uint8_t vc;
    bool tail;
  };

  std::size_t slot(ChannelId channel, int vc) const {
    return static_cast<std::size_t>(channel) * hardware_.vcs() + vc;
  }
  std::int32_t open(const FlitMove& move, ChannelId channel, std::int32_t upstream);
  void leave(Cycle wire, std::int32_t passage);
  void arrive(std::int32_t passage);
  void take_credit(const Credit& credit);
  void close(std::int32_t passage);
  OutputVc way_on(const Passage& front) const;

  Hardware hardware_;
  ChannelTable table_;
  std::vector<Channel> channels_;
  std::vector<Vc> vcs_;  // [channel][vc]
  std::vector<Passage> passages_;
  std::vector<std::int32_t> free_;
  std::vector<ChannelId> occupied_;
  std::vector<bool> listed_;  // by channel: is in occupied_
  // Flits and credits under way, by the cycle of arrival modulo the size.
  std::vector<std::vector<std::int32_t>> arrivals_;
  std::vector<std::vector<Credit>> credits_;
  /// Flits on slow links, which can queue for longer than these arrays cover.
  using Late = std::pair<Cycle, std::int32_t>;
  std::priority_queue<Late, std::vector<Late>, std::greater<>> late_;
  Cycle now_ = 0;
};

}  // namespace torusim
