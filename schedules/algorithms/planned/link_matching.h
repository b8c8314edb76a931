#pragma once
/// Small matchings: chunks to the links of one node, and links to the ports of all nodes.

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim::planned {

/// Chunks on the links into one node, at most `rooms[link]` on each. A chunk that is in stays in.
class LinkMatching {
 public:
  explicit LinkMatching(std::vector<std::size_t> rooms) : rooms_(std::move(rooms)), on_(rooms_.size()) {
    for (const std::size_t room : rooms_) places_ += room;
  }

  /// `links`: a bit for each link that can carry the chunk. False if there is no place.
  bool insert(std::size_t chunk, std::uint32_t links);
  bool full() const { return inside_ == places_; }
  std::vector<std::size_t> on(std::size_t link) const;

 private:
  struct Item {
    std::size_t chunk;
    std::uint32_t links;
  };
  bool place(Item item, std::uint32_t& seen);

  std::vector<std::size_t> rooms_;
  std::size_t places_ = 0, inside_ = 0;
  std::uint32_t closed_ =
      0;  // full links whose chunks no other link can carry: a failed insertion has seen them
  std::vector<std::vector<Item>> on_;
};

/// The most links that carry something at once, when a node sends on, and receives on, `ports` links.
class PortMatching {
 public:
  PortMatching(NodeId nodes, int ports) : ports_(ports), at_sender_(nodes), at_receiver_(nodes) {}

  void add(NodeId from, NodeId to, std::size_t link) { at_receiver_[to].push_back({from, link, false}); }
  /// `receivers`: all nodes; one that is matched stays matched when later ones are.
  void solve(const std::vector<NodeId>& receivers);
  /// (sender, receiver, link)
  std::vector<std::tuple<NodeId, NodeId, std::size_t>> pairs() const;

 private:
  struct Offer {
    NodeId from;
    std::size_t link;
    bool taken;
  };
  struct Place {
    NodeId to;
    std::size_t offer;
  };
  bool serve(NodeId to);

  std::size_t ports_;
  std::vector<std::vector<Place>> at_sender_;    // [node]: offers of it that are taken
  std::vector<std::vector<Offer>> at_receiver_;  // [node], in the order in which they are tried
  std::vector<bool> seen_;                       // [sender]
};

}  // namespace torusim::planned
