#pragma once
/// What the report page shows of a run as a whole: verdict, bounds, shape, phases, flits in flight,
/// latencies.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/report/explanation.h"
#include "testbench/report/time_bins.h"

namespace torusim {

inline constexpr Cycle kMostBins = 240;  // of time, in a picture

/// All but the flits in flight, which need a pass over the whole history, and the cycle of a deadlock.
nlohmann::ordered_json page_summary(const Explanation& run);

/// Flits in the network (hardwired: words on channels), the mean over each bin of flight_bin cycles.
class FlightBins {
 public:
  explicit FlightBins(const Explanation& run);
  /// A stream of the history is on the channel in the cycles begin .. end - 1.
  void add(ChannelId c, Cycle begin, Cycle end) {
    if (enters_[c]) flow_.add(1, begin, end);
    if (leaves_[c]) flow_.add(-1, begin + table_.delay(c), end + table_.delay(c));
  }
  void write(nlohmann::ordered_json& json) const;

 private:
  const ChannelTable& table_;
  const TimeBins bins_;
  FlowBins flow_;
  std::vector<bool> enters_, leaves_;
};

/// Adds what draws the network: sides, names of nodes, and of every network port its dimension and step (+1,
/// -1; more in complete graphs).
void page_shape(const Topology& topology, nlohmann::ordered_json& json);

/// Records of one kind: their names once in `columns`, their values in `rows`; the page makes objects of
/// them.
nlohmann::ordered_json page_table(const std::vector<std::string>& columns);

/// Whether it is no channel of a node.
bool between_routers(const ChannelTable& table, ChannelId channel);

}  // namespace torusim
