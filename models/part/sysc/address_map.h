#pragma once
/// Which addresses of a platform lie at which node.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim::sysc {

struct AddressRange {
  std::uint64_t first = 0, last = 0;  ///< both are in it
  NodeId node = 0;
  int target = 0;          ///< of the node, in the order in which its initiator socket is bound
  std::uint64_t base = 0;  ///< the address at the target of `first`
};

class AddressMap {
 public:
  /// Returns a sentence on why the range cannot be added; empty: it is.
  std::string add(const AddressRange& range);
  /// The range that holds all these bytes, or null.
  const AddressRange* find(std::uint64_t address, std::uint64_t bytes) const;
  /// By address. No call of add() may follow while pointers into it are used.
  const std::vector<AddressRange>& ranges() const { return ranges_; }

 private:
  std::vector<AddressRange> ranges_;
};

/// As in an error.
std::string to_text(const AddressRange& range);

}  // namespace torusim::sysc
