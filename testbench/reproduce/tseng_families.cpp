#include "testbench/reproduce/tseng_families.h"

#include <fmt/format.h>

#include <cctype>

#include "schedules/algorithms/gather/gather_settings.h"
#include "schedules/formulas/closed_forms.h"

namespace torusim {

std::string Family::own_name() const {
  std::string name = own;
  name.front() = static_cast<char>(std::toupper(name.front()));
  return name;
}

std::string Family::shape(int d) const {
  const std::string side = fmt::format("{}", 1 << d);
  std::string text = "torus:" + side;
  for (int i = 1; i < dimensions; ++i) text += 'x' + side;
  return text;
}

Experiment Family::timed(const char* algorithm, int d, Cycle startup, int block) const {
  Experiment experiment = run_of(algorithm, shape(d));
  experiment.config.run.startup = startup;
  experiment.config.block = block;
  return experiment;
}

void Family::time_own(Point& point, int d, Cycle startup, int block) const {
  if (d > long_run) return;
  point.experiment = timed(own, d, startup, block);
  point.least_budget = budget_for(d, last_run);
}

std::optional<Cost> running_cost(const Rival& rival, int d) {
  const auto gathers = gathers_for(rival.scheme, d);
  if (!gathers) return std::nullopt;
  return gather_cost(dimensions_of(rival.scheme), d, *gathers);
}

const Family& flat() {
  using Scheme = PublishedScheme;
  static const Family family{"t4",
                             2,
                             {{"T-2D1", "t-2d1", Scheme::kT2D1, 7, 6, 7},
                              {"T-2D2", "t-2d2", Scheme::kT2D2, 7, 6, 7},
                              {"DP-2D", "dp-2d", Scheme::kDP2D, 9, 7, 7}},
                             &t4_cost,
                             4,
                             7,
                             9,
                             7,
                             9,
                             7};
  return family;
}

const Family& solid() {
  using Scheme = PublishedScheme;
  static const Family family{"c64",
                             3,
                             {{"T-3D1", "t-3d1", Scheme::kT3D1, 6, 5, 6},
                              {"T-3D2", "t-3d2", Scheme::kT3D2, 6, 5, 6},
                              {"DP-3D", "dp-3d", Scheme::kDP3D, 6, 5, 6}},
                             &c64_cost,
                             5,
                             8,
                             6,
                             5,
                             7,
                             6};
  return family;
}

}  // namespace torusim
