#include "traces/vcd_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "models/foreign/vcd_identifier.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr std::size_t kBufferBytes = 1 << 18;
constexpr int kLongestLine = 80;  // a line of numbers: b, 64 digits, a blank, an identifier

}  // namespace

// GTKWave reads C escapes in string values (3.3.118: octal and hexadecimal). An empty value would make it
// read the identifier as the value, so an empty string is written as one blank.
std::string VcdWriter::escaped(std::string_view text) {
  if (text.empty()) return "\\040";
  std::string result;
  for (const unsigned char c : text) {
    if (c > ' ' && c <= '~' && c != '\\') {
      result += static_cast<char>(c);
    } else {
      result += fmt::format("\\{:03o}", c);
    }
  }
  return result;
}

VcdWriter::VcdWriter(std::string path, Timescale timescale)
    : path_(std::move(path)), timescale_(timescale), file_(std::fopen(path_.c_str(), "wb")) {
  if (!file_) {
    note_failure("open");
    throw InputError(failure_);
  }
  std::setvbuf(file_.get(), nullptr, _IONBF,
               0);  // buffer_ is the only buffer: errors appear where they arise
  // The same run gives the same file, so the date is a dash, to which a converter adds none.
  buffer_ = fmt::format("$date - $end\n$version torusim $end\n$comment {} $end\n$timescale 1 {} $end\n",
                        timescale_.meaning(), timescale_.unit());
}

void VcdWriter::scope(std::string_view name) { buffer_ += fmt::format("$scope module {} $end\n", name); }

void VcdWriter::upscope() { buffer_ += "$upscope $end\n"; }

VcdWriter::Signal VcdWriter::wire(std::string_view name, int width) {
  return declare("wire", name, width, {.width = static_cast<std::uint8_t>(width)});
}

VcdWriter::Signal VcdWriter::text(std::string_view name) {
  texts_.push_back({escaped({}), {}});
  return declare("string", name, 1, {.value = texts_.size() - 1, .written = texts_.size() - 1});
}

VcdWriter::Signal VcdWriter::declare(std::string_view kind, std::string_view name, int width, State state) {
  const auto signal = static_cast<Signal>(signals_.size());
  const std::string identifier = vcd_identifier(signal);
  state.identifier_size = static_cast<std::uint8_t>(identifier.size());
  std::ranges::copy(identifier, state.identifier.begin());
  signals_.push_back(state);
  buffer_ += fmt::format("$var {} {} {} {}", kind, width, identifier, name);
  if (width > 1) buffer_ += fmt::format(" [{}:0]", width - 1);
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
  changed_.resize(signals_.size());
  now_ = start;
  is_open_ = true;
}

void VcdWriter::set_escaped(Signal signal, std::string_view text) {
  texts_[signals_[signal].value].value = text;
  mark(signal);
}

void VcdWriter::close(Time end) {
  write_changes();
  if (is_open_ && end > written_time_) write_time(end);
  is_open_ = false;
  flush();
  if (std::FILE* const file = file_.release(); file != nullptr && std::fclose(file) != 0)
    note_failure("close");
  if (!failure_.empty()) throw InputError(failure_);
}

void VcdWriter::write_changes() {
  changed_.empty([this](Signal signal) { write_change(signal); });
  if (buffer_.size() >= kBufferBytes) flush();
}

void VcdWriter::write_change(Signal signal) {
  const State& state = signals_[signal];
  const bool same = state.width != 0 ? state.value == state.written
                                     : texts_[state.value].value == texts_[state.value].written;
  if (same) return;
  if (now_ != written_time_) write_time(now_);
  write_value(signal);
  ++changes_;
}

void VcdWriter::write_value(Signal signal) {
  State& state = signals_[signal];
  state.written = state.value;
  char line[kLongestLine];
  char* at = line;
  if (state.width == 1) {
    *at++ = static_cast<char>('0' + state.value);
  } else if (state.width == 0) {
    Text& text = texts_[state.value];
    text.written = text.value;
    buffer_ += 's';
    buffer_ += text.value;
    *at++ = ' ';
  } else {  // leading zeros may be left out
    *at++ = 'b';
    for (int bit = std::max(static_cast<int>(std::bit_width(state.value)), 1); bit-- > 0;) {
      *at++ = static_cast<char>('0' + (state.value >> bit & 1));
    }
    *at++ = ' ';
  }
  at = std::copy(state.identifier.begin(), state.identifier.end(), at) -
       (kLongestIdentifier - state.identifier_size);
  *at++ = '\n';
  buffer_.append(line, at);
}

void VcdWriter::write_time(Time time) {
  if (time > timescale_.last()) {
    return note_failure("write", fmt::format("cycle {} begins after 2^63 {}", time, timescale_.unit()));
  }
  buffer_ += fmt::format("#{}\n", timescale_.stamp(time));
  written_time_ = time;
}

void VcdWriter::flush() {
  if (failure_.empty() && std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) != buffer_.size()) {
    note_failure("write");
  }
  written_ += static_cast<std::int64_t>(buffer_.size());
  buffer_.clear();
}

void VcdWriter::note_failure(const char* what, const std::string& why) {
  if (failure_.empty()) failure_ = fmt::format("{}: cannot {}: {}", path_, what, why);
  is_open_ = false;
}

}  // namespace torusim
