#pragma once
/// What comes from other slabs (slabs.h), as the receiver takes it.

#include "models/fast/delivery.h"
#include "models/fast/route_table.h"
#include "models/fast/slabs.h"

namespace torusim::fast {

/// Takes what other slabs have sent to that of this number in cycle `sent`; it arrives as what `arrivals`
/// delivers.
template <typename View>
void take_post(const Slabs& slabs, std::size_t number, Cycle sent, const NetworkState& state,
               const RouteTable& routes, const Delivery<View>& arrivals) {
  for (const auto& from : slabs) {
    const Post& post = from->post_to(number, sent);
    if (post.sent_in != sent) continue;  // nothing was to be done in that cycle
    for (const HeadLetter& head : post.heads) {
      const VirtualChannel& buffer = View(state, head.node).channel(Place{head.word, head.bit});
      state.queue_worm(state.cold_channel(buffer), head.worm);
      routes.fetch(head.worm);
    }
    const std::vector<NodeId>& routers = from->ghosts[number].nodes;
    const Delivery<View> here = arrivals;  // which nothing that is read can be taken for
    const std::size_t unit = from->ghosts[number].unit(), words = here.words();
    for (const int u : bits(post.items_in)) {
      const std::size_t first = static_cast<std::size_t>(u) * unit;
      const std::uint64_t* items = post.items + first * words;
      const std::size_t end = std::min(first + unit, routers.size());
      for (std::size_t i = first; i < end; ++i, items += words) here.add(routers[i], items);
    }
    for (const int u : bits(post.streams_in)) {
      const std::size_t first = static_cast<std::size_t>(u) * unit;
      const std::uint64_t* streams = post.streams + first * words;
      const std::size_t end = std::min(first + unit, routers.size());
      for (std::size_t i = first; i < end; ++i, streams += words) here.add_streams(routers[i], streams);
    }
  }
}

}  // namespace torusim::fast
