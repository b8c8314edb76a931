#pragma once
/// The channel-dependency graph of routes: a deadlock needs a cycle in this graph (Dally, Seitz:
/// Deadlock-Free Message Routing in Multiprocessor Interconnection Networks).
///
/// A worm that holds one channel and waits for the next makes the next depend on it. With two lanes the
/// channels are (channel, lane) by the rule of the routers: a worm enters a dimension on the lane that its
/// route names, usually 0, and changes to lane 1 where it crosses the wrap channel. Four lanes are two pairs
/// of such lanes. With one lane there is only lane 0. Each message class has virtual channels of its own.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

/// A virtual channel that a worm can hold, of the channel that leaves `node` by `port`.
struct HeldChannel {
  NodeId node = 0;
  int port = 0;
  int message_class = 0;
  int lane = 0;  ///< -1: all virtual channels of the channel together
  auto operator<=>(const HeldChannel&) const = default;
};

/// Calls visit(channel) for the virtual channels that a worm takes, in order. The route must exist.
template <typename Visit>
void for_each_held(const Topology& topology, int lanes, NodeId from, const Route& route, int message_class,
                   Visit visit) {
  int in = -1, lane = 0, run = -1, left = 0;  // in: the port by which the worm came to the node
  route.for_each_channel(topology, from, [&](NodeId node, int port) {
    if (left-- == 0) {
      ++run;
      left = topology.channels_along(route[run].dimension, route[run].hops) - 1;
    }
    const int named = route.lane(run) & (lanes - 1);
    if (in < 0 || Topology::port_axis(in) != Topology::port_axis(port) || ((lane ^ named) & 2) != 0)
      lane = named;
    lane |= named;
    if (lanes > 1 && topology.crosses_dateline(node, port)) lane |= 1;
    in = topology.opposite(port);
    visit(HeldChannel{node, port, message_class, lane});
  });
}

class ChannelDependencies {
 public:
  static constexpr int kMaxClasses = 64;  ///< no router has more classes

  /// `lanes` is 1, 2 or 4.
  ChannelDependencies(const Topology& topology, int lanes);

  /// Adds the dependencies of one worm. The route must not use a wrap channel that does not exist. A worm of
  /// a class that does not exist adds none. `flits` is the worm's length, for cycle().
  void add(NodeId from, const Route& route, int message_class = 0, std::int64_t flits = 1);
  void clear();
  /// Ignores cycles along one ring: worms that continue in a ring never wait for ever (bubble flow control).
  void let_rings_flow() { rings_flow_ = true; }
  /// The channels of one cycle, in order; empty if there is no cycle. A channel whose buffer of `slots` holds
  /// all worms that use it is on no cycle, as every worm that waits for the channel gets it.
  std::vector<HeldChannel> cycle(std::int64_t slots = 0) const;
  /// The names of channels: "(2,4)+x" or, with two lanes, "(2,4)+x/1", in a class above 0 "(2,4)+x class 3".
  std::vector<std::string> names(const std::vector<HeldChannel>& channels) const;

 private:
  std::size_t vertex(NodeId node, int port, int lane, std::size_t message_class) const {
    return ((message_class * topology_.nodes() + node) * ports_ + port) * lanes_ + lane;
  }
  std::size_t class_size() const { return vertex(0, 0, 0, 1); }
  HeldChannel channel(std::size_t vertex) const;
  template <typename Visit>
  void each_successor(std::size_t vertex, std::int64_t slots, Visit visit) const;
  bool along_ring(std::size_t from, std::size_t to) const;
  std::vector<HeldChannel> turning_cycle(std::int64_t slots) const;
  std::vector<HeldChannel> shortest_cycle(std::size_t from, std::size_t first, std::int64_t slots) const;
  /// The vertex of `successor`, a bit of next_[vertex].
  std::size_t resolve(std::size_t vertex, int successor) const;

  Topology topology_;
  int ports_;
  int lanes_;
  std::vector<std::uint64_t>
      next_;  // [vertex]: bit port * lanes + lane of the channels that leave the next node
  std::vector<std::int64_t> flits_;  // [vertex]: flits of all worms that use it
  bool any_ = false;
  bool rings_flow_ = false;
};

}  // namespace torusim
