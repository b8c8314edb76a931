#pragma once
/// The course of a hardwired gossip: the redistribution, if there is one, then the steps of the circulation.
///
/// Observers get the packets of a step as if every packet were a worm of one hop. There are no heads, so the
/// first word counts as a head. No packet waits.

#include <string>
#include <vector>

#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "models/hardwired/arrival_checker.h"
#include "schedules/core/forward_table.h"

namespace torusim::hardwired {

class StepReport {
 public:
  /// The options must outlive the object.
  StepReport(const Topology& topology, const RunOptions& options) : topology_(topology), options_(options) {}

  /// The step began in cycle `start`; its first words are taken in cycle `first`. Steps must come in order.
  void step(int index, const std::string& name, Cycle start, Cycle first, const std::vector<Load>& loads);

 private:
  Topology topology_;
  const RunOptions& options_;
  std::uint32_t next_number_ = 0;
};

/// Cycles from the end of one step (at first from cycle 0) to the end of the next, by the closed form of
/// network.h; a redistribution is the first step.
std::vector<Cycle> predicted_steps(const HardwiredGossip& gossip, const RunOptions& options);

/// The present sends of all nodes; the network changes it between two cycles.
struct Round {
  Cycle now = 0;
  Cycle send = 0;           ///< first cycle of the round in which nodes send
  std::vector<Load> loads;  ///< [node * ports + output]: the packet that the node sends
};

class GossipRun {
 public:
  /// The arguments must outlive the object.
  GossipRun(const HardwiredGossip& gossip, const Collective& collective, const RunOptions& options);

  const Round& round() const { return round_; }
  ArrivalChecker& ledger() { return ledger_; }
  /// D: cycles of a hop while packets circulate.
  int hop_cycles() const { return hop_; }
  /// Whether routers forward arriving words.
  bool forwarding() const { return circulating_; }
  Cycle now() const { return round_.now; }
  /// Index of the phase of the result whose words arrive.
  int phase() const { return static_cast<int>(result_.phases.size()) - 1; }
  /// Call it after every cycle. Begins the next cycle; false when the run is over.
  bool go_on();
  RunResult result() const;

 private:
  Load load(const BlockSet& blocks, NodeId from, NodeId to) const;
  void begin_setup();
  void begin_circulation();
  /// Begins the step whose first words come in cycle `first` and whose loads are `loads_`.
  void open(Cycle first, const std::string& name);
  /// Ends the step; false after the last one.
  bool close();
  void next_step(Cycle first);

  const HardwiredGossip& gossip_;
  const RunOptions& options_;
  Round round_;
  ArrivalChecker ledger_;
  StepReport report_;
  Circulation circulation_;
  std::vector<Load> loads_;    // loads of the step that arrives
  Cycle first_ = 0;            // the cycle in which its first words are taken
  std::uint32_t longest_ = 0;  // words of its longest packet
  int hop_ = 1;
  bool circulating_ = false;
  RunResult result_;
};

}  // namespace torusim::hardwired
