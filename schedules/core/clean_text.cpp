#include "schedules/core/clean_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace torusim {
namespace {

/// Bytes of the valid UTF-8 character that begins there; 0: no character does.
std::size_t character(std::string_view text, char32_t& code) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(0);
  code = first;
  if (first < 0x80) return 1;
  const std::size_t size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (size == 0) return 0;
  code = first & (0xffu >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return overlong || surrogate || code > 0x10ffff ? 0 : size;
}

bool shown(char32_t code) {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
  const bool turns = code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
                     (code >= 0x2066 && code <= 0x2069);
  return !turns;
}

/// Whether the offset is not within a character.
std::size_t boundary(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
  return at;
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    char32_t code = 0;
    const std::size_t size = character(text.substr(at), code);
    if (size > 0 && shown(code)) {
      result += text.substr(at, size);
    } else {
      for (std::size_t i = 0; i < std::max<std::size_t>(size, 1); ++i) {
        result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at + i]));
      }
    }
    at += std::max<std::size_t>(size, 1);
  }
  if (result.size() <= kMostClean) return result;
  constexpr std::size_t kPart = kMostClean / 2 - 40;
  const std::size_t first = boundary(result, kPart), last = boundary(result, result.size() - kPart);
  return fmt::format("{} .. ({} more bytes) .. {}", result.substr(0, first), last - first,
                     result.substr(last));
}

}  // namespace torusim
