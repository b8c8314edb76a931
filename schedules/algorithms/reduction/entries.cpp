// The algorithms for reductions as the registry lists them.
#include <fmt/format.h>

#include "schedules/algorithms/broadcast/broadcast_options.h"
#include "schedules/algorithms/families.h"
#include "schedules/algorithms/reduction/gatherings.h"
#include "schedules/core/error.h"
#include "schedules/core/read_number.h"

namespace torusim {
namespace {

const OptionInfo kCollective{
    "collective",
    {"all-reduce", "reduce-scatter", "gossip"},
    "all-reduce",
    "reduce-scatter: the first half; gossip: the second half, every node's packet to all"};
const OptionInfo kPorts{
    "ports",
    {"all", "one"},
    "all",
    "all: copies in all dimensions and directions at once, each on its part of the vector; "
    "one: one copy"};
const OptionInfo kVariant{"variant",
                          {"bandwidth", "latency"},
                          "bandwidth",
                          "latency: the whole vector in every step, all-reduce only"};

Collective::Kind kind_of(const AlgorithmOptions& options) {
  return *collective_kind(options.at("collective"));
}

bool all_ports(const AlgorithmOptions& options) { return options.at("ports") == "all"; }

/// Whether the variant for short vectors is asked for, which moves whole vectors.
bool latency(const std::string& name, const AlgorithmOptions& options) {
  if (options.at("variant") != "latency") return false;
  if (kind_of(options) != Collective::Kind::kAllReduce) {
    throw UsageError(
        fmt::format("{}: variant=latency is an all-reduce; collective={} goes with "
                    "variant=bandwidth",
                    name, options.at("collective")));
  }
  return true;
}

std::unique_ptr<AlgorithmSchedule> reduction(std::unique_ptr<Gathering> gathering,
                                             const AlgorithmOptions& options) {
  return std::make_unique<Reduction>(std::move(gathering), kind_of(options));
}

const OptionInfo kRings{
    "rings", {},
    "all",   "dimensions with rings; along the others blocks then halve as swing does (even sides)",
    "N",     true};

int rings_of(const std::string& text, const Topology& topology) {
  if (text == "all") return topology.dimensions();
  int rings = 0;
  if (!read_number(text, rings) || rings < 1 || rings > topology.dimensions()) {
    throw UsageError(
        fmt::format("bucket: rings={}: must be all or a number from 1 to {}, the dimensions of {}", text,
                    topology.dimensions(), topology.name()));
  }
  return rings;
}

Algorithm entry(AlgorithmInfo info, decltype(Algorithm::make) make) {
  info.collective = Collective::Kind::kAllReduce;
  return {std::move(info), std::move(make)};
}

const OptionInfo kTreeCollective{"collective",
                                 {"all-reduce", "reduce", "broadcast"},
                                 "all-reduce",
                                 "reduce: only to the root; broadcast: only from it"};

Algorithm bine_entry() {
  return entry(
      {"bine",
       "reduce along a tree of log2 N steps to a root, then broadcast: Bine or binomial",
       "De Sensi et al.: Bine Trees (arXiv 2508.17311)",
       "wrapped dimensions of sides that are powers of two; peers=binomial: wrapped or not",
       {kTreeCollective,
        {"root", {}, "0", "the root of the trees, 5 or (3,5)", "NODE"},
        {"peers", {"bine", "binomial"}, "bine", "peers of a node: those of swing, or x xor 2^s"},
        {"distances", {"halving", "doubling"}, "halving", "order of the peers, step by step from the root"},
        kPorts}},
      [](const Topology& topology, const AlgorithmOptions& options) {
        const TreePeers peers = options.at("peers") == "bine" ? TreePeers::kBine : TreePeers::kBinomial;
        return reduction(make_turn_tree(topology, peers, options.at("distances") == "halving",
                                        all_ports(options), read_root("bine", options.at("root"), topology)),
                         options);
      });
}

Algorithm tree_entry() {
  return entry({"tree",
                "reduce along a spanning tree to a root, then broadcast, pipelined piece by piece",
                "folklore; pipelined",
                "any topology, twisted tori too",
                {kTreeCollective,
                 {"root", {}, "0", "the root of the tree, 5 or (3,5)", "NODE"},
                 {"pieces", {}, "1", "pieces of the vector; a new piece starts in every step", "N"}},
                {},
                false,
                true},
               [](const Topology& topology, const AlgorithmOptions& options) {
                 return make_tree_reduction(topology, read_root("tree", options.at("root"), topology),
                                            count_of("tree", options, "pieces"), kind_of(options));
               });
}

}  // namespace

std::vector<Algorithm> reduction_algorithms() {
  using Options = AlgorithmOptions;
  const std::string swing_paper =
      "De Sensi, Bonato, Saam, Hoefler: Swing: Short-cutting Rings for Higher Bandwidth Allreduce (NSDI "
      "2024)";
  return {
      entry(
          {"ring-reduce",
           "all-reduce on a Hamiltonian cycle, half of the vector each way: N-1 steps in, N-1 out",
           "Patarasu, Yuan: Bandwidth Optimal All-reduce Algorithms for Clusters of Workstations, Section 3",
           "any torus, twisted or not; meshes of two or more dimensions with an even side",
           {kCollective, kPorts},
           {},
           false,
           true},
          [](const Topology& topology, const Options& options) {
            return reduction(make_ring_gathering(topology, all_ports(options)), options);
          }),
      entry({"hamiltonian",
             "all-reduce on k edge-disjoint Hamiltonian cycles of a torus of k dimensions, a 2k-th of the "
             "vector "
             "each way round each",
             swing_paper + ", Section 2.3.2 (Hamiltonian rings, there of two dimensions)",
             "wrapped dimensions of sides of at least 3",
             {kCollective}},
            [](const Topology& topology, const Options& options) {
              return reduction(make_hamiltonian_gathering(topology), options);
            }),
      entry({"bucket",
             "all-reduce by rings along one dimension after the other",
             "Barnett, Littlefield, Payne, van de Geijn: Global Combine on Mesh Architectures with Wormhole "
             "Routing",
             "any torus",
             {kCollective, kPorts, kRings}},
            [](const Topology& topology, const Options& options) {
              const int rings = rings_of(options.at("rings"), topology);
              if (rings == topology.dimensions())
                return reduction(make_bucket_gathering(topology, all_ports(options)), options);
              return reduction(make_mixed_bucket_gathering(topology, rings, all_ports(options)), options);
            }),
      entry({"halving",
             "all-reduce by recursive halving and doubling: in step s of a dimension x exchanges with x xor "
             "2^s",
             "Rabenseifner: Optimization of Collective Reduction Operations, Section 2",
             "sides that are powers of two, wrapped or not; variant=latency: any",
             {kCollective, kPorts, kVariant}},
            [](const Topology& topology, const Options& options) {
              if (latency("halving", options)) {
                return make_doubling_all_reduce(topology, all_ports(options));
              }
              return reduction(make_halving_gathering(topology, all_ports(options)), options);
            }),
      entry({"swing",
             "all-reduce by halving and doubling whose peers are nearer: 1, -1, 3, -5, 11 .. further on",
             swing_paper + ", Sections 3 and 4",
             "wrapped dimensions of even sides; variant=latency: any torus",
             {kCollective, kPorts, kVariant}},
            [](const Topology& topology, const Options& options) {
              if (latency("swing", options)) {
                return make_swing_all_reduce(topology, all_ports(options));
              }
              return reduction(make_swing_gathering(topology, all_ports(options)), options);
            }),
      entry({"trivance",
             "all-reduce with two peers per step: x exchanges with x + 3^s and x - 3^s",
             "after Trivance (arXiv 2602.17254)",
             "wrapped dimensions of sides that are powers of three",
             {kCollective, kVariant}},
            [](const Topology& topology, const Options& options) {
              if (latency("trivance", options)) return make_trivance_all_reduce(topology);
              return reduction(make_trivance_gathering(topology), options);
            }),
      tree_entry(),
      bine_entry(),
  };
}

Algorithm with_reductions(Algorithm algorithm) {
  const Collective::Kind spread = algorithm.info.collective;
  if (spread != Collective::Kind::kGossip && spread != Collective::Kind::kBroadcast) return algorithm;
  const char* const backwards = spread == Collective::Kind::kGossip ? "reduce-scatter" : "reduce";
  OptionInfo option{
      "collective",
      {to_text(spread), backwards, "all-reduce"},
      to_text(spread),
      fmt::format("{}: the schedule reversed, with sums; all-reduce: reversed, then forwards", backwards)};
  option.quiet = true;
  algorithm.info.options.push_back(std::move(option));
  const auto make = std::move(algorithm.make);
  algorithm.make = [make, spread](const Topology& topology, const AlgorithmOptions& options) {
    auto schedule = make(topology, options);
    const Collective::Kind kind = kind_of(options);
    if (kind == spread) return schedule;
    schedule = std::make_unique<Reduction>(make_reversed_spread(std::move(schedule)), kind);
    return schedule;
  };
  return algorithm;
}

}  // namespace torusim
