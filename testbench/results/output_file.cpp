#include "testbench/results/output_file.h"

#include <cerrno>
#include <cstring>

#include "schedules/core/error.h"

namespace torusim {

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  file_.reset(std::fopen(path_.c_str(), "wb"));
  if (!file_) fail("create");
}

void OutputFile::write(std::string_view text) {
  buffer_.append(text.data(), text.data() + text.size());
  if (buffer_.size() >= kChunk) flush();
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
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

}  // namespace torusim
