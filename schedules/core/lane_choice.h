#pragma once
/// The lanes that routes name (docs/router.md, Source routing).

#include <cstdint>
#include <functional>

#include "schedules/core/route.h"

namespace torusim {

enum class LaneChoice {
  kDateline,  ///< every run begins on lane 0
  kBalanced,  ///< runs that do not cross the dateline of their ring begin on either lane of the pair
};

/// `dateline`, `balanced`
const char* to_text(LaneChoice choice);

class LaneChooser {
 public:
  /// `lanes` is the lanes of a class: 1, 2 or 4. The topology must outlive the chooser.
  LaneChooser(const Topology& topology, int lanes) : topology_(topology), lanes_(lanes) {}

  /// Whether the run takes the dateline of its ring.
  bool crosses_dateline(NodeId from, Run run) const;
  /// Names a lane for every run of the route from `from`. Lanes are drawn from `number`, which may be any;
  /// equal numbers give equal lanes. `keep_pairs`: the route names pairs of lanes already; else, with four
  /// lanes, balance() also draws a pair for each run.
  void balance(NodeId from, std::uint64_t number, bool keep_pairs, Route& route) const;
  /// Calls visit(route) for the route with every combination of lanes that balance() may name.
  void each(NodeId from, bool keep_pairs, const Route& route,
            const std::function<void(const Route&)>& visit) const;

 private:
  const Topology& topology_;
  const int lanes_;
};

}  // namespace torusim
