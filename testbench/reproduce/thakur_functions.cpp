// What is counted and fitted for Thakur, Choudhary, Fox.

#include <algorithm>
#include <cmath>

#include "schedules/algorithms/registry.h"
#include "schedules/formulas/pairwise_closed_forms.h"
#include "testbench/reproduce/functions.h"
#include "testbench/reproduce/outline.h"

namespace torusim {
namespace {

/// The partner of a node of pex on path:8 in a step; -1: none, or one way only.
int partner(int step, int node) {
  const auto schedule = make_schedule("pex", Topology::parse("path:8"));
  Phase phase;
  for (int i = 0; i < step; ++i) schedule->next(phase);
  int to = -1, from = -1;
  for (const Transfer& transfer : phase.transfers) {
    if (transfer.source == node) to = transfer.destination;
    if (transfer.destination == node) from = transfer.source;
  }
  return to == from ? to : -1;
}

/// f, its sum and its largest value over the steps, and S, the sum of max(1, f / 2).
struct Contention {
  double steps = 0, sum = 0, max = 0, shares = 0;
};

Contention total(Grid mesh, int (*link_load)(Grid, int)) {
  Contention result;
  for (int step = 1; step < mesh.nodes(); ++step) {
    const double load = link_load(mesh, step);
    ++result.steps;
    result.sum += load;
    result.max = std::max(result.max, load);
    result.shares += std::max(1.0, load / 2);
  }
  return result;
}

/// Of `4x5`; `counted`: 31/58/3/32 where there is no closed form.
Contention contention(const std::string& algorithm, const std::string& mesh, const std::string& counted) {
  const auto sides = parts_of(mesh, 'x'), known = parts_of(counted, '/');
  if (!known.empty()) {
    return {std::stod(known.at(0)), std::stod(known.at(1)), std::stod(known.at(2)), std::stod(known.at(3))};
  }
  const bool pex = algorithm.ends_with("pex"), printed = algorithm.starts_with("printed ");
  const auto load = pex ? (printed ? &printed_pex_link_load : &pex_link_load)
                        : (printed ? &printed_gen_link_load : &gen_link_load);
  return total({std::stoi(sides.at(0)), std::stoi(sides.at(1))}, load);
}

double part_of_contention(const std::string& algorithm, const std::string& mesh, const std::string& counted,
                          const std::string& part) {
  const Contention all = contention(algorithm, mesh, counted);
  return part == "steps" ? all.steps : part == "sum of f" ? all.sum : part == "S" ? all.shares : all.max;
}

/// A time of a table, and what the model makes it of: steps alpha + bytes S beta.
struct Time {
  double seconds, steps, byte_shares;
};

std::vector<Time> times_of(const std::string& algorithm, const std::string& table) {
  constexpr int kBytes[] = {256, 1024, 4096, 8192, 16384};
  std::vector<Time> result;
  const std::vector<std::string> meshes = parts_of(table, ' ');
  for (std::size_t size = 0; size < std::size(kBytes); ++size) {
    for (const std::string& mesh : meshes) {
      const auto cells = parts_of(mesh, ',');
      const Contention exact = contention(algorithm, cells.at(0), cells.at(1));
      result.push_back({std::stod(cells.at(2 + size)), exact.steps, kBytes[size] * exact.shares});
    }
  }
  return result;
}

/// Alpha and beta by least squares of the relative errors, or the mean of |model / printed - 1|.
double fit(const std::string& algorithm, const std::string& table, const std::string& what) {
  const std::vector<Time> times = times_of(algorithm, table);
  double xx = 0, xy = 0, yy = 0, x1 = 0, y1 = 0;
  for (const Time& time : times) {
    const double x = time.steps / time.seconds, y = time.byte_shares / time.seconds;
    xx += x * x, xy += x * y, yy += y * y, x1 += x, y1 += y;
  }
  const double determinant = xx * yy - xy * xy;
  const double alpha = (x1 * yy - y1 * xy) / determinant, beta = (y1 * xx - x1 * xy) / determinant;
  if (what != "error") return what == "alpha" ? alpha : beta;
  double sum = 0;
  for (const Time& time : times) {
    sum += std::abs((time.steps * alpha + time.byte_shares * beta) / time.seconds - 1);
  }
  return sum / static_cast<double>(times.size());
}

}  // namespace

Functions thakur_functions() {
  return {
      {"xor", function(+[](int a, int b) { return a ^ b; })},
      {"partner", function(&partner)},
      {"contention", function(&part_of_contention)},
      {"fit", function(&fit)},
  };
}

}  // namespace torusim
