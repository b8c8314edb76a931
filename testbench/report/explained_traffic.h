#pragma once
/// The explanation of a measurement of traffic: its observers, and what they saw in the window. The
/// measurement with --report and its repetition use the same.

#include <filesystem>
#include <memory>

#include "models/run/traffic_run.h"
#include "testbench/config/watchers.h"
#include "testbench/report/explanation.h"
#include "testbench/results/packet_tables.h"
#include "testbench/results/transfer_log.h"

namespace torusim {

/// The name and the topology of the traffic, for texts of runs.
ScheduleInfo traffic_info(const TrafficOptions& options);
/// The measurement as a run whose phases are those of traffic_phases().
RunResult as_run(const TrafficOptions& options, const TrafficResult& result);

class ExplainedTraffic {
 public:
  /// Adds the observers to `options`, which must outlive this object. `scratch`: the directory for files of
  /// the history.
  ExplainedTraffic(const RunConfig& config, TrafficOptions& options, const std::filesystem::path& scratch);
  ExplainedTraffic(const ExplainedTraffic&) = delete;
  ExplainedTraffic& operator=(const ExplainedTraffic&) = delete;

  const Watchers& watchers() const { return watchers_; }
  /// Explains the measurement that the observers have seen. Call once.
  Explanation explain(const TrafficResult& result);
  /// Writes the tables of docs/columns.md and timeline.json. REQUIRES: explain().
  void write(const std::filesystem::path& directory, const Explanation& run) const;

 private:
  /// The packets under way in the window.
  class WindowLog : public TransferLog {
   public:
    WindowLog(const PacketTables& packets, const Topology& topology, const std::filesystem::path& scratch)
        : TransferLog(topology, scratch), packets_(packets) {}
    void started(Cycle cycle, const Worm& worm) override;
    void delivered(Cycle cycle, const Worm& worm) override;

   private:
    const PacketTables& packets_;
  };

  const RunConfig& config_;
  const TrafficOptions& options_;
  const ScheduleInfo info_;
  Watchers watchers_;
  PacketTables packets_;
  WindowLog log_;
  TrafficResult measured_;
  RunResult run_;
  const std::vector<Cycle> none_;
};

}  // namespace torusim
