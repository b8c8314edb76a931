#include "testbench/reproduce/exhibit_standing.h"

#include <algorithm>

namespace torusim {
namespace {

void add(ExhibitSummary::Reasons& reasons, const std::string& reason) {
  const auto found =
      std::find_if(reasons.begin(), reasons.end(), [&](const auto& known) { return known.first == reason; });
  if (found == reasons.end()) {
    reasons.emplace_back(reason, 1);
  } else {
    ++found->second;
  }
}

void commonest_first(ExhibitSummary::Reasons& reasons) {
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
}

}  // namespace

Standing standing(const Point& point) {
  if (point.origin == Origin::kNotVerified) return Standing::kNotVerified;
  if (point.differs()) return Standing::kDiffers;
  if ((point.experiment || point.counted) && !point.measured) return Standing::kNotMeasured;
  return point.difference() ? Standing::kMet : Standing::kAlone;
}

ExhibitSummary::ExhibitSummary(const Exhibit& exhibit) {
  for (const Point& point : exhibit.points) {
    const Standing stands = standing(point);
    ++counts[static_cast<std::size_t>(stands)];
    if (stands == Standing::kDiffers) add(differs, point.why.empty() ? "No reason is known." : point.why);
    if (stands == Standing::kNotMeasured) add(not_measured, point.note);
  }
  commonest_first(differs);
  commonest_first(not_measured);
}

}  // namespace torusim
