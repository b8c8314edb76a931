#pragma once
/// What must hold within a phase, whatever the blocks: nodes, ports, routes, channels, classes, signals.

#include <cstdint>
#include <vector>

#include "schedules/check/violation.h"

namespace torusim {

class PhaseRules {
 public:
  /// Both must outlive this.
  PhaseRules(const ScheduleInfo& info, ViolationLog& log);

  /// Checks the phases of a schedule, in order.
  void check(int index, const Phase& phase);

  bool nodes_exist(const Transfer& transfer) const;
  /// Whether the route stays on channels of the topology (wherever it ends).
  bool route_exists(const Transfer& transfer) const;

 private:
  /// `with` and a block of the transfer follow `what`, if its blocks have names.
  void add(ViolationKind kind, NodeId node, const std::string& what, const Transfer& transfer,
           const char* with = ", with");
  void check_ports(const Phase& phase);
  void check_route(const Transfer& transfer);
  void check_channels(int index, const Phase& phase);
  void check_signals(int index, const Phase& phase);
  bool exists(NodeId node) const { return node >= 0 && node < topology_.nodes(); }
  bool exists(NodeId from, const Route& route) const;

  const ScheduleInfo& info_;
  const Topology& topology_;
  ViolationLog& log_;
  /// Sends and receives of each node in this phase.
  std::vector<int> sends_, receives_;
  /// [phase][node], only where signals refer to it.
  std::vector<std::vector<bool>> sent_, received_;
  struct ChannelUse {
    int phase = -1;
    NodeId source = 0;
  };
  std::vector<ChannelUse> channels_;  // [node * ports + port]: who used it last
};

}  // namespace torusim
