// How many steps a broadcast takes, by construction and by search: the tables of
// docs/papers/wang-tseng-ni-sheu.md.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "schedules/algorithms/broadcast/variants.h"
#include "schedules/broadcast_closed_forms.h"

namespace torusim {
namespace {

using broadcast::make_plan;
using broadcast::Variant;

std::size_t steps(Variant variant, const Topology& torus, int alpha) {
  return make_plan(variant, torus, 0, alpha).size();
}

void print_shapes() {
  fmt::print(
      "| shape | ports | lower bound | theorem | paper | best | auto | max-flow | receivers a step |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  for (const auto& [shape, alpha] :
       {std::pair{"5x5", 4}, {"8x8", 4},     {"10x10", 4},   {"16x16", 4},  {"25x25", 4},   {"4x8", 4},
        {"6x30", 4},         {"5x5x5", 6},   {"7x7x7", 6},   {"8x8x8", 6},  {"4x6x10", 6},  {"64x200", 4},
        {"64x200", 3},       {"9x63x63", 6}, {"5x18x22", 4}, {"5x8x31", 6}, {"5x35x35", 6}, {"7x7x17", 4},
        {"7x13x13", 3},      {"9x36x45", 4}, {"2x12", 4},    {"32x32", 3},  {"64x64", 3},   {"32x128", 1}}) {
    const Topology torus = Topology::parse(fmt::format("torus:{}", shape));
    const broadcast::Plan searched = make_plan(Variant::kMaxFlow, torus, 0, alpha);
    std::vector<std::size_t> receivers;
    for (const broadcast::Step& step : searched) receivers.push_back(step.sends.size());
    fmt::print("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", shape, alpha,
               broadcast_lower_bound(torus, alpha), broadcast_theorem(torus, alpha)->steps,
               steps(Variant::kPaper, torus, alpha), steps(Variant::kBest, torus, alpha),
               steps(Variant::kAuto, torus, alpha), searched.size(), fmt::join(receivers, " "));
  }
}

void print_table1() {
  fmt::print(
      "\n| shape | lower bound | theorem | table | Lee-Lee | Park-Choi | Peters-Syska | Wang-Tseng | "
      "Tsai-McKinley |\n|---|---|---|---|---|---|---|---|---|\n");
  for (const char* shape :
       {"4x4", "5x5", "8x8", "10x10", "16x16", "25x25", "32x32", "50x50", "64x64", "128x128", "7x7x7",
        "8x8x8", "16x16x16", "32x32x32", "49x49x49", "8x8x5", "8x16", "9x9x9x9"}) {
    const Topology torus = Topology::parse(fmt::format("torus:{}", shape));
    fmt::print("| {} | {} |", shape, broadcast_lower_bound(torus, torus.network_ports()));
    for (const auto source :
         {BroadcastSource::kOursTheorem, BroadcastSource::kOursTable, BroadcastSource::kLeeLee,
          BroadcastSource::kParkChoi, BroadcastSource::kPetersSyska, BroadcastSource::kWangTseng,
          BroadcastSource::kTsaiMcKinley}) {
      const auto value = broadcast_table1(source, torus);
      fmt::print(" {} |", value ? std::to_string(*value) : "-");
    }
    fmt::print("\n");
  }
}

/// Plans that are longer than the theorem, by how much.
void print_odd_boxes() {
  fmt::print(
      "\n| ports | boxes of odd n1 | paper above the theorem | best | auto |\n|---|---|---|---|---|\n");
  for (int alpha = 3; alpha <= 6; ++alpha) {
    std::map<Variant, int> above;
    int boxes = 0, most = 0;
    for (int a = 3; a <= 9; a += 2) {
      for (int b = a; b <= 45; b += 2) {
        for (int c = b + (a == b); c <= 45; c += 3) {
          const Topology torus(std::vector{Dimension{a}, Dimension{b}, Dimension{c}});
          ++boxes;
          for (const Variant variant : {Variant::kPaper, Variant::kBest, Variant::kAuto}) {
            const int over =
                static_cast<int>(steps(variant, torus, alpha)) - broadcast_theorem(torus, alpha)->steps;
            if (over > 0) ++above[variant];
            most = std::max(most, over);
          }
        }
      }
    }
    fmt::print("| {} | {} | {} | {} | {} |\n", alpha, boxes, above[Variant::kPaper], above[Variant::kBest],
               above[Variant::kAuto]);
    if (most > 1) fmt::print("by up to {}\n", most);
  }
}

/// Where the search does not reach the lower bound.
void print_misses() {
  int plans = 0, misses = 0, most = 0, above_theorem = 0;
  std::string shapes;
  const auto count = [&](const Topology& torus, int alpha) {
    const int bound = broadcast_lower_bound(torus, alpha);
    const int taken = static_cast<int>(steps(Variant::kMaxFlow, torus, alpha));
    ++plans;
    if (taken == bound) return;
    ++misses;
    most = std::max(most, taken - bound);
    if (taken > broadcast_theorem(torus, alpha)->steps) ++above_theorem;
    shapes += fmt::format(" {}/{}", torus.name().substr(6), alpha);
  };
  for (int a = 2; a <= 48; ++a) {
    for (int b = a; b <= 48; ++b) {
      for (int alpha = 1; alpha <= 4; ++alpha) count(Topology({Dimension{a}, Dimension{b}}), alpha);
    }
  }
  for (int a = 2; a <= 12; ++a) {
    for (int b = a; b <= 12; ++b) {
      for (int c = b; c <= 12; ++c) {
        for (int alpha = 1; alpha <= 6; ++alpha)
          count(Topology({Dimension{a}, Dimension{b}, Dimension{c}}), alpha);
      }
    }
  }
  fmt::print(
      "\nmax-flow on all tori up to 48x48 and 12x12x12, all numbers of ports: {} of {} above the lower bound "
      "(by "
      "at most {}), {} above the theorem; shape/ports:{}\n",
      misses, plans, most, above_theorem, shapes);
}

}  // namespace
}  // namespace torusim

int main() {
  torusim::print_shapes();
  torusim::print_table1();
  torusim::print_odd_boxes();
  torusim::print_misses();
}
