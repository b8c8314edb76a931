#pragma once
/// The factory of a user's SC_MODULE for the network of the pins level.

#include <string>
#include <utility>

#include "models/contract/router_module.h"
#include "models/foreign/plugin/systemc_router_api.h"

namespace torusim::rtl {

class ModuleRouter : public RouterModule {
 public:
  /// `text` names the library in messages.
  ModuleRouter(const SystemcRouterApi& api, std::string text, std::string node_name,
               const torusim_router_site& site)
      : api_(api), text_(std::move(text)), node_name_(std::move(node_name)), site_(site) {}

  /// An exception of the library becomes an InputError with its text.
  pins::RouterPins* elaborate(const std::string& module_name, std::uint64_t kernel) const override;

 private:
  const SystemcRouterApi& api_;
  const std::string text_, node_name_;
  const torusim_router_site site_;
};

}  // namespace torusim::rtl
