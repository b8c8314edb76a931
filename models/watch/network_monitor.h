#pragma once
/// Watches the channels of a network and holds whatever moves the flits to docs/router.md. It knows nothing
/// of the routers: buffers, credits and owners are rebuilt from the flits (RebuiltNetwork), so it serves
/// every level and foreign routers alike. Every switching mode is held to its own rule.
///
/// Checked in every cycle: a channel carries one flit at most, an input port gives one at most; the flit was
/// in the buffer that its path says, long enough for the delays; a worm's flits come in order, none lost,
/// copied or mixed with another's; an output VC has one owner; every send is allowed by the credit rule, so
/// no buffer overflows and no reserved slot is taken; an input port puts forward nothing less urgent than
/// another of its ready flits; an output that an input port asked for is not idle and sends nothing less
/// urgent. Whose turn it is among equals is not checked.
///
/// A router that keeps its own time (own_timing) is held to less: it may let an output idle, may take its
/// flits in another order than the classes', and its credits cannot be known from its flits, so neither can
/// it be said whether one was there for a flit into it.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/contract/observer_hooks.h"
#include "models/watch/rebuilt_network.h"
#include "models/watch/stall.h"
#include "models/watch/statistics.h"

namespace torusim {

class NetworkMonitor : public Observer, public LateObserver, public NetworkStatistics {
 public:
  /// `listener`, if any, hears of every stall that is counted.
  explicit NetworkMonitor(const Hardware& hardware, const std::vector<NodeId>& own_timing = {},
                          StallListener* listener = nullptr);

  void moved(Cycle cycle, std::span<const FlitMove> moves) override;
  /// Under circuit switching it asks whether the head has arrived by now; who listens may not want it.
  bool takes_moves_late() const override {
    return listener_ == nullptr && hardware_.switching != Switching::kCircuit;
  }
  void started(Cycle, const Worm&) override {}
  void delivered(Cycle cycle, const Worm& worm) override;
  void phase_began(Cycle, int, const std::string&) override {}
  void phase_ended(Cycle, int, const std::string&) override {}

  /// The first violation in one sentence, with cycle, node, port, VC and worm. After it nothing more is
  /// checked or counted, since the rebuilt state is no longer that of the network.
  const std::optional<std::string>& violation() const { return violation_; }
  /// No flit is on a channel or in a buffer: true after every complete run without lost flits.
  bool quiet() const { return network_.quiet(); }

  const ChannelTable& table() const override { return network_.table(); }
  LinkStatistics link(ChannelId channel, Cycle last_cycle) const override;
  const NodeStatistics& node(NodeId node) const override { return nodes_[node]; }

 private:
  /// A flit of this cycle and where it came from.
  struct Departure {
    const FlitMove* move;
    ChannelId channel;
    std::int32_t upstream;  // Passage::kNone: from the node interface
  };
  /// The flit that a channel, or an input port (named by the channel that feeds it), gives in a cycle.
  struct Taken {
    Cycle cycle = -1;
    std::uint8_t vc = 0;
    std::uint32_t worm = 0;
  };

  void step(Cycle cycle, std::span<const FlitMove> moves);
  // Stages of a cycle; each returns false at a violation.
  bool find_departures(Cycle cycle, std::span<const FlitMove> moves);
  bool find_source(Cycle cycle, Departure& departure);
  bool check_head(Cycle cycle, Departure& departure);
  bool judge_inputs(Cycle cycle);
  bool judge_input(Cycle cycle, ChannelId input);
  /// The channel's credits follow from its flits: its reader does not keep its own time.
  bool credits_known(ChannelId channel) const;
  /// What the switching mode asks of a head at the front of its buffer, beyond a free channel and a slot.
  bool head_may_go(const Passage& front) const;
  void count_injection_stalls(Cycle cycle);
  void count(Cycle cycle, const Passage& front, StallCause cause, std::uint32_t blocker);
  void count(const Stall& stall);
  std::uint32_t front_worm(ChannelId channel, int vc) const;
  void apply(Cycle cycle);

  /// Class of the flit that the channel carries in `cycle`; kNothing if none.
  static constexpr int kNothing = Hardware::kMaxVcs;
  int class_on(Cycle cycle, ChannelId channel) const;
  bool violate(Cycle cycle, ChannelId channel, int vc, std::uint32_t worm, const std::string& what);

  Hardware hardware_;
  std::vector<bool> own_timing_;  // by node
  StallListener* listener_;
  RebuiltNetwork network_;
  std::vector<LinkStatistics> links_;
  std::vector<NodeStatistics> nodes_;
  std::vector<Cycle> owned_since_;  // by channel, while one of its VCs is owned
  std::vector<Taken> on_channel_, from_input_;
  std::vector<Departure> departures_;
  std::vector<ChannelId> injecting_;              // injection channels that a worm owns
  std::vector<std::uint32_t> awaiting_delivery_;  // worms whose tail has been ejected
  std::optional<std::string> violation_;
  Cycle last_ = 0;  // last cycle judged
};

}  // namespace torusim
