#include "models/rtl/place.h"

#include "models/rtl/lockstep.h"
#include "models/rtl/rtl_models.h"

namespace torusim::rtl {

void place_foreign_routers(const RunOptions& options,
                           const std::function<void(NodeId, std::unique_ptr<ForeignRouter>)>& place) {
  const RouterFactory factory = options.foreign_router ? options.foreign_router : make_rtl_router;
  for (const NodeId node : options.rtl_nodes) {
    std::unique_ptr<ForeignRouter> router = factory(options.hardware, node);
    if (options.lockstep) {
      router =
          std::make_unique<LockstepRouter>(options.hardware, node, std::move(router), options.lockstep_waves);
    }
    place(node, std::move(router));
  }
}

}  // namespace torusim::rtl
