#pragma once
/// A module with the pins of pins::Router around a foreign router that is clocked as a function.

#include <memory>
#include <systemc>

#include "models/contract/foreign_router.h"
#include "models/contract/phase_gates.h"
#include "models/contract/router_pins.h"
#include "models/pins/run_context.h"

namespace torusim::pins {

class ForeignShell : public RouterPins {
 public:
  ForeignShell(const sc_core::sc_module_name& name, RunContext& run, NodeId node,
               std::unique_ptr<ForeignRouter> router);

 private:
  void edge();
  void pass_gates(Cycle driven, PhaseGates& gates);

  RunContext& run_;
  const NodeId node_;
  std::unique_ptr<ForeignRouter> router_;
  RouterWires inputs_, outputs_;
};

}  // namespace torusim::pins
