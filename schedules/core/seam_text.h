#pragma once
/// Seams of twisted tori as text, behind the sides.
///
/// `~x+y4+z4~y+z2`: crossing the wrap of x in direction + adds 4 to y and 4 to z, that of y adds 2 to z;
/// `-z2` subtracts. From the fourth dimension on as in routes: `~d3+x2+d4:1`.
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

/// `text` begins behind the first `~`. Throws InputError that says what is wrong with it, without where.
std::vector<Seam> parse_seams(std::string_view text, std::span<const Dimension> dimensions);

/// In the form that parse_seams() reads, the first `~` included; the short form where it means the same.
std::string seams_text(const Topology& topology);

}  // namespace torusim
