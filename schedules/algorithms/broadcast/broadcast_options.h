#pragma once
/// Options of broadcasts as a user writes them.

#include <string>

#include "schedules/core/topology.h"

namespace torusim {

/// The node that an option of `algorithm` names, 5 or (3,5). Throws UsageError.
NodeId read_root(const std::string& algorithm, const std::string& text, const Topology& topology,
                 const std::string& option = "root");

}  // namespace torusim
