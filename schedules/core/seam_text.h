#pragma once
/// Seams of twisted tori as text, behind the sides.
///
/// `~x+y4+z4~y+z2`: a hop over the wrap of x in direction + adds 4 to y and 4 to z; a hop over the wrap of y
/// adds 2 to z. `-z2` subtracts 2. Dimensions from the fourth on have the names of routes: `~d3+x2+d4:1`.
///
/// `~` alone: the seams of TPU v4 for the shape. k x k x 2k: x and y shift z by k. k x 2k x nk, n k even: x
/// shifts y by k and z by nk/2.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schedules/core/topology.h"
#include "schedules/core/twist.h"

namespace torusim {

/// `text` begins behind the first `~`. Throws InputError that states the problem without its place.
std::vector<Seam> parse_seams(std::string_view text, std::span<const Dimension> dimensions);

/// The seams in the form that parse_seams() reads, with the first `~`. The short form `~` is used if it means
/// the same seams.
std::string seams_text(const Topology& topology);

}  // namespace torusim
