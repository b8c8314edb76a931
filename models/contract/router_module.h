#pragma once
/// A foreign router that is a SystemC module with pins. It is used only at the pins level, in place of
/// a router of that level.

#include <cstdint>
#include <string>

#include "models/contract/foreign_router.h"

namespace torusim {

namespace pins {
class RouterPins;
}

class RouterModule : public ForeignRouter {
 public:
  /// Makes the module, which the caller owns; called once, during elaboration. `kernel` identifies the
  /// caller's SystemC and pins. Throws InputError when the router refuses its node, or was compiled for
  /// another SystemC or other pins.
  virtual pins::RouterPins* elaborate(const std::string& module_name, std::uint64_t kernel) const = 0;

  bool is_module() const final { return true; }
  // The module is clocked by its pins.
  void tick(Cycle, const RouterWires&, RouterWires& outputs) final { outputs.clear(); }
  bool idle() const final { return false; }
};

}  // namespace torusim
