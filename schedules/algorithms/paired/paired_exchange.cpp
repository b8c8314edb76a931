// Complete exchange on tori by rings that run against each other on interleaved nodes: `paired`. Found with
// torusim; docs/algorithms/paired.md has the construction, why no two messages of a phase share a channel,
// and totals.
//
// Phases are named "P1.setup.xy", "P2.ring1.x+half.y", ..: the steps (line_program.h) and their dimensions.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/families.h"
#include "schedules/algorithms/paired/paired_plan.h"
#include "schedules/algorithms/torus_list.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"
#include "schedules/core/node_order.h"

namespace torusim {
namespace {

/// Adds all combinations of boxes, one of each dimension, to a set.
class LineBoxProduct {
 public:
  explicit LineBoxProduct(int dimensions) : dimensions_(dimensions) {}
  void set(int dimension, const std::vector<LineBox>& boxes) { of_[dimension] = &boxes; }
  void add_to(BlockSet& set) { add_from(0, set); }

 private:
  void add_from(int d, BlockSet& set) {
    if (d == dimensions_) return set.add(BoxView(box_.data(), 2 * static_cast<std::size_t>(dimensions_)));
    for (const LineBox& box : *of_[d]) {
      box_[d] = box.sources;
      box_[dimensions_ + d] = box.destinations;
      add_from(d + 1, set);
    }
  }

  int dimensions_;
  std::array<const std::vector<LineBox>*, Topology::kMaxDimensions> of_{};
  std::array<Range, 2 * Topology::kMaxDimensions> box_;
};

class PairedExchange : public PhaseByPhase, public KnownTime {
 public:
  PairedExchange(const Topology& topology, PairedPlan plan)
      : plan_(std::move(plan)), held_(topology.dimensions()) {
    info_.topology = topology;
    info_.claims = {.link_disjoint = true, .shortest_paths = true};
    info_.phases = static_cast<int>(plan_.phases.size());
  }

  /// All that send in a step of a line send as many blocks, over as many hops.
  std::int64_t known_time(const TimeOf& time) const override {
    const std::int64_t nodes = info_.topology.nodes();
    std::int64_t result = 0;
    for (const PairedPlan::PlannedPhase& planned : plan_.phases) {
      std::int64_t longest = 0;
      if (!planned.across.empty())
        longest = time(nodes >> plan_.lines.size(), static_cast<std::int64_t>(planned.across.size()));
      for (int c = 0; c < plan_.classes; ++c) {
        const int m = planned.runs[c];
        if (m < 0) continue;
        const LineProgram& line = plan_.lines[m];
        const int step = planned.steps[c][m];
        int hops = 0;
        for (int x = 0; x < line.side(); ++x) hops = std::max(hops, std::abs(line.hops(step, x)));
        longest = std::max(longest, time(nodes / line.side() * line.most_pairs(step), hops));
      }
      result += longest;
    }
    return result;
  }

 private:
  void make(Phase& phase) override {
    const PairedPlan::PlannedPhase& planned = plan_.phases[at_];
    const Topology& topology = info_.topology;
    const int k = topology.dimensions();
    phase.name = planned.name;
    if (!planned.across.empty()) {
      write_across(planned, phase);
      return;
    }
    std::vector<Sends> sent(plan_.classes);                           // in the dimension that the class runs
    std::vector<std::vector<const LineBoxes*>> boxes(plan_.classes);  // [class][dimension]
    for (int c = 0; c < plan_.classes; ++c) {
      const int m = planned.runs[c];
      if (m < 0) continue;
      sent[c] = sends(m, planned.steps[c][m]);
      for (int d = 0; d < k; ++d)
        boxes[c].push_back(d == m ? &sent[c].blocks : &held(d, planned.steps[c][d]));
    }
    TransferWriter writer(phase, k);
    LineBoxProduct product(k);
    Topology::Coordinates at{};
    for (NodeId node = 0; node < topology.nodes(); ++node, to_next_node(topology, at)) {
      const int c = plan_.class_of(at);
      const int m = planned.runs[c];
      const int hops = m < 0 ? 0 : sent[c].hops[at[m]];
      if (hops == 0) continue;
      Transfer& transfer = writer.add(node, node + sent[c].further[at[m]], {Run::of(m, hops)});
      for (int d = 0; d < k; ++d) product.set(d, (*boxes[c][d])[at[d]]);
      product.add_to(transfer.blocks);
    }
  }
  using LineBoxes = std::vector<std::vector<LineBox>>;  // [coordinate]
  /// The pairs at the coordinates of a dimension before a step, in the phase that is written.
  const LineBoxes& held(int dimension, int step) {
    auto& known = held_[dimension];
    if (const auto found = known.find(step); found != known.end()) return found->second;
    if (known.size() > 4) known.clear();
    LineBoxes boxes;
    for (int x = 0; x < info_.topology.side(dimension); ++x)
      boxes.push_back(plan_.lines[dimension].held(step, x));
    return known[step] = std::move(boxes);
  }
  /// The pairs that leave the coordinates of a dimension in a step; lists by coordinate.
  struct Sends {
    LineBoxes blocks;
    std::vector<int> hops;
    std::vector<NodeId> further;  ///< receiver - sender
  };
  Sends sends(int dimension, int step) const {
    const LineProgram& line = plan_.lines[dimension];
    const int side = info_.topology.side(dimension);
    Sends result;
    for (int x = 0; x < side; ++x) {
      const int hops = line.hops(step, x);
      result.blocks.push_back(line.moved(step, x));
      result.hops.push_back(hops);
      result.further.push_back(info_.topology.displaced(0, dimension, ((x + hops) % side + side) % side) -
                               info_.topology.displaced(0, dimension, x));
    }
    return result;
  }
  /// Every node sends to the neighbour of its pair in each dimension of planned.across.
  // Before its last step a line holds blocks for the two nodes of a pair: the blocks for the other node move.
  void write_across(const PairedPlan::PlannedPhase& planned, Phase& phase) {
    const Topology& topology = info_.topology;
    const int k = topology.dimensions();
    TransferWriter writer(phase, k);
    LineBoxProduct product(k);
    Topology::Coordinates at{};
    std::vector<std::vector<LineBox>> boxes(k);
    for (NodeId node = 0; node < topology.nodes(); ++node, to_next_node(topology, at)) {
      Topology::Coordinates to = at;
      Route route;
      for (const int d : planned.across) {
        to[d] ^= 1;
        route.append(Run::of(d, to[d] - at[d]));
      }
      for (int d = 0; d < k; ++d) {
        boxes[d].clear();
        for (const LineBox& box : held(d, planned.steps[0][d])[at[d]]) {
          if (box.destinations.contains(to[d])) boxes[d].push_back({box.sources, Range::single(to[d])});
        }
        product.set(d, boxes[d]);
      }
      product.add_to(writer.add(node, topology.node(to), route).blocks);
    }
  }

  PairedPlan plan_;
  std::vector<std::map<int, LineBoxes>> held_;  // [dimension]: by step, of this phase and the one before
};

const NamedOption<std::optional<PairedVariant>> kPairedVariant{
    "variant",
    "auto",
    "order of dimensions (docs/algorithms/paired.md); auto: the order with the fewest blocks, then startups",
    {{"auto", std::nullopt},
     {"parity", PairedVariant::kParity},
     {"rows", PairedVariant::kRows},
     {"thirds", PairedVariant::kThirds},
     {"mixed", PairedVariant::kMixed}}};

const OptionInfo kPairedNear{
    "near",
    {"pairs", "direct"},
    "pairs",
    "the last phases: pairs, a dimension at a time, or directly among the nodes around a corner "
    "(parity, mixed)",
    {},
    true};

struct Needs {
  int least, most;  ///< dimensions
  int multiple;     ///< of which every side of the nearest shapes is one
  const char* text;
};

Needs needs(std::optional<PairedVariant> variant) {
  if (variant == PairedVariant::kRows)
    return {2, 2, 4, "two wrapped dimensions, one side even and the other a multiple of 4"};
  if (variant == PairedVariant::kThirds)
    return {3, 3, 6, "three wrapped dimensions whose sides are multiples of 6"};
  if (variant == PairedVariant::kMixed)
    return {3, 3, 8, "three wrapped dimensions, one side a multiple of 4 and two of 8"};
  return {2, Topology::kMaxDimensions, 4,
          variant ? "two or more wrapped dimensions whose sides are multiples of 4"
                  : "two or more wrapped dimensions whose sides are multiples of 4, or two, one even and the "
                    "other a multiple of 4, or three of multiples of 6"};
}

std::unique_ptr<AlgorithmSchedule> make_paired(const Topology& topology, const AlgorithmOptions& options) {
  constexpr int kLongestSide = 4096;  // steps times pairs of a line grow with its square
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.side(d) > kLongestSide) {
      throw InputError(fmt::format("paired on {}: sides may have up to {} nodes; c1 runs on rings of 8192",
                                   topology.name(), kLongestSide));
    }
  }
  const std::optional<PairedVariant> variant = kPairedVariant.of(options);
  const bool directly = options.at("near") == "direct";
  std::optional<PairedPlan> plan = best_paired_plan(topology, variant, directly);
  if (!plan && directly && best_paired_plan(topology, variant)) {
    throw InputError(fmt::format(
        "paired on {}: near=direct needs variant=parity or mixed, and so sides that are multiples of 4",
        topology.name()));
  }
  if (!plan) {
    const Needs lacking = needs(variant);
    const int dimensions = std::clamp(topology.dimensions(), lacking.least, lacking.most);
    throw InputError(
        fmt::format("paired on {}: {} needs {}; nearest: {}; c1 runs on any torus, direct on "
                    "any topology",
                    topology.name(), variant ? "variant=" + options.at("variant") : "it", lacking.text,
                    nearest_multiples(topology, dimensions, lacking.multiple)));
  }
  return std::make_unique<PairedExchange>(topology, std::move(*plan));
}

}  // namespace

std::vector<Algorithm> paired_algorithms() {
  return {{{"paired",
            "complete exchange on tori by opposite rings on interleaved nodes, with equal messages",
            "found with torusim: docs/algorithms/paired.md",
            "two or more wrapped dimensions, multiples of 4; 2-D also even x multiple of 4; 3-D also "
            "multiples of 6",
            {kPairedVariant, kPairedNear}},
           make_paired}};
}

}  // namespace torusim
