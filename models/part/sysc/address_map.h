#pragma once
/// The map from addresses of a platform to nodes.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim::sysc {

struct AddressRange {
  std::uint64_t first = 0, last = 0;  ///< inclusive bounds
  NodeId node = 0;
  int target = 0;          ///< target of the node, in the order of bindings of its initiator socket
  std::uint64_t base = 0;  ///< address of `first` at the target
};

class AddressMap {
 public:
  /// Adds a range. Returns the reason, as a sentence, if the range cannot be added; else empty.
  std::string add(const AddressRange& range);
  /// The range that contains all `bytes` bytes from `address` on, or null.
  const AddressRange* find(std::uint64_t address, std::uint64_t bytes) const;
  /// The ranges in the order of addresses. add() invalidates pointers into them.
  const std::vector<AddressRange>& ranges() const { return ranges_; }

 private:
  std::vector<AddressRange> ranges_;
};

/// The range as the text of an error.
std::string to_text(const AddressRange& range);

}  // namespace torusim::sysc
