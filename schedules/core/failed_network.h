#pragma once
/// The failures of a network, made one by one, and their names.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/failures.h"
#include "schedules/core/topology.h"

namespace torusim {

class FailedNetwork : public Failures {
 public:
  /// An intact network, to which failures are added.
  explicit FailedNetwork(const Topology& intact);

  /// fail_link() and fail_node() throw InputError if the channel or node does not exist, or has failed
  /// already.
  void fail_link(Link link);
  /// Fails the node and all its channels, in both directions.
  void fail_node(NodeId node);

  /// All live links of the network, each named by one of its channels, in ascending order.
  std::vector<Link> live_links() const;

  /// Throws InputError if a live node cannot reach every other.
  void check_whole() const;

 private:
  void fail_channel(NodeId node, int port);
  /// A node that node `first` cannot reach, or with `back` a node that cannot reach `first`; -1: none.
  NodeId beyond_reach(NodeId first, bool back) const;

  Topology intact_;
};

/// Links of the intact network.
std::int64_t all_links(const Topology& topology);
/// `(3,4)+x`, `(3,4)+x one way`
std::string link_name(const Topology& topology, const Failures::Link& link);
/// The failures of a topology as parse_failures() reads them: `(3,4)+x,(1,0)-y:one-way,(7,7)`.
std::string failures_list(const Topology& topology);
/// The failures of a topology with failures: `2 of 128 links: (3,4)+x, (1,0)-y one way; node (7,7)`. More
/// than `most` names are replaced by their number.
std::string failures_text(const Topology& topology, std::size_t most);

}  // namespace torusim
