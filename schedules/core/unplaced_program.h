#pragma once
/// A program that is made phase by phase: its operations come in any order of ranks, and are put rank by rank
/// at the end.

#include <utility>
#include <vector>

#include "schedules/core/program_schedule.h"

namespace torusim {

class UnplacedProgram {
 public:
  /// `nodes`: the node of each rank.
  UnplacedProgram(const ScheduleInfo& info, std::vector<NodeId> nodes);

  /// Adds an operation of the node, whose peer is a node too.
  OperationId add(NodeId node, Operation operation);
  void wait(OperationId later, OperationId earlier) { waits_.emplace_back(later, earlier); }
  std::uint32_t add_way(Way way);
  std::int32_t rank_of(NodeId node) const { return ranks_[static_cast<std::size_t>(node)]; }
  /// All operations, rank by rank: so the program has them.
  std::vector<OperationId> order() const;
  /// Sends end when their tails have left. `ports`: injection channels for which the messages are meant.
  ProgramSchedule finish(ProgramSettings settings, int ports);

 private:
  const ScheduleInfo& info_;
  std::vector<NodeId> nodes_;
  std::vector<std::int32_t> ranks_;  // [node]
  std::vector<Operation> operations_;
  std::vector<std::pair<OperationId, OperationId>> waits_;  // later, earlier
  std::vector<Way> ways_;
};

}  // namespace torusim
