#pragma once
/// The post between slabs (slabs.h) as the receiver takes it.

#include "models/fast/delivery.h"
#include "models/fast/route_table.h"
#include "models/fast/slabs.h"

namespace torusim::fast {

/// Delivers what other slabs sent to that of this number in the cycle before `now`. `arrivals`: of what was
/// sent then.
template <typename View>
void take_post(const Slabs& slabs, std::size_t number, Cycle now, const NetworkState& state,
               const RouteTable& routes, const Delivery<View>& arrivals) {
  for (const auto& from : slabs) {
    Post& post = from->post_to(number, now - 1);
    for (const HeadLetter& head : post.heads) {
      const VirtualChannel& buffer = View(state, head.node).channel(Place{head.word, head.bit});
      state.queue_worm(state.cold_channel(buffer), head.worm);
      routes.fetch(head.worm);
    }
    for (const Letter& letter : post.letters) {
      arrivals.send(letter.node, {letter.word, letter.bit}, letter.event);
    }
    post.heads.clear();
    post.letters.clear();
  }
}

}  // namespace torusim::fast
