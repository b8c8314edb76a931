#pragma once
/// Comparison of the sums of channels.

#include <fmt/format.h>

#include <string>

#include "models/watch/span_statistics.h"

namespace torusim::test {

inline std::string line(const LinkStatistics& l) {
  return fmt::format(
      "flits {}, busy {}, idle {}, credit {}, allocation {}, preemption {}, arbitration {}, peak {}", l.flits,
      l.busy, l.idle, l.stalled_credit, l.stalled_allocation, l.stalled_preemption, l.stalled_arbitration,
      l.peak_occupancy);
}

/// The first difference; empty if there is none.
inline std::string first_difference(const SpanStatistics& one, const SpanStatistics& other, Cycle last) {
  const ChannelTable& table = one.table();
  for (ChannelId c = 0; c < table.size(); ++c) {
    const std::string a = line(one.link(c, last)), b = line(other.link(c, last));
    if (a != b) return table.name(c) + "\n" + a + "\n" + b;
    if (one.node(table.node(c)) != other.node(table.node(c))) return "the node of " + table.name(c);
  }
  return "";
}

}  // namespace torusim::test
