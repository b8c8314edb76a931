// Complete exchange of every pair directly, spread evenly over the channels of a torus, twisted or not.
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"
#include "schedules/core/mix_bits.h"
#include "schedules/core/read_number.h"

namespace torusim {
namespace {

std::vector<NodeId> opposite_pairs(const Topology& torus) {
  std::vector<NodeId> order;
  for (NodeId node = 1; node < torus.nodes(); ++node) order.push_back(node);
  std::mt19937 random(1);
  shuffle_alike(order, random);
  std::vector<NodeId> result;
  std::vector<bool> seen(static_cast<std::size_t>(torus.nodes()));
  for (const NodeId there : order) {
    NodeId back = 0;
    for (int d = 0; d < torus.dimensions(); ++d) back = torus.displaced(back, d, -torus.coordinate(there, d));
    for (const NodeId node : {there, back}) {
      if (!seen[static_cast<std::size_t>(node)]) result.push_back(node);
      seen[static_cast<std::size_t>(node)] = true;
    }
  }
  return result;
}

/// 0 for all.
int read_at_once(const std::string& text) {
  if (text == "all") return 0;
  int result = 0;
  if (!read_number(text, result) || result < 1) {
    throw UsageError(fmt::format("direct-even: at-once={}: must be all or a number from 1", text));
  }
  return result;
}

/// All nodes send to the same displacements in the same order, each followed by the one that lies as far the
/// other way, so both directions of a dimension carry the same. Of several shortest paths in dimension order
/// the nodes take turns. A step has the next `at_once` displacements; steps are named "J1", "J2", ..
///
/// The pairs come in an order that is drawn once, the same on every machine: in the order of their numbers a
/// step would load one dimension only.
class EvenExchange : public PhaseByPhase {
 public:
  /// `at_once` 0: as many as a node has channels. Throws InputError unless all dimensions wrap.
  EvenExchange(const Topology& torus, int at_once) {
    if (!torus.all_wrap()) {
      throw InputError(fmt::format(
          "direct-even on {}: direct-even needs dimensions that wrap; direct does not", torus.name()));
    }
    if (at_once > torus.nodes() - 1) {
      throw InputError(fmt::format("direct-even on {}: at-once={}: a node sends {} messages in all",
                                   torus.name(), at_once, torus.nodes() - 1));
    }
    if (at_once == 0) at_once = torus.network_ports();
    displacements_ = opposite_pairs(torus);
    info_.topology = torus;
    info_.ports = std::min<int>(at_once, torus.nodes() - 1);
    info_.phases = (torus.nodes() - 2 + info_.ports) / info_.ports;
    info_.claims.shortest_paths = true;
  }

 private:
  void make(Phase& phase) override {
    const Topology& torus = info_.topology;
    const auto first = displacements_.begin() + std::ptrdiff_t{at_} * info_.ports;
    const auto end = first + std::min<std::ptrdiff_t>(info_.ports, displacements_.end() - first);
    phase.name = fmt::format("J{}", at_ + 1);
    TransferWriter writer(phase, torus.dimensions());
    for (NodeId source = 0; source < torus.nodes(); ++source) {
      for (auto displacement = first; displacement != end; ++displacement) {
        const NodeId to = torus.translated(source, *displacement);
        const std::uint32_t way = even_way(torus, source, to, dimension_order_ways(torus, source, to));
        writer.add(source, to, dimension_order_route(torus, source, to, way))
            .blocks.add(torus, Block{source, to});
      }
    }
  }
  std::vector<NodeId> displacements_;  // as nodes seen from node 0
};

}  // namespace

std::vector<Algorithm> even_exchange_algorithms() {
  return {{{"direct-even",
            "complete exchange of every pair directly, both directions and all shortest ways used evenly",
            "folklore; the all-to-all of docs/twisted.md",
            "any torus, twisted or not",
            {{"at-once", {}, "all", "messages of a node in a step, to N-1; all: one per channel", "N|all"}},
            Collective::Kind::kCompleteExchange,
            false,
            true},
           [](const Topology& torus, const AlgorithmOptions& options) {
             return std::make_unique<EvenExchange>(torus, read_at_once(options.at("at-once")));
           }}};
}

}  // namespace torusim
