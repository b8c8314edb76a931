// What is counted for De Sensi, Bonato, Saam, Hoefler, and their formulas.
#include <cmath>
#include <numeric>

#include "models/contract/zero_load.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/cost.h"
#include "schedules/core/link_load.h"
#include "schedules/formulas/reduction_closed_forms.h"
#include "testbench/reproduce/functions.h"

namespace torusim {
namespace {

std::unique_ptr<Schedule> reduce_scatter(const std::string& algorithm, const Topology& shape) {
  return make_schedule(algorithm, shape, {{"collective", "reduce-scatter"}});
}

int longest_route(const std::string& algorithm, const Topology& shape, int step) {
  return summarize(*reduce_scatter(algorithm, shape))[step].max_hops;
}

/// What the busiest channels carry, over the least.
double carried(const std::string& algorithm, const Topology& shape) {
  const auto schedule = reduce_scatter(algorithm, shape);
  std::int64_t sum = 0;
  for (const BusiestLink& busiest : busiest_links(*schedule)) sum += busiest.blocks;
  return static_cast<double>(sum) / lower_bounds(*schedule).link_blocks;
}

/// The same of swing, as a formula.
double swing_carries(const Topology& shape) {
  const auto loads = swing_loads(shape);
  return static_cast<double>(std::accumulate(loads.begin(), loads.end(), std::int64_t{0})) /
         static_cast<double>(shape.nodes() - 1);
}

// --- deficiencies

/// How far an all-reduce is from the least, by the paper's three measures.
struct Deficiencies {
  double latency = 0;     // steps over log2 N
  double bandwidth = 0;   // what goes through a port, over the vector divided by D
  double congestion = 0;  // what the busiest channel carries, over what goes through a port
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

/// What the formulas of the paper give, for tori of equal sides that are powers of two.
std::optional<Deficiencies> predicted(const std::string& label, const Topology& topology) {
  const double nodes = topology.nodes(), steps = std::log2(nodes), most = (nodes - 1) / nodes;
  const int k = topology.dimensions();
  if (label == "hamiltonian") return Deficiencies{2 * (nodes - 1) / steps, most, 1};
  if (label == "bucket") return Deficiencies{2.0 * k * (topology.side(0) - 1) / steps, most, 1};
  if (label == "swing") return Deficiencies{2, most, swing_carries(topology)};
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

std::optional<double> predicted_deficiency(const std::string& label, const Topology& shape,
                                           const std::string& measure) {
  const auto all = predicted(label, shape);
  return all ? std::optional(measure_of(*all, measure)) : std::nullopt;
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

}  // namespace

Functions swing_functions() {
  return {
      {"swing_distance", function(&swing_distance)},
      {"longest_route", function(&longest_route)},
      {"carried", function(&carried)},
      {"swing_carries", function(&swing_carries)},
      {"deficiency", function(&deficiency)},
      {"predicted_deficiency", function(&predicted_deficiency)},
      {"closed_form", function(&closed_form)},
  };
}

}  // namespace torusim
