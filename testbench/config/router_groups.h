#pragma once
/// Which routers stand where, named in a line of text: what --rtl takes.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/contract/foreign_placement.h"
#include "models/contract/foreign_router.h"

namespace torusim::rtl {

/// Reads groups joined by semicolons, each NODES or NODES=ROUTER. NODES is what select_nodes() takes; ROUTER
/// is `rtl` (the Verilated router of this build, also when nothing is said), `model` (the level's own) or the
/// path of a shared library (torusim_router.h). A node stands in the last group that names it. Throws
/// UsageError for a text that names no nodes or no router, InputError for a library that cannot be loaded or
/// cannot serve the hardware. `rtl_library`, called once if `rtl` stands anywhere, may name a library that
/// takes the place of this build's.
ForeignPlacement place_routers(const Hardware& hardware, std::string_view text, std::uint64_t seed,
                               const std::function<std::string()>& rtl_library = {});

/// The libraries that such a text names, in its order, each once. Loads none of them.
std::vector<std::string> router_libraries(std::string_view text);

}  // namespace torusim::rtl
