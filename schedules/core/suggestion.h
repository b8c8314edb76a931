#pragma once
/// The known word nearest to an unknown one, and the end of an error message about it.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace torusim {

/// Insertions, deletions, substitutions and exchanges of neighbouring characters that turn a into b.
int edit_distance(std::string_view a, std::string_view b);

/// The candidate with the smallest edit distance, the first of several. Empty if there is no candidate.
std::string nearest(std::string_view name, std::span<const std::string> candidates);

/// `; did you mean 'x'?` if a known word is similar, else `; known: a, b, c`.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace torusim
