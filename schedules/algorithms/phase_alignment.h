#pragma once
/// Decides which phases of rings of different lengths run together in one stage of a torus exchange. The
/// paper leaves this open.

#include <cstdint>
#include <string>
#include <vector>

namespace torusim {

struct SizedPhase {
  std::string name;
  std::int64_t blocks = 0;  ///< blocks of the largest message
};

/// Places the phases of a shorter ring, in order, among those of a longer one (shorter.size() <=
/// longer.size()). Returns for each phase of the longer ring the index of the shorter ring's phase that runs
/// with it, or -1. The placement has the smallest sum of largest messages, and among equals the most phases
/// under their own name.
std::vector<int> align_phases(const std::vector<SizedPhase>& longer, const std::vector<SizedPhase>& shorter);

}  // namespace torusim
