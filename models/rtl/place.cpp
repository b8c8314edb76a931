#include "models/rtl/place.h"

#include "models/rtl/lockstep.h"
#include "models/rtl/rtl_models.h"

namespace torusim::rtl {

std::vector<PlacedRouter> make_foreign_routers(const RunOptions& options) {
  const RouterFactory factory = options.foreign_router ? options.foreign_router : make_rtl_router;
  std::vector<PlacedRouter> routers;
  for (const NodeId node : options.rtl_nodes) {
    std::unique_ptr<ForeignRouter> router = factory(options.hardware, node);
    if (options.lockstep) {
      std::string waves = options.lockstep_waves;
      if (!waves.empty()) waves += "_" + options.hardware.topology.node_suffix(node) + ".vcd";
      router = std::make_unique<LockstepRouter>(options.hardware, node, std::move(router), std::move(waves));
    }
    routers.push_back({node, std::move(router)});
  }
  return routers;
}

}  // namespace torusim::rtl
