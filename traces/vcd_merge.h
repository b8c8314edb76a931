#pragma once
/// Merges the waves of other VCD files into one file: their scopes follow the file's own, and their changes
/// keep their times. The clock of a router, TOP.clk_i, rises as each cycle begins and falls in its middle.

#include <string>
#include <vector>

#include "traces/timescale.h"

namespace torusim {

/// A file to merge. Its times are cycles, whatever its $timescale.
struct VcdPart {
  std::string path;
  std::string scope;  ///< a scope around all of its declarations
};

/// A signal of a part: its full name as GTKWave shows it, with the bit range of a vector.
struct MergedSignal {
  std::string name;
  int bits = 1;
  std::string wire;  ///< identifier of the wire, equal for all its names
};

/// Replaces the file `path` by one that holds the parts too, from its own first time to its last. Returns the
/// signals of each part. `timescale`: of the file `path`. Throws InputError when a file cannot be read or
/// written; `path` is then as it was.
std::vector<std::vector<MergedSignal>> merge_vcd(const std::string& path, const std::vector<VcdPart>& parts,
                                                 const Timescale& timescale = Timescale());

}  // namespace torusim
