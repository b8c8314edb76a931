#pragma once
/// The channel-dependency graph of routes: a cycle in it is what a deadlock needs (Dally, Seitz:
/// Deadlock-Free Message Routing in Multiprocessor Interconnection Networks).
///
/// A worm that holds one channel and waits for the next makes the next depend on it. With two lanes the
/// channels are (channel, lane) by the dateline rule of the routers: a worm enters a dimension on lane 0 and
/// goes to lane 1 where it crosses the wrap channel. With one lane there is only lane 0. Each message class
/// has virtual channels of its own.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

class ChannelDependencies {
 public:
  static constexpr int kMaxClasses = 64;  ///< no router has more

  /// `lanes` is 1 or 2.
  ChannelDependencies(const Topology& topology, int lanes);

  /// The dependencies of one worm. The route must not use a wrap channel that does not exist. A worm of a
  /// class that does not exist has none. `flits` is its length, for cycle().
  void add(NodeId from, const Route& route, int message_class = 0, std::int64_t flits = 1);
  void clear();
  /// The channels of one cycle, in order, as "(2,4)+x" or, with two lanes, "(2,4)+x/1", in a class but the
  /// first "(2,4)+x class 3"; empty if there is none. A channel whose buffer of `slots` holds all worms that
  /// use it is on no cycle: a worm that waits for it gets it.
  std::vector<std::string> cycle(std::int64_t slots = 0) const;

 private:
  std::size_t vertex(NodeId node, int port, int lane, std::size_t message_class) const {
    return ((message_class * topology_.nodes() + node) * ports_ + port) * lanes_ + lane;
  }
  std::size_t class_size() const { return vertex(0, 0, 0, 1); }
  std::string name(std::size_t vertex) const;
  /// The vertex that `successor`, a bit of next_, stands for.
  std::size_t resolve(std::size_t vertex, int successor) const;

  Topology topology_;
  int ports_;
  int lanes_;
  std::vector<std::uint64_t>
      next_;  // [vertex]: bit port * lanes + lane of the channels that leave the next node
  std::vector<std::int64_t> flits_;  // [vertex]: of all worms that use it
  bool any_ = false;
};

}  // namespace torusim
