#include "models/part/sysc/address_map.h"

#include <fmt/format.h>

#include <algorithm>

namespace torusim::sysc {

std::string to_text(const AddressRange& range) {
  return fmt::format("addresses {:#x} to {:#x}", range.first, range.last);
}

std::string AddressMap::add(const AddressRange& range) {
  if (range.last < range.first) return to_text(range) + ": the last is before the first";
  const auto next = std::ranges::lower_bound(ranges_, range.first, {}, &AddressRange::first);
  const auto overlap = [&](const AddressRange& other) {
    return fmt::format("{} of node {} overlap {} of node {}", to_text(range), range.node, to_text(other),
                       other.node);
  };
  if (next != ranges_.end() && next->first <= range.last) return overlap(*next);
  if (next != ranges_.begin() && (next - 1)->last >= range.first) return overlap(*(next - 1));
  ranges_.insert(next, range);
  return {};
}

const AddressRange* AddressMap::find(std::uint64_t address, std::uint64_t bytes) const {
  const auto next = std::ranges::upper_bound(ranges_, address, {}, &AddressRange::first);
  if (next == ranges_.begin()) return nullptr;
  const AddressRange& range = *(next - 1);
  if (address > range.last || (bytes > 0 && bytes - 1 > range.last - address)) return nullptr;
  return &range;
}

}  // namespace torusim::sysc
