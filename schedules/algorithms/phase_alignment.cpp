#include "schedules/algorithms/phase_alignment.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace torusim {

std::vector<int> align_phases(const std::vector<SizedPhase>& longer, const std::vector<SizedPhase>& shorter) {
  const std::size_t rows = longer.size();
  const std::size_t columns = shorter.size();
  assert(columns <= rows);
  using Cost = std::pair<std::int64_t, int>;  // blocks, phases that do not meet their namesake
  const Cost impossible{std::numeric_limits<std::int64_t>::max() / 2, 0};
  const auto together = [&](std::size_t i, std::size_t j) {
    return Cost{std::max(longer[i].blocks, shorter[j].blocks), longer[i].name != shorter[j].name};
  };
  const auto sum = [](const Cost& a, const Cost& b) { return Cost{a.first + b.first, a.second + b.second}; };

  // best[i][j]: the first j of the shorter placed among the first i of the longer.
  std::vector<std::vector<Cost>> best(rows + 1, std::vector<Cost>(columns + 1, impossible));
  std::vector<std::vector<bool>> placed(rows + 1, std::vector<bool>(columns + 1));
  best[0][0] = {0, 0};
  for (std::size_t i = 1; i <= rows; ++i) {
    for (std::size_t j = 0; j <= std::min(i, columns); ++j) {
      best[i][j] = sum(best[i - 1][j], {longer[i - 1].blocks, 0});
      if (j == 0) continue;
      const Cost paired = sum(best[i - 1][j - 1], together(i - 1, j - 1));
      placed[i][j] = paired < best[i][j];
      if (placed[i][j]) best[i][j] = paired;
    }
  }
  std::vector<int> result(rows, -1);
  for (std::size_t i = rows, j = columns; i > 0; --i) {
    if (placed[i][j]) result[i - 1] = static_cast<int>(--j);
  }
  return result;
}

}  // namespace torusim
