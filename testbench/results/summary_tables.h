#pragma once
/// Tables for networks too large for a row per node: sums, minimum and maximum by direction, phase and class.
/// docs/columns.md explains the columns.

#include <filesystem>
#include <map>
#include <tuple>

#include "models/contract/observer.h"
#include "models/watch/statistics.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// Messages of a phase, class and number of hops.
struct TransferGroup {
  std::int64_t messages = 0, delivered = 0, blocks = 0;
  std::int64_t flits = 0;                     ///< heads included
  Cycle started_first = 0, started_last = 0;  ///< starts of the sends
  Cycle delivered_first = 0, delivered_last = 0;
  Cycle latency_least = 0, latency_most = 0;  ///< from the start of the send to the delivery
  std::int64_t latency_sum = 0;
};

/// The messages of a run, summed by phase, class and hops.
class TransferSummary : public Observer {
 public:
  /// Index of the phase, class and hops of a group's messages.
  using Key = std::tuple<int, int, int>;
  using Groups = std::map<Key, TransferGroup>;

  explicit TransferSummary(const Topology& topology) : topology_(topology) {}

  bool wants_moves() const override { return false; }
  void started(Cycle cycle, const Worm& worm) override;
  void delivered(Cycle cycle, const Worm& worm) override;

  const Groups& transfers() const { return transfers_; }
  /// Groups of the signals of local synchronisation.
  const Groups& signals() const { return signals_; }

 private:
  TransferGroup& group_of(const Worm& worm);

  Topology topology_;
  Groups transfers_, signals_;
};

/// Whether a run's tables are summaries.
bool summarised(const RunConfig& config, const Topology& topology);

/// link_summary.csv and node_summary.csv; `last_cycle` is the last cycle of the run. Throws InputError.
void write_network_summary(const std::filesystem::path& directory, const Hardware& hardware,
                           const NetworkStatistics& statistics, Cycle last_cycle);
/// transfer_summary.csv, and signal_summary.csv with the same columns if there were signals. Throws
/// InputError.
void write_transfer_summary(const std::filesystem::path& directory, const TransferSummary& summary);

}  // namespace torusim
