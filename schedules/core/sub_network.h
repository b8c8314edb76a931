#pragma once
/// A part of a network that is a network itself, so that schedules made for its shape run on it, with routes
/// that stay on its lines.

#include <string_view>
#include <vector>

#include "schedules/core/route.h"
#include "schedules/core/topology.h"

namespace torusim {

struct SubNetwork {
  /// Where a dimension of the part lies in the whole network.
  struct Along {
    int dimension = 0;
    int stride = 1;  ///< hops of the whole network for a hop of the part
  };

  Topology topology{{{2, Line::kArray}}};  ///< of the part
  std::vector<NodeId> node_of;             ///< in the whole network, of each node of the part
  std::vector<Along> along;                ///< of each dimension of the part

  /// The route in the whole network: the same runs, and through the nodes between where the stride is not 1.
  Route route(const Route& of_part) const;

  /// Reads `(0..3,*)`: for each dimension `*`, a number, `a..b` or `a..b/step`. A dimension of the part is a
  /// ring where the coordinates go round a ring evenly, else an array; whole complete graphs stay what they
  /// are, and a dimension of one coordinate is none. Throws UsageError `must be ..`.
  static SubNetwork parse(const Topology& whole, std::string_view text);
};

}  // namespace torusim
