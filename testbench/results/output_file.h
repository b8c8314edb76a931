#pragma once
/// A file that is written from front to back, with every failed write reported.

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
  /// Creates or empties the file. Every member throws InputError `path: cannot ..: reason`.
  explicit OutputFile(std::filesystem::path path);

  template <typename... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    print_all(format, fmt::make_format_args(arguments...));
  }
  void write(std::string_view text);
  void write(std::int64_t number);
  /// Writes columns of whole numbers, with commas between; a negative number is an empty column (see
  /// cycle_text()). Much faster than print(), for tables with a line per message.
  void columns(std::span<const std::int64_t> numbers);
  /// Flushes and closes the file. REQUIRES: called last, because only close() reports all failures.
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

/// A cycle in a table; empty for -1, an event that did not happen.
std::string cycle_text(std::int64_t cycle);

/// A field of a CSV file, in quotes if it holds a comma, a quote or a line end (RFC 4180). An apostrophe
/// precedes a text that a spreadsheet would evaluate: one that begins with = + - @, a tab or a line end and
/// is not a number. Names may come from untrusted files.
std::string csv_field(std::string_view text);

}  // namespace torusim
