#include "models/foreign/plugin/module_router.h"

#include <fmt/format.h>

#include "models/foreign/plugin/router_library.h"
#include "schedules/core/error.h"

namespace torusim::rtl {

ModuleRouter::ModuleRouter(const SystemcRouterApi& api, std::string text, const Hardware& hardware,
                           NodeId node)
    : api_(api),
      text_(std::move(text)),
      node_name_(hardware.topology.node_name(node)),
      site_(site_of(hardware, node)) {}

std::unique_ptr<pins::RouterPins> ModuleRouter::elaborate(const std::string& module_name) const {
  try {
    return std::unique_ptr<pins::RouterPins>(api_.create(module_name.c_str(), site_));
  } catch (const std::exception& error) {
    throw InputError(fmt::format("{} cannot be made for node {}: {}", text_, node_name_, error.what()));
  }
}

}  // namespace torusim::rtl
