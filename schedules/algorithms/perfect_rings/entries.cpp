#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/perfect_rings/perfect_ring_exchange.h"
#include "schedules/algorithms/perfect_rings/split_exchange.h"
#include "schedules/algorithms/torus_list.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

const NamedOption<int> kDilation{
    "dilation",
    "auto",
    "rings of every K-th node, after an exchange among K neighbours; auto: the fewest blocks",
    {{"auto", 0}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}}};

const NamedOption<Near> kNear{"near",
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
  std::vector<int> sizes;
  const char* at = text.data();
  const char* const end = at + text.size();
  bool whole = true;
  for (;;) {
    int size = 0;
    const auto [rest, error] = std::from_chars(at, end, size);
    whole &= error == std::errc() && size >= 1 && size <= Topology::kMaxDimensions;
    if (!whole || rest == end) {
      sizes.push_back(size);
      break;
    }
    whole &= *rest == ',';
    sizes.push_back(size);
    at = rest + 1;
  }
  if (!whole || std::reduce(sizes.begin(), sizes.end()) != dimensions) {
    throw UsageError(
        fmt::format("{}: groups={}: must be {} or numbers of dimensions that sum to "
                    "{}, as {}",
                    algorithm, text, algorithm == "ring-split" ? "auto" : "all", dimensions,
                    dimensions > 1 ? fmt::format("{},1", dimensions - 1) : "1"));
  }
  return sizes;
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
    std::optional<RingPlan> plan = ring_plan(topology, dilation, kNear.of(options), groups);
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
    std::vector<int> sizes{1};
    for (int d = 0; d + 1 < k; ++d) {
      if ((cuts >> d & 1) == 0) {
        ++sizes.back();
      } else {
        sizes.push_back(1);
      }
    }
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
        {kDilation, kNear, kSignals}},
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
         kNear,
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
