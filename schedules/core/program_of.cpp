// A schedule of phases as a program, with its synchronisation.
#include <fmt/format.h>

#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "schedules/core/data_order.h"
#include "schedules/core/error.h"
#include "schedules/core/unplaced_program.h"

namespace torusim {
namespace {

using Kind = Operation::Kind;

std::vector<NodeId> nodes_of(const Topology& topology) {
  std::vector<NodeId> nodes(static_cast<std::size_t>(topology.nodes()));
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  return nodes;
}

/// Takes phase after phase.
class PhaseTranslator {
 public:
  PhaseTranslator(const ScheduleInfo& info, int block_flits, int alpha, PhaseOrder order, int flit_bytes)
      : info_(info),
        program_(info, nodes_of(info.topology)),
        block_flits_(block_flits),
        flit_bytes_(flit_bytes),
        alpha_(alpha),
        order_(order),
        nodes_(of(info.topology)) {
    // A barrier waits also for nodes without messages, which may begin late.
    for (NodeId node = 0; apart() && node < info_.topology.nodes(); ++node) {
      nodes_[of(node)].entered = program_.add(node, {});
    }
  }

  void add(const Phase& phase) {
    const bool local = order_.sync == Synchronisation::kLocal;
    if (local) end_phase();
    if (phases_ > 0 && (order_.sync == Synchronisation::kBarrier || (local && phase.barrier_before)))
      add_barrier();
    std::vector<int> received(nodes_.size(), 0);
    std::map<NodeId, std::vector<OperationId>> sends;
    for (const Transfer& transfer : phase.transfers) {
      Operation send, receive;
      send.kind = Kind::kSend;
      receive.kind = Kind::kReceive;
      send.peer = transfer.destination;
      receive.peer = transfer.source;
      send.tag = receive.tag = send.message = messages_++;  // each receive takes one message and no other
      send.size = receive.size = times(transfer.block_count(), times(block_flits_, flit_bytes_));
      const int message_class = order_.sync == Synchronisation::kPriority ? phases_
                                : local ? transfer.message_class + 1  // class 0 is that of signals
                                        : transfer.message_class;
      send.way =
          program_.add_way({transfer.route, message_class, received[of(transfer.destination)]++ % alpha_});
      const OperationId sending = add_work(transfer.source, send),
                        receiving = add_work(transfer.destination, receive);
      if (!local) continue;
      sends[transfer.source].push_back(sending);
      triggers_[{phases_, transfer.source}].sends.push_back(sending);
      triggers_[{phases_, transfer.destination}].receives.push_back(receiving);
    }
    if (local) add_signals(phase, sends);
    ++phases_;
  }

  ProgramSchedule finish() {
    // A class for each phase, also if the last ones have no messages.
    if (order_.sync == Synchronisation::kPriority && phases_ > 0) program_.add_way({{}, phases_ - 1, 0});
    ProgramSettings settings;
    settings.flit_bytes = flit_bytes_;
    return program_.finish(std::move(settings), alpha_);
  }

 private:
  struct Node {
    int phase = -1;                       // the last with operations of this node
    std::optional<OperationId> entered;   // the operation for which its operations of that phase wait
    std::vector<OperationId> operations;  // of that phase
  };
  /// The operations of a node in a phase for which a signal can wait.
  struct Triggers {
    std::vector<OperationId> sends, receives;
  };

  static std::size_t of(NodeId node) { return static_cast<std::size_t>(node); }
  static std::size_t of(const Topology& topology) { return of(topology.nodes()); }
  bool apart() const {
    return order_.sync == Synchronisation::kBarrier || order_.sync == Synchronisation::kLocal;
  }

  void wait(OperationId later, OperationId earlier) { program_.wait(later, earlier); }

  /// An operation of this phase.
  OperationId add_work(NodeId at, const Operation& operation) {
    Node& node = nodes_[of(at)];
    if (node.phase != phases_ && !node.operations.empty()) leave(at, {});
    node.phase = phases_;
    const OperationId id = program_.add(at, operation);
    node.operations.push_back(id);
    // Under local synchronisation a message counts as received whatever phase its node is in.
    const bool early = order_.sync == Synchronisation::kLocal && operation.kind == Kind::kReceive;
    if (node.entered && !early) wait(id, *node.entered);
    return id;
  }

  /// The node has left all phases so far, when `join` ends.
  OperationId leave(NodeId at, Operation join) {
    Node& node = nodes_[of(at)];
    const OperationId left = program_.add(at, join);
    for (const OperationId before : node.operations) wait(left, before);
    if (apart() && node.entered) wait(left, *node.entered);
    node.operations.clear();
    node.entered = left;
    return left;
  }

  void add_barrier() {
    Operation barrier;
    barrier.size = order_.barrier;
    const OperationId all = program_.add(0, barrier);
    std::optional<OperationId> last;  // barrier, which nodes without operations since then wait for
    for (Node& node : nodes_) {
      for (const OperationId before : node.operations) wait(all, before);
      if (last != node.entered) wait(all, *node.entered);
      last = node.entered;
      node.operations.clear();
      node.entered = all;
    }
  }

  /// A step of each node at the end of the phase before, for signals that wait for it.
  void end_phase() {
    if (phases_ == 0) return;
    Operation step;
    step.kind = Kind::kJoin;
    std::vector<OperationId>& left = left_.emplace_back();
    for (NodeId node = 0; node < info_.topology.nodes(); ++node) left.push_back(leave(node, step));
  }

  void add_signals(const Phase& phase, const std::map<NodeId, std::vector<OperationId>>& sends) {
    for (const Signal& signal : phase.signals) {
      Operation operation{.kind = Kind::kSignal,
                          .peer = signal.to,
                          .message = signals_++,
                          .way = program_.add_way({signal.route, 0, 0})};
      const OperationId id = program_.add(signal.from, operation);
      const Triggers& own = triggers_[{signal.after, signal.from}];
      const auto& triggers = signal.trigger == Signal::Trigger::kSent ? own.sends : own.receives;
      if (signal.trigger == Signal::Trigger::kFinished || triggers.empty()) {
        wait(id, left_.at(static_cast<std::size_t>(signal.after))[of(signal.from)]);
      } else {
        for (const OperationId trigger : triggers) wait(id, trigger);
      }
      const auto gated = sends.find(signal.to);
      if (gated == sends.end()) continue;
      for (const OperationId send : gated->second) wait(send, id);
    }
  }

  const ScheduleInfo& info_;
  UnplacedProgram program_;
  const int block_flits_, flit_bytes_, alpha_;
  const PhaseOrder order_;
  int phases_ = 0;
  std::uint32_t messages_ = 0, signals_ = 0;
  std::vector<Node> nodes_;
  // Under local synchronisation, of each phase: what ends when each node has left it, and what signals wait
  // for.
  std::vector<std::vector<OperationId>> left_;
  std::map<std::pair<int, NodeId>, Triggers> triggers_;
};

}  // namespace

ProgramSchedule program_of(Schedule& schedule, int block_flits, int alpha, PhaseOrder order, int flit_bytes) {
  if (order.sync == Synchronisation::kLocal && !schedule.info().has_signals) {
    throw InputError(
        fmt::format("{} names no signals, so local synchronisation is not possible", schedule.info().name));
  }
  if (order.sync == Synchronisation::kSwitch)
    throw InputError("gates keep the phases of one schedule apart, which a program has not");
  if (order.sync == Synchronisation::kData) {
    return program_of_data(schedule, block_flits, alpha, order.reduce_delay, flit_bytes);
  }
  PhaseTranslator translator(schedule.info(), block_flits, alpha, order, flit_bytes);
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) translator.add(phase);
  schedule.rewind();
  return translator.finish();
}

}  // namespace torusim
