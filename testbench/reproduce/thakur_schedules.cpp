#include "testbench/reproduce/thakur_schedules.h"

#include <fmt/format.h>

#include <vector>

#include "schedules/algorithms/registry.h"

namespace torusim {
namespace {

constexpr int kNodes = 8;

/// The pairs of a step as they are printed.
struct Step {
  int pairs[kNodes / 2][2];
};
constexpr Step kTableOne[] = {{{{0, 1}, {2, 3}, {4, 5}, {6, 7}}}, {{{0, 2}, {1, 3}, {4, 6}, {5, 7}}},
                              {{{0, 3}, {1, 2}, {4, 7}, {5, 6}}}, {{{0, 4}, {1, 5}, {2, 6}, {3, 7}}},
                              {{{0, 5}, {1, 4}, {2, 7}, {3, 6}}}, {{{0, 6}, {1, 7}, {2, 4}, {3, 5}}},
                              {{{0, 7}, {1, 6}, {2, 5}, {3, 4}}}};

/// Whom a node exchanges with in a step of the schedule; -1: with none, or not both ways.
int partner(int step, int node) {
  const auto schedule = make_schedule("pex", Topology::parse(fmt::format("path:{}", kNodes)));
  Phase phase;
  for (int i = 0; i < step; ++i) schedule->next(phase);
  int to = -1, from = -1;
  for (const Transfer& transfer : phase.transfers) {
    if (transfer.source == node) to = transfer.destination;
    if (transfer.destination == node) from = transfer.source;
  }
  return to == from ? to : -1;
}

}  // namespace

Exhibit pex_pairs() {
  Exhibit exhibit;
  exhibit.name = "table-1";
  exhibit.title = "Table 1: communication schedule for PEX on 8 processors";
  exhibit.text =
      "The partner of a processor in a step: as printed, as i xor the step, and in the schedule of pex on "
      "path:8, "
      "where both must send to each other.";
  exhibit.columns = {"step", "processor"};
  int step = 0;
  for (const Step& printed : kTableOne) {
    ++step;
    for (const auto& [node, other] : printed.pairs) {
      Point point{{fmt::format("{}", step), fmt::format("{}", node)},
                  fmt::format("{}", other),
                  static_cast<double>(node ^ step)};
      point.counted = [step, node = node] { return partner(step, node); };
      exhibit.points.push_back(std::move(point));
    }
  }
  return exhibit;
}

Exhibit scott_phases() {
  constexpr int kBlock = 64, kLargest = 22, kLargestRun = 16;
  Exhibit exhibit;
  exhibit.name = "scott";
  exhibit.title = "Section 3: phases without contention on an a x a mesh";
  exhibit.text = fmt::format(
      "Scott's lower bound, a^3/4 phases, and scott, which has so many: phases and the messages on the "
      "busiest "
      "channel of any are counted in its schedule. Its cycles over those of PEX, both run with barriers and "
      "{} "
      "flits a block.",
      kBlock);
  exhibit.columns = {"mesh", "of"};
  for (int a = 4; a <= kLargest; a += 2) {
    const std::string mesh = fmt::format("{0}x{0}", a);
    const auto add = [&](const char* what, int bound, double (*value_of)(const Outcome&)) {
      Point point{{mesh, what}, fmt::format("{}", bound), static_cast<double>(bound)};
      point.experiment = count_of("scott", "mesh:" + mesh);
      point.value_of = value_of;
      exhibit.points.push_back(std::move(point));
    };
    add("phases", a * a * a / 4, &startups);
    add("largest f", 1, [](const Outcome& outcome) { return static_cast<double>(outcome.max_load); });
    if (a > kLargestRun || (a & (a - 1)) != 0) continue;
    Point point{{mesh, "cycles, scott/PEX"}, "", std::nullopt};
    point.experiment = run_of("scott", "mesh:" + mesh);
    point.over = run_of("pex", "mesh:" + mesh);
    point.experiment->config.block = point.over->config.block = kBlock;
    point.value_of = &cycles;
    exhibit.points.push_back(std::move(point));
  }
  return exhibit;
}

}  // namespace torusim
