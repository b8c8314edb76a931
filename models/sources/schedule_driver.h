#pragma once
/// The schedule driver feeds a schedule into the node interfaces: it decides when every message starts.
///
/// A node executes the phases in order. The node finishes a phase when its own sends and receives are done.
/// The synchronisation decides when the node starts the next phase: at once, after a barrier, after signals,
/// at once with the phase as priority, or at once into channels with gates. The driver is the same for every
/// level of the hardware.
///
/// A node that received its last tail in a cycle can start its next send in that cycle; a node that sent its
/// last tail can start in the next cycle.

#include <deque>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/contract/message_source.h"
#include "models/contract/phase_gates.h"
#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "models/contract/worm.h"
#include "models/sources/block_account.h"
#include "models/sources/loaded_phase.h"
#include "models/sources/running_reduction.h"
#include "models/sources/startups.h"

namespace torusim {

class ScheduleDriver : public MessageSource, public DividedSource {
 public:
  ScheduleDriver(Schedule& schedule, const RunOptions& options, WormTable& worms);

  void received(Cycle now, WormSlot slot) override;
  void sent(Cycle now, WormSlot slot) override;
  void advance(Cycle now, std::vector<Injection>& injections) override;
  void divide(std::span<const NodeId> firsts) override { blocks_.divide(firsts); }
  /// The deferred work is the account of blocks, except in a reduction.
  std::size_t leftovers(std::size_t part) const override { return blocks_.entries(part); }
  void do_leftovers(std::size_t part) override { blocks_.book(part); }
  Cycle next_timer() const override;
  bool done() const override { return failed() || nodes_unfinished_ == 0; }
  bool failed() const override { return !failure_.empty() || blocks_.absence(); }
  /// Number of blocks delivered to nodes that need them, and the required number. In a reduction, whose sums
  /// are complete at the end only, these are phases that nodes have ended.
  std::int64_t delivered() const override { return reduction_ ? ended_ : blocks_.sums().delivered; }
  std::int64_t total() const override {
    return reduction_ ? std::int64_t{topology_.nodes()} * schedule_.info().phases : blocks_.total();
  }
  PhaseGates* gates() override { return gates_ ? &*gates_ : nullptr; }
  /// Writes the results that do not depend on the verdict: phases, messages, blocks, and errors of the
  /// delivery.
  void report(RunResult& result) const;

 private:
  /// The time at which a sum can be sent, after its reduce delay.
  struct SumTimer {
    Cycle at;
    NodeId node;
    int phase;
  };
  /// The common entry of all nodes into a phase: the first, or one after a barrier. There is one opening at a
  /// time, because no node continues before it.
  struct Opening {
    Cycle at = kNever;
    int phase = 0;
  };
  struct Node {
    int phase = 0;            // the phase that the node works on
    bool at_barrier = false;  // finished `phase`, waits for the barrier before the next
    bool dirty = false;
    std::uint32_t busy_channels = 0;  // bit per injection channel
  };

  LoadedPhase& phase(int index);
  const LoadedPhase& phase(int index) const { return window_[index - first_loaded_]; }
  bool load_next_phase();
  void load_gates(const Phase& phase);
  bool barrier_before(int index);
  /// The cycle of the next opening, sum, end of a startup, or begin of a node; kNever if there is none.
  Cycle next_due() const;
  void touch(NodeId node);
  void work_on(Cycle now, NodeId node);
  void count_received(Cycle now, NodeId node, int phase);
  void enter(Cycle now, NodeId node, int index);
  void leave(Cycle now, NodeId node, int index);
  void begin_sends(Cycle now, NodeId node);
  void begin_send(Cycle now, NodeId node, LoadedPhase& phase, std::uint32_t transfer, int channel);
  void open_phase(Cycle now);
  void retire_finished_phases();
  void fire_signals(NodeId node, Signal::Trigger trigger, int after);
  void fail(std::string sentence) { failure_ = std::move(sentence); }
  /// The error that the transfer's source does not hold the block (of a reduction: the chunk).
  std::string absence(int phase, const Transfer& transfer, const Block& block) const;

  Schedule& schedule_;
  const RunOptions& options_;
  const Topology& topology_;
  WormTable& worms_;
  BlockAccount blocks_;  // not used by reductions
  std::optional<RunningReduction> reduction_;
  std::optional<PhaseGates> gates_;  // --sync switch

  std::deque<LoadedPhase> window_;  // unfinished phases, from first_loaded_ on
  int first_loaded_ = 0;
  bool all_loaded_ = false;
  Phase spare_;  // the last retired phase, whose memory the next phase reuses
  std::uint32_t next_message_ = 0;
  std::vector<PhaseTime> finished_;

  std::vector<Node> nodes_;
  std::vector<NodeId> dirty_;
  std::int64_t nodes_unfinished_ = 0;
  std::int64_t ended_ = 0;  // phases, each counted for every node that has left it
  Opening opening_;
  Startups startups_;
  std::queue<SumTimer> sums_;  // first in, first out, since every addition takes equally long
  /// Nodes that begin later than cycle 0, with their cycles, in falling order.
  std::vector<std::pair<Cycle, NodeId>> late_;

  /// Local synchronisation only: waiting signals by their triggers, and the signals fired in this cycle. The
  /// signals are numbered in schedule order, because the order of events within a cycle must not matter.
  struct NumberedSignal {
    Signal signal;
    std::uint32_t number;
  };
  std::unordered_map<std::uint64_t, std::vector<NumberedSignal>> signals_;
  std::vector<NumberedSignal> fired_;
  std::uint32_t next_signal_ = Worm::kFirstSignal;

  std::string failure_;
};

}  // namespace torusim
