#include "schedules/core/traffic_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "schedules/core/error.h"

namespace torusim {

void TrafficMatrix::add(NodeId source, NodeId destination, std::int64_t blocks) {
  assert(source >= 0 && source < nodes() && destination >= 0 && destination < nodes());
  if (blocks == 0 || source == destination) return;
  if (blocks < 0 || blocks > kMostBlocks) {
    throw InputError(fmt::format("{} flits from node {} to node {}: a message has at most {}", blocks, source,
                                 destination, kMostBlocks));
  }
  if (entries_.size() == kMostEntries) {
    throw InputError(fmt::format("a matrix has at most {} messages", kMostEntries));
  }
  assert(source >= row_);
  while (row_ < source) first_[static_cast<std::size_t>(++row_)] = entries_.size();
  entries_.push_back({destination, static_cast<std::uint32_t>(blocks)});
  total_ += blocks;
}

void TrafficMatrix::finish() {
  while (row_ < nodes()) first_[static_cast<std::size_t>(++row_)] = entries_.size();
}

std::size_t TrafficMatrix::place(NodeId source, NodeId destination) const {
  const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(first(source));
  const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(first(source + 1));
  const auto found = std::lower_bound(
      begin, end, destination, [](const Entry& entry, NodeId node) { return entry.destination < node; });
  if (found == end || found->destination != destination) return entries_.size();
  return static_cast<std::size_t>(found - entries_.begin());
}

std::shared_ptr<const TrafficMatrix> matrix_of(const Schedule& schedule) {
  const auto* holder = dynamic_cast<const MatrixHolder*>(&schedule);
  return holder ? holder->matrix() : nullptr;
}

bool MatrixAccount::add(NodeId source, NodeId destination, std::int64_t blocks) {
  const std::size_t place = matrix_->place(source, destination);
  const std::int64_t all = place < come_.size() ? matrix_->entries()[place].blocks : 0;
  if (blocks < 0 || blocks > all - (place < come_.size() ? come_[place] : 0)) return false;
  if (blocks > 0) come_[place] += static_cast<std::uint32_t>(blocks);
  return true;
}

}  // namespace torusim
