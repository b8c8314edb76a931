#pragma once
/// The data of a whole run for the report page: verdict, bounds, shape, phases, flits in flight, latencies.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/report/explanation.h"
#include "testbench/report/time_bins.h"

namespace torusim {

inline constexpr Cycle kMostBins = 240;  // most bins of time in a chart

/// The data without the cycle of a deadlock and the flits in flight, which need a pass over the whole
/// history.
nlohmann::ordered_json page_summary(const Explanation& run);

/// Flits in the network (hardwired: words on channels), the mean over each bin of flight_bin cycles.
class FlightBins {
 public:
  explicit FlightBins(const Explanation& run);
  /// Adds a stream of the history on channel `c`.
  void add(ChannelId c, Series series) {
    series.begin -= first_, series.end -= first_;
    if (enters_[c]) flow_.add(1, series);
    if (!leaves_[c]) return;
    series.begin += table_.delay(c), series.end += table_.delay(c);
    flow_.add(-1, series);
  }
  void write(nlohmann::ordered_json& json) const;

 private:
  const ChannelTable& table_;
  const Cycle first_;
  const TimeBins bins_;
  FlowBins flow_;
  std::vector<bool> enters_, leaves_;
};

/// Adds the shape of the network: sides, failed channels, names of nodes, and the dimension and step (+1, -1;
/// more in complete graphs) of every network port.
void page_shape(const Topology& topology, nlohmann::ordered_json& json);

/// An empty table: `columns` has the names, and `rows` will have the values; the page makes objects of the
/// rows.
nlohmann::ordered_json page_table(const std::vector<std::string>& columns);

/// Whether the channel is neither an injection nor an ejection channel.
bool between_routers(const ChannelTable& table, ChannelId channel);

}  // namespace torusim
