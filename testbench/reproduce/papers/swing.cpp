// De Sensi, Bonato, Saam, Hoefler: Swing: Short-cutting Rings for Higher Bandwidth Allreduce (NSDI 2024): its
// analysis, counted in the schedules, and all-reduces over the size of the vector.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "models/contract/zero_load.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/cost.h"
#include "schedules/core/link_load.h"
#include "schedules/formulas/collective_closed_forms.h"
#include "testbench/reproduce/exhibit_builder.h"
#include "testbench/reproduce/papers.h"

namespace torusim::swing {
namespace {

std::unique_ptr<Schedule> reduce_scatter(const std::string& algorithm, const Topology& shape) {
  return make_schedule(algorithm, shape, {{"collective", "reduce-scatter"}});
}

int longest_route(const std::string& algorithm, const Topology& shape, int step) {
  return summarize(*reduce_scatter(algorithm, shape))[step].max_hops;
}

/// Load of the busiest channels, relative to the lower bound.
double carried(const std::string& algorithm, const Topology& shape) {
  const auto schedule = reduce_scatter(algorithm, shape);
  std::int64_t sum = 0;
  for (const BusiestLink& busiest : busiest_links(*schedule)) sum += busiest.blocks;
  return static_cast<double>(sum) / lower_bounds(*schedule).link_blocks;
}

/// The same load of swing, by a formula.
double swing_carries(const Topology& shape) {
  const auto loads = swing_loads(shape);
  return static_cast<double>(std::accumulate(loads.begin(), loads.end(), std::int64_t{0})) /
         static_cast<double>(shape.nodes() - 1);
}

// --- deficiencies

/// The deficiencies of an all-reduce, by the paper's three measures.
struct Deficiencies {
  double latency = 0;     // steps over log2 N
  double bandwidth = 0;   // load of a port, over the vector divided by D
  double congestion = 0;  // load of the busiest channel, over the load of a port
};

Deficiencies deficiencies(const std::string& algorithm, const Topology& shape,
                          const AlgorithmOptions& options) {
  const auto schedule = make_schedule(algorithm, shape, options);
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

/// The deficiencies by the paper's formulas, for tori of equal sides that are powers of two.
std::optional<Deficiencies> predicted(const std::string& label, const Topology& topology) {
  const double nodes = topology.nodes(), steps = std::log2(nodes), most = (nodes - 1) / nodes;
  const int k = topology.dimensions();
  if (label == "hamiltonian") return Deficiencies{2 * (nodes - 1) / steps, most, 1};
  if (label == "bucket") return Deficiencies{2.0 * k * (topology.side(0) - 1) / steps, most, 1};
  if (label == "swing") return Deficiencies{2, most, swing_carries(topology)};
  if (label == "swing, latency") {
    // Every step sends the whole part of a copy; the load of a channel is the distance of the step.
    double distances = 0;
    for (int step = 0; step < static_cast<int>(steps); ++step) {
      distances += static_cast<double>(swing_distance(step / k));
    }
    return Deficiencies{1, steps / 2, distances / steps};
  }
  return std::nullopt;
}

double measure_of(const Deficiencies& all, const std::string& measure) {
  return measure == "latency" ? all.latency : measure == "bandwidth" ? all.bandwidth : all.congestion;
}

/// `label`: an algorithm, or `swing, latency`.
double deficiency(const std::string& label, const Topology& shape, const std::string& measure) {
  const std::string algorithm = label.substr(0, label.find(','));
  const AlgorithmOptions options =
      label == algorithm ? AlgorithmOptions() : AlgorithmOptions{{"variant", "latency"}};
  return measure_of(deficiencies(algorithm, shape, options), measure);
}

// --- sizes

/// Phases of bucket and of rings share no channel: each takes the time of a message that never waits.
std::optional<Cycle> closed_form(const std::string& name, const Topology& topology, int block,
                                 Cycle startup) {
  if (name != "bucket" && name != "hamiltonian") return std::nullopt;
  for (int d = 1; d < topology.dimensions(); ++d) {
    if (topology.side(d) != topology.side(0) && name == "bucket") return std::nullopt;
  }
  Hardware hardware;
  hardware.topology = topology;
  Cycle sum = 0;
  const std::vector<std::int64_t> units_of_steps = *reduction_units(name, topology);
  for (const std::int64_t units : units_of_steps) {
    sum += 2 * zero_load_latency(hardware, startup, 1, 1 + units * block);
  }
  return sum;
}

// --- exhibits

Exhibit distances() {
  Exhibit exhibit{
      "distances",
      "Distance of the peers in a step",
      "On a ring of 64 nodes. Formula in step s, from 0: (2^(s+1) - (-1)^(s+1)) / 3 for swing, and 2^s for "
      "recursive halving. Counted: the longest route of the step.",
      {"algorithm", "step"},
      "hops"};
  exhibit.plot = Plot{-1, 0, 1, "step", "hops"};
  for (const std::string algorithm : {"swing", "halving"}) {
    for (int step = 0; step <= 5; ++step) {
      row(exhibit, algorithm, step)
          .formula(algorithm == "swing" ? static_cast<double>(swing_distance(step)) : 1 << step)
          .count([=] { return longest_route(algorithm, Topology::parse("ring:64"), step); });
    }
  }
  return exhibit;
}

Exhibit congestion() {
  Exhibit exhibit{"congestion",
                  "Load of the busiest channel over its lower bound",
                  "For all steps of a reduce-scatter with all ports; the ratio of an all-reduce is the same. "
                  "The ratio is 1 when all "
                  "channels have equal loads and all routes are shortest. Formula of swing: a plain and a "
                  "mirrored copy together "
                  "load a channel by the distance of the step times the message. For large tori the ratio "
                  "approaches 2^D (2^D - 1) "
                  "/ ((2^D - 2)(2^D + 1)): 6/5 in two dimensions, 28/27 in three, 120/119 in four.",
                  {"algorithm", "shape"},
                  "over the lower bound"};
  const auto add = [&](const std::string& algorithm, std::optional<double> formula,
                       const std::string& shape) {
    row(exhibit, algorithm, shape).formula(formula).count([=] {
      return carried(algorithm, Topology::parse(shape));
    });
  };
  for (const char* shape : {"ring:8", "torus:4x4", "torus:8x8", "torus:16x16", "torus:16x64", "torus:4x4x8",
                            "torus:8x8x8", "torus:4x4x4x4"}) {
    add("swing", swing_carries(Topology::parse(shape)), shape);
  }
  for (const char* shape : {"ring:6", "ring:10", "ring:12", "ring:24", "torus:6x10", "torus:12x12"}) {
    add("swing", std::nullopt, shape);
  }
  for (const char* shape : {"torus:8x8", "torus:16x16", "torus:8x8x8"}) add("bucket", 1, shape);
  for (const char* shape : {"torus:16x64", "torus:4x4x64"}) add("bucket", std::nullopt, shape);
  for (const char* shape : {"torus:8x8", "torus:16x16"}) {
    add("hamiltonian", 1, shape);
    add("halving", std::nullopt, shape);
  }
  return exhibit;
}

Exhibit deficiencies() {
  Exhibit exhibit{"deficiencies",
                  "Deficiencies: latency, bandwidth, congestion",
                  "For an all-reduce with all ports. Latency: steps over log2 N. Bandwidth: data through a "
                  "port of a node over the "
                  "lower bound for large N, the vector divided by D. Congestion: load of the busiest channel "
                  "over the data through a "
                  "port. A run takes about log2 N startups times the first, plus the vector divided by D "
                  "times the other two. "
                  "Halving runs D copies here, one per dimension; the paper runs one.",
                  {"shape", "algorithm", "measure"}};
  for (const char* shape : {"torus:8x8", "torus:16x16", "torus:8x8x8"}) {
    const Topology topology = Topology::parse(shape);
    for (const std::string label : {"swing, latency", "swing", "halving", "bucket", "hamiltonian"}) {
      if (label == "hamiltonian" && topology.dimensions() != 2) continue;
      const auto formula = predicted(label, topology);
      for (const std::string measure : {"latency", "bandwidth", "congestion"}) {
        row(exhibit, shape, label, measure)
            .formula(formula ? std::optional(measure_of(*formula, measure)) : std::nullopt)
            .count([=] { return deficiency(label, topology, measure); });
      }
    }
  }
  return exhibit;
}

/// No algorithm improves with vectors beyond `most` flits. A vector has a chunk per copy and dimension, and
/// per node unless it is sent whole.
struct Contender {
  const char *label, *algorithm, *set;
  int copies;
  double most = std::numeric_limits<double>::infinity();
};

Exhibit over_vectors(const char* name, std::initializer_list<int> vectors) {
  const std::string shape = fmt::format("torus:{}", name);
  const Topology topology = Topology::parse(shape);
  Exhibit exhibit{name,
                  fmt::format("All-reduce on {}: goodput over the size of the vector", shape),
                  "Flits have 16 bytes. Goodput is the flits of a node's vector over the cycles until all "
                  "nodes have the sum. Nodes "
                  "use all ports and no barriers (--sync none): a node continues when its data have arrived. "
                  "An algorithm with C "
                  "chunks needs vectors of C flits or more. The upper bound is D N / (N - 1) flits per "
                  "cycle. Formula: for "
                  "algorithms whose steps share no channel.",
                  {"startup", "algorithm", "flits"},
                  "flits per cycle"};
  exhibit.plot = Plot{0, 1, 2, "flits of the vector", "flits per cycle"};
  const int nodes = topology.nodes();
  const Contender contenders[] = {{"swing, latency", "swing", "--set variant=latency", 2, 16384},
                                  {"swing", "swing", "", 2 * nodes},
                                  {"halving", "halving", "", nodes},
                                  {"bucket", "bucket", "", 2 * nodes},
                                  {"hamiltonian", "hamiltonian", "", 2 * nodes}};
  for (const int startup : {0, 100, 1000}) {
    for (const auto& [label, algorithm, set, copies, most] : contenders) {
      if (std::string(label) == "hamiltonian" && topology.dimensions() != 2) continue;
      for (const int vector : vectors) {
        const int chunks = copies * topology.dimensions(), block = vector / chunks;
        if (vector % chunks != 0 || vector > most) continue;
        const auto time = closed_form(algorithm, topology, block, startup);
        row(exhibit, startup, label, vector)
            .formula(time ? std::optional(vector / static_cast<double>(*time)) : std::nullopt)
            .ask(fmt::format("run {} -t {} {} --block {} --startup {} --sync none", algorithm, shape, set,
                             block, startup),
                 [vector](const Outcome& outcome) { return vector / static_cast<double>(outcome.cycles); });
      }
    }
  }
  return exhibit;
}

/// A waiting worm occupies the channels behind it, unless a buffer holds the whole worm.
Exhibit buffers() {
  Exhibit exhibit{"buffers",
                  "All-reduce on torus:16x16: goodput over the size of the buffers",
                  "A vector of 65536 flits, as above, over the slots of a virtual channel's buffer; the "
                  "credit round trip needs 4. "
                  "From step 2D on, messages of swing share channels. Buffers of 512 slots hold a whole "
                  "message of the first such "
                  "step, so a waiting message leaves the channels behind it free.",
                  {"startup", "algorithm", "slots"},
                  "flits per cycle"};
  constexpr int kVector = 65536, kNodes = 256, kDimensions = 2;
  for (const int startup : {0, 100, 1000}) {
    for (const auto& [algorithm, copies] :
         {std::pair("swing", 2), {"halving", 1}, {"bucket", 2}, {"hamiltonian", 2}}) {
      for (const int slots : {4, 64, 512}) {
        row(exhibit, startup, algorithm, slots)
            .ask(fmt::format("run {} -t torus:16x16 --block {} --startup {} --reserve {} --sync none",
                             algorithm, kVector / (copies * kDimensions * kNodes), startup, slots),
                 [](const Outcome& outcome) { return kVector / static_cast<double>(outcome.cycles); });
      }
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> exhibits() {
  return {distances(),
          congestion(),
          deficiencies(),
          over_vectors("8x8", {4, 32, 256, 1024, 4096, 16384, 65536, 262144, 1048576}),
          over_vectors("16x16", {4, 32, 256, 1024, 4096, 16384, 65536, 262144}),
          over_vectors("8x8x8", {6, 96, 768, 3072, 12288, 49152, 196608}),
          over_vectors("64x16", {4, 256, 4096, 16384, 65536, 262144}),
          over_vectors("4x4x64", {6, 384, 6144, 24576, 98304}),
          over_vectors("64x64", {4, 256, 16384, 65536}),
          buffers()};
}

}  // namespace torusim::swing
