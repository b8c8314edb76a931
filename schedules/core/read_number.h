#pragma once
/// Numbers and words in the texts of options.

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

namespace torusim {

/// Reads the whole text as a number; false if the text is no number, or out of the type's range.
template <typename Number>
bool read_number(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

/// The text without leading and trailing blanks.
inline std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace torusim
