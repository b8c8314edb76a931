// Reduce-scatter in few steps on a torus whose dimensions take turns: halving, swing, trivance; and rings
// along some dimensions before the others. Each dimension has its table of exchanges; a node sends a chunk in
// the earliest step that any of the coordinates in which the chunk's owner differs from it asks for.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "schedules/algorithms/reduction/gatherings.h"
#include "schedules/algorithms/reduction/ring_table.h"
#include "schedules/algorithms/torus_list.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

class TurnsGathering : public Gathering {
 public:
  /// `tables[m][d]` is the table of dimension d for copies m D .. m D + D - 1; `copies` of them run. A copy
  /// goes through its first `before` dimensions by tables of `rings`, one after the other, before the rest.
  TurnsGathering(const Topology& topology, RingTables tables, int copies, RingTables rings = {},
                 int before = 0)
      : Gathering(gathering_info(topology, copies)),
        tables_(std::move(tables)),
        rings_(std::move(rings)),
        before_(before) {
    const int k = topology.dimensions();
    for (int first = 0; first < k; ++first) {
      std::vector<Turn> turns;
      std::vector<int> steps;
      for (int d = 0; d < k; ++d) steps.push_back(table(first, d).steps());
      for (int i = 0; i < before_; ++i) {
        const int d = (first + i) % k;
        for (int step = 0; step < steps[d]; ++step) turns.push_back({d, step});
        steps[d] = 0;
      }
      for (const Turn& turn : take_turns(steps, (first + before_) % k)) turns.push_back(turn);
      info_.phases = std::max(info_.phases, static_cast<int>(turns.size()));
      turns_.push_back(std::move(turns));
    }
    info_.ports = copies * static_cast<int>(tables_[0][0].offsets(0, 0).size());
    info_.claims.shortest_paths = true;
  }

  void write(int index, Phase& phase) override {
    TransferWriter writer(phase, info_.topology.dimensions());
    for (int copy = 0; copy < info_.collective.pieces; ++copy) write_copy(copy, index, writer);
  }

 private:
  void write_copy(int copy, int index, TransferWriter& writer) const {
    const Topology& topology = info_.topology;
    const int k = topology.dimensions();
    const std::vector<Turn>& turns = turns_[copy % k];
    if (index >= static_cast<int>(turns.size())) return;  // rings of other lengths take longer
    const Turn turn = turns[index];
    std::vector<int> taken(k, 0);  // steps of each dimension up to this one
    for (int i = 0; i <= index; ++i) ++taken[turns[i].dimension];
    std::vector<Range> piece;
    for (int d = 0; d < k; ++d) piece.push_back(Range::single(topology.coordinate(copy, d)));
    BoxChoices choices(k);
    for (int d = 0; d < k; ++d) choices.set(k + d, {&piece[d], 1});
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      const int x = topology.coordinate(node, turn.dimension);
      const std::vector<int> offsets = table(copy, turn.dimension).offsets(x, turn.step);
      for (int peer = 0; peer < static_cast<int>(offsets.size()); ++peer) {
        Transfer& transfer = writer.add(node, topology.displaced(node, turn.dimension, offsets[peer]),
                                        shorter_way(topology, turn.dimension, offsets[peer]));
        transfer.adds = true;
        for (int d = 0; d < k; ++d) {
          const int own = topology.coordinate(node, d);
          choices.set(d, d == turn.dimension ? table(copy, d).sent(x, turn.step, peer)
                                             : table(copy, d).left(own, taken[d]));
        }
        choices.add_to(transfer.blocks);
      }
    }
  }
  const RingTable& table(int copy, int dimension) const {
    const int k = info_.topology.dimensions();
    return ((dimension - copy % k + k) % k < before_ ? rings_ : tables_)[copy / k][dimension];
  }

  RingTables tables_, rings_;
  int before_;
  std::vector<std::vector<Turn>> turns_;  // [copy mod D][step]
};

}  // namespace

void require_powers(const std::string& name, const Topology& topology, int base) {
  require_shape(name, topology, fmt::format("sides that are powers of {}", base == 2 ? "two" : "three"),
                [base](Dimension d) {
                  const int n = d.side;
                  int below = base;
                  while (below * base <= n) below *= base;
                  d.side = n <= below || n - below <= below * base - n ? below : below * base;
                  return d;
                });
}

std::unique_ptr<Gathering> make_halving_gathering(const Topology& topology, bool all_ports) {
  require_powers("halving", topology, 2);
  return std::make_unique<TurnsGathering>(topology, one_way(sides_of(topology), &RingTable::halving),
                                          all_ports ? topology.dimensions() : 1);
}

namespace {

void require_even(const std::string& name, const std::string& setting, const Topology& topology) {
  require_shape(
      name, topology, fmt::format("even sides for {}", setting),
      [](const Dimension& d) {
        return Dimension{d.side + d.side % 2, Line::kRing};
      },
      "; bucket runs on any torus");
}

}  // namespace

std::unique_ptr<Gathering> make_swing_gathering(const Topology& topology, bool all_ports) {
  require_torus("swing", topology);
  require_even("swing", "variant=bandwidth", topology);
  return std::make_unique<TurnsGathering>(topology, both_ways(sides_of(topology), &RingTable::swing),
                                          all_ports ? 2 * topology.dimensions() : 1);
}

std::unique_ptr<Gathering> make_mixed_bucket_gathering(const Topology& topology, int rings, bool all_ports) {
  constexpr int kLongestSide = 512;  // the table of a ring grows with the square of its side
  require_torus("bucket", topology);
  const std::string setting = fmt::format("rings={}", rings);
  require_even("bucket", setting, topology);
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.side(d) <= kLongestSide) continue;
    throw InputError(fmt::format("bucket on {}: sides may have up to {} nodes for {}; rings=all has no limit",
                                 topology.name(), kLongestSide, setting));
  }
  return std::make_unique<TurnsGathering>(topology, both_ways(sides_of(topology), &RingTable::swing),
                                          all_ports ? 2 * topology.dimensions() : 1,
                                          both_ways(sides_of(topology), &RingTable::ring), rings);
}

std::unique_ptr<Gathering> make_trivance_gathering(const Topology& topology) {
  require_torus("trivance", topology);
  require_powers("trivance", topology, 3);
  return std::make_unique<TurnsGathering>(topology, one_way(sides_of(topology), &RingTable::trivance),
                                          topology.dimensions());
}

}  // namespace torusim
