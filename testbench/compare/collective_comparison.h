#pragma once
/// All algorithms of a collective on one network, for one or several sizes of the vector.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/algorithms/comparison.h"
#include "testbench/config/run_config.h"
#include "testbench/config/vector_size.h"

namespace torusim {

/// The quickest setting of an algorithm for a size.
struct ComparedRow {
  Choice choice;
  int block = 0;   ///< flits of a block
  int phases = 0;  ///< startups
  /// Blocks that the links allow no less than, in cycles (LowerBounds).
  double bound = 0;
};

/// An algorithm that performs the collective, but not on this network.
struct LeftOut {
  std::string name, why;
};

struct ComparedSize {
  VectorSize size;
  /// A row for each algorithm: the quickest of known cycles, then by cycles or their bounds.
  std::vector<ComparedRow> rows;
  std::vector<LeftOut> left_out;
  double bound = 0;  ///< cycles, the least bound of all rows
};

/// What a comparison is about.
struct ComparedNetwork {
  Collective::Kind kind = Collective::Kind::kAllReduce;
  Topology topology;  ///< with its failures
  int ports = 1;
};

/// Compares by predictions where messages of a phase never meet, and by runs else; candidates whose bound is
/// above the quickest are not run. `seconds`: most of all runs of the size. Throws InputError if no algorithm
/// runs on the network.
ComparedSize compare_algorithms(const RunConfig& config, const ComparedNetwork& network,
                                const VectorSize& size, double seconds);

/// The command that runs the row.
std::string command_of(const RunConfig& config, const ComparedNetwork& network, const ComparedRow& row);

}  // namespace torusim
