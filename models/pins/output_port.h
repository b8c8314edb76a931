#pragma once
/// Output port of a router: owners of its virtual channels, credits, and the register that drives the
/// channel.

#include <systemc>

#include "models/contract/hardware.h"
#include "models/pins/credit_counter.h"
#include "models/pins/wires.h"

namespace torusim::pins {

SC_MODULE(OutputPort) {
 public:
  sc_core::sc_in<bool> clock;
  sc_core::sc_vector<sc_core::sc_in<Request>> request;  ///< of every input port
  sc_core::sc_in<int> grant;                            ///< the input port that sends, or kNobody
  sc_core::sc_in<Backward> credit;
  sc_core::sc_out<Forward> channel;
  sc_core::sc_out<OutputStatus> status;

  OutputPort(const sc_core::sc_module_name& name, const Hardware& hardware);

 private:
  void commit();

  OutputStatus status_now() const;

  const Hardware& hardware_;
  CreditCounter credits_;
  std::uint64_t free_;
};

}  // namespace torusim::pins
