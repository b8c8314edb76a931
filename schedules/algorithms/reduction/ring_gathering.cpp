// Reduce-scatter on rings: N - 1 steps of one hop. In every step a node adds what comes from behind and
// passes the sum on; chunk t sets out behind node t and ends there.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "schedules/algorithms/reduction/gatherings.h"
#include "schedules/algorithms/reduction/ring_order.h"
#include "schedules/algorithms/reduction/shapes.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

class RingGathering : public Gathering {
 public:
  /// Piece i of every packet runs on the i-th ring. The rings share no channel.
  RingGathering(const Topology& topology, std::vector<RingOrder> rings)
      : info_(gathering_info(topology, static_cast<int>(rings.size()))), rings_(std::move(rings)) {
    info_.phases = topology.nodes() - 1;
    info_.claims = {.link_disjoint = true, .shortest_paths = true};
  }

  const ScheduleInfo& info() const override { return info_; }
  void write(int index, Phase& phase) override {
    const Topology& topology = info_.topology;
    const NodeId nodes = topology.nodes();
    TransferWriter writer(phase, topology.dimensions());
    for (std::size_t piece = 0; piece < rings_.size(); ++piece) {
      const RingOrder& ring = rings_[piece];
      for (NodeId p = 0; p < nodes; ++p) {
        Transfer& transfer = writer.add(ring.nodes[p], ring.nodes[(p + 1) % nodes], ring.hops[p]);
        transfer.adds = true;
        const NodeId owner = ring.nodes[(p + nodes - 1 - index) % nodes];
        transfer.blocks.add(topology, Block{owner, static_cast<NodeId>(piece)});
      }
    }
  }

 private:
  ScheduleInfo info_;
  std::vector<RingOrder> rings_;
};

}  // namespace

std::unique_ptr<Gathering> make_ring_gathering(const Topology& topology, bool all_ports) {
  require_torus("ring-reduce", topology);
  std::vector<RingOrder> rings{hamiltonian_cycle(topology)};
  if (all_ports) rings.push_back(rings[0].backwards());
  return std::make_unique<RingGathering>(topology, std::move(rings));
}

std::unique_ptr<Gathering> make_hamiltonian_gathering(const Topology& topology) {
  require_torus("hamiltonian", topology);
  bool fits = true;
  std::string nearest = "torus:";
  for (int d = 0; d < topology.dimensions(); ++d) {
    fits &= topology.side(d) >= 3;
    nearest += fmt::format("{}{}", d == 0 ? "" : "x", std::max(3, topology.side(d)));
  }
  if (!fits) {
    throw InputError(fmt::format("hamiltonian on {}: hamiltonian needs sides of at least 3; nearest: {}",
                                 topology.name(), nearest));
  }
  std::vector<RingOrder> rings = edge_disjoint_cycles(topology);
  const std::size_t cycles = rings.size();
  for (std::size_t cycle = 0; cycle < cycles; ++cycle) rings.push_back(rings[cycle].backwards());
  return std::make_unique<RingGathering>(topology, std::move(rings));
}

}  // namespace torusim
