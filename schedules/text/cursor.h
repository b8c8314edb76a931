#pragma once
/// A place in one line of a text file. Parsers of line-based formats read at a cursor, and their errors state
/// its place.

#include <cstdint>
#include <string>
#include <string_view>

namespace torusim::text {

class Cursor {
 public:
  /// `line` has no line end and no comment. `line` and `file` must outlive the cursor.
  Cursor(std::string_view file, std::int64_t line_number, std::string_view line)
      : file_(file), line_number_(line_number), line_(line) {}

  /// Offset of the next character.
  std::size_t at() const { return at_; }
  /// Moves to an offset, for example to read a part of the line again.
  void go_to(std::size_t at) { at_ = at; }
  /// The next character, 0 at the end of the line.
  char peek() const { return at_ < line_.size() ? line_[at_] : '\0'; }
  bool starts_with(std::string_view text) const { return line_.substr(at_).starts_with(text); }
  std::string_view since(std::size_t begin) const { return line_.substr(begin, at_ - begin); }
  std::string_view rest() const { return line_.substr(at_); }

  /// Skips blanks and tabs.
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t') ++at_;
  }
  /// True if only blanks follow; skips them.
  bool at_end();
  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool accept(std::string_view text);
  /// Throws unless the next character is `c`; `what` names the construct that needs it.
  void expect(char c, std::string_view what);
  /// Reads letters, digits, `_` and `-`; the word may be empty.
  std::string_view word();
  /// Reads the text before the next blank; it may be empty.
  std::string_view field();
  /// Reads a number without sign. Throws when there is no number or it exceeds 2^31 - 1.
  std::int64_t number(std::string_view what);
  /// Throws when anything but blanks follows.
  void expect_end();

  /// Throws InputError `file:line:column: message`, the column (from 1) being that of offset `at`.
  [[noreturn]] void fail(std::size_t at, std::string_view message) const;
  /// The next characters in quotes, for messages; "the end of the line" at its end.
  std::string found() const;

 private:
  std::string_view file_;
  std::int64_t line_number_;
  std::string_view line_;
  std::size_t at_ = 0;
};

}  // namespace torusim::text
