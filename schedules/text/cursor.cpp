#include "schedules/text/cursor.h"

#include <fmt/format.h>

#include <charconv>

#include "schedules/core/error.h"

namespace torusim::text {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace

bool Cursor::at_end() {
  skip_blanks();
  return at_ == line_.size();
}

bool Cursor::accept(std::string_view text) {
  if (!starts_with(text)) return false;
  at_ += text.size();
  return true;
}

void Cursor::expect(char c, std::string_view what) {
  if (!accept(c)) fail(at_, fmt::format("expected '{}' {}, found {}", c, what, found()));
}

std::string_view Cursor::word() {
  const std::size_t begin = at_;
  while (at_ < line_.size() && is_word(line_[at_])) ++at_;
  return since(begin);
}

std::string_view Cursor::field() {
  const std::size_t begin = at_;
  while (at_ < line_.size() && !is_blank(line_[at_])) ++at_;
  return since(begin);
}

std::int64_t Cursor::number(std::string_view what) {
  std::int32_t value = 0;
  const char* const begin = line_.data() + at_;
  const char* const end = line_.data() + line_.size();
  if (begin == end || *begin < '0' || *begin > '9') {
    fail(at_, fmt::format("expected {}, found {}", what, found()));
  }
  const auto [next, error] = std::from_chars(begin, end, value);
  if (error != std::errc()) fail(at_, fmt::format("{} is too large: at most 2147483647", found()));
  at_ += next - begin;
  return value;
}

void Cursor::expect_end() {
  if (!at_end()) fail(at_, fmt::format("expected the end of the line, found {}", found()));
}

void Cursor::fail(std::size_t at, std::string_view message) const {
  throw InputError(fmt::format("{}:{}:{}: {}", file_, line_number_, at + 1, message));
}

std::string Cursor::found() const {
  constexpr std::size_t kMost = 40;  // enough to recognise the place, short enough for one line of a terminal
  if (at_ >= line_.size()) return "the end of the line";
  std::size_t end = at_;
  while (end < line_.size() && end - at_ < kMost && !is_blank(line_[end])) ++end;
  if (end == at_) return "a blank";
  return fmt::format("'{}'", line_.substr(at_, end - at_));
}

}  // namespace torusim::text
