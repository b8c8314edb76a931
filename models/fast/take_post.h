#pragma once
/// Reception of items from other slabs (slabs.h).

#include "models/fast/delivery.h"
#include "models/fast/route_table.h"
#include "models/fast/slabs.h"

namespace torusim::fast {

/// Takes in cycle `now` the items that other slabs sent to the slab of this number in cycle `sent`, and
/// delivers them by `arrivals`.
template <typename View>
void take_post(const Slabs& slabs, std::size_t number, Cycle now, Cycle sent, const NetworkState& state,
               const RouteTable& routes, const Delivery<View>& arrivals) {
  for (const auto& from : slabs) {
    const Post& post = from->post_to(number, sent);
    if (post.sent_in != sent) continue;  // the slab did nothing in that cycle
    for (const HeadLetter& head : post.heads) {
      const VirtualChannel& buffer = View(state, head.node).channel(VcIndex{head.word, head.bit});
      state.queue_worm(state.cold_channel(buffer), head.worm);
      routes.fetch(head.worm);
    }
    if (!post.items_on_links.empty()) [[unlikely]] {
      for (const LinkItem& item : post.items_on_links) slabs[number].transit->add(now, item);
      continue;  // ghosts have received nothing
    }
    const std::vector<NodeId>& routers = from->ghosts[number].nodes;
    const Delivery<View> here = arrivals;  // a copy, which cannot alias anything that is read
    const std::size_t unit = from->ghosts[number].unit(), words = here.words();
    const auto unpack = [&](std::uint64_t units, const std::uint64_t* packed, auto add) {
      for (const int u : bits(units)) {
        const std::size_t first = static_cast<std::size_t>(u) * unit;
        const std::size_t end = std::min(first + unit, routers.size());
        for (std::size_t i = first; i < end; ++i) add(routers[i], packed + i * words);
      }
    };
    unpack(post.items_in, post.items, [&](NodeId node, const auto* got) { here.add(node, got); });
    unpack(post.streams_in, post.streams, [&](NodeId node, const auto* got) { here.add_streams(node, got); });
  }
}

}  // namespace torusim::fast
