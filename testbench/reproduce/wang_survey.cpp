#include "testbench/reproduce/wang_survey.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/algorithms/broadcast/variants.h"
#include "schedules/formulas/broadcast_closed_forms.h"

namespace torusim {
namespace {

using broadcast::make_plan;
using broadcast::Variant;

int steps(Variant variant, const Topology& torus, int alpha) {
  return static_cast<int>(make_plan(variant, torus, 0, alpha).size());
}

/// How many boxes of odd shortest side take more steps than their theorem, of the 588 that docs/papers/
/// names.
double boxes_above_theorem(Variant variant, int alpha) {
  constexpr int kShortest = 9, kLongest = 45;
  int above = 0;
  for (int a = 3; a <= kShortest; a += 2) {
    for (int b = a; b <= kLongest; b += 2) {
      for (int c = b + (a == b); c <= kLongest; c += 3) {
        const Topology torus(std::vector{Dimension{a}, Dimension{b}, Dimension{c}});
        above += steps(variant, torus, alpha) > broadcast_theorem(torus, alpha)->steps;
      }
    }
  }
  return above;
}

Exhibit odd_boxes() {
  Exhibit exhibit;
  exhibit.name = "odd-boxes";
  exhibit.title = "Theorems 7 to 9 for odd n1: boxes that take more steps than printed";
  exhibit.text =
      "Of 588 boxes from 3 x 3 x 4 to 9 x 45 x 45 those whose plan is longer than the theorem, by one step; "
      "the formula is the theorem's claim that there is none. For odd n1 the algorithm runs on n1 - 1 "
      "columns, but the theorem is stated with n1.";
  exhibit.columns = {"ports", "plan"};
  exhibit.unit = "boxes";
  for (int alpha = 3; alpha <= 6; ++alpha) {
    for (const auto& [variant, name] :
         {std::pair{Variant::kPaper, "paper"}, {Variant::kBest, "best"}, {Variant::kAuto, "auto"}}) {
      Point point{{fmt::format("{}", alpha), name}, "", 0};
      point.counted = [variant = variant, alpha] { return boxes_above_theorem(variant, alpha); };
      point.counting = 0.4;
      point.why = "These boxes miss the theorem.";
      exhibit.points.push_back(std::move(point));
    }
  }
  return exhibit;
}

/// Tori of `dimensions` sides up to `longest` on which a search takes more steps than the lower bound.
double misses(int dimensions, int longest, int alpha) {
  int result = 0;
  const auto look_at = [&](std::vector<Dimension> sides) {
    const Topology torus(std::move(sides));
    result += steps(Variant::kMaxFlow, torus, alpha) > broadcast_lower_bound(torus, alpha);
  };
  for (int a = 2; a <= longest; ++a) {
    for (int b = a; b <= longest; ++b) {
      if (dimensions == 2) look_at({{a}, {b}});
      if (dimensions == 2) continue;
      for (int c = b; c <= longest; ++c) look_at({{a}, {b}, {c}});
    }
  }
  return result;
}

Exhibit searches() {
  constexpr int kFlat = 48, kSolid = 12;
  Exhibit exhibit;
  exhibit.name = "search";
  exhibit.title = "Near optimal? How often a plain search misses the lower bound";
  exhibit.text = fmt::format(
      "Of all tori up to {0} x {0} (1128) and {1} x {1} x {1} (286) those on which maximum flows, step by "
      "step, do not reach Lemma 1; they are one step above it.",
      kFlat, kSolid);
  exhibit.columns = {"dimensions", "ports"};
  exhibit.unit = "tori";
  for (const auto& [dimensions, longest] : {std::pair{2, kFlat}, {3, kSolid}}) {
    for (int alpha = 1; alpha <= 2 * dimensions; ++alpha) {
      Point point{{fmt::format("{}", dimensions), fmt::format("{}", alpha)}, "", 0};
      point.counted = [k = dimensions, side = longest, alpha] { return misses(k, side, alpha); };
      point.counting = 1.5;
      point.why = "Tori that are almost full, and long ones of two columns.";
      exhibit.points.push_back(std::move(point));
    }
  }
  return exhibit;
}

// --- how the search fills its steps

int receivers(const Topology& torus, int alpha, int step) {
  const broadcast::Plan plan = make_plan(Variant::kMaxFlow, torus, 0, alpha);
  return step > static_cast<int>(plan.size()) ? 0 : static_cast<int>(plan[step - 1].sends.size());
}

Exhibit receivers_of_the_search() {
  Exhibit exhibit;
  exhibit.name = "receivers";
  exhibit.title = "All-port broadcast by search: how many nodes each step reaches";
  exhibit.text =
      "Formula: the most that a step could reach, (alpha+1)^(i-1) alpha or all that are left. Measured: the "
      "receivers of a maximum flow.";
  exhibit.columns = {"torus", "step"};
  exhibit.unit = "nodes";
  for (const char* sides : {"5x5", "8x8", "10x10", "16x16", "25x25", "4x8", "6x30", "2x12", "5x5x5", "7x7x7",
                            "8x8x8", "4x6x10"}) {
    const Topology torus = Topology::parse(fmt::format("torus:{}", sides));
    const int alpha = torus.network_ports();
    int owners = 1;
    for (int step = 1; owners < torus.nodes(); ++step) {
      const int most = std::min(owners * alpha, torus.nodes() - owners);
      Point point{{sides, fmt::format("{}", step)}, "", most};
      point.counted = [torus, alpha, step] { return receivers(torus, alpha, step); };
      point.counting = 0.2;
      point.why =
          "The torus is almost full, and the flows of earlier steps leave owners where they can reach less.";
      exhibit.points.push_back(std::move(point));
      owners += most;
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> wang_survey() {
  std::vector<Exhibit> exhibits;
  exhibits.push_back(odd_boxes());
  exhibits.push_back(searches());
  exhibits.push_back(receivers_of_the_search());
  return exhibits;
}

}  // namespace torusim
