#pragma once
/// The division of the network into slabs of consecutive nodes, for several threads.
///
/// In a cycle a thread reads and writes the routers of its slab, and shares no other written data with other
/// threads. Flits and credits for a router of another slab wait at a ghost of the router (ghosts.h), heads in
/// the post. The other slab takes them at the beginning of the cycle of their arrival, two cycles after the
/// send. So a slab needs no result of others in the same or the previous cycle, and can be one cycle ahead of
/// them. Events of a cycle for other receivers, such as tails for the message source and spans for observers,
/// are in lists of each slab. After the cycle one thread processes the lists slab by
/// slab.

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

/// What one slab sends to another in a cycle: heads, and what its ghosts have got, which is packed when the
/// cycle is over, so that few cache lines go from thread to thread.
struct alignas(kCacheLine) Post {
  Cycle sent_in = MessageSource::kNever;
  /// Bit u: some of the ghosts of unit u, which are consecutive, have got items, or streams.
  std::uint64_t items_in = 0, streams_in = 0;
  LargeArray<HeadLetter> heads;
  /// On uneven links all that is sent, in place of ghosts.
  LargeArray<LinkItem> items_on_links;
  /// As in the inboxes: [ghosts][words], of those units.
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
  /// `neighbors`: by slab, the routers there that are neighbors of these. `sums`: as of ChannelCounts.
  /// `early`: as of Transit.
  Slab(const Hardware& hardware, NodeRange nodes, const std::vector<std::vector<NodeId>>& neighbors,
       ChannelSums* sums, int early);

  /// Of a set.
  std::size_t words() const { return words_; }
  /// The name of a router of this slab or of a neighbour here: its number, or that of its ghost.
  NodeId name(NodeId node) const;
  /// The router with that name.
  NodeId node(NodeId name) const;
  /// What leaves for a slab in a cycle, or has left in one of the three before: a receiver that is a cycle
  /// behind may still be taking that of the first of them.
  Post& post_to(std::size_t slab, Cycle cycle) { return post_[cycle & (kPosts - 1)][slab]; }
  /// A cycle begins: nothing has been sent to other slabs yet.
  void begin_post(Cycle now);
  /// It ends: what has been sent in it arrives in `arrival`.
  void pack_post(Cycle now, Cycle arrival);
  /// Whether anything was sent in a cycle that is over.
  bool has_posted(Cycle cycle) const;

  /// OpenSpans::begin() and run(), which other slabs must not disturb: told at once, or after the cycle.
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

  WorkList due;  ///< its routers that are to be looked at, and ghosts that have got something
  /// The number of none of its routers: what goes to node interfaces goes to it too, and is lost.
  const NodeId dead_end;
  const std::vector<Ghosts> ghosts;  ///< by slab
  Inboxes inboxes;                   ///< of its routers, the dead end, and ghosts
  std::unique_ptr<Transit> transit;  ///< on uneven links; null: all are alike
  LocalWires wires;                  ///< between them and their node interfaces
  ChannelCounts counts;              ///< of its channels
  SpanLog spans;                     ///< of this cycle, if there are other slabs
  std::vector<FlitMove> moves;       ///< of this cycle, for observers of moves

 private:
  static constexpr int kPosts = 4;
  void pack(Post& post, std::size_t ghost, std::span<Inbox> got, std::size_t unit) const;

  const bool alone_;
  const std::size_t words_;                     // of a set
  std::array<std::vector<Post>, kPosts> post_;  // [cycle][receiver]
  LargeArray<std::uint64_t> packed_;            // that of all posts
};

class Slabs {
 public:
  /// At most `most` slabs, as even as groups of kGroup nodes allow, were there so many nodes `more` in the
  /// first. `sums`: as of ChannelCounts. `early`: something in a slab reads what arrives at its wires, sooner
  /// than routers of this level do, so post is taken in the cycle after it was sent.
  Slabs(const Hardware& hardware, int most, NodeId more = 0, ChannelSums* sums = nullptr, bool early = false);

  std::size_t count() const { return slabs_.size(); }
  /// There is but one: nothing need be posted or kept for later.
  bool alone() const { return slabs_.size() == 1; }
  Slab& operator[](std::size_t slab) const { return *slabs_[slab]; }
  std::size_t number_of(NodeId node) const { return slab_of_[static_cast<std::size_t>(node) / kGroup]; }
  Slab& of(NodeId node) const { return *slabs_[number_of(node)]; }
  /// Post is taken so many cycles after it was sent.
  Cycle post_delay() const { return post_delay_; }
  /// An uneven link takes an item from a slab to a router, as that slab calls it, in the cycle before it is
  /// on the wire.
  void send(Slab& from, Cycle now, LinkItem item) const {
    if (from.holds(item.to)) return from.transit->add(now + 1, item);
    item.to = from.node(item.to);
    from.post_to(number_of(item.to), now).items_on_links.push_back(item);
  }
  /// A slab will take what others have sent it in a cycle: fetches first where it is, then it.
  void fetch_posts(std::size_t slab, Cycle sent) const;
  void fetch_letters(std::size_t slab, Cycle sent) const;
  auto begin() const { return slabs_.begin(); }
  auto end() const { return slabs_.end(); }

  /// What is kept of so many neighbours fills whole cache lines, so two threads never write one.
  static constexpr NodeId kGroup = 16;

 private:
  std::vector<std::vector<NodeId>> neighbors(const Hardware& hardware, NodeRange range) const;

  std::vector<std::unique_ptr<Slab>> slabs_;
  std::vector<std::uint16_t> slab_of_;  // by group
  const Cycle post_delay_;
};

}  // namespace torusim::fast
