#pragma once
/// Feeds a program into the node interfaces: it starts every operation when its dependences are met, and
/// matches messages with receives. The driver is the same for every level of the hardware.
///
/// A send occupies its cpu for o + (s - 1) O cycles. The cpu then hands the message to the node interface,
/// which gives it an injection channel, first come, first served. An arrived message occupies a cpu of its
/// destination, that with the number of the sender's cpu, for the same time. The message is matched at the
/// beginning of this time, and received at the end.
///
/// A cpu serves sends, messages and computations in the order of their creation, as in LogGOPSim, and each of
/// the three kinds in the order in which its operations became ready. An operation is created when the last
/// operation that it waits for begins its work, a message when its send begins its work. Among operations
/// created together, sends are first, then receives, then computations.
///
/// A kHold waits for its cpu like a computation, and keeps the cpu until a kRelease. The operations between
/// the two belong to another cpu.
///
/// One thread drives a program; the routers may have several threads. The driver takes events of one cycle in
/// the order of their messages, so the result does not depend on the level or the threads.

#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/contract/message_source.h"
#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "models/sources/host_queues.h"
#include "models/sources/program_observer.h"
#include "models/sources/startups.h"
#include "schedules/core/chunk_memory.h"
#include "schedules/core/message_matching.h"
#include "schedules/core/program_schedule.h"

namespace torusim {

class ProgramDriver : public MessageSource {
 public:
  /// All arguments must outlive the driver. Throws InputError when the hardware has no channel for a nic of
  /// the program.
  ProgramDriver(const ProgramSchedule& schedule, const RunOptions& options, WormTable& worms);

  void received(Cycle now, WormSlot slot) override;
  void sent(Cycle now, WormSlot slot) override;
  void advance(Cycle now, std::vector<Injection>& injections) override;
  Cycle next_timer() const override;
  bool done() const override { return begun_ && operations_left_ == 0 && messages_left_ == 0; }
  bool failed() const override { return false; }
  /// Payload flits of arrived messages, and of all messages.
  std::int64_t delivered() const override { return delivered_; }
  std::int64_t total() const override { return schedule_.info().collective.blocks; }
  /// Writes the deliveries of the run, and its errors; after a deadlock, also the waits of operations.
  void report(RunResult& result) const;

 private:
  enum class State : std::uint8_t { kWaiting, kReady, kStarted, kEnded };
  /// A timer of `cpu`: it has finished its work on the operation, or a nic is free again (no operation).
  struct Timer {
    Cycle at;
    std::uint64_t order;  // timers of equal times: the one set first
    std::size_t cpu;
    OperationId operation;
    HostQueues::Work work;
    bool operator>(const Timer& other) const { return at != other.at ? at > other.at : order > other.order; }
  };
  struct Node {
    std::uint32_t busy_channels = 0;  // bit per injection channel
  };

  const Operation& operation(OperationId id) const { return program_.operations[id]; }
  std::size_t cpu_of(std::int32_t rank, int cpu) const {
    return static_cast<std::size_t>(rank) * static_cast<std::size_t>(program_.cpus) +
           static_cast<std::size_t>(cpu);
  }
  std::size_t nic_of(std::int32_t rank, int nic) const {
    return static_cast<std::size_t>(rank) * static_cast<std::size_t>(program_.nics) +
           static_cast<std::size_t>(nic);
  }
  /// The row in which a message waits for a channel: that of its node, or of its channel if nics are
  /// channels.
  std::size_t port_of(const Operation& send) const;

  void begin(Cycle now);
  void work(Cycle now);
  void meet(OperationId later);
  void make_ready(OperationId id);
  void start(OperationId id);
  void end(OperationId id);
  void serve(Cycle now, std::size_t cpu);
  Cycle possible(Cycle now, std::size_t cpu, HostQueues::Work work) const;
  void take_up(Cycle now, std::size_t cpu, HostQueues::Work work);
  void finish(OperationId id, HostQueues::Work work);
  void hand_over(OperationId send);
  void inject(Cycle now, std::size_t port);
  void signal(Cycle now, std::vector<Injection>& injections);
  void arrive(OperationId send);
  void stamp_dependents(OperationId id, bool ends);
  void end_receive(OperationId receive, OperationId send);
  void end_long_send(OperationId send);
  void tell_computation(const Operation& computation, bool begins) {
    for (ProgramObserver* watcher : watchers_) watcher->computes(now_, computation.rank, begins);
  }
  void tell_message(const Operation& send, bool begins) {
    for (ProgramObserver* watcher : watchers_) {
      watcher->communicates(now_, send.rank, begins);
      if (send.peer != send.rank) watcher->communicates(now_, send.peer, begins);
    }
  }
  void report_waits(std::vector<std::string>& sentences) const;
  void touch(std::size_t cpu) {
    if (!cpu_is_dirty_[cpu]) dirty_cpus_.push_back(cpu);
    cpu_is_dirty_[cpu] = true;
  }
  void touch_port(std::size_t port) {
    if (!port_is_dirty_[port]) dirty_ports_.push_back(port);
    port_is_dirty_[port] = true;
  }
  Cycle next_due() const;

  const ProgramSchedule& schedule_;
  const Program& program_;
  const HostCosts& host_;
  const RunOptions& options_;
  WormTable& worms_;
  const bool receiving_costs_;  // a cpu or nic is needed to receive
  std::vector<ProgramObserver*> watchers_;
  Cycle now_ = 0;

  std::vector<std::uint32_t> waits_;  // by operation: dependences not yet met
  std::vector<State> states_;
  MessageMatching matching_;
  std::optional<ChunkMemory> memory_;  // if the program names its data
  HostQueues queues_;
  /// Messages on which a cpu works, each with the receive that it has been matched with.
  std::unordered_map<OperationId, std::optional<OperationId>> being_received_;
  std::vector<Cycle> next_send_, next_receive_;  // by nic, with gaps
  std::vector<Node> nodes_;

  // Work of this cycle; each list is in the order of its events.
  std::vector<OperationId> ready_;
  std::vector<std::size_t> dirty_cpus_, dirty_ports_;
  std::vector<bool> cpu_is_dirty_, port_is_dirty_;
  std::vector<OperationId> arrived_, signals_;
  struct Sent {
    OperationId operation;
    int channel;
  };
  std::vector<Sent> sent_;

  std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
  std::uint64_t timers_set_ = 0;
  Startups startups_;
  bool begun_ = false;
  std::size_t operations_left_;  // without signals, which no operation needs to await
  std::size_t messages_left_;
  std::vector<std::uint32_t> begun_to_;  // by node: messages, which take its ejection channels in turn
  PhaseTime time_;
  std::int64_t delivered_ = 0;
  std::int64_t short_receives_ = 0;
  std::string first_short_;
};

}  // namespace torusim
