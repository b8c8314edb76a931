#pragma once
/// A part of a network that is a network itself. Schedules made for its shape run on the part, and their
/// routes stay on its lines.

#include <string_view>
#include <vector>

#include "schedules/core/route.h"
#include "schedules/core/topology.h"

namespace torusim {

struct SubNetwork {
  /// The dimension of the whole network along which a dimension of the part lies.
  struct Along {
    int dimension = 0;
    int stride = 1;  ///< hops in the whole network for a hop in the part
  };

  Topology topology{{{2, Line::kArray}}};  ///< shape of the part
  std::vector<NodeId> node_of;             ///< [node of the part]: its node in the whole network
  std::vector<Along> along;                ///< [dimension of the part]

  /// The route in the whole network: the same runs, each with its hops times the stride.
  Route route(const Route& of_part) const;

  /// Reads `(0..3,*)`: for each dimension `*`, a number, `a..b` or `a..b/step`. A dimension of the part is a
  /// ring if its coordinates go round a ring evenly, else an array. A whole complete graph stays a complete
  /// graph. A single coordinate makes no dimension. Throws UsageError `must be ..`.
  static SubNetwork parse(const Topology& whole, std::string_view text);
};

}  // namespace torusim
