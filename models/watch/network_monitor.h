#pragma once
/// Checks the channels of a network against docs/router.md. The monitor is independent of the routers: it
/// rebuilds buffers, credits and owners from the flits (RebuiltNetwork), so it serves every level and foreign
/// routers. Every switching mode has its own rule.
///
/// The monitor checks these rules in every cycle. A channel carries at most one flit, and an input port sends
/// at most one flit. The flit was in the buffer of its path, long enough for the delays. The flits of a worm
/// are in order, and none is lost, copied or mixed with those of another worm. An output VC has one owner.
/// The credit rule permits every send, so no buffer overflows and no reserved slot is taken. An input port
/// selects no flit less urgent than another of its ready flits. A requested output is not idle and sends no
/// less urgent flit. The order among equals is not checked. Gates are open only for the phases of
/// docs/router.md. Under bubble flow control no ring fills.
///
/// A router with its own timing (own_timing) has fewer checks. It can leave an output idle and can ignore
/// classes. Worms of one input VC to different output VCs can overtake each other in its output queues. Its
/// credits do not follow from its flits, so credits for flits into the router are not checked.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/contract/observer_hooks.h"
#include "models/contract/phase_gates.h"
#include "models/contract/run_result.h"
#include "models/watch/rebuilt_network.h"
#include "models/watch/ring_population.h"
#include "models/watch/stall.h"
#include "models/watch/statistics.h"

namespace torusim {

class NetworkMonitor : public Observer, public LateObserver, public NetworkStatistics {
 public:
  /// `listener`, if any, receives every counted stall.
  explicit NetworkMonitor(const Hardware& hardware, const std::vector<NodeId>& own_timing = {},
                          StallListener* listener = nullptr);

  void moved(Cycle cycle, std::span<const FlitMove> moves) override;
  /// Moves may be late except with a listener, and under circuit switching, which needs the current position
  /// of the head.
  bool takes_moves_late() const override {
    return listener_ == nullptr && hardware_.switching != Switching::kCircuit;
  }
  void delivered(Cycle cycle, const Worm& worm) override;
  void phase_loaded(const Phase& phase, std::uint32_t first_number) override;

  /// The first violation in one sentence, with cycle, node, port, VC and worm. The monitor stops after it,
  /// because the rebuilt state is no longer that of the network.
  const std::optional<std::string>& violation() const { return violation_; }
  /// Whether no flit is on a channel or in a buffer, as after every complete run without lost flits.
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
  /// The flit that a channel, or an input port (named by the channel that feeds it), carries in a cycle.
  struct Taken {
    Cycle cycle = -1;
    std::uint8_t vc = 0;
    std::uint32_t worm = 0;
  };

  void step(Cycle cycle, std::span<const FlitMove> moves);
  // Stages of a cycle; each returns false at a violation.
  bool has_failed(const FlitMove& move) const;
  bool find_departures(Cycle cycle, std::span<const FlitMove> moves);
  bool find_source(Cycle cycle, Departure& departure);
  bool check_head(Cycle cycle, Departure& departure);
  bool judge_inputs(Cycle cycle);
  bool judge_input(Cycle cycle, ChannelId input);
  /// Whether the channel's credits follow from its flits: the router at its end has contract timing.
  bool credits_known(ChannelId channel) const;
  /// The condition of the switching mode for a head at the front of its buffer, beyond a free channel and a
  /// slot.
  bool head_may_go(const Passage& front) const;
  /// Whether the gate of a head's next channel is open for the head; true without gates.
  bool gate_admits(const Passage& front) const;
  void count_injection_stalls(Cycle cycle);
  void count(Cycle cycle, const Passage& front, StallCause cause, std::uint32_t blocker);
  void count(const Stall& stall);
  std::uint32_t front_worm(ChannelId channel, int vc) const;
  void apply(Cycle cycle);

  /// Class of the flit that the channel carries in `cycle`; kNothing if none.
  static constexpr int kNothing = Hardware::kMaxVcs;
  int class_on(Cycle cycle, ChannelId channel) const;
  /// The VC as text: `VC 2`; with adaptive routing `VC 2, adaptive lane 2`.
  std::string vc_words(int vc) const;
  bool violate(Cycle cycle, ChannelId channel, int vc, std::uint32_t worm, const std::string& what);

  Hardware hardware_;
  std::vector<bool> own_timing_;  // by node
  StallListener* listener_;
  RebuiltNetwork network_;
  std::optional<PhaseGates> gates_;
  std::optional<RingPopulation> rings_;  // under bubble flow control
  std::vector<LinkStatistics> links_;
  std::vector<NodeStatistics> nodes_;
  std::vector<Cycle> owned_since_;  // by channel, since when a VC of it has been owned
  std::vector<Taken> on_channel_, from_input_;
  std::vector<Departure> departures_;
  std::vector<ChannelId> injecting_;              // injection channels that a worm owns
  std::vector<std::uint32_t> awaiting_delivery_;  // worms whose tail has been ejected
  std::optional<std::string> violation_;
  Cycle last_ = 0;  // last cycle judged
};

/// Sets the verdict of a run that broke the router's contract to failed.
void judge(const NetworkMonitor& monitor, RunResult& result);

}  // namespace torusim
