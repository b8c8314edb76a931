// Reduce-scatter in few steps on a torus whose dimensions take turns: halving, swing, trivance. Each
// dimension has its table of exchanges; a node sends a chunk in the earliest step that any of the
// coordinates in which the chunk's owner differs from it asks for.
#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "schedules/algorithms/reduction/gatherings.h"
#include "schedules/algorithms/reduction/ring_table.h"
#include "schedules/algorithms/reduction/shapes.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

class TurnsGathering : public Gathering {
 public:
  /// `tables[m][d]` is the table of dimension d for copies m D .. m D + D - 1; `copies` of them run.
  TurnsGathering(std::string name, std::string generator, const Topology& topology,
                 std::vector<std::vector<RingTable>> tables, int copies);

  const ScheduleInfo& info() const override { return info_; }
  void write(int index, Phase& phase) override;

 private:
  void write_copy(int copy, int index, TransferWriter& writer) const;

  ScheduleInfo info_;
  std::vector<std::vector<RingTable>> tables_;
  std::vector<std::vector<Turn>> turns_;  // [copy mod D][step]
};

}  // namespace

TurnsGathering::TurnsGathering(std::string name, std::string generator, const Topology& topology,
                               std::vector<std::vector<RingTable>> tables, int copies)
    : info_(gathering_info(std::move(name), std::move(generator), topology, copies)),
      tables_(std::move(tables)) {
  std::vector<int> steps;
  for (const RingTable& table : tables_[0]) steps.push_back(table.steps());
  for (int first = 0; first < topology.dimensions(); ++first) turns_.push_back(take_turns(steps, first));
  info_.phases = static_cast<int>(turns_[0].size());
  info_.ports = copies * static_cast<int>(tables_[0][0].offsets(0, 0).size());
  info_.claims.shortest_paths = true;
}

void TurnsGathering::write(int index, Phase& phase) {
  TransferWriter writer(phase, info_.topology.dimensions());
  for (int copy = 0; copy < info_.collective.pieces; ++copy) write_copy(copy, index, writer);
}

void TurnsGathering::write_copy(int copy, int index, TransferWriter& writer) const {
  const Topology& topology = info_.topology;
  const int k = topology.dimensions();
  const std::vector<RingTable>& tables = tables_[copy / k];
  const std::vector<Turn>& turns = turns_[copy % k];
  const Turn turn = turns[index];
  std::vector<int> taken(k, 0);  // steps of each dimension up to this one
  for (int i = 0; i <= index; ++i) ++taken[turns[i].dimension];
  std::vector<Range> piece;
  for (int d = 0; d < k; ++d) piece.push_back(Range::single(topology.coordinate(copy, d)));
  BoxChoices choices(k);
  for (int d = 0; d < k; ++d) choices.set(k + d, {&piece[d], 1});
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const int x = topology.coordinate(node, turn.dimension);
    const std::vector<int> offsets = tables[turn.dimension].offsets(x, turn.step);
    for (int peer = 0; peer < static_cast<int>(offsets.size()); ++peer) {
      Transfer& transfer = writer.add(node, topology.displaced(node, turn.dimension, offsets[peer]),
                                      shorter_way(topology, turn.dimension, offsets[peer]));
      transfer.adds = true;
      for (int d = 0; d < k; ++d) {
        const int own = topology.coordinate(node, d);
        choices.set(d,
                    d == turn.dimension ? tables[d].sent(x, turn.step, peer) : tables[d].left(own, taken[d]));
      }
      choices.add_to(transfer.blocks);
    }
  }
}

void require_powers(const std::string& name, const Topology& topology, int base) {
  std::string nearest;
  bool all = true;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int n = topology.side(d);
    int below = base;
    while (below * base <= n) below *= base;
    const int power = n <= below || n - below <= below * base - n ? below : below * base;
    all &= power == n;
    nearest += fmt::format("{}{}{}", d == 0 ? "" : "x", power,
                           topology.wraps(d)      ? ""
                           : topology.complete(d) ? "k"
                                                  : "m");
  }
  if (all) return;
  throw InputError(fmt::format("{} on {}: {} needs sides that are powers of {}; nearest: {}", name,
                               topology.name(), name, base == 2 ? "two" : "three",
                               Topology::parse("torus:" + nearest).name()));
}

namespace {

std::vector<RingTable> tables(const Topology& topology, const std::function<RingTable(int side)>& table) {
  std::vector<RingTable> result;
  for (int d = 0; d < topology.dimensions(); ++d) result.push_back(table(topology.side(d)));
  return result;
}

}  // namespace

std::unique_ptr<Gathering> make_halving_gathering(const Topology& topology, bool all_ports,
                                                  const std::string& generator) {
  require_powers("halving", topology, 2);
  return std::make_unique<TurnsGathering>(
      "halving", generator, topology,
      std::vector<std::vector<RingTable>>{tables(topology, &RingTable::halving)},
      all_ports ? topology.dimensions() : 1);
}

std::unique_ptr<Gathering> make_swing_gathering(const Topology& topology, bool all_ports,
                                                const std::string& generator) {
  require_torus("swing", topology);
  std::string nearest;
  bool even = true;
  for (int d = 0; d < topology.dimensions(); ++d) {
    even &= topology.side(d) % 2 == 0;
    nearest += fmt::format("{}{}", d == 0 ? "" : "x", topology.side(d) + topology.side(d) % 2);
  }
  if (!even) {
    throw InputError(
        fmt::format("swing on {}: swing needs even sides for variant=bandwidth; nearest: {}; bucket "
                    "runs on any torus",
                    topology.name(), Topology::parse("torus:" + nearest).name()));
  }
  std::vector<std::vector<RingTable>> both;
  for (const bool mirrored : {false, true}) {
    both.push_back(tables(topology, [&](int side) { return RingTable::swing(side, mirrored); }));
  }
  return std::make_unique<TurnsGathering>("swing", generator, topology, std::move(both),
                                          all_ports ? 2 * topology.dimensions() : 1);
}

std::unique_ptr<Gathering> make_trivance_gathering(const Topology& topology, const std::string& generator) {
  require_torus("trivance", topology);
  require_powers("trivance", topology, 3);
  return std::make_unique<TurnsGathering>(
      "trivance", generator, topology,
      std::vector<std::vector<RingTable>>{tables(topology, &RingTable::trivance)}, topology.dimensions());
}

}  // namespace torusim
