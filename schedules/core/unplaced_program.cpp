#include "schedules/core/unplaced_program.h"

#include <algorithm>
#include <numeric>

namespace torusim {

UnplacedProgram::UnplacedProgram(const ScheduleInfo& info, std::vector<NodeId> nodes)
    : info_(info), nodes_(std::move(nodes)), ranks_(static_cast<std::size_t>(info.topology.nodes())) {
  for (std::size_t rank = 0; rank < nodes_.size(); ++rank) {
    ranks_[static_cast<std::size_t>(nodes_[rank])] = static_cast<std::int32_t>(rank);
  }
}

OperationId UnplacedProgram::add(NodeId node, Operation operation) {
  operation.rank = rank_of(node);
  operation.peer = rank_of(operation.peer);
  operations_.push_back(operation);
  return static_cast<OperationId>(operations_.size() - 1);
}

std::uint32_t UnplacedProgram::add_way(Way way) {
  ways_.push_back(std::move(way));
  return static_cast<std::uint32_t>(ways_.size());
}

std::vector<OperationId> UnplacedProgram::order() const {
  std::vector<OperationId> order(operations_.size());
  std::iota(order.begin(), order.end(), OperationId{0});
  std::ranges::stable_sort(order, {}, [&](OperationId i) { return operations_[i].rank; });
  return order;
}

ProgramSchedule UnplacedProgram::finish(ProgramSettings settings, int ports) {
  ProgramBuilder builder(info_.name, static_cast<std::int32_t>(nodes_.size()));
  for (Way& way : ways_) builder.add_way(std::move(way));
  std::vector<OperationId> placed(operations_.size());
  for (const OperationId i : order()) {
    builder.begin_rank(operations_[i].rank);
    placed[i] = builder.add(operations_[i], true);
  }
  for (const auto& [later, earlier] : waits_) builder.wait(placed[later], placed[earlier], false);
  builder.program().sends_end_at_tail = true;
  builder.program().ports = ports;
  settings.node_of_rank = nodes_;
  return ProgramSchedule(builder.finish(), info_.topology, std::move(settings));
}

}  // namespace torusim
