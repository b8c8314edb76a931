#pragma once
/// A file that is written from front to back, and whose every failure is noticed.

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace torusim {

class OutputFile {
 public:
  /// Creates or empties the file. Throws InputError `path: cannot ..: reason`, as every other call does.
  explicit OutputFile(std::filesystem::path path);

  template <typename... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    print_all(format, fmt::make_format_args(arguments...));
  }
  void write(std::string_view text);
  void write(std::int64_t number);
  /// Columns of whole numbers, with commas between; a negative one is left empty (see cycle_text()). Many
  /// times as fast as print(), for tables with a line per message.
  void columns(std::span<const std::int64_t> numbers);
  /// Must be called: only then is everything known to be in the file.
  void close();

 private:
  static constexpr std::size_t kChunk = 64u << 10;
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void print_all(fmt::string_view format, fmt::format_args arguments);
  void flush();
  [[noreturn]] void fail(const char* what) const;

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
  fmt::memory_buffer buffer_;
};

/// A cycle in a table, empty if it has not come to that (-1).
std::string cycle_text(std::int64_t cycle);

/// A field of a CSV file, in quotes if it holds a comma, a quote or a line end (RFC 4180). An apostrophe
/// precedes a text that a spreadsheet would evaluate: one that begins with = + - @, a tab or a line end and
/// is not a number. Names may come from strangers.
std::string csv_field(std::string_view text);

}  // namespace torusim
