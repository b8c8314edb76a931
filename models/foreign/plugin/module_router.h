#pragma once
/// A user's SC_MODULE on its way into the network of the pins level, where it stands in the place of a
/// router.

#include <memory>
#include <string>

#include "models/contract/foreign_router.h"
#include "models/foreign/plugin/systemc_router.h"

namespace torusim::rtl {

class ModuleRouter : public ForeignRouter {
 public:
  /// `text` names the library in messages.
  ModuleRouter(const SystemcRouterApi& api, std::string text, const Hardware& hardware, NodeId node);

  /// Makes the module; once, during elaboration. Throws InputError with the library's own words when it
  /// refuses.
  std::unique_ptr<pins::RouterPins> elaborate(const std::string& module_name) const;

  bool is_module() const override { return true; }
  void tick(Cycle, const RouterWires&, RouterWires& outputs) override { outputs.clear(); }
  bool idle() const override { return false; }

 private:
  const SystemcRouterApi& api_;
  const std::string text_, node_name_;
  const torusim_router_site site_;
};

}  // namespace torusim::rtl
