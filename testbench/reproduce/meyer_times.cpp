#include "testbench/reproduce/meyer_times.h"

#include <fmt/format.h>

#include <cmath>

#include "schedules/algorithms/cycles/decomposition.h"
#include "schedules/algorithms/registry.h"
#include "schedules/formulas/gossip_closed_forms.h"

namespace torusim {
namespace {

// --- Table I

/// s, in flits. With it t_startup = r s is a whole number of cycles for each r of the table, and halves and
/// thirds of s are whole.
constexpr int kData = 1200;

struct TableAlgorithm {
  const char* paper;  ///< "T_stv"
  const char* what;
  const char* name;      ///< on the command line
  const char* in_space;  ///< the same in three dimensions; null: no n of the table suits it there
  bool divides;          ///< a node's data are d packets
  double (*time)(int n, int d, double r, const Fractions&);
};

constexpr TableAlgorithm kAlgorithms[] = {
    {"T_stv", "reference 21", "gossip-ti", "gossip-ti", false, &time_optimal},
    {"T_opt", "Section 2", "gossip-two", "gossip-cycles", true, &time_two_packets},
    {"T_one", "Section 4", "gossip-one", nullptr, false, &time_one_packet}};

std::string cube(int n, int d) {
  std::string shape = fmt::format("torus:{}", n);
  for (int i = 1; i < d; ++i) shape += fmt::format("x{}", n);
  return shape;
}

/// Nodes up to which a run takes seconds, and up to which it takes minutes.
constexpr int kSmall = 256, kLarge = 4096;
/// What all runs of the table take one core, about.
constexpr double kRunsOfTheTable = 2000;

/// A time of the table: from a run, or from the steps of the schedule where there is no time for that.
void measure(Point& point, const char* name, const std::string& shape, int parts, double r) {
  const int nodes = Topology::parse(shape).nodes();
  if (nodes <= kLarge) {
    Experiment run = run_of(name, shape);
    run.config.block = kData / parts;
    // What a step takes besides its packet counts as startup.
    run.config.run.startup = std::lround(r * kData) - kOneHopPipeline;
    point.experiment = run;
    point.value_of = [](const Outcome& o) { return std::round(static_cast<double>(o.cycles) / kData); };
  }
  if (nodes <= kSmall) return;
  point.least_budget = kRunsOfTheTable;
  point.counted = [=] {
    const Topology topology = Topology::parse(shape);
    // Of gossip-cycles its cycles are enough: both ways half round, P/2 steps.
    const int steps = name == std::string("gossip-cycles")
                          ? static_cast<int>(cycle_decomposition(topology).back().size() / 2)
                          : make_schedule(name, topology)->info().phases;
    return std::round(steps * (r + 1.0 / parts));
  };
  point.counting = nodes <= kLarge ? 0.5 : 5;
}

std::string reason(const TableAlgorithm& algorithm, int d) {
  if (&algorithm == &kAlgorithms[2] && d == 2) {
    return "The table counts n^2/4 + n/2 steps, Theorem 3 n^2/4 + n + 2 at most.";
  }
  if (d == 3) return "The table takes 1/3 as 0.333 and 1/6 as 0.1666; and steps are whole.";
  return "Steps are whole.";
}

constexpr int kLargestNearest = 16;  // the packets of 63 x 63 x 64 at all nodes would be 8 GB of bits

/// T_one in three dimensions where the algorithm runs: n1 and n2 the multiples of 3 just below n.
void add_nearest(Exhibit& exhibit, int n, double r) {
  const int n1 = n - n % 3;
  Point point{{fmt::format("{}", n), "3", fmt::format("{}", r), fmt::format("T_one on {0}x{0}x{1}", n1, n)},
              "",
              std::round((n1 * n1 * n / 6.0 + n1 * n1 / 2.0) * (r + 1))};
  measure(point, "gossip-one", fmt::format("torus:{0}x{0}x{1}", n1, n), 1, r);
  point.why = "Section 5 leaves out terms of order n^2: Theorem 4's steps are more.";
  exhibit.points.push_back(std::move(point));
}

Exhibit table_one_exhibit() {
  Exhibit exhibit;
  exhibit.name = "table-1";
  exhibit.title = "Table I: normalised times";
  exhibit.text = fmt::format(
      "Times over s t_feed, rounded to whole numbers, on tori of n nodes a side; r = t_startup / (s "
      "t_feed). Formula: T of Section 5 with exact thirds. Measured: cycles of a run with s = {} flits, "
      "whose steps take r s cycles besides their packet, over s; or the steps of the schedule times r + 1/d "
      "of "
      "T_opt and r + 1 of the others: on 64 x 64 x 64, and on more than 256 nodes with a budget of less than "
      "{:g} "
      "s. T_one needs sides divisible by 3 in three dimensions, so no n of the table suits it; nearby shapes "
      "do.",
      kData, kRunsOfTheTable);
  exhibit.columns = {"n", "d", "r", "time"};
  for (const TableOneRow& row : table_one()) {
    for (int entry = 0; entry < 6; ++entry) {
      const int d = 2 + entry % 2;
      const double r = kTableOneRatios[entry / 2];
      for (int i = 0; i < 3; ++i) {
        const TableAlgorithm& algorithm = kAlgorithms[i];
        Point point{{fmt::format("{}", row.n), fmt::format("{}", d), fmt::format("{}", r),
                     fmt::format("{} ({})", algorithm.paper, algorithm.what)},
                    fmt::format("{}", row.printed[i][entry]),
                    std::round(algorithm.time(row.n, d, r, {}))};
        const char* name = d == 3 ? algorithm.in_space : algorithm.name;
        if (name == nullptr) {
          point.note = "n1 must be divisible by 3";
        } else {
          measure(point, name, cube(row.n, d), algorithm.divides ? d : 1, r);
        }
        point.why = reason(algorithm, d);
        exhibit.points.push_back(std::move(point));
      }
      if (d == 3 && row.n <= kLargestNearest) add_nearest(exhibit, row.n, r);
    }
  }
  return exhibit;
}

// --- Section 5

Exhibit section_five() {
  Exhibit exhibit;
  exhibit.name = "section-5";
  exhibit.title = "Section 5: the T3E";
  exhibit.text =
      "t_startup = 5e-6 s, t_feed = 1e-8 s a byte. Loss: the one-packet algorithm against (P-1)/2d steps on "
      "n x n x n, 512 nodes being 8 x 8 x 8; measured where n is divisible by 3.";
  exhibit.columns = {"what"};
  const auto add = [&](std::string what, std::string printed, double formula, const char* why) -> Point& {
    Point point{{std::move(what)}, std::move(printed), formula};
    point.why = why;
    return exhibit.points.emplace_back(std::move(point));
  };
  add("r s", "5000", 5e-6 / 1e-8, "Misprint: 5e-6 / 1e-8 is 500.");
  add("s from which T_opt is at most 10 % slower, d = 3", "95000", 5e-6 / 1e-8 * 1.9 / 0.1,
      "Follows from r s.");
  add("loss on 8 x 8 x 8 [%]", "<= 1", 100.0 * 3 / 8,
      "T_one / T_stv is 1 + d/n, not 1 + O(d/P), and that is without the o(P) terms.");
  for (const int n : {6, 9}) {
    Point& point = add(fmt::format("loss on {0} x {0} x {0} [%]", n), "", 100.0 * 3 / n,
                       "The terms that Section 5 leaves out, of order n^2.");
    point.experiment = run_of("gossip-one", cube(n, 3));
    point.value_of = [n](const Outcome& outcome) {
      return 100 *
             (static_cast<double>(outcome.startups) / fewest_gossip_steps(Topology::parse(cube(n, 3))) - 1);
    };
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> meyer_times() {
  std::vector<Exhibit> exhibits;
  exhibits.push_back(table_one_exhibit());
  exhibits.push_back(section_five());
  return exhibits;
}

}  // namespace torusim
