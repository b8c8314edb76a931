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
  /// The route of a channel of the part; it begins at `node_of[node]`.
  Route way(int port) const;
  /// The shape of the part, without the nodes that have failed in the whole network and the channels whose
  /// way has. Throws InputError if live nodes of the part do not reach each other in it.
  Topology live(const Topology& whole) const;

  /// Reads `(0..3,*)`: for each dimension `*`, a number, `a..b` or `a..b/step`. A dimension of the part is a
  /// ring if its coordinates go round a ring evenly, else an array. A whole complete graph stays a complete
  /// graph. A single coordinate makes no dimension. Throws UsageError `must be ..`.
  static SubNetwork parse(const Topology& whole, std::string_view text);
};

}  // namespace torusim
