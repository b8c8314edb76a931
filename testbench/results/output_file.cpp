#include "testbench/results/output_file.h"

#include <cerrno>
#include <charconv>
#include <cstring>

#include "schedules/core/append_text.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

/// Whether a spreadsheet would evaluate the text as a formula. A number with a sign is no formula.
bool is_formula(std::string_view text) {
  if (text.empty() || std::string_view("=+-@\t\r\n").find(text.front()) == std::string_view::npos)
    return false;
  if (text.front() == '+') text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc::invalid_argument || end != text.data() + text.size();
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  file_.reset(std::fopen(path_.c_str(), "wb"));
  if (!file_) fail("create");
}

void OutputFile::print_all(fmt::string_view format, fmt::format_args arguments) {
  append_text(buffer_, format, arguments);
  if (buffer_.size() >= kChunk) flush();
}

void OutputFile::write(std::string_view text) {
  buffer_.append(text.data(), text.data() + text.size());
  if (buffer_.size() >= kChunk) flush();
}

void OutputFile::write(std::int64_t number) {
  constexpr std::size_t kLongest = 20;
  const std::size_t before = buffer_.size();
  buffer_.resize(before + kLongest);
  char* const begin = buffer_.data() + before;
  buffer_.resize(before +
                 static_cast<std::size_t>(std::to_chars(begin, begin + kLongest, number).ptr - begin));
}

void OutputFile::columns(std::span<const std::int64_t> numbers) {
  constexpr std::size_t kLongest = 20;  // a comma and the digits of the largest
  const std::size_t before = buffer_.size();
  buffer_.resize(before + kLongest * numbers.size());
  char* const begin = buffer_.data() + before;
  char* end = begin;
  for (const std::int64_t& number : numbers) {
    if (&number != numbers.data()) *end++ = ',';
    if (number >= 0) end = std::to_chars(end, end + kLongest, number).ptr;
  }
  buffer_.resize(before + static_cast<std::size_t>(end - begin));
}

void OutputFile::close() {
  flush();
  std::FILE* const file = file_.release();
  if (std::fclose(file) != 0) fail("write");
}

void OutputFile::flush() {
  if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) != buffer_.size()) fail("write");
  buffer_.clear();
}

void OutputFile::fail(const char* what) const {
  throw InputError(fmt::format("{}: cannot {}: {}", path_.string(), what, std::strerror(errno)));
}

std::string cycle_text(std::int64_t cycle) { return cycle < 0 ? std::string() : fmt::format("{}", cycle); }

std::string csv_field(std::string_view text) {
  const bool quoted = text.find_first_of(",\"\r\n") != std::string_view::npos;
  std::string result = quoted ? "\"" : "";
  if (is_formula(text)) result += '\'';
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return quoted ? result + '"' : result;
}

}  // namespace torusim
