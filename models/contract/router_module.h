#pragma once
/// A foreign router that is a SystemC module with pins. It is used only at the pins level, in place of
/// a router of that level.

#include <memory>
#include <string>

#include "models/contract/foreign_router.h"
#include "models/contract/router_pins.h"

namespace torusim {

class RouterModule : public ForeignRouter {
 public:
  /// Makes the module; once, during elaboration. Throws InputError when the router refuses its node.
  virtual std::unique_ptr<pins::RouterPins> elaborate(const std::string& module_name) const = 0;

  bool is_module() const final { return true; }
  // The module is clocked by its pins.
  void tick(Cycle, const RouterWires&, RouterWires& outputs) final { outputs.clear(); }
  bool idle() const final { return false; }
};

}  // namespace torusim
