#include "schedules/check/turn_order.h"

#include <algorithm>

namespace torusim {
namespace {

using Kind = Operation::Kind;

/// Follows the dependences of one rank. Each hold must come after the release of the hold before it.
bool ordered(const Program& program, OperationId first, OperationId end) {
  std::vector<std::uint32_t> waits(end - first), released(end - first);  // holds released before an operation
  const auto each_dependent = [&](OperationId id, const auto& visit) {
    for (const Program::Dependent& dependent : program.dependents_of(id)) {
      if (dependent.later >= first && dependent.later < end) visit(dependent.later - first);
    }
  };
  for (OperationId id = first; id < end; ++id) {
    each_dependent(id, [&](OperationId later) { ++waits[later]; });
  }
  std::vector<OperationId> ready;
  for (OperationId id = first; id < end; ++id) {
    if (waits[id - first] == 0) ready.push_back(id);
  }
  std::uint32_t holds = 0;
  for (std::size_t next = 0; next < ready.size(); ++next) {
    const OperationId id = ready[next];
    std::uint32_t& before = released[id - first];
    const Kind kind = program.operations[id].kind;
    if (kind == Kind::kHold && before != holds++) return false;
    if (kind == Kind::kRelease) before = holds;
    each_dependent(id, [&](OperationId later) {
      released[later] = std::max(released[later], before);
      if (--waits[later] == 0) ready.push_back(first + later);
    });
  }
  return true;  // a circle of waits is a finding of its own
}

}  // namespace

bool holds_are_ordered(const Program& program) {
  for (std::size_t rank = 0; rank + 1 < program.first.size(); ++rank) {
    const OperationId first = program.first[rank], end = program.first[rank + 1];
    bool collective = false;
    for (OperationId id = first; id < end && !collective; ++id) {
      const Operation& operation = program.operations[id];
      collective = operation.kind == Kind::kReceive && operation.tag >= Program::kFirstCollectiveTag &&
                   operation.tag != Operation::kAnyTag;
    }
    if (collective && program.traces && !ordered(program, first, end)) return false;
  }
  return true;
}

}  // namespace torusim
