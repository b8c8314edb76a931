#pragma once
/// Numbers as other tools write them: they may have a sign, and exceed 2^31.

#include <charconv>

#include "schedules/text/cursor.h"

namespace torusim {

inline std::int64_t whole_number(text::Cursor& cursor, std::string_view what) {
  std::int64_t value = 0;
  const std::string_view rest = cursor.rest();
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error == std::errc::invalid_argument) {
    cursor.fail(cursor.at(), std::string("expected ").append(what).append(", found ").append(cursor.found()));
  }
  if (error != std::errc()) cursor.fail(cursor.at(), cursor.found() + " is too large");
  cursor.go_to(cursor.at() + static_cast<std::size_t>(end - rest.data()));
  return value;
}

}  // namespace torusim
