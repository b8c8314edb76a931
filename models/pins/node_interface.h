#pragma once
/// Node interface: it sends the worms of its message source, and checks every word that arrives.

#include <systemc>
#include <vector>

#include "models/contract/channel.h"
#include "models/contract/pin_channel.h"
#include "models/pins/credit_counter.h"
#include "models/pins/run_context.h"

namespace torusim::pins {

SC_MODULE(NodeInterface) {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_vector<sc_core::sc_out<Forward>> forward_out;    ///< [alpha] injection channels
  sc_core::sc_vector<sc_core::sc_in<Backward>> backward_in;    ///< [alpha]
  sc_core::sc_vector<sc_core::sc_in<Forward>> forward_in;      ///< [alpha] ejection channels
  sc_core::sc_vector<sc_core::sc_out<Backward>> backward_out;  ///< [alpha]

  /// `send` is notified in every cycle after the driver has started messages.
  NodeInterface(const sc_core::sc_module_name& name, RunContext& run, NodeId node,
                const sc_core::sc_event& send);

  /// Lets the worm enter the injection channel from this cycle on.
  void add(int channel, WormSlot worm);

 private:
  struct Sending {
    WormSlot worm;
    int vc;
    std::uint32_t next;  // index of the flit to send next
    bool acked = false;  // circuit switching: the path is reserved to the end
  };
  struct Injector {
    explicit Injector(const Hardware& hardware) : credits(hardware) {}
    std::vector<Sending> pending;  // most urgent class first, in order of arrival within a class
    CreditCounter credits;
    Backward back_seen;
  };

  void end_of_elaboration() override;
  void receive();
  void send();
  static void account(Injector & injector);
  Backward answer(const Forward& flit) const;
  bool may_send(const Injector& injector, const Sending& sending) const;
  Forward next_flit(Injector & injector);

  RunContext& run_;
  const NodeId node_;
  std::vector<Injector> injectors_;
  std::vector<Forward> arrived_;       // [alpha] the register behind each ejection channel
  sc_core::sc_event_or_list awaited_;  // events that wake an interface without arrivals
  sc_core::sc_event added_{"added"};   // wakes a channel without worms
};

}  // namespace torusim::pins
