#pragma once
/// Random networks with failures, for properties.

#include <rapidcheck.h>

#include <memory>

#include "schedules/core/error.h"
#include "schedules/core/failed_network.h"
#include "schedules/reroute/rerouted_schedule.h"
#include "schedules/tests/twisted_helpers.h"

namespace torusim::test {

/// Tori, meshes, twisted tori and products with complete graphs, of at most `most` nodes or so.
inline Topology any_shape(NodeId most) {
  if (*rc::gen::inRange(0, 5) == 0) return any_twisted(most);
  std::vector<Dimension> dimensions;
  NodeId nodes = 1;
  const int wanted = *rc::gen::inRange(1, 4);
  for (int d = 0; d < wanted; ++d) {
    const int side = *rc::gen::inRange(2, 6);
    if (nodes * side > most && d > 0) break;
    nodes *= side;
    dimensions.push_back({side, *rc::gen::element(Line::kRing, Line::kRing, Line::kArray, Line::kComplete)});
  }
  return Topology(dimensions);
}

/// The network with 1 to `most` failed links, some of them one way; those that would cut it stay.
inline Topology with_failed_links(const Topology& intact, int most) {
  const int wanted = *rc::gen::inRange(1, most + 1);
  auto failures = std::make_shared<FailedNetwork>(intact);
  for (int i = 0; i < wanted; ++i) {
    const auto links = failures->live_links();
    if (links.empty()) break;
    Failures::Link link =
        links[static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(links.size())))];
    link.one_way = *rc::gen::inRange(0, 3) == 0;
    auto more = std::make_shared<FailedNetwork>(*failures);
    more->fail_link(link);
    try {
      more->check_whole();
      failures = more;
    } catch (const InputError&) {
    }
  }
  return intact.with_failures(failures);
}

/// The schedule round the failures.
inline std::unique_ptr<ReroutedSchedule> rerouted(StoredSchedule schedule, const Topology& topology,
                                                  Reroute how, int lanes) {
  return std::make_unique<ReroutedSchedule>(std::make_unique<StoredSchedule>(std::move(schedule)), topology,
                                            how, lanes);
}

}  // namespace torusim::test
