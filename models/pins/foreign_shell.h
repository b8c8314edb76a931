#pragma once
/// A foreign router with the pins of pins::Router.

#include <memory>
#include <systemc>

#include "models/foreign_router.h"
#include "models/pins/channel.h"
#include "models/pins/node_interface.h"

namespace torusim::pins {

SC_MODULE(ForeignShell) {
 public:
  sc_core::sc_in<bool> clock;
  sc_core::sc_vector<sc_core::sc_in<Forward>> forward_in;      ///< [ports]
  sc_core::sc_vector<sc_core::sc_out<Backward>> backward_out;  ///< [ports] credits for forward_in
  sc_core::sc_vector<sc_core::sc_out<Forward>> forward_out;    ///< [ports]
  sc_core::sc_vector<sc_core::sc_in<Backward>> backward_in;    ///< [ports] credits for forward_out

  ForeignShell(const sc_core::sc_module_name& name, Conductor& conductor, NodeId node,
               std::unique_ptr<ForeignRouter> router);

 private:
  void edge();
  void keep_in_range(Cycle driven, int port);

  Conductor& conductor_;
  const NodeId node_;
  std::unique_ptr<ForeignRouter> router_;
  RouterWires inputs_, outputs_;
};

}  // namespace torusim::pins
