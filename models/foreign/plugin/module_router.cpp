#include "models/foreign/plugin/module_router.h"

#include <fmt/format.h>

#include "models/foreign/guest_call.h"
#include "schedules/core/error.h"

namespace torusim::rtl {

pins::RouterPins* ModuleRouter::elaborate(const std::string& module_name, std::uint64_t kernel) const {
  if (api_.kernel != kernel) {
    throw InputError(fmt::format(
        "{}: compiled for another SystemC or other pins than this torusim ({} and {}): same library, same "
        "SC_CPLUSPLUS",
        text_, api_.kernel, kernel));
  }
  const GuestCall call(text_);
  try {
    return api_.create(module_name.c_str(), site_);
  } catch (const std::exception& error) {
    throw InputError(fmt::format("{} cannot be made for node {}: {}", text_, node_name_, error.what()));
  }
}

}  // namespace torusim::rtl
