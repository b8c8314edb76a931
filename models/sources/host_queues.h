#pragma once
/// Queues of operations that wait for a cpu of their rank or for an injection channel, first in, first out.
/// Computations can wait in the order of their numbers instead.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "schedules/core/program.h"

namespace torusim {

class HostQueues {
 public:
  /// The work of a cpu for an operation. kReceive is the work for a message that has arrived. A kDelay needs
  /// no cpu.
  enum class Work : std::uint8_t { kCompute, kSend, kReceive, kDelay, kNothing };
  static constexpr int kWorks = 3;

  /// `by_number`: among the computations that wait for a cpu, the lowest number is first.
  HostQueues(std::size_t operations, std::size_t cpus, std::size_t ports, bool by_number)
      : after_(operations), order_(operations), cpus_(cpus), ports_(ports), numbered_(by_number ? cpus : 0) {}

  /// Records the creation of the operation, or of its message. Earlier stamps are served first.
  void stamp(OperationId id) { order_[id] = ++stamps_; }
  bool stamped(OperationId id) const { return order_[id] != 0; }
  void push(std::size_t cpu, Work work, OperationId id) {
    if (numbered(work)) {
      numbered_[cpu].push_back(id);
      std::push_heap(numbered_[cpu].begin(), numbered_[cpu].end(), std::greater<>());
      return;
    }
    append(cpus_[cpu].rows[static_cast<int>(work)], id);
  }
  void push_port(std::size_t port, OperationId id) { append(ports_[port], id); }

  bool busy(std::size_t cpu) const { return cpus_[cpu].busy; }
  void set_busy(std::size_t cpu, bool busy) { cpus_[cpu].busy = busy; }
  bool waits(std::size_t cpu, Work work) const {
    return numbered(work) ? !numbered_[cpu].empty() : cpus_[cpu].rows[static_cast<int>(work)].any;
  }
  OperationId front(std::size_t cpu, Work work) const {
    return numbered(work) ? numbered_[cpu].front() : cpus_[cpu].rows[static_cast<int>(work)].head;
  }
  /// The stamp of the front operation, for comparison with other rows.
  std::uint32_t order(std::size_t cpu, Work work) const { return order_[front(cpu, work)]; }
  OperationId pop(std::size_t cpu, Work work) {
    if (!numbered(work)) return take(cpus_[cpu].rows[static_cast<int>(work)]);
    std::pop_heap(numbered_[cpu].begin(), numbered_[cpu].end(), std::greater<>());
    const OperationId id = numbered_[cpu].back();
    numbered_[cpu].pop_back();
    return id;
  }

  bool port_waits(std::size_t port) const { return ports_[port].any; }
  OperationId pop_port(std::size_t port) { return take(ports_[port]); }

 private:
  struct Row {
    OperationId head = 0, tail = 0;
    bool any = false;
  };
  struct Cpu {
    Row rows[kWorks];
    bool busy = false;
  };

  bool numbered(Work work) const { return work == Work::kCompute && !numbered_.empty(); }
  void append(Row& row, OperationId id) {
    if (row.any) {
      after_[row.tail] = id;
    } else {
      row.head = id;
      row.any = true;
    }
    row.tail = id;
  }
  OperationId take(Row& row) {
    const OperationId id = row.head;
    row.any = id != row.tail;
    row.head = after_[id];
    return id;
  }

  std::vector<OperationId> after_;  // next in the row; an operation is in one row at a time
  std::vector<std::uint32_t> order_;
  std::uint32_t stamps_ = 0;
  std::vector<Cpu> cpus_;
  std::vector<Row> ports_;
  std::vector<std::vector<OperationId>> numbered_;  // heap of computations of each cpu
};

}  // namespace torusim
