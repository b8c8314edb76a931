#pragma once
/// Numbers in the texts of options.

#include <charconv>
#include <string_view>
#include <system_error>

namespace torusim {

/// The whole text as a number; false if it is none, or out of the type's range.
template <typename Number>
bool read_number(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace torusim
