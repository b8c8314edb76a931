// Wang, Tseng, Ni, Sheu: Circuit-Switched Broadcasting in Multi-Port Multi-Dimensional Torus Networks:
// surveys of thousands of tori. They show where the construction takes more steps than the theorems say, and
// how often a search reaches the lower bound.
#include <algorithm>
#include <cmath>

#include "schedules/algorithms/broadcast/variants.h"
#include "schedules/formulas/collective_closed_forms.h"
#include "testbench/reproduce/exhibit_builder.h"
#include "testbench/reproduce/papers/parts.h"

namespace torusim::wang {
namespace {

using broadcast::make_plan;
using broadcast::Variant;

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
        above += steps(variant, box, alpha) > *broadcast_theorem(box, alpha);
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
  const broadcast::Plan plan = make_plan(Variant::kMaxFlow, torus_of(sides), 0, alpha);
  return step > static_cast<int>(plan.size()) ? 0 : static_cast<int>(plan[step - 1].sends.size());
}

Exhibit odd_boxes() {
  Exhibit exhibit{
      "odd-boxes",
      "Theorems 7 to 9 for odd n1: boxes that take more steps than printed",
      "The number of boxes, of 588 from 3 x 3 x 4 to 9 x 45 x 45, whose plan is one step longer than the "
      "theorem. Formula: the theorem claims none. For odd n1 the algorithm runs on n1 - 1 columns, but the "
      "theorem uses n1.",
      {"ports", "plan"},
      "boxes"};
  for (int ports = 3; ports <= 6; ++ports) {
    for (const std::string variant : {"paper", "best", "auto"}) {
      row(exhibit, ports, variant)
          .formula(0)
          .count([=] { return boxes_above_theorem(variant, ports); }, 0.4)
          .why("These boxes exceed the theorem.");
    }
  }
  return exhibit;
}

Exhibit search() {
  Exhibit exhibit{"search",
                  "Tori on which a plain search misses the lower bound",
                  "The number of tori, of all up to 48 x 48 (1128) and 12 x 12 x 12 (286), on which a "
                  "maximum flow per step "
                  "does not reach Lemma 1. Each is one step above it.",
                  {"dimensions", "ports"},
                  "tori"};
  for (const auto& [k, longest] : {std::pair(2, 48), {3, 12}}) {
    for (int ports = 1; ports <= 2 * k; ++ports) {
      row(exhibit, k, ports)
          .formula(0)
          .count([=, k = k, longest = longest] { return misses(k, longest, ports); }, 1.5)
          .why("These are tori that need almost every send, and long tori of two columns.");
    }
  }
  return exhibit;
}

Exhibit receivers_of_steps() {
  Exhibit exhibit{"receivers",
                  "All-port broadcast by search: nodes reached in each step",
                  "Formula: the upper bound of step i, (alpha+1)^(i-1) alpha or all nodes left. Measured: "
                  "the receivers of "
                  "a maximum flow.",
                  {"torus", "step"},
                  "nodes"};
  for (const char* sides : {"5x5", "8x8", "10x10", "16x16", "25x25", "4x8", "6x30", "2x12", "5x5x5", "7x7x7",
                            "8x8x8", "4x6x10"}) {
    const int ports = torus_of(sides).network_ports();
    for (int step = 1; step <= broadcast_lower_bound(torus_of(sides), ports); ++step) {
      const double owners = std::pow(ports + 1, step - 1);
      row(exhibit, sides, step)
          .formula(std::min(owners * ports, torus_of(sides).nodes() - owners))
          .count([=] { return receivers(sides, ports, step); }, 0.2)
          .why(
              "Few nodes are left, and the flows of earlier steps put owners where they reach fewer of "
              "them.");
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> surveys() { return {odd_boxes(), search(), receivers_of_steps()}; }

}  // namespace torusim::wang
