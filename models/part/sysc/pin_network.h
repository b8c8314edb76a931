#pragma once
/// A network at the pins level in the SystemC kernel of a user's design, with open nodes.

#include <functional>
#include <map>
#include <memory>
#include <systemc>
#include <unordered_map>
#include <vector>

#include "models/part/network_state.h"
#include "models/part/sysc/clock_times.h"
#include "models/pins/cycle_judge.h"
#include "models/pins/local_pins.h"
#include "models/pins/open_nodes.h"
#include "models/pins/run_context.h"
#include "models/watch/spans_of_moves.h"

namespace torusim::pins {
struct NetworkModule;
}

namespace torusim::sysc {

class PinNetwork : public NetworkState, private pins::CycleJudge, private pins::OpenNodes {
 public:
  using Clock = sc_core::sc_signal_in_if<bool>;
  /// A listener that receives the result of an ended cycle.
  using CycleListener = std::function<void(Advanced)>;

  /// Must be made within a module that is being elaborated. `clock` has the edges of `times`; null: the
  /// network makes its own clock. Throws InputError where the options do not fit together.
  PinNetwork(const RunOptions& options, const std::vector<NodeId>& open_nodes, const ClockTimes& times,
             const Clock* clock);
  ~PinNetwork() override;

  /// Sets the listener, which is called at the end of a cycle, in a delta cycle after the edge.
  void on_cycle(CycleListener listener) { cycle_listener_ = std::move(listener); }
  /// The fault that has ended the network; empty: none.
  const std::string& failure() const { return scoreboard_.failure(); }
  bool is_open(NodeId node) const override { return open_[static_cast<std::size_t>(node)]; }
  pins::LocalPins local_pins(NodeId node, int channel);
  /// The bytes of a message from an open node that has been delivered to another node.
  std::vector<unsigned char> take_bytes(MessageId message);

  /// Ends the network in the present cycle.
  void finish();

 private:
  std::vector<ForeignState> foreign_states() const override;
  void progressed(Cycle) override {}
  void found_fault(Cycle now) override;
  void cycle_ended(Cycle now, Cycle next) override;
  std::string admit(Cycle now, NodeId node, int channel, const Forward& head, WormSlot& slot) override;
  void took_word(const Worm& worm, std::uint64_t word) override;
  void end_cycle(Advanced outcome);

  std::vector<bool> open_;  // [nodes]
  bool any_open_;
  MoveToSpanAdapter told_;
  pins::RunContext run_;
  std::unique_ptr<sc_core::sc_clock> own_clock_;
  std::unique_ptr<pins::NetworkModule> module_;
  CycleListener cycle_listener_;
  std::unordered_map<MessageId, std::vector<unsigned char>> bytes_;  // bytes of messages from open nodes
  bool failed_ = false;
};

}  // namespace torusim::sysc
