#pragma once
/// Direct complete exchange on an a x a mesh, a even, in a^3/4 phases without contention: Scott's lower bound
/// (Scott: Efficient All-to-All Communication Patterns in Hypercube and Mesh Topologies, 1991, which Thakur,
/// Choudhary, Fox: Complete Exchange on a Wormhole Routed Mesh compare with). Scott's own construction is not
/// at hand; this one was found with torusim (docs/papers/thakur-choudhary-fox.md).
///
/// A phase takes an ordered pair (g, g') of groups of the path (path_groups.h), and gives a phase r(m) of g
/// to the two rows of each block m and a phase c(l) of g' to the two columns of each block l, so that l is
/// joined by r(m) exactly if m is joined by c(l). Node (x, y) sends to (x', y'): x to x' in r(block of y), y
/// to y' in c(block of x'), first along x. In a row every message starts and ends in blocks whose columns
/// agree that this row is theirs, so that no column is entered, and no node reached, twice.

#include <string>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/path_groups.h"

namespace torusim {

/// Phases are named "J1", "J2", ..
class ScottExchange : public Schedule {
 public:
  /// Throws InputError unless the mesh is a x a, a even, 4 or more.
  ScottExchange(std::string generator, const Topology& topology);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { step_ = 0; }

 private:
  /// Which phases of the groups the blocks of rows and of columns get.
  void assign(const PathGroup& rows, const PathGroup& columns, int shift);

  ScheduleInfo info_;
  std::vector<PathGroup> groups_;
  int step_ = 0;
  std::vector<const PathPhase*> row_, column_;  // [block], of this phase
};

/// scott.
std::vector<Algorithm> scott_algorithms();

}  // namespace torusim
