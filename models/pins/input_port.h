#pragma once
/// Input port of a router: a buffer per virtual channel, the route of each front worm (RC), and the first
/// step of switch allocation (SA-1), which selects one ready flit.

#include <deque>
#include <systemc>
#include <vector>

#include "models/contract/hardware.h"
#include "models/pins/wires.h"

namespace torusim::pins {

SC_MODULE(InputPort) {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_in<Forward> channel{"channel"};
  sc_core::sc_out<Backward> credit{"credit"};
  FromEveryPort<Backward> far{"far"};            ///< credits and acks that return to every output port
  FromEveryPort<OutputStatus> status{"status"};  ///< status of every output port
  FromEveryPort<int> grant{"grant"};             ///< by output port: the input that SA-2 grants
  sc_core::sc_out<Request> request{"request"};
  /// The flit of the request, with VC and route as on the next channel.
  sc_core::sc_out<Forward> flit{"flit"};

  /// Port number `index` of the router at `node`.
  InputPort(const sc_core::sc_module_name& name, const Hardware& hardware, NodeId node, int index);

 private:
  struct Buffer {
    std::deque<Forward> flits;
    bool started = false;  // the front worm's head has left: the worm owns `out_vc` of `out`
    int out = 0;
    int out_vc = 0;
  };

  void arbitrate();
  void commit();
  bool ready(const Buffer& buffer) const;
  bool head_may_go(const Buffer& buffer) const;
  void relay_acks(Backward & back);
  void route_front(Buffer & buffer, int vc);
  void choose_output(Buffer & buffer, int vc) const;
  void pop(int vc);

  const Hardware& hardware_;
  const NodeId node_;
  const int index_;
  std::vector<Buffer> buffers_;
  int turn_ = 0;
  int chosen_ = 0;          // VC of the request
  int waiting_ = 0;         // flits in all buffers
  int owned_ = 0;           // buffers whose worm has begun to leave
  std::uint64_t acks_ = 0;  // VCs whose ack is still to be forwarded
  sc_core::sc_event changed_{"changed"};
};

}  // namespace torusim::pins
