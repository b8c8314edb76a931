#pragma once
/// Flits, credits and acks on local channels, between a router and its node interface. Those on channels
/// between routers are in the inboxes of the routers (state.h).

#include <algorithm>
#include <cstdint>

#include "models/fast/calendar.h"
#include "models/fast/stream.h"

namespace torusim::fast {

/// A flit on an ejection channel.
struct EjectedFlit {
  NodeId node;
  std::uint8_t channel;
  std::uint8_t vc;
  WireEvent event;
  WormSlot worm;
  std::uint32_t left;  ///< flits of the worm behind this flit
};

/// A credit for an injection channel.
struct InjectionCredit {
  NodeId node;
  std::uint8_t channel;
  std::uint8_t vc;
  WireEvent event;
};

/// An ack for an injection channel.
struct InjectionAck {
  NodeId node;
  std::uint8_t channel;
  std::uint8_t vc;
};

/// Local channels take one cycle, and a decision one more. So flits and credits of a router are due two
/// cycles later.
struct LocalWires {
  Calendar<EjectedFlit> ejected{2};
  Calendar<EjectedFlit> tails{2};  ///< tails, and ends of streams without a flit
  Calendar<InjectionCredit> credits{2};
  Calendar<InjectionAck> acks{1};

  void eject(Cycle due, const EjectedFlit& flit) { (flit.left == 0 ? tails : ejected).add(due, flit); }
  Cycle next_due(Cycle now) const {
    return std::min({ejected.next_due(now), tails.next_due(now), credits.next_due(now), acks.next_due(now)});
  }
};

}  // namespace torusim::fast
