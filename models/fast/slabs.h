#pragma once
/// The division of the network into slabs of consecutive nodes, for several threads.
///
/// In a cycle one thread reads and writes the routers of a slab, and shares no written data with other
/// threads but the post. Flits and credits for a router of another slab wait at a ghost of the router
/// (ghosts.h), heads in the post. The other slab takes them two cycles after the send, at the latest in the
/// cycle of their arrival; with foreign routers, one cycle after the send. So a slab needs no result of
/// others in the same or the previous cycle, and can be one cycle ahead of them. Each slab lists the events
/// of a cycle for the message source (tails) and for observers (spans). After the cycle one thread processes
/// the lists slab by slab.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "models/contract/hardware.h"
#include "models/contract/message_source.h"
#include "models/contract/observer.h"
#include "models/contract/open_spans.h"
#include "models/fast/channel_counts.h"
#include "models/fast/ghosts.h"
#include "models/fast/inboxes.h"
#include "models/fast/layout.h"
#include "models/fast/stream.h"
#include "models/fast/transit.h"
#include "models/fast/wires.h"
#include "models/fast/work_list.h"

namespace torusim::fast {

/// A head is on its way to a buffer of another slab.
struct HeadLetter {
  NodeId node;
  std::uint8_t word, bit;  ///< a VcIndex
  WormSlot worm;
};

/// The post of a slab to another in a cycle: heads, and the arrivals at ghosts. Arrivals are packed at the
/// end of the cycle, so that few cache lines go from thread to thread.
struct alignas(kCacheLine) Post {
  Cycle sent_in = MessageSource::kNever;
  /// Bit u: ghosts of unit u (consecutive ghosts) have received items, or begins and ends of streams.
  std::uint64_t items_in = 0, streams_in = 0;
  LargeArray<HeadLetter> heads;
  /// With uneven links, all flits and credits; ghosts are not used then.
  LargeArray<LinkItem> items_on_links;
  /// Words as in the inboxes, [ghosts][words]; only the units above are valid.
  std::uint64_t *items = nullptr, *streams = nullptr;
};

/// Nodes first .. first + size - 1.
struct NodeRange {
  NodeId first;
  std::uint32_t size;

  bool holds(NodeId node) const { return static_cast<std::uint32_t>(node - first) < size; }
  NodeId end() const { return first + static_cast<NodeId>(size); }
};

struct alignas(kCacheLine) Slab : NodeRange {
  /// `neighbors`: by slab, the routers of that slab that are neighbors of this one's. `sums`: see
  /// ChannelCounts. `early`: see Transit.
  Slab(const Hardware& hardware, NodeRange nodes, const std::vector<std::vector<NodeId>>& neighbors,
       ChannelSums* sums, int early);

  /// Words of a set of VCs.
  std::size_t words() const { return words_; }
  /// The name in this slab of one of its routers or their neighbours: the router's number, or its ghost's.
  NodeId name(NodeId node) const;
  /// The router with that name.
  NodeId node(NodeId name) const;
  /// The post to a slab in a cycle or in one of the three before. A receiver that is a cycle behind may still
  /// be taking the oldest.
  Post& post_to(std::size_t slab, Cycle cycle) { return post_[cycle & (kPosts - 1)][slab]; }
  /// A cycle begins: nothing has been sent to other slabs yet.
  void begin_post(Cycle now);
  /// A cycle ends: packs the arrivals at ghosts, which are due in cycle `arrival`.
  void pack_post(Cycle now, Cycle arrival);
  /// Whether anything was sent in a cycle that is over.
  bool has_posted(Cycle cycle) const;

  /// OpenSpans::begin() and run(), called at once, or after the cycle if there are other slabs.
  void begin_span(OpenSpans& open, FlitSpan span, std::uint32_t behind) {
    if (alone_) return open.begin(span, behind);
    span.first = behind;
    spans.begun.push_back(FlitSpan(span));
  }
  void run_span(OpenSpans& open, ChannelId channel) {
    if (alone_) return open.run(channel);
    spans.running.push_back(channel);
  }

  /// Flit `index` of the worm enters `vc` of a channel; `port` as in FlitMove.
  void moved(const Worm& worm, std::uint32_t index, NodeId node, int port, int vc) {
    moves.push_back({&worm, index, node, static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(vc)});
  }

  WorkList due;  ///< routers to evaluate, and ghosts with arrivals
  /// A name that no router has. Flits and credits for node interfaces are also sent to it, without effect.
  const NodeId dead_end;
  const std::vector<Ghosts> ghosts;  ///< by slab
  Inboxes inboxes;                   ///< inboxes of routers, dead end and ghosts
  std::unique_ptr<Transit> transit;  ///< items on uneven links; null if all links are alike
  LocalWires wires;                  ///< local channels of the slab's routers
  ChannelCounts counts;              ///< sums of the slab's channels
  SpanLog spans;                     ///< spans of this cycle, if there are other slabs
  std::vector<FlitMove> moves;       ///< moves of this cycle, for observers of moves

 private:
  static constexpr int kPosts = 4;
  void pack(Post& post, std::size_t ghost, std::span<Inbox> got, std::size_t unit) const;

  const bool alone_;
  const std::size_t words_;                     // words of a set
  std::array<std::vector<Post>, kPosts> post_;  // [cycle][receiver]
  LargeArray<std::uint64_t> packed_;            // packed words of all posts
};

class Slabs {
 public:
  /// At most `most` slabs of groups of kGroup nodes, as even as possible when the first slab counts as `more`
  /// nodes larger. `sums`: see ChannelCounts. `early`: foreign routers read arrivals at the wires, sooner
  /// than routers of this level, so post is taken one cycle after it was sent.
  Slabs(const Hardware& hardware, int most, NodeId more = 0, ChannelSums* sums = nullptr, bool early = false);

  std::size_t count() const { return slabs_.size(); }
  /// Whether there is only one slab, so that nothing need be posted or kept for later.
  bool alone() const { return slabs_.size() == 1; }
  Slab& operator[](std::size_t slab) const { return *slabs_[slab]; }
  std::size_t number_of(NodeId node) const { return slab_of_[static_cast<std::size_t>(node) / kGroup]; }
  Slab& of(NodeId node) const { return *slabs_[number_of(node)]; }
  /// The number of cycles from the send of post until it is taken.
  Cycle post_delay() const { return post_delay_; }
  /// Puts an item on an uneven link, in the cycle before it is on the wire. `item.to` is the sending slab's
  /// name of the router.
  void send(Slab& from, Cycle now, LinkItem item) const {
    if (from.holds(item.to)) return from.transit->add(now + 1, item);
    item.to = from.node(item.to);
    from.post_to(number_of(item.to), now).items_on_links.push_back(item);
  }
  /// Prefetch the post of a cycle for a slab: the posts first, then the letters that they refer to.
  void fetch_posts(std::size_t slab, Cycle sent) const;
  void fetch_letters(std::size_t slab, Cycle sent) const;
  auto begin() const { return slabs_.begin(); }
  auto end() const { return slabs_.end(); }

  /// The state of this many neighbouring nodes fills whole cache lines, so two threads never write one line.
  static constexpr NodeId kGroup = 16;

 private:
  std::vector<std::vector<NodeId>> neighbors(const Hardware& hardware, NodeRange range) const;

  std::vector<std::unique_ptr<Slab>> slabs_;
  std::vector<std::uint16_t> slab_of_;  // by group
  const Cycle post_delay_;
};

}  // namespace torusim::fast
