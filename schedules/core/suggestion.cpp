#include "schedules/core/suggestion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "schedules/core/nearest.h"

namespace torusim {

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
