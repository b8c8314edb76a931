#pragma once
/// Reads the failures that a user names in a line of text. docs/networks.md is the reference.

#include <cstdint>
#include <memory>
#include <string_view>

#include "schedules/core/failures.h"

namespace torusim {

class Topology;

/// Reads a list with commas, such as `(3,4)+x,(7,7),(0,1)-y:one-way,random:2%`: links (a node and one of its
/// ports, both ways or one way) and nodes. `random:2%` and `random:3` are a share and a number of all links,
/// drawn with `seed` among live links. Returns null for `none`. Throws UsageError with the column. Throws
/// InputError for a failure named twice, a link that does not exist, or a network that is cut.
std::shared_ptr<const Failures> parse_failures(const Topology& intact, std::string_view text,
                                               std::uint64_t seed);

}  // namespace torusim
