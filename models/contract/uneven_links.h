#pragma once
/// Links that differ in delay and rate (docs/router.md, Channel).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace torusim {

class Topology;
using NodeId = std::int32_t;

/// The times of a channel between routers, in cycles.
struct LinkTime {
  std::int16_t delay = 1;     ///< of a flit, and of a credit back
  std::int16_t interval = 1;  ///< from the arrival of a flit to the next one's at the earliest
  bool operator==(const LinkTime&) const = default;

  /// When a flit is in the far buffer that is on the wire in cycle `wire`. `before`: when the flit before it
  /// is there, kNoFlit if there is none.
  std::int64_t arrival(std::int64_t wire, std::int64_t before) const {
    return std::max(wire + delay, before + interval);
  }
  static constexpr std::int64_t kNoFlit = -1000;
};

/// The times of every link of a network. Both channels of a link have the same.
class UnevenLinks {
 public:
  static constexpr int kMost = 255;  ///< of delay and interval

  UnevenLinks(const Topology& topology, LinkTime all);

  LinkTime at(NodeId node, int port) const { return times_[place(node, port)]; }
  /// The link that leaves the node by this port, which must exist.
  void set(const Topology& topology, NodeId node, int port, LinkTime time);
  /// Of the links that exist.
  LinkTime longest(const Topology& topology) const;

 private:
  std::size_t place(NodeId node, int port) const {
    return static_cast<std::size_t>(node) * ports_ + static_cast<std::size_t>(port);
  }

  std::size_t ports_;
  std::vector<LinkTime> times_;  // [nodes][network ports]
};

}  // namespace torusim
