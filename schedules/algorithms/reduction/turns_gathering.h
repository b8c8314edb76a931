#pragma once
/// Reduce-scatter in few steps on a torus whose dimensions take turns: halving, swing, trivance. Each
/// dimension has its table of exchanges; a node sends a chunk in the earliest step that any of the
/// coordinates in which the chunk's owner differs from it asks for.

#include <string>
#include <vector>

#include "schedules/algorithms/reduction/gathering.h"
#include "schedules/algorithms/reduction/ring_table.h"
#include "schedules/algorithms/reduction/shapes.h"

namespace torusim {

class TurnsGathering : public Gathering {
 public:
  /// `tables[m][d]` is the table of dimension d for copies m D .. m D + D - 1; `copies` of them run.
  TurnsGathering(std::string name, std::string generator, const Topology& topology,
                 std::vector<std::vector<RingTable>> tables, int copies);

  const ScheduleInfo& info() const override { return info_; }
  void write(int index, Phase& phase) override;

 private:
  void write_copy(int copy, int index, class TransferWriter& writer) const;

  ScheduleInfo info_;
  std::vector<std::vector<RingTable>> tables_;
  std::vector<std::vector<Turn>> turns_;  // [copy mod D][step]
};

/// All of them throw InputError for a shape that they cannot do, with the nearest that they can.
std::unique_ptr<Gathering> make_halving_gathering(const Topology& topology, bool all_ports,
                                                  const std::string& generator);
std::unique_ptr<Gathering> make_swing_gathering(const Topology& topology, bool all_ports,
                                                const std::string& generator);
std::unique_ptr<Gathering> make_trivance_gathering(const Topology& topology, const std::string& generator);

/// What the shape must be for halving or trivance: sides that are powers of `base`.
void require_powers(const std::string& name, const Topology& topology, int base);

}  // namespace torusim
