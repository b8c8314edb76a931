#pragma once
/// The foreign routers of a slab of the fast level, in place of the level's routers at their nodes.
///
/// At the edge into cycle `now` a foreign router is ticked once, with its input wires of the previous cycle:
/// the flits and credits due now. Its outputs are on the wires in `now`. The level's routers decide in a
/// cycle about the wires of the next, so the edge into the next cycle belongs to the cycle of the decision.
/// Every departing flit is checked against the arrivals, and every credit is accounted for; the first error
/// ends the run. Networks with foreign routers do not use streams (stream.h), because the checks need each
/// flit.

#include <memory>
#include <string>
#include <vector>

#include "models/contract/foreign_router.h"
#include "models/contract/foreign_state.h"
#include "models/contract/phase_gates.h"
#include "models/fast/acks.h"
#include "models/fast/routers.h"
#include "models/watch/scoreboard.h"

namespace torusim::fast {

class ForeignRouters {
 public:
  /// Takes the routers of the slab's nodes from `routers`. `watched`: the slab keeps their moves. `gates`:
  /// null if channels have no gates.
  ForeignRouters(const Hardware& hardware, std::vector<PlacedRouter>& routers, WormTable& worms,
                 Scoreboard& scoreboard, Routers& native, Acks& acks, Slabs& slabs, std::size_t slab,
                 bool watched, PhaseGates* gates);

  /// Takes the acks on the wires of these routers, which read them at tick(now).
  void take_acks(Cycle now);
  /// The clock edge: every router takes the items that are due, and routers that are awake are ticked; their
  /// outputs go on the wires. Other slabs may tick at the same time.
  void tick(Cycle now);
  /// Reports errors and acks of tick(now) to the scoreboard and to other slabs.
  void tell_others(Cycle now);
  /// Whether tell_others() has anything to report.
  bool has_news() const { return !wrong_.failure().empty() || !acked_.empty(); }

  /// Routers that are not asleep.
  int awake() const { return awake_; }
  /// Latest cycle in which a flit won its channel.
  Cycle last_move() const { return last_move_; }
  /// The flits that the routers hold, and the credits that they owe.
  std::vector<ForeignState> states() const;

 private:
  /// A worm that is partly or wholly inside a router: a flit has entered, and not all have left.
  struct WormInside {
    WormSlot slot = 0;
    std::uint32_t number = 0;
    std::uint32_t flits = 0;
    std::uint32_t entered = 0;  // flits that have come in
    std::uint32_t left = 0;     // flits that have gone out, which is also the index of the next one
    PortVc from;                // the input VC by which the worm came
    PortVc next;                // the output VC by which it has to leave
    Data head{};                // the head flit as it has to leave
    bool ack_due = false;       // an ack has come and is not passed on yet
  };
  static constexpr int kNobody = -1;
  /// The account of a virtual channel of a port. Worms are places in Node::inside.
  struct Account {
    // Counts of an input VC.
    int entering = kNobody;  // the worm of which more flits will come
    int uncredited = 0;      // flits that came in and were not credited
    std::int64_t credited = 0;
    // Counts of an output VC.
    int owner = kNobody;  // the worm whose tail has not gone out
    int in_flight = 0;    // flits that went out and were not credited
  };
  /// The router at the far end of a network port.
  struct Peer {
    NodeId node = 0, name = 0;  // its number, and its name in the slab
    int port = 0;
  };
  /// An ack on the wires of an input.
  struct DrivenAck {
    NodeId node;
    int in, vc;
  };
  struct Node {
    Node(const Hardware& hardware, const Slab& slab, PlacedRouter placed);

    NodeId id;
    bool awake = false;
    int quiet_ticks = 0;
    int settles_after;
    std::unique_ptr<ForeignRouter> router;
    RouterWires inputs, outputs;
    std::vector<Account> accounts;  // [ports][vcs]
    std::vector<WormInside> inside;
    std::vector<Peer> peers;  // [network ports]
  };

  Account& account(Node& node, int port, int vc) const { return node.accounts[port * vcs_ + vc]; }
  void put_on_link(Cycle now, Cycle arrival, const Peer& peer, VcIndex vc);
  bool take_inbox(Node& node, Inbox* inbox);
  void send_head(Cycle now, const Peer& peer, int vc, WormSlot worm);
  void enter(Node& node, int in, int vc);
  void begin(Node& node, int in, int vc);
  void clock(Cycle now, Node& node, const Delivery<RouterView>& arrivals);
  void leave(Cycle now, Node& node, const Delivery<RouterView>& arrivals, int out);
  int leaving_worm(const Node& node, const RouterWires::Flit& pins, int out) const;
  bool is_payload(const Data& data, const WormInside& worm, std::uint32_t index) const;
  bool rightful(const Node& node, const RouterWires::Flit& pins, int out, int worm) const;
  // Report the error of the flit on output `out`, or of the credit or ack for input `in`
  // (foreign_faults.cpp).
  void accuse(Cycle now, const Node& node, int out);
  void accuse_of_surplus(Cycle now, const Node& node, int in, const char* what, int vc);
  void remove(Node& node, int worm);
  void give_credit(Cycle now, Node& node, const Delivery<RouterView>& arrivals, int in);
  void take_ack(Node& node, int out);
  void pass_ack(Cycle now, Node& node, int in);
  bool may_send(const Node& node, int out, int vc) const;
  bool gate_admits(const Node& node, int out, std::uint32_t message) const {
    return gates_ == nullptr || gates_->admits(node.id, out, message);
  }
  void wake(Node& node) {
    awake_ += !node.awake;
    node.awake = true;
  }

  const Hardware& hardware_;
  const int network_ports_, vcs_;
  WormTable& worms_;
  Scoreboard& scoreboard_;
  Routers& native_;
  Acks& acks_;
  Slabs& slabs_;
  Slab& slab_;
  const bool watched_;
  PhaseGates* const gates_;
  Cycle last_move_ = 0;
  std::vector<Node> nodes_;       // ascending
  std::vector<int> at_;           // by node of the slab: index in nodes_ or -1
  int awake_ = 0;                 // number of nodes awake
  Scoreboard wrong_;              // errors that tick() has found in this cycle
  std::vector<DrivenAck> acked_;  // acks of this cycle
};

}  // namespace torusim::fast
