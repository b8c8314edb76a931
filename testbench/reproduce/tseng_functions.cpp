// The costs that Tseng, Ni, Sheu compare: Theorem 1, T4, C64, the schemes of others as printed, and what runs
// in their place.
#include <cctype>
#include <map>

#include "schedules/algorithms/gather/gather_settings.h"
#include "schedules/formulas/closed_forms.h"
#include "testbench/reproduce/functions.h"

namespace torusim {
namespace {

std::optional<Cost> running_cost(PublishedScheme scheme, int d) {
  const auto gathers = gathers_for(scheme, d);
  if (!gathers) return std::nullopt;
  return gather_cost(dimensions_of(scheme), d, *gathers);
}

/// What runs in a scheme's place has its name in small letters.
std::optional<Cost> cost_of(const std::string& name, int d) {
  using Scheme = PublishedScheme;
  static const std::map<std::string, Scheme> kSchemes{{"T-2D1", Scheme::kT2D1}, {"T-2D2", Scheme::kT2D2},
                                                      {"DP-2D", Scheme::kDP2D}, {"T-3D1", Scheme::kT3D1},
                                                      {"T-3D2", Scheme::kT3D2}, {"DP-3D", Scheme::kDP3D}};
  if (name == "T4") return t4_cost(d);
  if (name == "C64") return c64_cost(d);
  if (name == "ring") return ring_cost(d);
  if (name == "lemma-8-2") return lemma8_bound(d, 2);
  if (name == "lemma-8-3") return lemma8_bound(d, 3);
  std::string capitals = name;
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const Scheme scheme = kSchemes.at(capitals);
  return name == capitals ? published_cost(scheme, d) : running_cost(scheme, d);
}

template <auto Member>
std::optional<double> part_of(const std::string& name, int d) {
  const auto cost = cost_of(name, d);
  return cost ? std::optional(static_cast<double>((*cost).*Member)) : std::nullopt;
}

}  // namespace

Functions tseng_functions() {
  return {
      {"startups", function(&part_of<&Cost::startups>)},
      {"blocks", function(&part_of<&Cost::blocks>)},
      {"time", function(+[](const std::string& name, int d, double startup, double block) {
         return cost_of(name, d).value().time(startup, 1, block);
       })},
      {"least_startups", function(+[](const Topology& torus) { return lower_bounds(torus).startups; })},
      {"least_blocks", function(+[](const Topology& torus) { return lower_bounds(torus).blocks(); })},
  };
}

}  // namespace torusim
