#pragma once
/// The nearest of several names, for messages about a name that does not exist.

#include <span>
#include <string>
#include <string_view>

namespace torusim {

/// Insertions, deletions, substitutions and exchanges of neighbouring characters that turn a into b.
int edit_distance(std::string_view a, std::string_view b);

/// The candidate with the smallest edit distance, the first of several. Empty if there is no candidate.
std::string nearest(std::string_view name, std::span<const std::string> candidates);

}  // namespace torusim
