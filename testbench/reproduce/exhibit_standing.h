#pragma once
/// The standing of the values of an exhibit: met, different with a reason, not measured with a reason.

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "testbench/reproduce/exhibit.h"

namespace torusim {

enum class Standing {
  kMet,          ///< the measured (else formula) value agrees with the printed (else formula) one
  kDiffers,      ///< the values differ; Point::why has the reason
  kNotMeasured,  ///< the formula alone: counting or running exceeded the budget
  kAlone,        ///< the value has no other to compare with
  kNotVerified,  ///< the run was not verified
};
constexpr std::size_t kStandings = 5;

Standing standing(const Point& point);

/// The number of values of each standing. For values that differ or are not measured, each reason with its
/// number of values, the most frequent first.
struct ExhibitSummary {
  using Reasons = std::vector<std::pair<std::string, int>>;

  explicit ExhibitSummary(const Exhibit& exhibit);
  int of(Standing which) const { return counts[static_cast<std::size_t>(which)]; }

  std::array<int, kStandings> counts{};
  Reasons differs, not_measured;
};

}  // namespace torusim
