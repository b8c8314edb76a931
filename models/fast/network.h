#pragma once
/// The whole network at the fast level: the contract of docs/router.md without pins.
///
/// step() is one clock cycle, in the order of the contract: what was on the wires arrives, the message
/// source starts sends, node interfaces and awake routers each choose what to send. A router reads only its
/// own state; what it sends reaches others through the calendar in a later cycle, so the order of evaluation
/// cannot matter. A router in which nothing can move is not looked at again until a flit or a credit arrives.

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "models/fast/calendar.h"
#include "models/fast/foreign_node.h"
#include "models/fast/injector.h"
#include "models/fast/state.h"
#include "models/message_source.h"
#include "models/observer.h"
#include "models/scoreboard.h"

namespace torusim::fast {

class FastNetwork {
 public:
  static constexpr Cycle kStuck = MessageSource::kNever;

  FastNetwork(const Hardware& hardware, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
              const std::vector<Observer*>& observers);

  /// Puts a foreign router in the place of the node's own; before the first step.
  void place_foreign(NodeId node, std::unique_ptr<ForeignRouter> router);

  /// Simulates cycle `now`; returns the next cycle in which anything can happen, or kStuck if nothing ever
  /// will.
  Cycle step(Cycle now);

  /// Flits that the last step() moved.
  int moved() const { return moved_; }
  /// The last cycle in which a flit won its channel.
  Cycle last_grant() const { return last_grant_; }
  std::size_t bytes_per_router() const { return state_.bytes_per_router(); }

 private:
  /// Where a worm's head is on its route: hops still to go in the current run.
  struct RouteCursor {
    std::uint8_t run = 0;
    std::int16_t hops_left = 0;
  };

  // The stages of a cycle, in order.
  void eject(Cycle now);
  void start_sends(Cycle now);
  void take_credits(Cycle now);
  void take_arrivals(Cycle now);
  void inject(Cycle now);
  void evaluate_routers(Cycle now);
  void tell_observers(Cycle cycle);

  bool evaluate(Cycle now, NodeId node);
  void send(Cycle now, NodeId node, const RouterView& router, int in, int vc, int out);
  void route_front(NodeId node, const RouterView& router, int in, int vc);
  std::pair<int, int> next_channel(NodeId node, WormSlot slot, int in, int vc);
  void wake(NodeId node);
  void wake_injector(std::uint32_t index);
  CreditCounter injector_credits(std::uint32_t index);
  CreditCounter output_credits(NodeId node, int port);

  // Foreign routers (foreign.cpp).
  ForeignNode* foreign(NodeId node);
  void wake(ForeignNode& node);
  void arrive(ForeignNode& node, const Arrival& arrival);
  void tick_foreign(Cycle now);
  void leave(Cycle now, ForeignNode& node, int out);
  void give_credit(Cycle now, ForeignNode& node, int in);

  const Hardware hardware_;
  const int ports_, network_ports_, vcs_, slots_;
  MessageSource& source_;
  WormTable& worms_;
  Scoreboard& scoreboard_;
  const std::vector<Observer*>& observers_;

  NetworkState state_;
  std::vector<RouteCursor> cursors_;  // by worm slot
  Calendar<Arrival> arrivals_;
  Calendar<Arrival> ejections_;
  Calendar<CreditReturn> credits_;
  Calendar<CreditReturn> injector_credits_due_;

  std::vector<Injector> injectors_;                // [nodes][alpha]
  std::vector<std::uint16_t> injector_in_flight_;  // [nodes][alpha][vcs]
  std::vector<std::uint32_t> awake_injectors_;

  std::vector<NodeId> awake_, still_awake_;
  std::vector<bool> is_awake_;
  std::vector<Injection> injections_;
  std::vector<FlitMove> moves_;
  int moved_ = 0;
  Cycle last_grant_ = 0;

  std::deque<ForeignNode> foreign_;
  std::vector<int> foreign_at_;  // by node: index in foreign_ or -1; empty without foreign routers
  std::vector<ForeignNode*> awake_foreign_;
};

}  // namespace torusim::fast
