#pragma once
/// Which phases of rings of different lengths run together in one stage of a torus exchange; the paper is
/// silent.

#include <cstdint>
#include <string>
#include <vector>

namespace torusim {

struct SizedPhase {
  std::string name;
  std::int64_t blocks = 0;  ///< in the largest message
};

/// Places the phases of a shorter ring, in order, among those of a longer one (shorter.size() <=
/// longer.size()): returns for each of the longer's phases the shorter's that runs with it, or -1. Of all
/// placements the one that makes the sum of the largest messages smallest; of several, the one with most
/// phases under their own name.
std::vector<int> align_phases(const std::vector<SizedPhase>& longer, const std::vector<SizedPhase>& shorter);

}  // namespace torusim
