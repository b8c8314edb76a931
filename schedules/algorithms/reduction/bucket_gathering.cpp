// The bucket algorithm: a ring reduce-scatter along one dimension after the other, on what the dimensions
// before have left. All messages go one hop. With all ports, on equal sides, the 2D copies use different
// channels in every step and every channel carries as much as any algorithm must.
// (Barnett, Littlefield, Payne, van de Geijn: Global Combine on Mesh Architectures with Wormhole Routing.)
#include <array>
#include <string>
#include <vector>

#include "schedules/algorithms/reduction/gatherings.h"
#include "schedules/algorithms/transfer_writer.h"

namespace torusim {
namespace {

class BucketGathering : public Gathering {
 public:
  /// Throws InputError unless all dimensions wrap.
  BucketGathering(const Topology& topology, bool all_ports)
      : Gathering(gathering_info(topology, all_ports ? 2 * topology.dimensions() : 1)) {
    require_torus("bucket", topology);
    std::vector<int> steps;
    bool equal_sides = true;
    for (int d = 0; d < topology.dimensions(); ++d) {
      steps.push_back(topology.side(d) - 1);
      equal_sides &= topology.side(d) == topology.side(0);
    }
    for (int first = 0; first < topology.dimensions(); ++first) turns_.push_back(one_by_one(steps, first));
    info_.phases = static_cast<int>(turns_[0].size());
    info_.claims = {.link_disjoint = equal_sides || !all_ports, .shortest_paths = true};
  }

  void write(int index, Phase& phase) override {
    const Topology& topology = info_.topology;
    const int k = topology.dimensions();
    TransferWriter writer(phase, k);
    for (int copy = 0; copy < info_.collective.pieces; ++copy) {
      const Turn turn = turns_[copy % k][index];
      const int direction = copy < k ? +1 : -1;
      const int side = topology.side(turn.dimension);
      std::array<Range, 2 * Topology::kMaxDimensions> box;
      for (int d = 0; d < k; ++d) box[k + d] = Range::single(topology.coordinate(copy, d));
      const Route route{Run::of(turn.dimension, direction)};
      for (NodeId node = 0; node < topology.nodes(); ++node) {
        bool finished = true;  // dimensions before this one: only the node's own coordinate is left
        for (int i = 0; i < k; ++i) {
          const int d = (copy + i) % k;
          const int x = topology.coordinate(node, d);
          if (d == turn.dimension) {
            box[d] = Range::single(((x - direction * (turn.step + 1)) % side + side) % side);
            finished = false;
          } else {
            box[d] = finished ? Range::single(x) : Range::whole(topology.side(d));
          }
        }
        Transfer& transfer = writer.add(node, topology.displaced(node, turn.dimension, direction), route);
        transfer.adds = true;
        transfer.blocks.add(BoxView(box.data(), 2 * k));
      }
    }
  }

 private:
  std::vector<std::vector<Turn>> turns_;  // [copy mod D][step]
};

}  // namespace

std::unique_ptr<Gathering> make_bucket_gathering(const Topology& topology, bool all_ports) {
  return std::make_unique<BucketGathering>(topology, all_ports);
}

}  // namespace torusim
