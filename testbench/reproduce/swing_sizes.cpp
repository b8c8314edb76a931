#include "testbench/reproduce/swing_sizes.h"

#include <fmt/format.h>

#include <cstdint>

#include "models/contract/zero_load.h"
#include "schedules/formulas/reduction_closed_forms.h"

namespace torusim {
namespace {

struct Contender {
  const char* label;
  const char* algorithm;
  std::map<std::string, std::string> set;
  int copies;                     // pieces of a packet, for each dimension
  bool whole;                     // the vector is one packet
  bool planar;                    // two dimensions only
  std::int64_t most = INT64_MAX;  // flits; for longer vectors it gets no better
};

const std::vector<Contender>& contenders() {
  static const std::vector<Contender> kAll{
      {"swing, latency", "swing", {{"variant", "latency"}}, 2, true, false, 16384},
      {"swing", "swing", {}, 2, false, false},
      {"halving", "halving", {}, 1, false, false},
      {"bucket", "bucket", {}, 2, false, false},
      {"hamiltonian", "hamiltonian", {}, 2, false, true},
  };
  return kAll;
}

/// Phases of bucket and of rings share no channel: each takes the time of a message that never waits.
std::optional<double> closed_form(const Contender& contender, const Topology& topology, int block,
                                  Cycle startup) {
  const std::string name = contender.algorithm;
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
  return static_cast<double>(sum);
}

Exhibit sizes(const char* shape, const char* name, const std::vector<std::int64_t>& vectors) {
  const Topology topology = Topology::parse(shape);
  Exhibit exhibit;
  exhibit.name = name;
  exhibit.title = fmt::format("All-reduce on {}: goodput over the size of the vector", topology.name());
  exhibit.text = fmt::format(
      "Vectors in flits of {} bytes; goodput is the flits of a node's vector over the cycles until all nodes "
      "have the "
      "sum. All ports, no barriers (--sync none): a node goes on when it has what it waits for. An algorithm "
      "that "
      "cuts the vector into C chunks runs from C flits on. No algorithm exceeds D N / (N - 1) flits per "
      "cycle. "
      "Formula: of algorithms whose steps share no channel.",
      kFlitBytes);
  exhibit.columns = {"startup", "algorithm", "flits"};
  exhibit.unit = "flits per cycle";
  const int dimensions = topology.dimensions();
  for (const Cycle startup : {0, 100, 1000}) {
    for (const Contender& contender : contenders()) {
      if (contender.planar && dimensions != 2) continue;
      const std::int64_t chunks =
          std::int64_t{contender.copies} * dimensions * (contender.whole ? 1 : topology.nodes());
      for (const std::int64_t vector : vectors) {
        if (vector % chunks != 0 || vector > contender.most) continue;
        const int block = static_cast<int>(vector / chunks);
        Point point{{fmt::format("{}", startup), contender.label, fmt::format("{}", vector)},
                    "",
                    closed_form(contender, topology, block, startup)};
        const auto goodput = [vector](double cycles) { return static_cast<double>(vector) / cycles; };
        if (point.formula) point.formula = goodput(*point.formula);
        Experiment experiment = run_of(contender.algorithm, shape, contender.set);
        experiment.config.block = block;
        experiment.config.run.startup = startup;
        experiment.config.sync = Synchronisation::kNone;
        point.experiment = std::move(experiment);
        point.value_of = [goodput](const Outcome& outcome) { return goodput(cycles(outcome)); };
        exhibit.points.push_back(std::move(point));
      }
    }
  }
  exhibit.plot = Plot{0, 1, 2, "flits of the vector", "flits per cycle"};
  return exhibit;
}

/// A worm that waits keeps the channels behind it, unless the buffers before it hold it whole.
Exhibit buffers() {
  constexpr std::int64_t kVector = 65536;
  Exhibit exhibit;
  exhibit.name = "buffers";
  exhibit.title = "All-reduce on torus:16x16: goodput over the size of the buffers";
  exhibit.text =
      "A vector of 65536 flits, as above; slots of each virtual channel's buffer, 4 being the credit round "
      "trip. From "
      "step 2D on messages of swing share channels. Where buffers hold a whole message, 512 flits in the "
      "first such "
      "step, those that wait leave the channels behind them to others.";
  exhibit.columns = {"startup", "algorithm", "slots"};
  exhibit.unit = "flits per cycle";
  for (const Cycle startup : {0, 100, 1000}) {
    for (const Contender& contender : contenders()) {
      if (contender.whole) continue;
      for (const int slots : {4, 64, 512}) {
        Point point{{fmt::format("{}", startup), contender.label, fmt::format("{}", slots)}, "", {}};
        Experiment experiment = run_of(contender.algorithm, "torus:16x16", contender.set);
        experiment.config.block = static_cast<int>(kVector / (std::int64_t{contender.copies} * 2 * 256));
        experiment.config.run.startup = startup;
        experiment.config.reserve = slots;
        experiment.config.sync = Synchronisation::kNone;
        point.experiment = std::move(experiment);
        point.value_of = [](const Outcome& outcome) {
          return static_cast<double>(kVector) / cycles(outcome);
        };
        exhibit.points.push_back(std::move(point));
      }
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> swing_sizes() {
  return {sizes("torus:8x8", "8x8", {4, 32, 256, 1024, 4096, 16384, 65536, 262144, 1048576}),
          sizes("torus:16x16", "16x16", {4, 32, 256, 1024, 4096, 16384, 65536, 262144}),
          sizes("torus:8x8x8", "8x8x8", {6, 96, 768, 3072, 12288, 49152, 196608}),
          sizes("torus:64x16", "64x16", {4, 256, 4096, 16384, 65536, 262144}),
          sizes("torus:4x4x64", "4x4x64", {6, 384, 6144, 24576, 98304}),
          sizes("torus:64x64", "64x64", {4, 256, 16384, 65536}),
          buffers()};
}

}  // namespace torusim
