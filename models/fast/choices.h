#pragma once
/// Adaptive routing (docs/router.md): every head at the front of a buffer chooses an output VC anew in every
/// cycle, until its flit leaves. Choices does RC in place of RouteTable.
///
/// The ports of shortest paths are computed once, when the head comes to the front. The counters of an output
/// (counters.h) hold the flits that it may still send. So the port with the least load is the port whose
/// counters have the highest sum.

#include <array>
#include <vector>

#include "models/contract/adaptive.h"
#include "models/contract/worm.h"
#include "models/fast/batch.h"
#include "models/fast/credit.h"
#include "models/fast/route_table.h"
#include "models/fast/router_counts.h"
#include "models/fast/slabs.h"

namespace torusim::fast {

template <typename View>
class Choices {
 public:
  /// For the routers of a slab. All arguments must outlive the object.
  Choices(const Hardware& hardware, const NetworkState& state, const WormTable& worms,
          const RouteTable& routes, const Slab& slab);

  /// Whether routing is adaptive. If not, choose() must not be called.
  bool on() const { return on_; }
  void choose(Cycle now, Batch<View>& batch, RouterCounts<View>& counts);

 private:
  /// A head at the front of a buffer.
  struct Waiting {
    std::array<std::uint8_t, 2 * Topology::kMaxDimensions> ports{};  // the ports of shortest paths
    std::uint8_t count = 0;                                          // 0: the head is ejected here
    std::uint8_t escape_port = 0, escape_vc = 0;
  };

  Waiting& waiting(const View& router, VcIndex input) {
    const int port = router.port_at(input), vc = router.vc_at(input);
    const std::size_t buffer =
        std::size_t(router.node() - slab_.first) * buffers_ + port * hardware_.vcs() + vc;
    return waiting_[buffer];
  }
  void come(const View& router, VcIndex input, Waiting& waiting);
  int sendable(const Work<View>& work, int port) const;
  bool takes(const Work<View>& work, VcIndex input, VcIndex output, int in_flight) const;
  OutputVc choice(const Work<View>& work, VcIndex input, const Waiting& waiting) const;

  const Hardware& hardware_;
  const NetworkState& state_;
  const WormTable& worms_;
  const RouteTable& routes_;
  const Slab& slab_;
  const bool on_, whole_;
  const CreditRule credit_;
  const int adaptive_lane_;    // the first adaptive lane
  const std::size_t buffers_;  // input VCs of a router
  std::vector<Waiting> waiting_;
};

}  // namespace torusim::fast
