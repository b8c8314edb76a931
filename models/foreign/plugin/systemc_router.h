#pragma once
/// A user-supplied router as an SC_MODULE in a shared library, for `torusim run .. --level pins --rtl
/// 'all=./libmine.so'`. Derive from SystemcRouter, implement docs/router.md as processes on the pins, and end
/// the file with TORUSIM_SYSTEMC_ROUTER. docs/your-own-router.md has a worked example.
///
/// Modules run in torusim's kernel, so the library must be linked with the same shared SystemC library and
/// compiled with the same SC_CPLUSPLUS; torusim checks both when it loads the library. Processes may read
/// inputs at the rising edge of the clock. Outputs must be registers, written at that edge.

#include "models/contract/router_pins.h"
#include "models/foreign/plugin/systemc_router_api.h"

namespace torusim {

class SystemcRouter : public pins::RouterPins {
 protected:
  SystemcRouter(const sc_core::sc_module_name& name, const torusim_router_site& site)
      : RouterPins(name, site.ports) {}
};

/// Version of SystemC and the layout of the pins at compile time.
inline constexpr std::uint64_t kSystemcKernel =
    std::uint64_t(SYSTEMC_VERSION) * 1000 + sizeof(Forward) + sizeof(pins::RouterPins) + SC_CPLUSPLUS;

/// Exports `Class`, which has a constructor (const sc_core::sc_module_name&, const torusim_router_site&). An
/// exception of the constructor refuses a node, and its text is the reason.
#define TORUSIM_SYSTEMC_ROUTER(Class, flags_, ...)                                                          \
  extern "C" __attribute__((visibility("default"))) const torusim::SystemcRouterApi*                        \
  torusim_systemc_router() {                                                                                \
    static const torusim::SystemcRouterApi api = [] {                                                       \
      torusim::SystemcRouterApi result;                                                                     \
      result.name = #Class;                                                                                 \
      result.flags = flags_;                                                                                \
      result.kernel = torusim::kSystemcKernel;                                                              \
      result.limits = torusim_router_limits{__VA_ARGS__};                                                   \
      result.create = [](const char* name, const torusim_router_site& site) -> torusim::pins::RouterPins* { \
        return new Class(name, site);                                                                       \
      };                                                                                                    \
      return result;                                                                                        \
    }();                                                                                                    \
    return &api;                                                                                            \
  }

}  // namespace torusim
