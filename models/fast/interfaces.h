#pragma once
/// The node interfaces of a slab at the fast level.
///
/// An injection channel holds waiting worms: one message, and sometimes a signal. In each cycle the most
/// urgent worm with a credit sends a flit; worms of one class go one after the other. While a long worm
/// streams and its credits stream back, the channel sleeps until the worm's tail is due. An ejection channel
/// takes all arrivals and is never evaluated.
///
/// One thread communicates with the message source for all slabs; the other work belongs to the
/// slab.

#include <queue>
#include <vector>

#include "models/contract/message_source.h"
#include "models/fast/acks.h"
#include "models/fast/credit.h"
#include "models/fast/napping_channels.h"
#include "models/fast/routers.h"
#include "models/fast/slabs.h"
#include "models/watch/scoreboard.h"

namespace torusim::fast {

class Interfaces final : public NappingChannels {
 public:
  /// `sleeps`: channels sleep near long worms. `streams`: these worms may stream. All arguments but
  /// `hardware` must outlive the object.
  Interfaces(const Hardware& hardware, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
             Routers& routers, Acks& acks, Slab& slab, MoveLog& moves, bool sleeps, bool streams);

  // The stages of a cycle, in order. The stages up to tell_source() may run for several slabs at once; stages
  // that call the message source may do so only if the source works in parts.
  /// Takes the tails that arrive, and reports them to the source.
  void eject_tails(Cycle now);
  /// Lets a worm enter the injection channel from this cycle on. The route table must have room for it.
  void add(const Injection& injection) { added_.push_back(injection); }
  /// Adds the worms that part `part` of the source sends; its nodes are the slab's.
  void advance_source(Cycle now, DividedSource& parts, std::size_t part);
  /// The amount of work for work(): channels that are awake, and arrivals.
  std::size_t to_do(Cycle now) const;
  /// Takes all other arrivals, and sends from every channel that is awake.
  void work(Cycle now);
  /// Reports the tails that have left to the source.
  void tell_source(Cycle now);
  /// Whether tell_of_tails() or tell_others() has anything to report: a wrong arrival, or heads that await
  /// acks. Tails of all slabs are reported before the rest.
  bool has_news() const {
    return !heads_.empty() || !tails_taken_.failure().empty() || !taken_.failure().empty();
  }
  void tell_of_tails() { scoreboard_.add(tails_taken_); }
  void tell_others(Cycle now);
  /// Ends the run: adds the hash of all arrivals to the scoreboard.
  void add_hash() {
    scoreboard_.add(tails_taken_);
    scoreboard_.add(taken_);
  }

  /// Reports the flits that sleeping channels send in a cycle.
  void report_sleepers(Cycle cycle);
  bool any_sleepers() const { return !sleepers_.empty(); }

  bool all_asleep() const { return awake_.empty(); }
  /// Latest cycle in which a flit was sent, as far as the channels that are awake know.
  Cycle last_move() const { return last_move_; }
  /// Ends the counts of channels, if they are counted. True if streams still ran in cycle `last`.
  bool finish_counts(Cycle last);
  /// Wakes all channels in cycle `now`. Running streams end in this cycle, and no stream begins any more.
  void end_streams(Cycle now);
  /// Channels sleep with their nodes from now on.
  void set(Periods& periods);
  /// Earliest cycle in which a sleeping channel wakes by itself; MessageSource::kNever if none does.
  Cycle next_alarm();

  /// Minimum length of a worm near which routers sleep. The sleep of a shorter one ends before it has saved
  /// time.
  static constexpr std::uint32_t kShortestStream = 64;

  void nap(NodeId node) override;
  void drop_sleepers() override;
  void end_nap(Cycle now, NodeId node) override;
  void make_up(NodeId node, int channel, int vc, Cycle flits, Cycle credits) override;
  Cycle periods_left(NodeId node, int channel, int vc, int flits) const override;
  int own_room(NodeId node, int channel, int vc) const override {
    return credit_.reserve - in_flight_[index(node, channel) * vcs_ + static_cast<std::size_t>(vc)];
  }
  void take_pattern(WormSlot worm, std::span<Cycle> left, Cycle period, Cycle count) override;
  void repeat_stalls(NodeId node, const StallSets::Sleep& nap) override;
  const Worm& worm(WormSlot slot) const override { return worms_[slot]; }
  Left left(NodeId node, int channel, int vc) const override;

 private:
  struct Sending {
    WormSlot worm;
    std::uint32_t flits;
    std::uint32_t next;  // index of the flit to send next
    std::uint8_t vc;
    bool acked = false;  // circuit switching: the path is reserved to the end
  };
  /// A stream of credits: one in cycle `from` and in every cycle after it.
  struct CreditStream {
    Cycle from = 0;
    std::uint8_t vc = 0;
  };
  /// An injection channel. Its state for short worms fits in one cache line.
  struct alignas(kCacheLine) Injector {
    std::vector<Sending> pending;     // most urgent class first
    std::uint64_t below_reserve = 0;  // see CreditRule
    std::int32_t shared_used = 0;
    NodeId node = 0;
    StreamOut flits;
    std::uint8_t port = 0;  // local port of the router
    bool awake = false;
    bool waits = false;       // asleep with worms: a credit wakes the channel
    bool streaming = false;   // asleep while its stream continues
    bool credits_in = false;  // a stream of credits arrives
    bool napping = false;     // asleep with its node
    // The members below are used only while long worms pass.
    CreditStream arriving;   // if credits_in
    Cycle last_event = -1;   // latest credit that is not part of a stream, if credits_in
    Cycle asleep_since = 0;  // if streaming
  };
  /// The stream that an ejection channel takes: flit `first` came in cycle `from`, its successors in the
  /// cycles after it.
  struct Ejection {
    WormSlot worm = 0;
    std::uint32_t first = 0;
    Cycle from = 0;
  };
  struct Alarm {
    Cycle at;
    std::uint32_t index;
    bool operator>(const Alarm& other) const { return at > other.at; }
  };

  std::uint32_t index(NodeId node, int channel) const {
    return static_cast<std::uint32_t>(node - slab_.first) * alpha_ + static_cast<std::uint32_t>(channel);
  }
  void give_credits(Cycle now, const LargeArray<EjectedFlit>& flits);
  bool eject(Cycle now, const EjectedFlit& flit, Scoreboard& scoreboard);
  void end_stream(Cycle now, const EjectedFlit& flit, Scoreboard& scoreboard);
  void begin(Cycle now, const Injection& injection);
  void take_credits(Cycle now);
  void take_acks(Cycle now);
  void inject(Cycle now);
  Sending* choose(std::uint32_t index);
  bool may_send(std::uint32_t index, const Sending& sending);
  bool inject(Cycle now, const Delivery<RouterView>& routers, std::uint32_t index);
  bool put_in_stream(Cycle now, const Delivery<RouterView>& routers, std::uint32_t index,
                     const Sending& sending);
  void wake(Cycle now, std::uint32_t index);
  void report(const Sending& sending, std::uint32_t flit, const Injector& injector);
  void show(Cycle now, const Sending& sending, std::uint32_t flit, const Injector& injector);
  ChannelId channel(const Injector& injector) const {
    return counts_.id(injector.node, injector.port + hardware_.alpha);
  }
  bool shared(const Injector& injector, const Sending& by) const;
  void count(Cycle now, std::uint32_t index, const Sending* sending);
  auto stall_of(std::uint32_t index) const;
  std::uint16_t& in_flight(std::uint32_t index, int vc) {
    return in_flight_[index * vcs_ + static_cast<std::uint32_t>(vc)];
  }

  void count_credit(std::uint32_t index, int vc) {
    Injector& injector = injectors_[index];
    credit_.credit(in_flight(index, vc), injector.below_reserve, bit64(vc), injector.shared_used);
  }

  const Hardware& hardware_;
  const CreditRule credit_;
  const std::uint32_t alpha_;
  const std::size_t vcs_;
  const int network_ports_;
  const bool circuits_;
  MessageSource& source_;
  WormTable& worms_;
  Scoreboard& scoreboard_;
  Routers& routers_;
  Acks& acks_;
  Slab& slab_;
  LocalWires& wires_;
  MoveLog& moves_;
  ChannelCounts& counts_;
  const bool sleeps_;  // near long worms
  bool streams_;
  Periods* periods_ = nullptr;  // null: nodes do not sleep periodically
  Cycle last_move_ = 0;

  LargeArray<Injector> injectors_;       // [nodes][alpha]
  LargeArray<Ejection> ejections_;       // [nodes][alpha]
  LargeArray<std::uint16_t> in_flight_;  // [nodes][alpha][vcs]
  /// VCs whose worms stall at their source, after the head and before the tail, [nodes][alpha]. The halves
  /// are for credits and preemption.
  StallSets stalled_;
  LargeArray<std::uint32_t> awake_;
  const LargeArray<EjectedFlit>* tails_ = nullptr;  // tails that have come in this cycle
  LargeArray<EjectedFlit> heads_;                   // heads that await acks
  LargeArray<Injection> added_;                     // worms added in this cycle
  std::vector<Injection> from_source_;              // worms from the slab's part of the source
  LargeArray<WormSlot> sent_;                       // worms whose tails have left in this cycle
  Scoreboard tails_taken_, taken_;                  // arrivals since the last report
  LargeArray<std::uint32_t> sleepers_;  // channels that send while they sleep, if moves are reported
  std::priority_queue<Alarm, LargeArray<Alarm>, std::greater<>> alarms_;
};

}  // namespace torusim::fast
