#pragma once
/// Failures that a user names in a line of text. docs/failures.md is the reference.

#include <cstdint>
#include <memory>
#include <string_view>

#include "schedules/core/failures.h"

namespace torusim {

/// Reads a list with commas, such as `(3,4)+x,(7,7),(0,1)-y:one-way,random:2%`: links, named by a node and
/// one of its ports, both ways or one way; nodes; and `random:2%` or `random:3`, a share or number of all
/// links that is drawn by `seed` among those that live. Null for `none`. Throws UsageError with the column,
/// and InputError for a failure that is named twice or a link that is not there, or when the network is cut.
std::shared_ptr<const Failures> parse_failures(const Topology& intact, std::string_view text,
                                               std::uint64_t seed);

}  // namespace torusim
