#include "schedules/core/suggestion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace torusim {

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> cost(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = static_cast<int>(i + j);
        continue;
      }
      const int substituted = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, substituted});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

std::string nearest(std::string_view name, std::span<const std::string> candidates) {
  const auto best = std::min_element(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) {
    return edit_distance(name, a) < edit_distance(name, b);
  });
  return best == candidates.end() ? std::string() : *best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t kLongest = 64;  // a longer word is no slip of the finger
  if (!word.empty() && word.size() <= kLongest && !known.empty()) {
    const std::string meant = nearest(word, known);
    const int slips = std::max<int>(2, static_cast<int>(word.size()) / 3);
    const int distance = edit_distance(word, meant);
    if (distance <= slips && distance < static_cast<int>(meant.size())) {
      return fmt::format("; did you mean '{}'?", meant);
    }
  }
  return fmt::format("; known: {}", fmt::join(known, ", "));
}

}  // namespace torusim
