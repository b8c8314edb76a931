#include "schedules/core/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "schedules/core/error.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace torusim {
namespace {

/// Readers of large programs leave free memory between the operations, which glibc would keep.
void give_back_memory(std::size_t operations) {
#ifdef __GLIBC__
  constexpr std::size_t kMany = 1 << 20;
  if (operations > kMany) malloc_trim(0);
#else
  static_cast<void>(operations);
#endif
}

}  // namespace

std::string Program::place(OperationId id) const {
  const std::uint32_t line = operations[id].line;
  if (traces) {
    const std::string file = fmt::format("{}.{}.et", name, operations[id].rank);
    return line > 0 ? fmt::format("{}, node {}", file, line - 1) : file;
  }
  return line > 0 ? fmt::format("{}:{}", name, line) : name;
}

std::string Program::title(OperationId id) const {
  const Operation& operation = operations[id];
  if (!steps.empty()) {
    const Step& step = steps[id];
    const char* what = !step.remote                                  ? ""
                       : operation.kind == Operation::Kind::kReceive ? "arrival of the "
                                                                     : "answer to the ";
    return fmt::format("{}{} in step {} of thread block {} on rank {}", what, step.type, step.step,
                       step.block, step.remote ? operation.peer : operation.rank);
  }
  const std::string tag =
      operation.tag == Operation::kAnyTag ? "any tag"
      : traces && operation.tag >= Program::kFirstCollectiveTag
          ? fmt::format("message {} of the collectives", operation.tag - Program::kFirstCollectiveTag)
          : fmt::format("tag {}", operation.tag);
  std::string text;
  switch (operation.kind) {
    case Operation::Kind::kCompute:
      text = fmt::format("computation of {} on rank {}", operation.size, operation.rank);
      break;
    case Operation::Kind::kSend:
      text = fmt::format("send of {} bytes from rank {} to {}, {}", operation.size, operation.rank,
                         operation.peer, tag);
      break;
    case Operation::Kind::kReceive:
      text = fmt::format(
          "receive of {} bytes by rank {} from {}, {}", operation.size, operation.rank,
          operation.peer == Operation::kAnySource ? "any rank" : fmt::format("{}", operation.peer), tag);
      break;
    case Operation::Kind::kHold:
      text = fmt::format("beginning of the communication of rank {}", operation.rank);
      break;
    case Operation::Kind::kRelease:
      text = fmt::format("end of the communication of rank {}", operation.rank);
      break;
    case Operation::Kind::kJoin:
      text = fmt::format("step of rank {}", operation.rank);
      break;
    case Operation::Kind::kSignal:
      text = fmt::format("signal from rank {} to {}", operation.rank, operation.peer);
      break;
    case Operation::Kind::kDelay:
      text = fmt::format("delay of {} on rank {}", operation.size, operation.rank);
      break;
    case Operation::Kind::kTurns:
      text = fmt::format("turns of rank {}", operation.rank);
      break;
  }
  return text;
}

std::string Program::describe(OperationId id) const {
  const Operation& operation = operations[id];
  if (operation.line == 0 && !steps.empty()) return title(id);
  return fmt::format("{} ({})", title(id),
                     operation.line > 0
                         ? place(id)
                         : fmt::format("operation {}", id - first[static_cast<std::size_t>(operation.rank)]));
}

ProgramBuilder::ProgramBuilder(std::string name, std::int32_t ranks) {
  program_.name = std::move(name);
  program_.first.assign(static_cast<std::size_t>(ranks) + 1, 0);
}

void ProgramBuilder::begin_rank(std::int32_t rank) {
  assert(rank >= rank_ && rank < program_.ranks());
  const auto operations = static_cast<OperationId>(program_.operations.size());
  while (rank_ < rank) program_.first[static_cast<std::size_t>(++rank_)] = operations;
}

OperationId ProgramBuilder::add(Operation operation, bool numbered) {
  if (static_cast<std::int64_t>(program_.operations.size()) + 1 >= kMostOperations) {
    throw InputError(fmt::format("{}: a program has fewer than 2^31 operations", program_.name));
  }
  operation.rank = rank_;
  if (operation.kind == Operation::Kind::kSend) {
    if (!numbered) operation.message = program_.messages;
    ++program_.messages;
  }
  if (operation.kind == Operation::Kind::kSignal) ++program_.signals;
  program_.cpus = std::max(program_.cpus, operation.cpu + 1);
  program_.nics = std::max(program_.nics, operation.nic + 1);
  program_.operations.push_back(operation);
  return static_cast<OperationId>(program_.operations.size() - 1);
}

void ProgramBuilder::wait(OperationId later, OperationId earlier, bool after_start) {
  Wait wait{earlier, {}};
  wait.dependent.later = later;
  wait.dependent.after_start = after_start ? 1 : 0;
  waits_.push_back(wait);
  ++program_.operations[later].waits;
}

std::uint32_t ProgramBuilder::add_way(Way way) {
  program_.ways.push_back(way);
  return static_cast<std::uint32_t>(program_.ways.size() - 1);
}

Program ProgramBuilder::finish() {
  begin_rank(std::max(rank_, program_.ranks() - 1));
  program_.first.back() = static_cast<OperationId>(program_.operations.size());
  give_back_memory(program_.operations.size());
  auto& first = program_.first_dependent;
  first.assign(program_.operations.size() + 1, 0);
  for (const Wait& wait : waits_) ++first[wait.earlier + 1];
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  program_.dependents.resize(waits_.size());
  // Backwards, with each first place as the end of what is still to come.
  std::vector<std::uint32_t> fill(first.begin() + 1, first.end());
  using Kind = Operation::Kind;
  for (const Kind kind : {Kind::kTurns, Kind::kDelay, Kind::kSignal, Kind::kJoin, Kind::kRelease, Kind::kHold,
                          Kind::kCompute, Kind::kReceive, Kind::kSend}) {
    for (std::size_t i = waits_.size(); i-- > 0;) {
      const auto& [earlier, dependent] = waits_[i];
      if (program_.operations[dependent.later].kind != kind) continue;
      program_.dependents[--fill[earlier]] = dependent;
    }
  }
  waits_ = {};
  fill = {};
  give_back_memory(program_.operations.size());
  return std::move(program_);
}

}  // namespace torusim
