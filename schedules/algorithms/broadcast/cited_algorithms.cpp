/// The broadcasts of cited.h as algorithms.

#include "schedules/algorithms/broadcast/broadcast_options.h"
#include "schedules/algorithms/broadcast/broadcast_schedule.h"
#include "schedules/algorithms/broadcast/cited.h"
#include "schedules/algorithms/broadcast/dimension_ordered.h"
#include "schedules/algorithms/broadcast/tiling.h"
#include "schedules/algorithms/families.h"

namespace torusim {
namespace {

using MakePlan = broadcast::Plan (*)(const Topology& torus);

Algorithm cited(const char* name, const char* what, const char* citation, const char* shapes, MakePlan make) {
  return {
      {name,
       what,
       citation,
       shapes,
       {{"root", {}, "0", "the node that has the message, 5 or (3,5)", "NODE"}},
       Collective::Kind::kBroadcast},
      [name, make](const Topology& topology, const AlgorithmOptions& options, const std::string& generator) {
        const NodeId root = read_root(name, options.at("root"), topology);
        return std::make_unique<BroadcastSchedule>(name, generator, topology, root,
                                                   broadcast::moved(make(topology), topology, root));
      }};
}

}  // namespace

std::vector<Algorithm> cited_broadcasts() {
  return {
      cited("edn",
            "broadcast by extended dominating nodes, four times as many in each step; all-port, "
            "dimension-ordered",
            "Tsai, McKinley: A Broadcast Algorithm for All-Port Wormhole-Routed Torus Networks; a "
            "reconstruction",
            "tori of 2^p x 2^p and 2^p x 2^p x any", broadcast::edn_plan),
      cited("peters-syska", "broadcast by a recursive tiling of 5 x 5 in log_5 N steps; all-port, circuits",
            "Peters, Syska: Circuit-Switched Broadcasting in Torus Networks; a reconstruction",
            "square tori with sides 5^p or 2 * 5^p", broadcast::peters_syska_plan),
      cited("park-choi",
            "broadcast in log_{2k+1} N steps by tiles of 2k+1 along each of k sides; all-port, circuits",
            "Park, Choi: Circuit-Switched Broadcasting in Torus and Mesh Networks; a reconstruction",
            "tori of k equal sides of (2k+1)^p", broadcast::park_choi_plan),
      cited("wang-tseng",
            "broadcast by diagonals in k ceil(log_{2k+1} n) + k - 1 steps; all-port, dimension-ordered",
            "Tseng: A Dilated-Diagonal-Based Scheme (k = 2); Wang, Tseng: Algebraic Foundations and "
            "Broadcasting "
            "Algorithms for Wormhole-Routed All-Port Tori; a reconstruction",
            "tori of k equal sides", broadcast::dimension_ordered_plan)};
}

}  // namespace torusim
