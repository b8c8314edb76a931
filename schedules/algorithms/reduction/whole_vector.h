#pragma once
/// All-reduce in the fewest steps: in every step a node and its peer send each other all they have, and both
/// add. Halving (then called recursive doubling), swing and trivance meet the same peers as in their
/// reduce-scatter.
///
/// On sides that are no powers of two swing and doubling shrink the torus first: along each such dimension
/// the x = n - 2^k last coordinates give all they have to the nodes x before them, and get the sums at the
/// end.

#include <string>
#include <vector>

#include "schedules/algorithms/reduction/ring_table.h"
#include "schedules/algorithms/reduction/shapes.h"

namespace torusim {

class WholeVectorAllReduce : public Schedule {
 public:
  /// The vector has a piece for each of the copies. `tables[m][d]` as in TurnsGathering, but for the shrunk
  /// side of dimension d.
  WholeVectorAllReduce(std::string name, std::string generator, const Topology& topology,
                       std::vector<std::vector<RingTable>> tables, int copies);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { at_ = 0; }

 private:
  struct Step {
    enum class Kind { kShrink, kMeet, kRestore };
    Kind kind;
    Turn turn;
  };
  void write(const Step& step, int copy, class TransferWriter& writer) const;
  /// Whether the node takes part when all dimensions that the copy shrinks before its n-th are shrunk.
  bool takes_part(NodeId node, int copy, int dimension) const;
  bool inside(NodeId node) const;

  ScheduleInfo info_;
  std::vector<std::vector<RingTable>> tables_;
  std::vector<int> cores_;                // side of each dimension while it is shrunk
  std::vector<std::vector<Step>> steps_;  // [copy mod D][phase]
  int at_ = 0;
};

std::unique_ptr<Schedule> make_doubling_all_reduce(const Topology& topology, bool all_ports,
                                                   const std::string& generator);
/// Throws InputError unless all dimensions wrap.
std::unique_ptr<Schedule> make_swing_all_reduce(const Topology& topology, bool all_ports,
                                                const std::string& generator);
/// Throws InputError unless all dimensions wrap and their sides are powers of three.
std::unique_ptr<Schedule> make_trivance_all_reduce(const Topology& topology, const std::string& generator);

}  // namespace torusim
