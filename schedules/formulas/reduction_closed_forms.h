#pragma once
/// What the steps of a reduce-scatter carry, by formula: independent of the schedules, which tests hold to
/// it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

/// Chunks of the largest message of every step of a reduce-scatter with all ports. Nothing if the algorithm
/// does not run on the shape, and for swing on sides that are no powers of two, which have no closed form.
std::optional<std::vector<std::int64_t>> reduction_units(const std::string& algorithm,
                                                         const Topology& topology);

/// How far apart the peers of swing's step s are on a ring that is long enough: (2^(s+1) - (-1)^(s+1)) / 3.
std::int64_t swing_distance(int step);

/// What the busiest channel carries in every step of swing's reduce-scatter with all ports, on sides that are
/// powers of two: plain and mirrored copies together load a channel by the distance, times the message.
std::vector<std::int64_t> swing_loads(const Topology& topology);

}  // namespace torusim
