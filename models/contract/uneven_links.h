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
  std::int16_t delay = 1;     ///< cycles of a flit, and of a credit back
  std::int16_t interval = 1;  ///< least cycles between the arrivals of two flits
  bool operator==(const LinkTime&) const = default;

  /// Cycle in which a flit that is on the wire in cycle `wire` is in the far buffer. `before` is the arrival
  /// of the preceding flit, kNoFlit if there is none.
  std::int64_t arrival(std::int64_t wire, std::int64_t before) const {
    return std::max(wire + delay, before + interval);
  }
  static constexpr std::int64_t kNoFlit = -1000;
};

/// The times of every link of a network. Both channels of a link have the same times.
class UnevenLinks {
 public:
  static constexpr int kMost = 255;  ///< limit of delay and interval

  UnevenLinks(const Topology& topology, LinkTime all);

  LinkTime at(NodeId node, int port) const { return times_[place(node, port)]; }
  /// Sets the times of the link that leaves the node by this port. The link must exist.
  void set(const Topology& topology, NodeId node, int port, LinkTime time);
  /// The longest delay and the longest interval of the existing links.
  LinkTime longest(const Topology& topology) const;

 private:
  std::size_t place(NodeId node, int port) const {
    return static_cast<std::size_t>(node) * ports_ + static_cast<std::size_t>(port);
  }

  std::size_t ports_;
  std::vector<LinkTime> times_;  // [nodes][network ports]
};

}  // namespace torusim
