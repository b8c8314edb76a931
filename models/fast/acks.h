#pragma once
/// Circuit switching: the acks that travel back along the paths of worms (docs/router.md).

#include <cstdint>
#include <vector>

#include "models/contract/hardware.h"
#include "models/fast/calendar.h"
#include "models/fast/slabs.h"

namespace torusim::fast {

class Routers;

/// An ack that reaches a router for its output VC.
struct Ack {
  NodeId node;
  std::uint8_t port;
  std::uint8_t vc;
};

class Acks {
 public:
  Acks(const Hardware& hardware, Routers& routers, Slabs& slabs)
      : hardware_(hardware),
        routers_(routers),
        slabs_(slabs),
        foreign_(static_cast<std::size_t>(hardware.topology.nodes())),
        to_routers_(std::max(hardware.hop_delay(), 1 + hardware.entry_delay())) {}

  /// Leaves acks that come to the node to its foreign router.
  void divert(NodeId node) { foreign_[static_cast<std::size_t>(node)] = true; }

  /// Sends an ack for the worm that owns `vc` of output `port`. The router has read it when cycle `due`
  /// begins.
  void send(Cycle due, NodeId node, int port, int vc) {
    to_routers_.add(due, {node, static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(vc)});
  }
  /// The router at `node` has an ack on the wires of its input `in` in cycle `now`.
  void drive(Cycle now, NodeId node, int in, int vc);
  /// Every router forwards the acks that it has read, one per input.
  void relay(Cycle now);
  /// Acks on the wires of all routers until cycle `next` begins.
  const auto& arriving(Cycle next) const { return to_routers_.due(next + hardware_.input_stages()); }

  Cycle next_due(Cycle now) const { return waiting_.empty() ? to_routers_.next_due(now) : now + 1; }

 private:
  /// VCs of an input whose acks are still to be forwarded.
  struct Waiting {
    NodeId node;
    std::uint8_t in;
    std::uint64_t vcs;
  };
  void wait(NodeId node, int in, int vc);

  const Hardware& hardware_;
  Routers& routers_;
  Slabs& slabs_;
  std::vector<bool> foreign_;  // by node: it has a foreign router
  Calendar<Ack> to_routers_;
  std::vector<Waiting> waiting_;
};

}  // namespace torusim::fast
