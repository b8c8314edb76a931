#pragma once
/// Text of users, whatever its bytes, in a form that a terminal shows and nothing else.

#include <string>
#include <string_view>

namespace torusim {

/// One line of valid UTF-8 without control characters, NUL and line ends included, or signs that turn the
/// direction of writing: these and stray bytes stand as \x1b. Of a text of more than kMostClean bytes the
/// middle is left out, and it says how much. What is clean stays as it is.
std::string clean_text(std::string_view text);

inline constexpr std::size_t kMostClean = 2000;

}  // namespace torusim
