#pragma once
/// The network cut into slabs of consecutive nodes, so that several threads evaluate its routers.
///
/// In a cycle a thread reads and writes the routers of its slab, and nothing else that another thread touches
/// in that cycle. What goes to a router of another slab is posted: letters of one cycle are delivered by the
/// receiving slab at the beginning of the next, in time, as nothing arrives sooner than two cycles after it
/// was sent. What a cycle has for others than routers, such as tails for the message source and spans for
/// observers, each slab keeps in lists of its own; after the cycle they are gone through slab by slab.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/contract/hardware.h"
#include "models/contract/observer.h"
#include "models/contract/open_spans.h"
#include "models/fast/channel_counts.h"
#include "models/fast/inboxes.h"
#include "models/fast/state.h"
#include "models/fast/stream.h"
#include "models/fast/wires.h"
#include "models/fast/work_list.h"

namespace torusim::fast {

/// What comes to a router of another slab: an item, or the beginning or end of a stream of them.
struct Letter {
  NodeId node;
  std::uint8_t word, bit;  ///< a Place
  WireEvent event;
};

/// A head is on its way to a buffer there.
struct HeadLetter {
  NodeId node;
  std::uint8_t word, bit;
  WormSlot worm;
};

/// What one slab sends to another in a cycle.
struct alignas(kCacheLine) Post {
  LargeArray<Letter> letters;
  LargeArray<HeadLetter> heads;

  bool empty() const { return letters.empty() && heads.empty(); }
  /// As much is about to be written, or read, as another has: fetches where from the other thread's cache.
  void fetch(const Post& like) const {
    constexpr std::size_t line = kCacheLine / sizeof(Letter), head_line = kCacheLine / sizeof(HeadLetter);
    for (std::size_t i = 0; i < like.letters.size(); i += line) __builtin_prefetch(letters.data() + i, 1);
    for (std::size_t i = 0; i < like.heads.size(); i += head_line) __builtin_prefetch(heads.data() + i, 1);
  }
};

/// Nodes first .. first + size - 1.
struct NodeRange {
  NodeId first;
  std::uint32_t size;

  bool holds(NodeId node) const { return static_cast<std::uint32_t>(node - first) < size; }
  NodeId end() const { return first + static_cast<NodeId>(size); }
};

struct alignas(kCacheLine) Slab : NodeRange {
  /// Nodes first .. end - 1, one of `slabs`. `sums`: as of ChannelCounts.
  Slab(const Hardware& hardware, NodeId first, NodeId end, int slabs, ChannelSums* sums);

  /// There is no other.
  bool alone() const { return alone_; }
  /// What leaves for a slab in a cycle. That of the cycle before is the receiver's.
  Post& post_to(std::size_t slab, Cycle cycle) { return post_[cycle & 1][slab]; }
  /// Something has left in the cycle.
  bool has_posted(Cycle cycle) const;

  /// OpenSpans::begin() and run(), which other slabs must not disturb: told at once, or after the cycle.
  void begin_span(OpenSpans& open, FlitSpan span, std::uint32_t behind) {
    if (alone_) return open.begin(span, behind);
    span.first = behind;
    spans.begun.push_back(span);
  }
  void run_span(OpenSpans& open, ChannelId channel) {
    if (alone_) return open.run(channel);
    spans.running.push_back(channel);
  }

  /// Flit `index` of the worm enters `vc` of a channel; `port` as in FlitMove.
  void moved(const Worm& worm, std::uint32_t index, NodeId node, int port, int vc) {
    moves.push_back({&worm, index, node, static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(vc)});
  }

  WorkList due;  ///< its routers that are to be looked at
  /// The number of none of its routers: what goes to node interfaces goes to it too, and is lost.
  const NodeId dead_end;
  Inboxes inboxes;              ///< of its routers, and of the dead end
  LocalWires wires;             ///< between them and their node interfaces
  ChannelCounts counts;         ///< of its channels
  SpanLog spans;                ///< of this cycle, if there are other slabs
  std::vector<FlitMove> moves;  ///< of this cycle, if somebody wants them

 private:
  const bool alone_;
  std::array<std::vector<Post>, 2> post_;  // [parity of the cycle][receiver]
};

class Slabs {
 public:
  /// At most `most` slabs, as even as groups of kGroup nodes allow, were there so many nodes `more` in the
  /// first. `sums`: as of ChannelCounts.
  Slabs(const Hardware& hardware, int most, NodeId more = 0, ChannelSums* sums = nullptr);

  std::size_t count() const { return slabs_.size(); }
  /// There is but one: nothing need be posted or kept for later.
  bool alone() const { return slabs_.size() == 1; }
  Slab& operator[](std::size_t slab) const { return *slabs_[slab]; }
  std::size_t number_of(NodeId node) const { return slab_of_[static_cast<std::size_t>(node) / kGroup]; }
  Slab& of(NodeId node) const { return *slabs_[number_of(node)]; }
  /// What the slab takes and leaves in a cycle will be asked for: fetches first where it is, then it.
  void fetch_posts(std::size_t slab, Cycle now) const;
  void fetch_letters(std::size_t slab, Cycle now) const;
  auto begin() const { return slabs_.begin(); }
  auto end() const { return slabs_.end(); }

  /// What is kept of so many neighbours fills whole cache lines, so two threads never write one.
  static constexpr NodeId kGroup = 16;

 private:
  std::vector<std::unique_ptr<Slab>> slabs_;
  std::vector<std::uint16_t> slab_of_;  // by group
};

}  // namespace torusim::fast
