#pragma once
/// What has become of the values of an exhibit: met, not met and why, not measured and why.

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

enum class Standing {
  kMet,          ///< the last value is the first one
  kDiffers,      ///< it is not; the point says why
  kNotMeasured,  ///< the formula alone: counting or running did not fit into the budget, or was refused
  kAlone,        ///< there is nothing to compare with
  kNotVerified,  ///< ran, and what came was not what had to come
};
constexpr std::size_t kStandings = 5;

Standing standing(const Point& point);

/// How many values stand how, and of those that are not met or not measured, each reason with their number,
/// the commonest first.
struct ExhibitSummary {
  using Reasons = std::vector<std::pair<std::string, int>>;

  explicit ExhibitSummary(const Exhibit& exhibit);
  int of(Standing which) const { return counts[static_cast<std::size_t>(which)]; }

  std::array<int, kStandings> counts{};
  Reasons differs, not_measured;
};

}  // namespace torusim
