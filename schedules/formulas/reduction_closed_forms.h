#pragma once
/// The chunks in the steps of a reduce-scatter, by formula. Tests compare the schedules with these
/// independent formulas.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

/// Chunks of the largest message of every step of a reduce-scatter with all ports. Nullopt if the algorithm
/// does not run on the shape, and for swing unless sides are powers of two: other sides have no closed form.
std::optional<std::vector<std::int64_t>> reduction_units(const std::string& algorithm,
                                                         const Topology& topology);

/// The distance of the peers in swing's step s on a long enough ring: (2^(s+1) - (-1)^(s+1)) / 3.
std::int64_t swing_distance(int step);

/// Chunks on the busiest channel in every step of swing's reduce-scatter with all ports, on sides that are
/// powers of two. Plain and mirrored copies together load a channel by the distance times the message.
std::vector<std::int64_t> swing_loads(const Topology& topology);

}  // namespace torusim
