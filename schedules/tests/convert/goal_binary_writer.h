#pragma once
/// Writes a program in GOAL's binary form.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/program.h"

namespace torusim::test {

/// As LogGOPSim's txt2bin writes it.
class GoalBinary {
 public:
  explicit GoalBinary(const Program& program) {
    number(4223, 8);
    number(static_cast<std::uint64_t>(program.ranks()), 4);
    number(static_cast<std::uint64_t>(program.cpus), 1);
    number(static_cast<std::uint64_t>(program.nics), 1);
    const std::size_t table = bytes_.size();
    bytes_.resize(table + 16 * static_cast<std::size_t>(program.ranks()));
    for (std::int32_t rank = 0; rank < program.ranks(); ++rank) {
      const std::size_t entry = table + 16 * static_cast<std::size_t>(rank);
      put(entry, bytes_.size() - 8, 8);
      part(program, program.first[static_cast<std::size_t>(rank)],
           program.first[static_cast<std::size_t>(rank) + 1]);
      put(entry + 8, bytes_.size() - 8, 8);
    }
  }

  void put(std::size_t at, std::uint64_t value, int length) {
    for (int i = 0; i < length; ++i)
      bytes_[at + static_cast<std::size_t>(i)] = static_cast<char>(value >> (8 * i));
  }
  std::string bytes_;

 private:
  void number(std::uint64_t value, int length) {
    bytes_.resize(bytes_.size() + static_cast<std::size_t>(length));
    put(bytes_.size() - static_cast<std::size_t>(length), value, length);
  }
  void part(const Program& program, OperationId begin, OperationId end) {
    number(end - begin, 4);
    std::vector<OperationId> roots;
    for (OperationId id = begin; id < end; ++id) {
      if (program.operations[id].waits == 0) roots.push_back(id - begin);
    }
    number(roots.size(), 4);
    for (const OperationId root : roots) number(root, 4);
    std::vector<OperationId> lists;
    for (OperationId id = begin; id < end; ++id) {
      const Operation& operation = program.operations[id];
      number(operation.waits, 4);
      number(operation.kind == Operation::Kind::kSend      ? 1
             : operation.kind == Operation::Kind::kReceive ? 2
                                                           : 3,
             1);
      number(static_cast<std::uint32_t>(operation.peer), 4);
      number(static_cast<std::uint64_t>(operation.size), 8);
      number(operation.tag, 4);
      number(operation.cpu, 1);
      number(operation.nic, 1);
      for (const unsigned start : {0u, 1u}) {
        const std::size_t first = lists.size();
        for (const Program::Dependent& dependent : program.dependents_of(id)) {
          if (dependent.after_start == start) lists.push_back(dependent.later - begin);
        }
        number(lists.size() - first, 4);
        number(first, 4);
      }
    }
    for (const OperationId later : lists) number(later, 4);
  }
};

}  // namespace torusim::test
