#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <numeric>
#include <optional>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/families.h"
#include "schedules/algorithms/perfect_rings/perfect_ring_exchange.h"
#include "schedules/algorithms/perfect_rings/ring_plan.h"
#include "schedules/algorithms/perfect_rings/split_plan.h"
#include "schedules/algorithms/ring_signals.h"
#include "schedules/algorithms/torus_list.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"
#include "schedules/core/node_order.h"

namespace torusim {
namespace {

// Complete exchange by perfect ring phases along several dimensions at once: `ring-split`
// (docs/algorithms/ring-exchanges.md).
//
// Phases of stage 1 are named "S1.1", "S1.2", ..

class SplitExchange : public PhaseByPhase, public KnownCost {
 public:
  /// `plan` is for this torus, and has fewer than 2^31 phases.
  SplitExchange(const Topology& torus, SplitPlan plan, bool signals) : plan_(std::move(plan)) {
    info_.topology = torus;
    info_.claims = {.link_disjoint = true, .shortest_paths = true};
    info_.phases = static_cast<int>(plan_.cost.startups);
    info_.has_signals = signals;
    if (signals) signals_.emplace(torus);
  }

  Cost known_cost() const override { return plan_.cost; }

 private:
  /// The messages of a part of a round in a phase.
  struct Sending {
    int group = 0, slice = 0, slices = 1;
    std::vector<bool> bits;  ///< [dimension of the group]: the type of a cell, from the second on
    bool idle = false;
  };
  /// The messages along a dimension in a phase.
  struct Along {
    std::vector<int> edge;                 ///< [coordinate]
    std::vector<std::array<int, 2>> hops;  ///< [coordinate][type]
  };

  void make(Phase& phase) override {
    const int k = info_.topology.dimensions(), of_stage = info_.phases / plan_.classes();
    const int stage = at_ / of_stage;
    phase.name = fmt::format("S{}.{}", stage + 1, at_ % of_stage + 1);
    std::int64_t unit = at_ % of_stage / plan_.shifts;
    auto round = plan_.rounds.begin();
    for (; unit >= round->units; ++round) unit -= round->units;

    std::vector<int> matchings(k);
    std::vector<Sending> sendings;
    for (const auto& part : round->parts) sendings.push_back(sending(part, unit, matchings));
    std::vector<Along> alongs;
    for (int d = 0; d < k; ++d) alongs.push_back(along(d, matchings[d]));

    write_transfers(phase, stage, sendings, alongs);
    if (signals_) signals_->write(phase, at_);
  }

  Along along(int dimension, int matching) const {
    Along result;
    const PerfectRing ring(plan_.sides[dimension]);
    for (int x = 0; x < plan_.sides[dimension]; ++x) {
      result.edge.push_back(ring.edge(matching, x));
      result.hops.push_back({ring.hops(matching, false, x), ring.hops(matching, true, x)});
    }
    return result;
  }

  // The unit's number has a bit for each dimension but the first, then a digit for each dimension: its
  // matching.
  Sending sending(const SplitPlan::Part& part, std::int64_t unit, std::vector<int>& matchings) const {
    Sending result{part.group, static_cast<int>(unit / part.units), part.slices, {}, false};
    result.idle = result.slice >= part.slices;
    if (result.idle) return result;
    std::int64_t rest = part.first + unit % part.units;
    const auto digit = [&rest](int radix) {
      const auto value = static_cast<int>(rest % radix);
      rest /= radix;
      return value;
    };
    const std::vector<int>& dimensions = plan_.groups[part.group];
    result.bits.push_back(false);
    while (result.bits.size() < dimensions.size()) result.bits.push_back(digit(2) == 1);
    for (const int d : dimensions) matchings[d] = digit(PerfectRing(plan_.sides[d]).matchings());
    return result;
  }

  void write_transfers(Phase& phase, int stage, const std::vector<Sending>& sendings,
                       const std::vector<Along>& alongs) const {
    const Topology& torus = info_.topology;
    const int k = torus.dimensions(), shifts = plan_.shifts;
    TransferWriter writer(phase, k);
    Topology::Coordinates at{};
    for (NodeId node = 0; node < torus.nodes(); ++node, to_next_node(torus, at)) {
      int sum = shifts - at_ % shifts;
      for (int d = 0; d < k; ++d) sum += alongs[d].edge[at[d]];
      const int active = sum % shifts;
      if (active / 2 >= static_cast<int>(sendings.size())) continue;
      const Sending& sending = sendings[active / 2];
      if (sending.idle) continue;
      Topology::Coordinates to = at;
      Route route;
      const std::vector<int>& dimensions = plan_.groups[sending.group];
      for (std::size_t i = 0; i < dimensions.size(); ++i) {
        const int d = dimensions[i], side = torus.side(d);
        const bool second = i == 0 ? active % 2 == 1 : (active % 2 == 1) == sending.bits[i];
        const int hops = alongs[d].hops[at[d]][second];
        if (hops == 0) continue;
        to[d] = (at[d] + hops + side) % side;
        route.append(Run::of(d, hops));
      }
      if (node != torus.node(to)) add_message(writer, stage, sending, node, at, to, route);
    }
  }

  /// A class of a block that moves along `group` in `stage`; it has moved along the `stage` groups before it.
  void add_message(TransferWriter& writer, int stage, const Sending& sending, NodeId node,
                   const Topology::Coordinates& at, const Topology::Coordinates& to,
                   const Route& route) const {
    const int k = info_.topology.dimensions(), groups = plan_.classes(),
              sliced = plan_.sliced_dimension(sending.group);
    const int block_class = (sending.group - stage + groups) % groups;
    std::array<Range, 2 * Topology::kMaxDimensions> box;
    std::vector<Range*> markers;  // the ranges whose coordinates are still to be chosen, by their sum
    int sum = -block_class;
    for (int i = 0; i < groups; ++i) {
      const int group = (block_class + i) % groups;
      for (const int d : plan_.groups[group]) {
        Range any = Range::whole(plan_.sides[d]);
        if (d == sliced) {
          any.first = plan_.sides[d] * sending.slice / sending.slices;
          any.count = plan_.sides[d] * (sending.slice + 1) / sending.slices - any.first;
        }
        box[d] = i < stage ? any : Range::single(at[d]);
        box[k + d] = i > stage ? any : Range::single(to[d]);
        if (d != plan_.marker(group)) continue;
        if (i >= stage) sum += at[d];
        if (i <= stage) sum += to[d];
        if (i != stage) markers.push_back(&box[i < stage ? d : k + d]);
      }
    }
    // Any residues of the sum for all of these coordinates but the last, which makes up for them.
    BlockSet& blocks = writer.add(node, info_.topology.node(to), route).blocks;
    const auto choose = [&](auto&& self, std::size_t index, int so_far) -> void {
      if (index == markers.size()) return blocks.add(BoxView(box.data(), 2 * static_cast<std::size_t>(k)));
      const Range all = *markers[index];
      for (int residue = 0; residue < groups; ++residue) {
        if (index + 1 == markers.size() && (so_far + residue) % groups != 0) continue;
        Range some{all.first + ((residue - all.first) % groups + groups) % groups, groups, 0};
        some.count = (all.first + all.count - some.first + groups - 1) / groups;
        if (some.count <= 0) continue;
        if (some.count == 1) some.stride = 1;
        *markers[index] = some;
        self(self, index + 1, so_far + residue);
      }
      *markers[index] = all;
    };
    choose(choose, 0, (sum % groups + groups) % groups);
  }

  SplitPlan plan_;
  std::optional<ChannelSignals> signals_;
};

const NamedOption<int> kDilation{
    "dilation",
    "auto",
    "rings of every K-th node, after an exchange among K neighbours; auto: the fewest blocks",
    {{"auto", 0}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}}};

const NamedOption<Near> kNearRings{"near",
                                   "pairs",
                                   "how neighbours exchange: a dimension at a time, or all pairs directly",
                                   {{"pairs", Near::kPairs}, {"direct", Near::kDirect}}};

const OptionInfo kSignals{
    "signals", {"none", "channels"},
    "none",    "for --sync local: from the receivers of the messages that used the channels before",
    {},        true};

/// "2,1": products of two dimensions, then of one.
std::vector<int> group_sizes(const std::string& algorithm, const std::string& text, int dimensions) {
  if (text == "all") return {dimensions};
  const std::optional<std::vector<int>> sizes = numbers_of(text);
  const bool positive = sizes && std::ranges::all_of(*sizes, [](int size) { return size >= 1; });
  if (!positive || std::accumulate(sizes->begin(), sizes->end(), std::int64_t{0}) != dimensions) {
    throw UsageError(
        fmt::format("{}: groups={}: must be {} or numbers of dimensions that sum to "
                    "{}, as {}",
                    algorithm, text, algorithm == "ring-split" ? "auto" : "all", dimensions,
                    dimensions > 1 ? fmt::format("{},1", dimensions - 1) : "1"));
  }
  return *sizes;
}

[[noreturn]] void refuse(const std::string& name, const Topology& topology, int dilation) {
  const int multiple = 4 * std::max(dilation, 1);
  throw InputError(fmt::format(
      "{} on {}: it needs wrapped dimensions whose sides are multiples of {}, up to {}; nearest: {}; c1 "
      "runs on any torus, direct on any topology",
      name, topology.name(), multiple, kLongestPerfectRing,
      nearest_multiples(topology, topology.dimensions(), multiple, kLongestPerfectRing)));
}

[[noreturn]] void refuse_phases(const std::string& name, const Topology& topology, std::int64_t phases) {
  throw InputError(fmt::format("{} on {}: {} phases are more than a schedule may have; paired takes fewer",
                               name, topology.name(), phases));
}

std::unique_ptr<AlgorithmSchedule> make(const std::string& name, const Topology& topology,
                                        const AlgorithmOptions& options, const std::vector<int>& groups) {
  const int chosen = kDilation.of(options);
  std::optional<RingPlan> best;
  for (int dilation = 1; dilation <= kMostDilation; ++dilation) {
    if (chosen != 0 && dilation != chosen) continue;
    std::optional<RingPlan> plan = ring_plan(topology, dilation, kNearRings.of(options), groups);
    const auto key = [](const RingPlan& p) { return std::pair(p.cost.blocks, p.cost.startups); };
    if (plan && (!best || key(*plan) < key(*best))) best = std::move(plan);
  }
  if (!best) refuse(name, topology, chosen);
  if (best->cost.startups > std::numeric_limits<int>::max())
    refuse_phases(name, topology, best->cost.startups);
  return std::make_unique<PerfectRingExchange>(topology, std::move(*best),
                                               options.at("signals") == "channels");
}

/// The plan for these groups; with `auto` the one with the fewest blocks.
SplitPlan chosen_split(const Topology& topology, const std::string& groups) {
  const int k = topology.dimensions();
  std::optional<SplitPlan> best;
  const auto key = [](const SplitPlan& p) { return std::pair(p.cost.blocks, p.cost.startups); };
  for (unsigned cuts = 1; cuts < 1U << (k - 1); ++cuts) {  // bit d: a group ends at dimension d
    const std::vector<int> sizes = sizes_between(cuts, k);
    if (groups != "auto" && sizes != group_sizes("ring-split", groups, k)) continue;
    std::optional<SplitPlan> plan = split_plan(topology, sizes);
    if (plan && (!best || key(*plan) < key(*best))) best = std::move(plan);
  }
  if (!best) {
    if (k > 1 && groups != "auto") {
      const std::size_t count = group_sizes("ring-split", groups, k).size();
      if (count < 2 || count > kMostSplitGroups) {
        throw UsageError(
            fmt::format("ring-split: groups={}: must be 2 to {} groups; one group is ring-product", groups,
                        kMostSplitGroups));
      }
    }
    throw InputError(fmt::format(
        "ring-split on {}: it needs two or more wrapped dimensions whose sides are multiples of 4, up to {}, "
        "one "
        "of them 16 or more; ring-product runs on all tori of multiples of 4, direct on any topology",
        topology.name(), kLongestPerfectRing));
  }
  if (best->cost.startups > std::numeric_limits<int>::max())
    refuse_phases("ring-split", topology, best->cost.startups);
  return std::move(*best);
}

}  // namespace

std::vector<Algorithm> perfect_ring_algorithms() {
  return {
      {{"ring-direct",
        "complete exchange by direct exchanges on rings, dimension by dimension",
        "found with torusim: docs/algorithms/ring-exchanges.md",
        "tori, rings: sides that are multiples of 4",
        {kDilation, kNearRings, kSignals}},
       [](const Topology& topology, const AlgorithmOptions& options) {
         return make("ring-direct", topology, options, std::vector<int>(topology.dimensions(), 1));
       }},
      {{"ring-product",
        "direct complete exchange that fills every channel in every phase: products of perfect ring phases",
        "after Hinrichs, Kosak, O'Hallaron, Stricker, Take, SPAA 1994; found with torusim: "
        "docs/algorithms/ring-exchanges.md",
        "tori, rings: sides that are multiples of 4",
        {{"groups", {}, "all", "dimensions of each product, one product after the other", "all|N,N.."},
         kDilation,
         kNearRings,
         kSignals}},
       [](const Topology& topology, const AlgorithmOptions& options) {
         const auto groups = group_sizes("ring-product", options.at("groups"), topology.dimensions());
         return make("ring-product", topology, options, groups);
       }},
      {{"ring-split",
        "complete exchange by direct exchanges on rings of several dimensions at once, each with a part of "
        "the "
        "blocks",
        "found with torusim: docs/algorithms/ring-exchanges.md",
        "tori: sides that are multiples of 4, one of them 16 or more",
        {{"groups",
          {},
          "auto",
          "dimensions of each product; the products run at once; auto: the fewest blocks",
          "auto|N,N.."},
         kSignals}},
       [](const Topology& topology, const AlgorithmOptions& options) {
         return std::make_unique<SplitExchange>(topology, chosen_split(topology, options.at("groups")),
                                                options.at("signals") == "channels");
       }}};
}

}  // namespace torusim
