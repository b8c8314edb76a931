#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <iterator>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/relayed/relay_ways.h"
#include "schedules/algorithms/relayed/relayed_exchange.h"
#include "schedules/algorithms/torus_list.h"
#include "schedules/core/error.h"
#include "schedules/core/read_number.h"

namespace torusim {
namespace {

/// "8, 10, 12", or "6 to 63" where there are all.
std::string listed(const std::vector<int>& counts) {
  if (counts.back() - counts.front() + 1 == static_cast<int>(counts.size()) && counts.size() > 3)
    return fmt::format("{} to {}", counts.front(), counts.back());
  return fmt::format("{}", fmt::join(counts, ", "));
}

int nearest_count(const std::vector<int>& counts, int wanted) {
  return *std::min_element(counts.begin(), counts.end(),
                           [&](int a, int b) { return std::abs(a - wanted) < std::abs(b - wanted); });
}

std::string table_shapes() { return fmt::format("{}", fmt::join(names_of(tori_of(relay_tables())), ", ")); }

std::string nearest_shape(const Topology& topology) {
  std::vector<Topology> tori;
  for (int dimensions = 1; dimensions <= kMostMaskBits / 2; ++dimensions)
    tori.emplace_back(std::vector<Dimension>(dimensions, {4, Line::kRing}));
  std::ranges::copy(tori_of(relay_tables()), std::back_inserter(tori));
  return nearest_torus(topology, tori);
}

int phases_of(const Topology& topology, const std::string& text) {
  const std::vector<int> counts = relayed_phase_counts(topology);
  if (counts.empty()) {
    throw InputError(
        fmt::format("relayed on {}: it needs {}, or rings of 2 and 4 with {} nodes at most; nearest: {}; "
                    "ring-product runs on tori of multiples of 4, direct on any topology",
                    topology.name(), table_shapes(), 1 << kMostMaskBits, nearest_shape(topology)));
  }
  if (text == "auto") {
    return nearest_count(counts, 2 * std::bit_width(static_cast<unsigned>(topology.nodes() - 1)));
  }
  int value = 0;
  if (!read_number(text, value))
    throw UsageError(fmt::format("relayed: phases={}: must be auto or a number of phases", text));
  if (!std::binary_search(counts.begin(), counts.end(), value)) {
    throw UsageError(fmt::format("relayed: phases={}: on {} there are schedules of {} phases; nearest: {}",
                                 value, topology.name(), listed(counts), nearest_count(counts, value)));
  }
  return value;
}

}  // namespace

std::vector<Algorithm> relayed_algorithms() {
  return {{{"relayed",
            "complete exchange in a chosen number of phases, close to the bound of one port",
            "found with torusim: docs/algorithms/relayed.md",
            fmt::format("{}; tori with sides of 2 and 4, up to {} nodes", table_shapes(), 1 << kMostMaskBits),
            {{"phases", {}, "auto", "how many: more phases, fewer blocks; auto: near 2 log2 N", "N"}}},
           [](const Topology& topology, const AlgorithmOptions& options) {
             return std::make_unique<RelayedExchange>(topology, phases_of(topology, options.at("phases")));
           }}};
}

}  // namespace torusim
