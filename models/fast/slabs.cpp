#include "models/fast/slabs.h"

#include <algorithm>

namespace torusim::fast {

Slab::Slab(const Hardware& hardware, NodeId from, NodeId end, int slabs, ChannelSums* sums)
    : NodeRange{from, static_cast<std::uint32_t>(end - from)},
      due(from, end, hardware.link_delay + 1),
      dead_end(due.nowhere()),
      inboxes(from, dead_end + 1, Layout(hardware).words, hardware.link_delay + 1),
      counts(hardware, sums),
      alone_(slabs == 1) {
  for (std::vector<Post>& posts : post_) posts.resize(static_cast<std::size_t>(slabs));
}

bool Slab::has_posted(Cycle cycle) const {
  const std::vector<Post>& posts = post_[cycle & 1];
  return std::any_of(posts.begin(), posts.end(), [](const Post& post) { return !post.empty(); });
}

Slabs::Slabs(const Hardware& hardware, int most, NodeId more, ChannelSums* sums) {
  const NodeId nodes = hardware.topology.nodes();
  const int groups = (nodes + kGroup - 1) / kGroup;
  const int count = std::clamp(most, 1, groups);
  const std::int64_t before = more / kGroup;
  const std::int64_t in_first =
      std::max<std::int64_t>((groups - (count - 1) * before) / count, 1);  // it and they are a count-th
  const auto border = [&](int slab) {
    if (slab == 0) return NodeId{0};
    const std::int64_t others = count == 1 ? 0 : (groups - in_first) * (slab - 1) / (count - 1);
    return static_cast<NodeId>(in_first + others) * kGroup;
  };
  for (int s = 0; s < count; ++s) {
    const NodeId first = border(s), end = std::min(border(s + 1), nodes);
    slabs_.push_back(std::make_unique<Slab>(hardware, first, end, count, sums));
    slab_of_.resize(static_cast<std::size_t>(end + kGroup - 1) / kGroup, static_cast<std::uint16_t>(s));
  }
}

void Slabs::fetch_posts(std::size_t slab, Cycle now) const {
  for (std::size_t other = 0; other < count(); ++other) {
    if (other == slab) continue;
    __builtin_prefetch(&slabs_[other]->post_to(slab, now - 1), 1);
    __builtin_prefetch(&slabs_[slab]->post_to(other, now), 1);
  }
}

void Slabs::fetch_letters(std::size_t slab, Cycle now) const {
  for (std::size_t other = 0; other < count(); ++other) {
    if (other == slab) continue;
    const Post& comes = slabs_[other]->post_to(slab, now - 1);
    comes.fetch(comes);
    slabs_[slab]->post_to(other, now).fetch(comes);  // as much will be sent
  }
}

}  // namespace torusim::fast
