#pragma once
/// The foreign routers of the fast level: they stand at nodes in the place of the level's own.
///
/// At the edge into cycle `now` such a router is ticked once with what was on its input wires in the cycle
/// before, which are the flits and credits due now; what it then drives is on the wires in `now`. Every flit
/// that comes out is checked against what went in, and every credit is accounted for: the first wrong one
/// ends the run. Streams (flit.h) are not used in a network with foreign routers: they want to see each flit.

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "models/fast/acks.h"
#include "models/fast/routers.h"
#include "models/foreign_router.h"
#include "models/scoreboard.h"

namespace torusim::fast {

class ForeignRouters {
 public:
  ForeignRouters(const Hardware& hardware, std::vector<PlacedRouter> routers, WormTable& worms,
                 Scoreboard& scoreboard, Routers& native, Acks& acks, LocalWires& wires,
                 std::vector<FlitMove>& moves);

  bool empty() const { return nodes_.empty(); }
  bool stands_at(NodeId node) const { return !at_.empty() && at_[node] >= 0; }

  /// An ack has come to an output of a foreign router.
  void take_ack(NodeId node, int out, int vc);
  /// The clock edge: every router takes what is due, and those that are awake are ticked; what they drive is
  /// put on the wires.
  void tick(Cycle now);

  bool all_asleep() const { return awake_.empty(); }
  /// Latest cycle in which a flit won its channel.
  Cycle last_move() const { return last_move_; }

 private:
  /// A worm of which some flits have entered a router and not all have left.
  struct WormInside {
    WormSlot slot = 0;
    std::uint32_t number = 0;
    std::uint32_t entered = 0;  // flits that have come in
    std::uint32_t left = 0;     // flits that have gone out, which is also the index of the next one
    NextChannel next;           // that its route asks for
    Data head{};                // as it has to leave
  };
  struct Node {
    Node(const Hardware& hardware, PlacedRouter placed);
    WormInside* find(std::uint32_t number);
    static constexpr std::int64_t kNobody = -1;

    NodeId id;
    std::unique_ptr<ForeignRouter> router;
    std::vector<NodeId> peers;  // behind the network ports
    RouterWires inputs, outputs;
    bool awake = false;
    int quiet_ticks = 0;
    std::vector<WormInside> inside;
    std::vector<int> uncredited;  // [ports][vcs] of the inputs: flits that came in and were not credited
    std::vector<int> in_flight;   // [ports][vcs] of the outputs: flits that went out and were not credited
    std::vector<std::int64_t> holder;  // [ports][vcs] of the outputs: message whose tail has not gone out
  };

  void take_inbox(Cycle now, Node& node);
  void enter(Node& node, int in, int vc);
  void wake(Node& node);
  void leave(Cycle now, Node& node, int out);
  void give_credit(Cycle now, Node& node, int in);
  bool may_send(const Node& node, int out, int vc) const;

  const Hardware& hardware_;
  const int ports_, network_ports_, vcs_;
  WormTable& worms_;
  Scoreboard& scoreboard_;
  Routers& native_;
  Acks& acks_;
  LocalWires& wires_;
  std::vector<FlitMove>& moves_;
  Cycle last_move_ = 0;
  std::deque<Node> nodes_;
  std::vector<int> at_;  // by node: index in nodes_ or -1
  std::vector<Node*> awake_;
};

}  // namespace torusim::fast
