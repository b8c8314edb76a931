#include "models/fast/slabs.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "models/fast/bits.h"
#include "models/fast/layout.h"

namespace torusim::fast {
namespace {

constexpr std::size_t kWordsOfALine = kCacheLine / sizeof(std::uint64_t);

/// Numbers reserved for the ghosts of `routers` routers of a slab. The ghosts of each slab begin a word of
/// the work list.
std::size_t room(std::size_t routers) {
  return (routers + WorkList::kWord - 1) / WorkList::kWord * WorkList::kWord;
}

std::size_t room_for_all(const std::vector<std::vector<NodeId>>& neighbors) {
  std::size_t all = 0;
  for (const auto& nodes : neighbors) all += room(nodes.size());
  return all;
}

std::vector<Ghosts> number_ghosts(const std::vector<std::vector<NodeId>>& neighbors, NodeId first) {
  std::vector<Ghosts> ghosts;
  for (const auto& nodes : neighbors) {
    ghosts.push_back({first, nodes});
    first += static_cast<NodeId>(room(nodes.size()));
  }
  return ghosts;
}

/// The number of later cycles for which inboxes receive items. Items on uneven links wait in Transit.
int horizon(const Hardware& hardware) {
  return 1 + (hardware.uneven == nullptr ? hardware.hop_delay() : hardware.entry_delay());
}

NodeId end_of_names(NodeId dead_end, const std::vector<Ghosts>& ghosts) {
  NodeId end = dead_end + 1;
  for (const Ghosts& some : ghosts) {
    if (!some.nodes.empty()) end = some.number(some.nodes.size());
  }
  return end;
}

}  // namespace

Slab::Slab(const Hardware& hardware, NodeRange nodes, const std::vector<std::vector<NodeId>>& neighbors,
           ChannelSums* sums, int early)
    : NodeRange(nodes),
      due(first, end(), horizon(hardware), room_for_all(neighbors)),
      dead_end(due.nowhere()),
      ghosts(number_ghosts(neighbors, due.first_ghost())),
      inboxes(first, end_of_names(dead_end, ghosts), Layout(hardware).words, horizon(hardware)),
      transit(hardware.uneven == nullptr ? nullptr : std::make_unique<Transit>(hardware, first, size, early)),
      counts(hardware, sums),
      alone_(neighbors.size() == 1),
      words_(static_cast<std::size_t>(Layout(hardware).words)) {
  std::size_t all = 0;
  for (const Ghosts& some : ghosts) all += 2 * round_up(some.nodes.size() * words_, kWordsOfALine);
  packed_.resize(kPosts * all);
  std::uint64_t* free = packed_.data();
  for (std::vector<Post>& posts : post_) {
    for (const Ghosts& some : ghosts) {
      const std::size_t size = round_up(some.nodes.size() * words_, kWordsOfALine);
      posts.push_back({.heads = {}, .items_on_links = {}, .items = free, .streams = free + size});
      free += 2 * size;
    }
  }
}

NodeId Slab::name(NodeId node) const {
  if (holds(node)) return node;
  for (const Ghosts& some : ghosts) {
    const auto found = std::lower_bound(some.nodes.begin(), some.nodes.end(), node);
    if (found != some.nodes.end() && *found == node)
      return some.number(static_cast<std::size_t>(found - some.nodes.begin()));
  }
  assert(!"a neighbor");
  return dead_end;
}

NodeId Slab::node(NodeId name) const {
  if (holds(name)) return name;
  for (const Ghosts& some : ghosts) {
    const auto ghost = static_cast<std::size_t>(static_cast<std::uint32_t>(name - some.first));
    if (ghost < some.nodes.size()) return some.nodes[ghost];
  }
  return name;
}

void Slab::begin_post(Cycle now) {
  for (std::size_t slab = 0; slab < ghosts.size(); ++slab) {
    Post& post = post_to(slab, now);
    post.sent_in = now;
    post.items_in = post.streams_in = 0;
    post.heads.clear();
    post.items_on_links.clear();
  }
}

void Slab::pack_post(Cycle now, Cycle arrival) {
  const Inboxes::CycleSlot day = inboxes.day(arrival);
  for (std::size_t slab = 0; slab < ghosts.size(); ++slab) {
    const Ghosts& all = ghosts[slab];
    const std::size_t unit = all.unit(), count = all.nodes.size();
    std::size_t packed = 0;
    due.take_ghosts(arrival, all.first, count, [&](NodeId group) {
      const auto first = static_cast<std::size_t>(group - all.first);
      for (packed = std::max(packed, first / unit * unit); packed < std::min(first + WorkList::kGroup, count);
           packed += unit) {
        const std::size_t begin = static_cast<std::size_t>(all.number(packed)) * words_;
        pack(post_to(slab, now), packed, {day.at(begin), std::min(unit, count - packed) * words_}, unit);
      }
    });
  }
}

/// Packs the arrivals at a unit of ghosts that begins with `ghost`.
void Slab::pack(Post& post, std::size_t ghost, std::span<Inbox> got, std::size_t unit) const {
  std::uint64_t* const items = post.items + ghost * words_;
  std::uint64_t any_items = 0, any_streams = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    items[i] = got[i].items;
    any_items |= got[i].items;
    any_streams |= got[i].streams;
  }
  if (any_streams != 0) [[unlikely]] {
    for (std::size_t i = 0; i < got.size(); ++i) post.streams[ghost * words_ + i] = got[i].streams;
  }
  post.items_in |= std::uint64_t{any_items != 0} << (ghost / unit);
  post.streams_in |= std::uint64_t{any_streams != 0} << (ghost / unit);
  std::memset(got.data(), 0, got.size_bytes());
}

bool Slab::has_posted(Cycle cycle) const {
  const std::vector<Post>& posts = post_[cycle & (kPosts - 1)];
  return std::any_of(posts.begin(), posts.end(), [cycle](const Post& post) {
    return post.sent_in == cycle && (post.items_in != 0 || post.streams_in != 0 || !post.heads.empty() ||
                                     !post.items_on_links.empty());
  });
}

Slabs::Slabs(const Hardware& hardware, int most, NodeId more, ChannelSums* sums, bool early)
    : post_delay_(early ? 1 : 2) {
  const NodeId nodes = hardware.topology.nodes();
  const int groups = (nodes + kGroup - 1) / kGroup;
  const int count = std::clamp(most, 1, groups);
  const std::int64_t before = more / kGroup;
  const std::int64_t in_first =
      std::max<std::int64_t>((groups - (count - 1) * before) / count, 1);  // with `before` it is a count-th
  const auto border = [&](int slab) {
    if (slab == 0) return NodeId{0};
    const std::int64_t others = count == 1 ? 0 : (groups - in_first) * (slab - 1) / (count - 1);
    return static_cast<NodeId>(in_first + others) * kGroup;
  };
  std::vector<NodeRange> ranges;
  for (int s = 0; s < count; ++s) {
    const NodeId first = border(s), end = std::min(border(s + 1), nodes);
    ranges.push_back({first, static_cast<std::uint32_t>(end - first)});
    slab_of_.resize(static_cast<std::size_t>(end + kGroup - 1) / kGroup, static_cast<std::uint16_t>(s));
  }
  for (const NodeRange range : ranges) {
    slabs_.push_back(std::make_unique<Slab>(hardware, range, neighbors(hardware, range), sums,
                                            early ? hardware.router_delay : 0));
  }
}

/// By slab, its routers that are neighbors of the range.
std::vector<std::vector<NodeId>> Slabs::neighbors(const Hardware& hardware, NodeRange range) const {
  std::vector<std::vector<NodeId>> result(slab_of_.back() + std::size_t{1});
  if (result.size() == 1) return result;
  for (NodeId node = range.first; node != range.end(); ++node) {
    for (int port = 0; port < hardware.network_ports(); ++port) {
      const NodeId neighbor = hardware.topology.neighbor(node, port);
      if (!range.holds(neighbor)) result[number_of(neighbor)].push_back(neighbor);
    }
  }
  for (auto& nodes : result) {
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  }
  return result;
}

void Slabs::fetch_posts(std::size_t slab, Cycle sent) const {
  for (const auto& from : slabs_) {
    if (!from->ghosts[slab].nodes.empty()) prefetch(&from->post_to(slab, sent));
  }
}

void Slabs::fetch_letters(std::size_t slab, Cycle sent) const {
  for (const auto& from : slabs_) {
    const Post& post = from->post_to(slab, sent);
    if (post.sent_in != sent) continue;
    prefetch(post.heads.data(), post.heads.size());
    const std::size_t unit = from->ghosts[slab].unit() * from->words();
    for (const int u : bits(post.items_in)) prefetch(post.items + static_cast<std::size_t>(u) * unit, unit);
  }
}

}  // namespace torusim::fast
