#include "schedules/algorithms/all_to_allv/message_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "schedules/core/error.h"
#include "schedules/core/route.h"

namespace torusim {
namespace {

/// Calls visit(source, entry, place) for all entries.
template <typename Visit>
void for_each_entry(const TrafficMatrix& matrix, Visit visit) {
  for (NodeId source = 0; source < matrix.nodes(); ++source) {
    for (std::size_t i = matrix.first(source); i < matrix.first(source + 1); ++i) {
      visit(source, matrix.entries()[i], i);
    }
  }
}

std::uint32_t displacement(const TrafficMatrix& matrix, NodeId from, NodeId to) {
  return static_cast<std::uint32_t>(to >= from ? to - from : to - from + matrix.nodes());
}

/// The phases in which a port or channel is busy, 64 a word.
using Phases = std::vector<std::uint64_t>;

/// The first phase in which all of them are free.
std::uint32_t first_free(const std::vector<Phases*>& all) {
  for (std::size_t i = 0;; ++i) {
    std::uint64_t busy = 0;
    for (const Phases* phases : all) busy |= i < phases->size() ? (*phases)[i] : 0;
    if (busy != UINT64_MAX) {
      return static_cast<std::uint32_t>(i * 64) + static_cast<std::uint32_t>(std::countr_one(busy));
    }
  }
}

void take(Phases& phases, std::uint32_t phase) {
  if (phases.size() <= phase / 64) phases.resize(phase / 64 + 1);
  phases[phase / 64] |= std::uint64_t{1} << phase % 64;
}

/// As open-shop scheduling by longest processing time. Messages of equal size in the order of their
/// displacements, which fills phases whole if all are equal.
std::vector<std::uint32_t> balanced_phases(const TrafficMatrix& matrix, const Topology& topology,
                                           bool disjoint) {
  const std::size_t count = matrix.entries().size();
  std::vector<NodeId> source_of(count);
  for_each_entry(matrix, [&](NodeId source, const auto&, std::size_t i) { source_of[i] = source; });
  std::vector<std::uint32_t> largest_first(count), phase_of(count);
  std::iota(largest_first.begin(), largest_first.end(), 0);
  std::sort(largest_first.begin(), largest_first.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto &x = matrix.entries()[a], &y = matrix.entries()[b];
    if (x.blocks != y.blocks) return x.blocks > y.blocks;
    const std::uint32_t near = displacement(matrix, source_of[a], x.destination);
    const std::uint32_t far = displacement(matrix, source_of[b], y.destination);
    return near != far ? near < far : a < b;
  });
  const auto nodes = static_cast<std::size_t>(matrix.nodes());
  const auto ports = static_cast<std::size_t>(topology.network_ports());
  std::vector<Phases> sends(nodes), receives(nodes), channels(disjoint ? nodes * ports : 0);
  std::vector<Phases*> needed;
  for (const std::uint32_t i : largest_first) {
    const NodeId from = source_of[i], to = matrix.entries()[i].destination;
    needed = {&sends[static_cast<std::size_t>(from)], &receives[static_cast<std::size_t>(to)]};
    if (disjoint) {
      dimension_order_route(topology, from, to).for_each_channel(topology, from, [&](NodeId node, int port) {
        needed.push_back(&channels[static_cast<std::size_t>(node) * ports + static_cast<std::size_t>(port)]);
      });
    }
    phase_of[i] = first_free(needed);
    for (Phases* phases : needed) take(*phases, phase_of[i]);
  }
  for (std::uint32_t& phase : phase_of) ++phase;  // names are from 1
  return phase_of;
}

}  // namespace

OrderedMessages::OrderedMessages(const TrafficMatrix& matrix, MessageOrder order, const Topology& topology) {
  const bool disjoint = order == MessageOrder::kDisjoint;
  if (disjoint && matrix.entries().size() > kMostDisjoint) {
    throw InputError(
        fmt::format("order=disjoint for {} messages: it takes long, so there are at most {}; "
                    "order=balanced has no such limit",
                    matrix.entries().size(), kMostDisjoint));
  }
  if (disjoint || order == MessageOrder::kBalanced) {
    sort(balanced_phases(matrix, topology, disjoint));
    return;
  }
  std::vector<std::uint32_t> phase_of(matrix.entries().size());
  for_each_entry(matrix, [&](NodeId source, const TrafficMatrix::Entry& entry, std::size_t i) {
    phase_of[i] = order == MessageOrder::kPex ? static_cast<std::uint32_t>(source ^ entry.destination)
                                              : displacement(matrix, source, entry.destination);
  });
  sort(phase_of);
}

void OrderedMessages::sort(const std::vector<std::uint32_t>& phase_of) {
  const std::uint32_t most = phase_of.empty() ? 0 : *std::max_element(phase_of.begin(), phase_of.end());
  std::vector<std::size_t> count(std::size_t{most} + 1);
  for (const std::uint32_t phase : phase_of) ++count[phase];
  std::vector<std::size_t> next(count.size());
  begin_ = {0};
  for (std::uint32_t phase = 0; phase <= most; ++phase) {
    if (count[phase] == 0) continue;
    next[phase] = begin_.back();
    names_.push_back(phase);
    begin_.push_back(begin_.back() + count[phase]);
  }
  places_.resize(phase_of.size());
  for (std::size_t i = 0; i < phase_of.size(); ++i) {
    places_[next[phase_of[i]]++] = static_cast<std::uint32_t>(i);
  }
}

}  // namespace torusim
