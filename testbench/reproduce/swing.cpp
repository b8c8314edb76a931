// De Sensi, Bonato, Saam, Hoefler: Swing: Short-cutting Rings for Higher Bandwidth Allreduce (NSDI 2024):
// what its analysis says, counted in the schedules.
#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "schedules/algorithms/registry.h"
#include "schedules/core/cost.h"
#include "schedules/core/link_load.h"
#include "schedules/formulas/reduction_closed_forms.h"
#include "testbench/reproduce/papers.h"
#include "testbench/reproduce/swing_sizes.h"

namespace torusim {
namespace {

std::unique_ptr<Schedule> reduce_scatter(const std::string& algorithm, const std::string& shape) {
  return make_schedule(algorithm, Topology::parse(shape), {{"collective", "reduce-scatter"}});
}

// --- distances

Exhibit distances() {
  Exhibit exhibit;
  exhibit.name = "distances";
  exhibit.title = "How far apart the peers of a step are";
  exhibit.text =
      "On a ring of 64 nodes, which doubles the distance in every step under recursive halving. Formula of "
      "swing: "
      "(2^(s+1) - (-1)^(s+1)) / 3 in step s = 0, 1, ..; of halving: 2^s. Counted: the longest route of the "
      "step.";
  exhibit.columns = {"algorithm", "step"};
  exhibit.unit = "hops";
  for (const char* algorithm : {"swing", "halving"}) {
    for (int step = 0; step < 6; ++step) {
      const bool swing = algorithm == std::string("swing");
      Point point{{algorithm, fmt::format("{}", step)},
                  "",
                  static_cast<double>(swing ? swing_distance(step) : std::int64_t{1} << step)};
      point.counted = [algorithm, step] {
        return static_cast<double>(summarize(*reduce_scatter(algorithm, "ring:64"))[step].max_hops);
      };
      exhibit.points.push_back(std::move(point));
    }
  }
  exhibit.plot = Plot{-1, 0, 1, "step", "hops"};
  return exhibit;
}

// --- congestion

double carried(const std::string& algorithm, const std::string& shape) {
  const auto schedule = reduce_scatter(algorithm, shape);
  std::int64_t sum = 0;
  for (const BusiestLink& busiest : busiest_links(*schedule)) sum += busiest.blocks;
  return static_cast<double>(sum) / lower_bounds(*schedule).link_blocks;
}

Exhibit congestion() {
  Exhibit exhibit;
  exhibit.name = "congestion";
  exhibit.title = "What the busiest channel carries, over the least that any algorithm must";
  exhibit.text =
      "Of a reduce-scatter with all ports, all steps together; an all-reduce is twice as much over twice as "
      "much. "
      "1 is an algorithm that loads all channels alike and sends nothing too far. Formula of swing: plain "
      "and "
      "mirrored copies together load a channel by the distance of the step, times the message. For large "
      "tori it "
      "goes to 2^D (2^D - 1) / ((2^D - 2)(2^D + 1)): 6/5 in two dimensions, 28/27 in three, 120/119 in four.";
  exhibit.columns = {"algorithm", "shape"};
  exhibit.unit = "of the least";
  const auto add = [&](const char* algorithm, const char* shape, std::optional<double> formula) {
    Point point{{algorithm, shape}, "", formula};
    point.counted = [algorithm, shape] { return carried(algorithm, shape); };
    exhibit.points.push_back(std::move(point));
  };
  for (const char* shape : {"ring:8", "torus:4x4", "torus:8x8", "torus:16x16", "torus:16x64", "torus:4x4x8",
                            "torus:8x8x8", "torus:4x4x4x4"}) {
    const Topology topology = Topology::parse(shape);
    const auto loads = swing_loads(topology);
    add("swing", shape,
        static_cast<double>(std::accumulate(loads.begin(), loads.end(), std::int64_t{0})) /
            static_cast<double>(topology.nodes() - 1));
  }
  for (const char* shape : {"ring:6", "ring:10", "ring:12", "ring:24", "torus:6x10", "torus:12x12"}) {
    add("swing", shape, std::nullopt);
  }
  for (const char* shape : {"torus:8x8", "torus:16x16", "torus:8x8x8"}) add("bucket", shape, 1.0);
  for (const char* shape : {"torus:16x64", "torus:4x4x64"}) add("bucket", shape, std::nullopt);
  for (const char* shape : {"torus:8x8", "torus:16x16"}) {
    add("hamiltonian", shape, 1.0);
    add("halving", shape, std::nullopt);
  }
  return exhibit;
}

// --- deficiencies

/// How far an all-reduce is from the least, by the paper's three measures.
struct Deficiencies {
  double latency = 0;     // steps over log2 N
  double bandwidth = 0;   // what goes through a port, over the vector divided by D
  double congestion = 0;  // what the busiest channel carries, over what goes through a port
};

Deficiencies deficiencies(const std::string& algorithm, const std::string& shape,
                          const AlgorithmOptions& options) {
  const auto schedule = make_schedule(algorithm, Topology::parse(shape), options);
  const Topology& topology = schedule->info().topology;
  double through_port = 0, over_channel = 0;
  for (const PhaseSummary& phase : summarize(*schedule))
    through_port += static_cast<double>(phase.max_blocks);
  for (const BusiestLink& busiest : busiest_links(*schedule))
    over_channel += static_cast<double>(busiest.blocks);
  const auto chunks = static_cast<double>(schedule->info().collective.chunks(topology));
  return {schedule->info().phases / std::log2(topology.nodes()),
          through_port / (chunks / topology.dimensions()), over_channel / through_port};
}

/// What the formulas of the paper give, for tori of equal sides that are powers of two.
std::optional<Deficiencies> predicted(const std::string& label, const Topology& topology) {
  const double nodes = topology.nodes(), steps = std::log2(nodes), most = (nodes - 1) / nodes;
  const int k = topology.dimensions();
  if (label == "hamiltonian") return Deficiencies{2 * (nodes - 1) / steps, most, 1};
  if (label == "bucket") return Deficiencies{2.0 * k * (topology.side(0) - 1) / steps, most, 1};
  if (label == "swing") {
    const auto loads = swing_loads(topology);
    const auto carried = static_cast<double>(std::accumulate(loads.begin(), loads.end(), std::int64_t{0}));
    return Deficiencies{2, most, carried / (nodes - 1)};
  }
  if (label == "swing, latency") {
    // The whole of a copy's part in every step; the distance of the step is what a channel carries of it.
    double distances = 0;
    for (int step = 0; step < static_cast<int>(steps); ++step) {
      distances += static_cast<double>(swing_distance(step / k));
    }
    return Deficiencies{1, steps / 2, distances / steps};
  }
  return std::nullopt;
}

Exhibit deficiencies_exhibit() {
  Exhibit exhibit;
  exhibit.name = "deficiencies";
  exhibit.title = "How far from the least: steps, data, channels";
  exhibit.text =
      "Of an all-reduce with all ports. Latency: steps over log2 N. Bandwidth: what goes through a port of a "
      "node, "
      "over the vector divided by D, which is the least for large N. Congestion: what the busiest channel "
      "carries, "
      "over what goes through a port. A time is about log2 N startups times the first, and the vector "
      "divided by "
      "D times the other two. Halving runs D copies here, one for each dimension, where the paper's runs "
      "one.";
  exhibit.columns = {"shape", "algorithm", "measure"};
  struct Line {
    const char *label, *algorithm;
    AlgorithmOptions options;
  };
  for (const char* shape : {"torus:8x8", "torus:16x16", "torus:8x8x8"}) {
    for (const Line& line : {Line{"swing, latency", "swing", {{"variant", "latency"}}},
                             {"swing", "swing", {}},
                             {"halving", "halving", {}},
                             {"bucket", "bucket", {}},
                             {"hamiltonian", "hamiltonian", {}}}) {
      const Topology topology = Topology::parse(shape);
      if (line.label == std::string("hamiltonian") && topology.dimensions() != 2) continue;
      const auto formula = predicted(line.label, topology);
      for (const auto& [measure, member] : {std::pair{"latency", &Deficiencies::latency},
                                            {"bandwidth", &Deficiencies::bandwidth},
                                            {"congestion", &Deficiencies::congestion}}) {
        Point point{{shape, line.label, measure}, "", {}};
        if (formula) point.formula = (*formula).*member;
        point.counted = [line, shape, member = member] {
          return deficiencies(line.algorithm, shape, line.options).*member;
        };
        exhibit.points.push_back(std::move(point));
      }
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> swing_exhibits() {
  std::vector<Exhibit> exhibits{distances(), congestion(), deficiencies_exhibit()};
  for (Exhibit& exhibit : swing_sizes()) exhibits.push_back(std::move(exhibit));
  return exhibits;
}

}  // namespace torusim
