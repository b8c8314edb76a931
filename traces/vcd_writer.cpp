#include "traces/vcd_writer.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <iterator>

#include "schedules/error.h"

namespace torusim {
namespace {

constexpr std::size_t kBufferBytes = 1 << 18;
constexpr int kFirstIdentifier = '!';
constexpr int kIdentifiers = '~' - '!' + 1;

// GTKWave reads C escapes in string values (3.3.118: octal and hexadecimal). An empty value would make it
// read the identifier as the value, so an empty string is written as one blank.
std::string escaped(std::string_view text) {
  if (text.empty()) return "\\040";
  std::string result;
  for (const unsigned char c : text) {
    if (c > ' ' && c <= '~' && c != '\\') {
      result += static_cast<char>(c);
    } else {
      fmt::format_to(std::back_inserter(result), "\\{:03o}", c);
    }
  }
  return result;
}

}  // namespace

VcdWriter::VcdWriter(std::string path) : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb")) {
  if (!file_) fail("open");
  std::setvbuf(file_.get(), nullptr, _IONBF,
               0);  // buffer_ is the only buffer: errors appear where they arise
  buffer_ = "$version torusim $end\n$comment one unit of time is one cycle $end\n$timescale 1 ns $end\n";
}

void VcdWriter::scope(std::string_view name) {
  fmt::format_to(std::back_inserter(buffer_), "$scope module {} $end\n", name);
}

void VcdWriter::upscope() { buffer_ += "$upscope $end\n"; }

VcdWriter::Signal VcdWriter::wire(std::string_view name, int width) {
  const Signal signal = declare("wire", name, width);
  signals_.push_back({0, static_cast<std::uint8_t>(width)});
  return signal;
}

VcdWriter::Signal VcdWriter::text(std::string_view name) {
  const Signal signal = declare("string", name, 1);
  signals_.push_back({texts_.size(), 0});
  texts_.push_back(escaped({}));
  return signal;
}

VcdWriter::Signal VcdWriter::declare(std::string_view kind, std::string_view name, int width) {
  const auto signal = static_cast<Signal>(signals_.size());
  fmt::format_to(std::back_inserter(buffer_), "$var {} {} ", kind, width);
  write_identifier(signal);
  fmt::format_to(std::back_inserter(buffer_), " {}", name);
  if (width > 1) fmt::format_to(std::back_inserter(buffer_), " [{}:0]", width - 1);
  buffer_ += " $end\n";
  if (buffer_.size() >= kBufferBytes) flush();
  return signal;
}

void VcdWriter::open(Time start) {
  buffer_ += "$enddefinitions $end\n";
  write_time(start);
  buffer_ += "$dumpvars\n";
  for (Signal s = 0; s < signals_.size(); ++s) {
    write_value(s);
    if (buffer_.size() >= kBufferBytes) flush();
  }
  buffer_ += "$end\n";
  now_ = start;
  is_open_ = true;
}

void VcdWriter::set_text(Signal signal, std::string_view text) {
  std::string written = escaped(text);
  std::string& current = texts_[signals_[signal].value];
  if (current == written) return;
  current = std::move(written);
  if (is_open_) write_change(signal);
}

void VcdWriter::close(Time end) {
  if (is_open_ && end > written_time_) write_time(end);
  is_open_ = false;
  flush();
  if (std::FILE* const file = file_.release(); file != nullptr && std::fclose(file) != 0) fail("close");
}

void VcdWriter::write_change(Signal signal) {
  if (now_ != written_time_) write_time(now_);
  write_value(signal);
  ++changes_;
  if (buffer_.size() >= kBufferBytes) flush();
}

void VcdWriter::write_value(Signal signal) {
  const State& state = signals_[signal];
  if (state.width == 1) {
    buffer_ += static_cast<char>('0' + state.value);
  } else if (state.width == 0) {
    buffer_ += 's';
    buffer_ += texts_[state.value];
    buffer_ += ' ';
  } else {  // leading zeros may be left out
    char digits[66];
    char* at = digits + sizeof digits;
    *--at = ' ';
    std::uint64_t value = state.value;
    do {
      *--at = static_cast<char>('0' + (value & 1));
      value >>= 1;
    } while (value != 0);
    buffer_ += 'b';
    buffer_.append(at, digits + sizeof digits);
  }
  write_identifier(signal);
  buffer_ += '\n';
}

void VcdWriter::write_identifier(Signal signal) {
  do {
    buffer_ += static_cast<char>(kFirstIdentifier + signal % kIdentifiers);
    signal /= kIdentifiers;
  } while (signal != 0);
}

void VcdWriter::write_time(Time time) {
  fmt::format_to(std::back_inserter(buffer_), "#{}\n", time);
  written_time_ = time;
}

void VcdWriter::flush() {
  if (!file_) return;
  if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) != buffer_.size()) fail("write");
  written_ += static_cast<std::int64_t>(buffer_.size());
  buffer_.clear();
}

void VcdWriter::fail(const char* what) const {
  throw InputError(fmt::format("{}: cannot {}: {}", path_, what, std::strerror(errno)));
}

}  // namespace torusim
