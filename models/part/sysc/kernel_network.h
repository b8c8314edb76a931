#pragma once
/// A network in the SystemC kernel of a user's design.
///
/// At the levels fast and dense the module sleeps during cycles without events; at the pins level a clock
/// runs.
///
/// The module simulates cycle c at the end of cycle c, at the time at which cycle c + 1 begins. A message
/// enters in the first cycle that begins at its time of sending or later. So the result does not depend on
/// the order of processes within a time.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <systemc>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/part/network_state.h"
#include "models/part/sysc/clock_times.h"
#include "models/part/sysc/departures.h"
#include "models/part/sysc/message_user.h"

namespace torusim {
class Network;
}

namespace torusim::sysc {

class PinNetwork;

class KernelNetwork : public sc_core::sc_module {
 public:
  /// Throws InputError where the options do not fit together. `clock`: as for PinNetwork.
  KernelNetwork(const sc_core::sc_module_name& name, const RunOptions& options,
                const std::vector<NodeId>& open_nodes, const ClockTimes& times,
                const sc_core::sc_signal_in_if<bool>* clock);
  ~KernelNetwork() override;

  /// Sends a message at a present or future time; message.earliest can be later. Reports an error and returns
  /// nothing if the message cannot be sent.
  std::optional<MessageId> send(Message message, std::shared_ptr<MessageUser> user,
                                const sc_core::sc_time& at);
  /// Returns false and reports an error if the network has ended, or time ends before the cycle.
  bool check_send(Cycle cycle) const;
  /// Sets the deferred sends, which must outlive the simulation.
  void set_departures(Departures& departures) { departures_ = &departures; }
  /// Whether the network has failed or finished; nothing arrives any more.
  bool has_ended() const { return ended_; }
  const sc_core::sc_event& end() const { return end_; }
  /// Must be called after a deferred send was added.
  void wake_for_departures();
  /// Calls the action at this time; if the time is the present, in a later delta cycle.
  void call_at(const sc_core::sc_time& time, std::function<void()> action);
  /// Sets a listener that is called when messages of the node have started.
  void on_room(std::function<void(NodeId)> listener);

  /// Sets a listener that is called when a message of an open node has been delivered to another node.
  void on_foreign(std::function<void(const MessageEvent&, std::vector<unsigned char>)> listener) {
    foreign_listener_ = std::move(listener);
  }

  const NetworkState& network() const { return network_; }
  /// Null at the levels fast and dense.
  PinNetwork* pins() { return pins_.get(); }
  bool is_open(NodeId node) const;
  /// Reserves numbers as NetworkState does.
  MessageId reserve_numbers(std::int64_t count) { return network_.reserve_numbers(count); }
  const ClockTimes& times() const { return times_; }
  /// Ends the network in the present cycle: observers receive all missing events.
  void finish();

 private:
  struct Told {
    bool is_delivery;
    MessageEvent event;
  };

  void listen();
  void tick();
  void depart();
  void act();
  bool pins_will_end_a_cycle_now() const;
  void cycle_ended(Advanced outcome);
  Advanced advance();
  void tell();
  /// Returns false if the network had ended before.
  bool set_ended();
  void report_fault(const std::string& fault);
  void report_deadlock();
  void wake_at(const sc_core::sc_time& time);
  void sleep_until_next_event();

  const ClockTimes times_;
  std::unique_ptr<Network> part_;     // the network at the levels fast and dense
  std::unique_ptr<PinNetwork> pins_;  // the network at the pins level
  NetworkState& network_;             // that of part_ and pins_ which is not null
  sc_core::sc_event wake_{"wake"}, end_{"end"};
  std::unordered_map<MessageId, std::shared_ptr<MessageUser>> users_;
  std::vector<Told> told_;  // events of the cycle that is being simulated
  std::vector<NodeId> begun_;
  Departures* departures_ = nullptr;
  std::function<void(NodeId)> room_listener_;
  std::function<void(const MessageEvent&, std::vector<unsigned char>)> foreign_listener_;
  std::multimap<sc_core::sc_time, std::function<void()>> actions_;
  bool ended_ = false;  // failed or finished
  bool stuck_ = false;  // messages wait for each other
  bool departing_ = false;
};

}  // namespace torusim::sysc
