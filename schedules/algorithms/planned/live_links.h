#pragma once
/// The channels of a network as planners use them: links that exist and have not failed, from node to node.

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim::planned {

/// A channel that carries blocks from one node to another.
struct LiveLink {
  NodeId from = 0, to = 0;
  std::int32_t channel = 0;  ///< the sender's number * network ports + port, in the network itself
  int interval = 1;          ///< the time of a block, in that of a block on a link of rate 1
};

/// A number of each channel.
struct LinkValues {
  std::vector<int> of_port;                     ///< [network port]
  std::map<std::int32_t, int> of_channel = {};  ///< exceptions

  int of(std::int32_t channel) const {
    const auto other = of_channel.find(channel);
    return other != of_channel.end() ? other->second : of_port[channel % of_port.size()];
  }
};

/// The times of channels.
struct LinkTimes {
  static constexpr int kMostInterval = 255, kMostHop = 100'000;
  static constexpr int kUsualHop = 2;
  LinkValues intervals{{1}};     ///< cycles of a flit
  LinkValues hops{{kUsualHop}};  ///< cycles of a head, for router and link

  /// Reads `1,1,4,4`, a number for each port, and exceptions `1,1,4,4/12:8,25:8` for channels; `1` is for all
  /// ports. Throws UsageError.
  static LinkTimes parse(const std::string& intervals, const std::string& hops, const Topology& topology);
};

/// Links that carry blocks side by side, for example all across a cut. A link carries whole blocks, one in
/// the time of each interval, however its time is divided into phases.
class Crossing {
 public:
  void add(const LiveLink& link, std::int64_t weight = 1) { weights_[link.interval] += weight; }
  /// Blocks, each counted with the weight of its link, that the links carry in this time at most.
  std::int64_t blocks(std::int64_t time) const;
  /// The time for so many blocks, if some link has a weight; 0 if none has.
  std::int64_t time(std::int64_t blocks) const;
  bool operator==(const Crossing&) const = default;

 private:
  std::map<int, std::int64_t> weights_;  // [interval]
};

class LiveLinks {
 public:
  static constexpr NodeId kMostNodes = 4096;  ///< the table of distances has 2 bytes for every pair

  /// With `transposed` every link leads from the receiver of its channel to the sender, as in a schedule that
  /// runs backwards. Links of a longer interval than `slowest`, or a longer hop than `longest`, are left out.
  /// Throws InputError for more nodes than kMostNodes.
  LiveLinks(const Topology& topology, bool transposed, const LinkTimes& times = {},
            int slowest = LinkTimes::kMostInterval, int longest = LinkTimes::kMostHop);

  const Topology& topology() const { return topology_; }
  bool transposed() const { return transposed_; }
  NodeId nodes() const { return topology_.nodes(); }
  /// Nodes that have not failed, in ascending order. No link leads to or from another.
  const std::vector<NodeId>& live() const { return live_; }
  int ports() const { return topology_.network_ports(); }
  /// All nodes are alike: a plan for one source, moved to every node, is a plan for all of them.
  bool invariant() const { return invariant_; }
  std::span<const LiveLink> into(NodeId node) const { return part(into_, node); }
  std::span<const LiveLink> out_of(NodeId node) const { return part(out_of_, node); }
  /// On an invariant network: the node whose displacement from node 0 is that of node 0 from `node`.
  NodeId opposite_node(NodeId node) const { return opposites_[node]; }
  static constexpr int kFar = UINT16_MAX;
  /// Links of a shortest path; kFar from or to a failed node.
  int distance(NodeId from, NodeId to) const { return distances_[std::size_t(from) * nodes() + to]; }
  /// The longest shortest path.
  int diameter() const { return diameter_; }
  int interval(std::int32_t channel) const { return intervals_[channel]; }
  /// The longest interval of so many channels straight on.
  int interval(std::int32_t channel, int hops) const;
  /// The cycles of a head over so many channels straight on.
  std::int64_t hop(std::int32_t channel, int hops = 1) const;
  /// Every live node reaches every other.
  bool whole() const { return whole_; }
  /// The different intervals, ascending; 1 at least.
  std::set<int> intervals() const { return {intervals_.begin(), intervals_.end()}; }
  std::set<int> hops() const { return {hops_.begin(), hops_.end()}; }
  /// The longest interval: phases of so much time are of use for every link.
  int slowest() const { return slowest_; }
  int longest_hop() const { return longest_; }
  int shortest_hop() const { return std::min(shortest_, longest_); }

 private:
  struct Lists {
    std::vector<LiveLink> links;
    std::vector<std::size_t> first;  // [node], and the end
  };
  static std::span<const LiveLink> part(const Lists& lists, NodeId node) {
    return {lists.links.data() + lists.first[node], lists.links.data() + lists.first[node + 1]};
  }
  void measure_distances();
  void find_opposites();

  Topology topology_;
  std::vector<NodeId> live_;
  Lists into_, out_of_;
  std::vector<std::uint16_t> distances_;  // [from][to]
  std::vector<NodeId> opposites_;
  std::vector<int> intervals_, hops_;  // [channel]
  bool transposed_, invariant_, whole_ = true;
  int diameter_ = 0, slowest_ = 1, longest_ = 1, shortest_ = LinkTimes::kMostHop;
};

}  // namespace torusim::planned
