#pragma once
/// Circuit switching: the acks that travel back along the paths of worms (docs/router.md).

#include <cstdint>
#include <memory>
#include <vector>

#include "models/contract/hardware.h"
#include "models/fast/calendar.h"
#include "models/fast/slabs.h"

namespace torusim::fast {

class ForeignRouters;
class Routers;

class Acks {
 public:
  Acks(const Hardware& hardware, Routers& routers, Slabs& slabs)
      : hardware_(hardware),
        routers_(routers),
        slabs_(slabs),
        to_routers_(std::max(hardware.hop_delay(), 1 + hardware.entry_delay())) {}

  /// What comes to their nodes is left to the foreign routers, of which there are those of every slab.
  void divert_to(const std::vector<std::unique_ptr<ForeignRouters>>& foreign) { foreign_ = &foreign; }

  /// An ack for the worm that owns `vc` of output `port`; the router has read it when cycle `due` begins.
  void send(Cycle due, NodeId node, int port, int vc) {
    to_routers_.add(due, {node, static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(vc)});
  }
  /// The router at `node` has an ack on the wires of its input `in` in cycle `now`.
  void drive(Cycle now, NodeId node, int in, int vc);
  /// Every router passes on the acks that it has read, one an input.
  void relay(Cycle now);
  /// Foreign routers are given those that are on their wires until cycle `next` begins.
  void hand_to_foreign(Cycle next);

  Cycle next_due(Cycle now) const { return waiting_.empty() ? to_routers_.next_due(now) : now + 1; }

 private:
  struct Ack {
    NodeId node;
    std::uint8_t port;
    std::uint8_t vc;
  };
  /// VCs of an input whose acks are still to be passed on.
  struct Waiting {
    NodeId node;
    std::uint8_t in;
    std::uint64_t vcs;
  };
  ForeignRouters& foreign(NodeId node) const;
  void wait(NodeId node, int in, int vc);

  const Hardware& hardware_;
  Routers& routers_;
  const std::vector<std::unique_ptr<ForeignRouters>>* foreign_ = nullptr;
  Slabs& slabs_;
  Calendar<Ack> to_routers_;
  std::vector<Waiting> waiting_;
};

}  // namespace torusim::fast
