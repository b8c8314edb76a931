// Jouppi et al.: TPU v4: An Optically Reconfigurable Supercomputer for Machine Learning with Hardware Support
// for Embeddings (ISCA 2023): its twisted tori. docs/networks.md explains the differences.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "schedules/core/route.h"
#include "testbench/reproduce/exhibit_builder.h"
#include "testbench/reproduce/papers.h"

namespace torusim::tpu {
namespace {

/// Hops of a shortest path, averaged over all other nodes; the network looks the same from every node.
double mean_distance(const Topology& torus) {
  double hops = 0;
  for (NodeId node = 1; node < torus.nodes(); ++node) hops += torus.distance(0, node);
  return hops / (torus.nodes() - 1);
}

/// Blocks on the busiest channel of a complete exchange when every pair uses its shortest paths equally.
double busiest_channel(const Topology& torus) {
  std::vector<double> hops(static_cast<std::size_t>(torus.dimensions()));
  for (NodeId node = 1; node < torus.nodes(); ++node) {
    const std::uint32_t ways = dimension_order_ways(torus, 0, node);
    for (std::uint32_t way = 0; way < ways; ++way) {
      for (const Run& run : dimension_order_route(torus, 0, node, way)) {
        hops[static_cast<std::size_t>(run.dimension)] += std::abs(run.hops) / static_cast<double>(ways);
      }
    }
  }
  return *std::ranges::max_element(hops) / 2;  // both directions are alike
}

Exhibit distances() {
  Exhibit exhibit{
      "distances",
      "Mean distance on twisted tori",
      "Formula: (7 k^4 - 2 k^2) / (8 k^3 - 4) for k x k x 2k, and (35 k^4 - 8 k^2) / (32 k^3 - 8) for "
      "k x 2k x 2k, for even k. Counted: hops of the shortest paths over all seams.",
      {"torus"},
      "hops"};
  const auto add = [&](const std::string& shape, double formula) {
    row(exhibit, shape).formula(formula).count([shape] { return mean_distance(Topology::parse(shape)); });
  };
  for (const double k : {2, 4, 8}) {
    add(fmt::format("torus:{}x{}x{}~", k, k, 2 * k), (7 * k * k * k * k - 2 * k * k) / (8 * k * k * k - 4));
  }
  for (const double k : {2, 4, 8}) {
    add(fmt::format("torus:{}x{}x{}~", k, 2 * k, 2 * k),
        (35 * k * k * k * k - 8 * k * k) / (32 * k * k * k - 8));
  }
  return exhibit;
}

Exhibit loads() {
  Exhibit exhibit{
      "loads",
      "Blocks on the busiest channel of a complete exchange",
      "Every pair divides its block equally among its shortest paths. Formula of the plain torus: N L / 8 "
      "for the longest side L. Formula of the twisted torus: N (N - 1) times the mean distance, over the "
      "channels, because all dimensions carry the same.",
      {"sides", "torus"},
      "blocks"};
  for (const auto& [sides, longest] : {std::pair("4x4x8", 8), {"4x8x8", 8}, {"8x8x16", 16}}) {
    const Topology plain = torus_of(sides), twisted = torus_of(sides + std::string("~"));
    row(exhibit, sides, "plain").formula(plain.nodes() * longest / 8.0).count([plain] {
      return busiest_channel(plain);
    });
    row(exhibit, sides, "twisted").formula((plain.nodes() - 1) * mean_distance(twisted) / 6).count([twisted] {
      return busiest_channel(twisted);
    });
  }
  return exhibit;
}

Exhibit all_to_all() {
  Exhibit exhibit{
      "all-to-all",
      "All-to-all rate of the twisted torus over that of the plain torus",
      "Printed: the ratio that the paper reports for its machine. Formula: the ratio of the loads of the "
      "busiest channels. Measured: cycles of direct-even on the plain torus over those on the twisted one, "
      "with all ports, 24 messages of a node at once, blocks of 16 flits, no barriers. Buffers have 32 "
      "flits per virtual channel. docs/networks.md explains the differences.",
      {"sides", "arbitration"},
      "ratio"};
  for (const auto& [sides, printed] : {std::pair("4x4x8", 1.63), {"4x8x8", 1.31}}) {
    for (const char* arbitration : {"transit-first", "round-robin"}) {
      const std::string run = fmt::format(
          "run direct-even --set at-once=24 --alpha 6 --sync none --block 16 --reserve 32 --arbitration {} "
          "-t torus:{}",
          arbitration, sides);
      row(exhibit, sides, arbitration)
          .printed(printed)
          .formula(busiest_channel(torus_of(sides)) / busiest_channel(torus_of(sides + std::string("~"))))
          .ask(run, &Outcome::cycles)
          .over(run + "~")
          .why(
              "Dimension order on two lanes leaves more of a twisted torus unused, and the machine differs "
              "from the "
              "model.");
    }
  }
  return exhibit;
}

}  // namespace

std::vector<Exhibit> exhibits() { return {distances(), loads(), all_to_all()}; }

}  // namespace torusim::tpu
