#pragma once
/// Makes text of users, of any bytes, safe to show on a terminal.

#include <string>
#include <string_view>

namespace torusim {

/// One line of valid UTF-8 without control characters, NUL and line ends included, or signs that turn the
/// direction of writing: these and stray bytes become escapes such as \x1b. A text of more than kMostClean
/// bytes loses its middle, and states the number of bytes left out. Clean text stays unchanged.
std::string clean_text(std::string_view text);

inline constexpr std::size_t kMostClean = 2000;

}  // namespace torusim
