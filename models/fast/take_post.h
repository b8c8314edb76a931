#pragma once
/// What comes from other slabs (slabs.h), as the receiver takes it.

#include "models/fast/delivery.h"
#include "models/fast/route_table.h"
#include "models/fast/slabs.h"

namespace torusim::fast {

/// Takes what other slabs have sent to that of this number in the cycle before `now`; it arrives in
/// `arrival`, as what `arrivals` delivers.
template <typename View>
void take_post(const Slabs& slabs, std::size_t number, Cycle now, Cycle arrival, const NetworkState& state,
               const RouteTable& routes, const Delivery<View>& arrivals) {
  for (const auto& from : slabs) {
    for (const HeadLetter& head : from->post_to(number, now - 1).heads) {
      const VirtualChannel& buffer = View(state, head.node).channel(Place{head.word, head.bit});
      state.queue_worm(state.cold_channel(buffer), head.worm);
      routes.fetch(head.worm);
    }
    const std::vector<NodeId>& routers = from->ghosts[number].nodes;
    from->visit_ghosts(number, arrival, [&](std::size_t ghost, std::span<const Inbox> inboxes) {
      const Delivery<View> here = arrivals;  // which no inbox can be taken for
      const NodeId* router = &routers[ghost];
      for (std::size_t i = 0; i < inboxes.size(); i += here.words()) here.add(*router++, &inboxes[i]);
    });
  }
}

}  // namespace torusim::fast
