#pragma once
/// A router of your own as an SC_MODULE, in a shared library, for `torusim run .. --level pins --rtl
/// 'all=./libmine.so'`. Derive from SystemcRouter, write what docs/router.md asks for as processes on the
/// pins, and end the file with TORUSIM_SYSTEMC_ROUTER. Worked example: docs/your-own-router.md.
///
/// Modules live in torusim's own kernel, so the library must be linked with the same SystemC library (the
/// shared one) and compiled with the same SC_CPLUSPLUS; both are checked when it is loaded. Inputs may be
/// read at the rising edge of the clock; outputs must be registers, written at that edge.

#include "models/contract/router_pins.h"
#include "models/foreign/plugin/systemc_router_api.h"

namespace torusim {

class SystemcRouter : public pins::RouterPins {
 protected:
  SystemcRouter(const sc_core::sc_module_name& name, const torusim_router_site& site)
      : RouterPins(name, site.ports) {}
};

/// Version of SystemC and the layout of the pins, as the compiler saw them.
inline constexpr std::uint64_t kSystemcKernel =
    std::uint64_t(SYSTEMC_VERSION) * 1000 + sizeof(Forward) + sizeof(pins::RouterPins) + SC_CPLUSPLUS;

/// `Class` has a constructor (const sc_core::sc_module_name&, const torusim_router_site&). What that throws
/// is the reason for which a node is refused.
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
