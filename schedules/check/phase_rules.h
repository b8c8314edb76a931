#pragma once
/// The rules of a phase that do not depend on blocks: nodes, ports, routes, channels, classes, signals.

#include <cstdint>
#include <vector>

#include "schedules/check/violation.h"

namespace torusim {

class PhaseRules {
 public:
  /// `info` and `log` must outlive the rules.
  PhaseRules(const ScheduleInfo& info, ViolationLog& log);

  /// Checks the phases of a schedule, in order.
  void check(int index, const Phase& phase);

  bool nodes_exist(const Transfer& transfer) const;
  /// Whether the route uses only channels of the topology; its end may be any node.
  bool route_exists(const Transfer& transfer) const;

 private:
  /// Logs a violation. `with` and a block of the transfer follow `what` if its blocks have names.
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
  std::vector<ChannelUse> channels_;  // [node * ports + port]: the last use
};

}  // namespace torusim
