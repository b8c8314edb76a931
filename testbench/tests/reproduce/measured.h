#pragma once
/// Exhibits measured for a test: all of one, or some of its points.

#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/reproduce/measure.h"
#include "testbench/reproduce/papers.h"

namespace torusim::test {

constexpr double kAmple = 3600;  // seconds; what is measured here takes a few

inline Exhibit exhibit(const std::string& name) { return find_exhibits(name).exhibits.at(0); }

/// Only those of its points for which `keep` says so.
template <typename Keep>
Exhibit part_of(const std::string& name, Keep keep) {
  Exhibit result = exhibit(name);
  std::erase_if(result.points, [&](const Point& point) { return !keep(point); });
  return result;
}

inline Exhibit measured(Exhibit exhibit, double seconds = kAmple) {
  std::vector<Exhibit> exhibits{std::move(exhibit)};
  Effort effort;
  effort.seconds = seconds;
  measure_exhibits(exhibits, effort);
  return exhibits.at(0);
}

inline const Point& at(const Exhibit& exhibit, const std::vector<std::string>& labels) {
  for (const Point& point : exhibit.points) {
    if (point.labels == labels) return point;
  }
  throw std::out_of_range(exhibit.name + " has no such point");
}

}  // namespace torusim::test
