#pragma once
/// The text of --rtl: which router each node has.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/contract/foreign_placement.h"
#include "models/contract/foreign_router.h"

namespace torusim::rtl {

/// Reads groups joined by semicolons, each NODES or NODES=ROUTER. NODES is a text for select_nodes(); ROUTER
/// is `rtl` (the default: the Verilated router of this build), `model` (the level's own) or the path of a
/// shared library (torusim_router.h). The last group that names a node decides. Throws UsageError for a text
/// that names no nodes or no router, InputError for a library that cannot be loaded or cannot serve the
/// hardware. `rtl_library`, called once if a node has `rtl`, may name a library that replaces the router of
/// this build.
ForeignPlacement place_routers(const Hardware& hardware, std::string_view text, std::uint64_t seed,
                               const std::function<std::string()>& rtl_library = {});

/// The libraries that the text of --rtl names, in its order, each once. Loads no library.
std::vector<std::string> router_libraries(std::string_view text);

}  // namespace torusim::rtl
