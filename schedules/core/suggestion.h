#pragma once
/// The end of an error message about an unknown word.

#include <string>
#include <string_view>
#include <vector>

namespace torusim {

/// `; did you mean 'x'?` if a known word is similar, else `; known: a, b, c`.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace torusim
