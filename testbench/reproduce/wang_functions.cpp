// What is counted for Wang, Tseng, Ni, Sheu, and surveys that go through thousands of tori: where the paper's
// construction takes more steps than its theorems say, and how often a search reaches the lower bound.
#include <algorithm>

#include "schedules/algorithms/broadcast/variants.h"
#include "schedules/formulas/broadcast_closed_forms.h"
#include "testbench/reproduce/functions.h"

namespace torusim {
namespace {

using broadcast::make_plan;
using broadcast::Variant;

Topology torus(const std::string& sides) { return Topology::parse("torus:" + sides); }

bool square(const std::string& sides) {
  const Topology shape = torus(sides);
  for (int d = 1; d < shape.dimensions(); ++d) {
    if (shape.side(d) != shape.side(0)) return false;
  }
  return true;
}

int theorem(const std::string& sides, int ports) { return broadcast_theorem(torus(sides), ports)->steps; }
int bound(const std::string& sides, int ports) { return broadcast_lower_bound(torus(sides), ports); }

/// A formula of Table 1.
std::optional<int> table_one_steps(const std::string& work, const std::string& sides) {
  using Source = BroadcastSource;
  constexpr std::pair<const char*, Source> kWorks[] = {{"ours (theorem)", Source::kOursTheorem},
                                                       {"ours (table)", Source::kOursTable},
                                                       {"Lee, Lee", Source::kLeeLee},
                                                       {"Park, Choi", Source::kParkChoi},
                                                       {"Peters, Syska", Source::kPetersSyska},
                                                       {"Wang, Tseng (wormhole)", Source::kWangTseng},
                                                       {"Tsai, McKinley (wormhole)", Source::kTsaiMcKinley}};
  const auto found = std::ranges::find(kWorks, work, &std::pair<const char*, Source>::first);
  return broadcast_table1(found->second, torus(sides));
}

/// Most steps of a theorem above the lower bound, on all tori of `dimensions` unequal or (square) equal sides
/// up to `longest` whose shortest side has this parity, `any` for both.
int greatest_gap(int dimensions, int ports, int longest, bool square, const std::string& parity) {
  int gap = 0;
  const auto consider = [&](std::vector<Dimension> sides) {
    const Topology shape(std::move(sides));
    gap = std::max(gap, broadcast_theorem(shape, ports)->steps - broadcast_lower_bound(shape, ports));
  };
  for (int a = 2; a <= longest; ++a) {
    if (parity == (a % 2 == 0 ? "odd" : "even")) continue;
    if (square) {
      consider(std::vector<Dimension>(dimensions, {a}));
      continue;
    }
    for (int b = a + (dimensions == 2 ? 1 : 0); b <= longest; ++b) {
      if (dimensions == 2) consider({{a}, {b}});
      if (dimensions == 2) continue;
      for (int c = std::max(b, a + 1); c <= longest; ++c) consider({{a}, {b}, {c}});
    }
  }
  return gap;
}

// --- surveys

int steps(Variant variant, const Topology& torus, int alpha) {
  return static_cast<int>(make_plan(variant, torus, 0, alpha).size());
}

/// How many boxes of odd shortest side take more steps than their theorem, of the 588 that docs/papers/
/// names.
int boxes_above_theorem(const std::string& name, int alpha) {
  constexpr int kShortest = 9, kLongest = 45;
  const Variant variant = name == "paper"  ? Variant::kPaper
                          : name == "best" ? Variant::kBest
                                           : Variant::kAuto;
  int above = 0;
  for (int a = 3; a <= kShortest; a += 2) {
    for (int b = a; b <= kLongest; b += 2) {
      for (int c = b + (a == b); c <= kLongest; c += 3) {
        const Topology box(std::vector{Dimension{a}, Dimension{b}, Dimension{c}});
        above += steps(variant, box, alpha) > broadcast_theorem(box, alpha)->steps;
      }
    }
  }
  return above;
}

/// Tori of `dimensions` sides up to `longest` on which a search takes more steps than the lower bound.
int misses(int dimensions, int longest, int alpha) {
  int result = 0;
  const auto look_at = [&](std::vector<Dimension> sides) {
    const Topology shape(std::move(sides));
    result += steps(Variant::kMaxFlow, shape, alpha) > broadcast_lower_bound(shape, alpha);
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

int receivers(const std::string& sides, int alpha, int step) {
  const broadcast::Plan plan = make_plan(Variant::kMaxFlow, torus(sides), 0, alpha);
  return step > static_cast<int>(plan.size()) ? 0 : static_cast<int>(plan[step - 1].sends.size());
}

}  // namespace

Functions wang_functions() {
  return {
      {"square", function(&square)},    {"theorem", function(&theorem)},
      {"bound", function(&bound)},      {"table1", function(&table_one_steps)},
      {"gap", function(&greatest_gap)}, {"boxes_above_theorem", function(&boxes_above_theorem)},
      {"misses", function(&misses)},    {"receivers", function(&receivers)},
  };
}

}  // namespace torusim
