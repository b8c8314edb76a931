#pragma once
/// A foreign router that is a module with pins of its own: it stands only at the pins level, in the place of
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
  // It is clocked by its own pins.
  void tick(Cycle, const RouterWires&, RouterWires& outputs) final { outputs.clear(); }
  bool idle() const final { return false; }
};

}  // namespace torusim
