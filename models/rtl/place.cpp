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
      router =
          std::make_unique<LockstepRouter>(options.hardware, node, std::move(router), options.lockstep_waves);
    }
    routers.push_back({node, std::move(router)});
  }
  return routers;
}

}  // namespace torusim::rtl
