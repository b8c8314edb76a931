#pragma once
/// The exported structure of a library of SystemC routers (systemc_router.h), for code without SystemC.

#include <cstdint>

#include "models/foreign/plugin/torusim_router.h"

namespace torusim {

namespace pins {
class RouterPins;
}

struct SystemcRouterApi {
  std::uint32_t abi = TORUSIM_ROUTER_ABI;
  std::uint32_t flags = 0;  ///< TORUSIM_ROUTER_CYCLE_EXACT or 0
  const char* name = "";
  torusim_router_limits limits{};
  std::uint64_t kernel = 0;  ///< kSystemcKernel
  pins::RouterPins* (*create)(const char* module_name, const torusim_router_site& site) = nullptr;
};

}  // namespace torusim
