#pragma once
/// Periodic sleep: a router whose last period repeats is not evaluated until an item breaks the pattern.
/// It takes the place of streams (streams.h) once long worms share links.
///
/// Between events (a head or a tail comes or leaves) a router is a small machine whose state and arrivals
/// repeat, nearly always after 1 or 2 cycles. A *node* here is a router with its injection channels. Near
/// long worms a node keeps a *record*: the items that came to the router and those that left, cycle by cycle.
/// If its last period P equals the one before, its counters are those of P cycles ago, and all arrivals that
/// are known repeat, then the node falls asleep. From then on the last period stands for what it sends.
///
/// - An awake node reads the pattern of a sleeping neighbour (pull). It stays awake meanwhile.
/// - An awake neighbour sends to a sleeping node as to any other. The node compares the arrivals with its
///   pattern (watch), and wakes in the cycle of the first difference.
/// - Two sleeping nodes with periods P and Q: what is on its way and P + Q items behind it are compared once,
///   when the later one falls asleep. The first difference sets the alarm of the receiver. Equal P + Q items
///   are equal for ever.
/// - The alarm of a node also rings before a tail of its worms leaves, and before a drifting counter matters:
///   a counter may differ by a constant per period while it is far from 0.
///
/// A node that wakes applies its pattern to its counters, turns and worms, k periods at once.

#include <array>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

#include "models/fast/delivery.h"
#include "models/fast/memory.h"
#include "models/fast/move_log.h"
#include "models/fast/napping_channels.h"
#include "models/fast/pools.h"
#include "models/fast/slabs.h"
#include "models/fast/views.h"

namespace torusim::fast {

class Periods {
 public:
  /// Whether nodes of this hardware may sleep while worms of up to `longest` flits pass.
  static bool suits(const Hardware& hardware, std::int64_t longest);

  /// For the only slab of a network. All arguments must outlive the object.
  Periods(const Hardware& hardware, const NetworkState& state, Slab& slab);
  void set(NappingChannels& channels) { channels_ = &channels; }
  /// Counts for an observer of sums. Without a call there is none.
  void set(NappingCounts& counts) {
    counts_ = &counts;
    counts.keep();
  }

  /// The log of the observers of spans. Without a call there is none.
  void set(MoveLog& log) { log_ = &log; }

  // The stages of a cycle, in order.
  /// Wakes the nodes whose alarms ring.
  void ring_alarms(Cycle now);
  /// A worm enters an injection channel of the node, or its head or tail leaves it.
  void event(Cycle now, NodeId node) {
    if (asleep(node)) wake(node, now, now, now);
    nap(node).event = now;
  }
  enum class Due { kAsleep, kUnrecorded, kRecorded };
  /// Called when a router is due that is near long worms. Adds the items of sleeping neighbours to the inbox.
  /// kAsleep: the router need not be evaluated, and its inbox is empty.
  Due receive(Cycle now, NodeId node, Inbox* inbox, bool long_worms);
  /// Records the departures of an evaluated router, whose sets are those after the cycle. True: the router
  /// must be evaluated in the next cycle.
  bool record(Cycle now, NodeId node, const std::uint64_t* gone);
  /// Lets nodes fall asleep. `evaluated`: the number of routers that were evaluated in this cycle.
  void end_cycle(Cycle now, std::size_t evaluated);

  /// Reports to spans what sleeping nodes send in cycles `from` to `until`. No node falls asleep or wakes
  /// between the two, so a period of the whole network may stand for many.
  void show(Cycle from, Cycle until);

  /// The first cycle in which an alarm rings; MessageSource::kNever if none does.
  Cycle next_alarm();
  /// Latest cycle in which a flit moved in the sleep of a node that has woken since.
  Cycle last_move() const { return last_move_; }
  /// Ends the run: all nodes are as after cycle `last`.
  void finish(Cycle last);

 private:
  static constexpr Cycle kNever = MessageSource::kNever;
  static constexpr int kLongest = 64;       // the longest period
  static constexpr Cycle kQuiet = 4;        // cycles after an event before the search begins
  static constexpr int kMostEvidence = 64;  // cycles of a pattern that a node may be asked for
  static constexpr Cycle kShortest = 4;     // cycles that a sleep must be able to last

  /// Items of a word of a router in a cycle, as in the sets of state.h. `lands`, on uneven links: items of
  /// the router that come to its neighbours in this cycle.
  struct Items {
    std::uint64_t came, gone, lands;
  };
  struct Nap {
    Cycle lands_from = 0;     // all items that land from this cycle on are in the record
    Cycle from = 0;           // the record is complete from this cycle on,
    Cycle last = -2;          // up to this one; -2: there is none
    Cycle event = 0;          // latest event
    Cycle since = 0;          // asleep: its last evaluated cycle
    Cycle woke = -1;          // latest cycle in which the node woke
    Cycle slept = -1;         // cycles of the latest sleep, which is still to be judged
    Cycle search_from = 0;    // a search before this cycle fails
    std::uint32_t pulls = 0;  // ports with items from sleeping neighbours
    int period = 0;           // of the latest sleep
    int evidence = 0;         // cycles of a pattern that are asked for
    bool drifts = false;      // a counter changes by a constant per period
    bool shown = false;       // its spans run whose flits go in every cycle
  };
  /// A word of a node's sets.
  struct Sets {
    std::uint64_t allocated, routed;         // after the latest recorded cycle
    std::uint64_t expects, sends;            // asleep: arrivals and departures of the pattern,
    std::uint64_t watch;                     // and arrivals that awake nodes send
    std::uint64_t always_came, always_gone;  // items of every cycle of the pattern
  };
  /// The bits of a port among the inputs of a set.
  struct PortBits {
    int word, shift;
  };
  /// A sleep of a node.
  struct Asleep {
    Cycle since;
    NodeId node;
  };
  struct Alarm : Asleep {
    Cycle at;
    bool operator>(const Alarm& other) const { return at > other.at; }
  };
  /// A flit of a pattern, for observers of spans.
  struct Turn {
    const Worm* worm;
    ChannelId channel, from;
    std::uint32_t behind;  // later flits of the worm, in the first period of the sleep
    std::uint32_t flits;   // of the worm on the channel in a period
    std::uint8_t vc, from_vc;
    std::uint8_t at = 0;  // cycle of the pattern
  };
  /// The turns of a sleep, by their cycles, without those of flits that go in every cycle.
  struct ToShow : Asleep {
    std::vector<Turn> turns;
  };

  std::size_t index(NodeId node) const { return static_cast<std::size_t>(node - slab_.first); }
  Nap& nap(NodeId node) { return naps_[index(node)]; }
  RouterView router(NodeId node) const { return {state_, node}; }
  bool asleep(NodeId node) const { return router(node).head().has(RouterHead::kStreaming); }
  bool lasts(const Asleep& sleep) { return asleep(sleep.node) && nap(sleep.node).since == sleep.since; }
  Items* at(NodeId node, Cycle cycle) const {
    const std::size_t slot = index(node) * kept_ + (static_cast<std::size_t>(cycle) & mask_);
    return reinterpret_cast<Items*>(records_.begin()) + slot * words_;
  }
  Sets* sets(NodeId node) { return &sets_[index(node) * words_]; }
  /// The record of a cycle; of a sleeping node, also of later ones.
  const Items* items(NodeId node, Cycle cycle) {
    const Nap& nap = this->nap(node);
    if (cycle > nap.since && asleep(node)) {
      const auto later = static_cast<std::uint64_t>(cycle - nap.since - 1);
      const auto period = static_cast<std::uint64_t>(nap.period);
      cycle = nap.since - nap.period + 1 + (nap.period == 1 ? 0 : static_cast<Cycle>(later % period));
    }
    return at(node, cycle);
  }
  NodeId neighbor(NodeId node, int port) const {
    return neighbors_[index(node) * static_cast<std::size_t>(network_ports_) +
                      static_cast<std::size_t>(port)];
  }
  /// The bits of a port in a word, inputs and outputs.
  std::uint64_t both(const PortBits& port) const { return vcs_of_port_ * kOne << port.shift; }
  /// The items of a node that have left by port `from` and land in a cycle, as they come to port `to`.
  std::uint64_t carried(NodeId sender, Cycle cycle, const PortBits& from, const PortBits& to) {
    const std::uint64_t lands = (slab_.transit == nullptr ? items(sender, cycle - hop_)[from.word].gone
                                                          : items(sender, cycle)[from.word].lands) >>
                                from.shift;
    return ((lands >> Layout::kOutputs & vcs_of_port_) | (lands & vcs_of_port_) << Layout::kOutputs)
           << to.shift;
  }
  static constexpr std::uint64_t kOne = 1 + (std::uint64_t{1} << Layout::kOutputs);

  void pull(Cycle now, NodeId node, Inbox* inbox);
  void wake(NodeId node, Cycle now, Cycle injected_to, Cycle taken_to);
  void move_worms(NodeId node, Cycle now, Cycle taken_to);
  using Counters = std::array<std::uint64_t, 16>;
  Counters after_a_period(NodeId node, int word) const;
  void count_items(NodeId node, Cycle missed);
  void move_injectors(NodeId node, Cycle missed);
  void flush(NodeId node, Cycle now, Cycle injected_to);
  void deliver(Cycle now, Cycle arrival, NodeId node, int word, std::uint64_t items);
  void search(Cycle now, NodeId node);
  bool repeats(Cycle now, NodeId node, int period, int cycles) const;
  bool queues_repeat(Cycle now, NodeId node, int period);
  Cycle lands_up_to(Cycle sent, NodeId node, int port, bool flits);
  void land(Cycle now, NodeId node, const std::uint64_t* gone);
  void move_queues(NodeId node, Cycle missed);
  void fill(NodeId node, Cycle now);
  /// Most cycles from a flit on a channel to a count that it changes.
  Cycle unsettled() const { return farthest_ + ejection_ + 2; }
  Cycle hop(NodeId node, int port) const { return 1 + hardware_.hop(node, port).delay; }
  Cycle lasts(Cycle now, NodeId node, int period);
  Cycle injectors_last(Cycle now, NodeId node, int period, Cycle periods);
  Cycle known_difference(Cycle now, NodeId node, int period);
  void sleep(Cycle now, NodeId node, int period, Cycle periods);
  Cycle first_difference(Cycle now, NodeId sender, int by, NodeId receiver);
  bool sends(NodeId node);
  bool follows(NodeId node);
  std::uint32_t sent_since(NodeId node, Cycle now, VcIndex input, std::uint64_t Items::*which, Cycle later);
  void begin_to_show(Cycle from);
  /// Calls see(turn) for the flits that a sleeping router, or its injection channels, send in a cycle.
  /// `always`: those that go in every cycle of the pattern; else the others. `behind` is that of the cycle.
  template <typename See>
  void each_sent(Cycle now, NodeId node, bool always, See see);
  template <typename See>
  void each_injected(Cycle now, NodeId node, bool always, See see);
  void find_turns(ToShow& sleep);
  void show_flit(Cycle now, const Turn& turn, std::uint32_t behind);
  template <typename See>
  void each_running(NodeId node, See see);
  void stop_spans(NodeId node, Cycle now, Cycle injected_to);
  Repeat whole_period(Cycle from, Cycle until);
  void end_wakes(Cycle now);
  std::uint64_t over(NodeId node, Cycle last, int period, int word, std::uint64_t Items::*which) const;

  const Hardware& hardware_;
  const NetworkState& state_;
  Slab& slab_;
  const Pools pools_;
  NappingChannels* channels_ = nullptr;
  NappingCounts* counts_ = nullptr;
  MoveLog* log_ = nullptr;
  const int network_ports_;
  const std::size_t words_;
  const Cycle hop_;       // most cycles from a departure to its arrival at the next router if no flit queues,
  const Cycle farthest_;  // and if flits queue
  const Cycle slowest_;   // the longest interval between flits of a slow link; 0: no link is slow
  const Cycle entry_;     // from an injected flit to its arrival,
  const Cycle ejection_;  // from an ejected flit to the arrival of its credit
  std::uint64_t vcs_of_port_ = 0;  // the VCs of port 0
  std::vector<PortBits> ports_;
  std::vector<NodeId> neighbors_;  // [nodes][network ports]; -1: no channel
  const std::size_t mask_;         // cycles of a record - 1
  const std::size_t kept_;         // odd, so that records of a cycle do not compete for places in caches
  Memory records_;                 // [nodes][kept_ cycles][words]
  LargeArray<Nap> naps_;
  LargeArray<Sets> sets_;                         // [nodes][words]
  std::vector<NodeId> recorded_, woken_;          // in this cycle
  std::vector<Items> pattern_;                    // of the node that wakes, [cycles][words]
  std::vector<Cycle> moves_;                      // cycles of a period in which a flit moves
  bool any_slept_ = false;                        // in this cycle
  std::vector<ToShow> to_show_;                   // spans of these nodes are to begin, or do not run
  std::vector<std::pair<ChannelId, int>> shown_;  // channels and VCs of the flits of a period that repeats
  std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> alarms_;
  Cycle unrecorded_ = -1;  // latest cycle in which a router was evaluated whose node has no record
  Cycle last_move_ = 0;
};

}  // namespace torusim::fast
