#pragma once
/// The number of messages of a phase that share a channel, for any schedule, counted route by route: f(i) of
/// Thakur, Choudhary, Fox: Complete Exchange on a Wormhole Routed Mesh, Section 2. SharedLinkModel is the
/// time model of that section.

#include <cassert>
#include <span>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

/// Counts the messages of phases on the directed channels between routers. Signals are not counted.
class LinkLoads {
 public:
  explicit LinkLoads(const Topology& topology);

  /// Counts one phase and drops earlier counts. The phase's nodes and dimensions must exist.
  void count(const Phase& phase);
  /// Counts several phases together: forget(), add() for each phase, sum_up().
  void forget();
  void add(const Phase& phase);
  void sum_up();
  /// Messages of the phase that use the channel.
  int on(NodeId node, int port) const { return loads_[index(node, port)]; }
  /// Blocks of all messages on the channel.
  std::int64_t blocks_on(NodeId node, int port) const { return blocks_[index(node, port)]; }
  /// Messages on the busiest channel; 0 if no message leaves its node.
  int max() const { return max_; }
  /// Blocks on the channel that carries the most blocks.
  std::int64_t max_blocks() const { return max_blocks_; }

 private:
  template <typename Amount>
  void count(std::vector<Amount>& loads, NodeId from, const Run& run, Amount amount);
  template <typename Amount>
  Amount sum_up(std::vector<Amount>& loads);
  std::size_t index(NodeId node, int port) const {
    assert(node >= 0 && node < topology_.nodes() && port >= 0 && port < topology_.network_ports());
    return static_cast<std::size_t>(node) * topology_.network_ports() + port;
  }

  Topology topology_;
  std::vector<NodeId> strides_;       // [dimension]: from a node to the next on its line
  std::vector<int> loads_;            // [node * ports + port]
  std::vector<std::int64_t> blocks_;  // likewise
  int max_ = 0;
  std::int64_t max_blocks_ = 0;
};

struct BusiestLink {
  int messages = 0;         ///< messages on the channel with most messages: f of the phase
  std::int64_t blocks = 0;  ///< blocks on the channel with most blocks
};

/// The busiest link of every phase. Goes through the schedule once and leaves it rewound.
std::vector<BusiestLink> busiest_links(Schedule& schedule);

/// The time model of Section 2: a link passes 2^gamma messages at once as fast as one, so a step of L bytes
/// takes alpha + L beta max(1, f / 2^gamma). The paper uses gamma = 1 for the Intel Delta.
struct SharedLinkModel {
  double alpha = 0;  ///< startup time of a step
  double beta = 0;   ///< time of a byte where no link is shared
  int gamma = 1;

  /// S: sum over the steps of max(1, f / 2^gamma).
  double shares(std::span<const int> loads) const;
  /// steps alpha + L beta S, in the unit of alpha and beta; `bytes` is L.
  double time(std::span<const int> loads, double bytes) const;
};

}  // namespace torusim
