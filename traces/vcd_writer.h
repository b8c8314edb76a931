#pragma once
/// Writes value changes as text (VCD, IEEE 1364 clause 18, with the string variables that GTKWave and Surfer
/// understand). A signal that keeps its value takes neither time nor space.
///
/// Use: declare scopes and signals; open() at the first time of the window; then at() and set(); close().
/// open() writes the values set before it, so that a window may start anywhere. The last value of a signal at
/// one time counts, and changes are written in the order of declaration. So the file does not depend on the
/// order of the calls. Times are cycles; the timescale says what they are in the file.

#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "traces/timescale.h"

namespace torusim {

/// A set of small numbers that is repeatedly filled in any order and emptied in ascending order. Emptying
/// reads one word per 4,096 possible numbers, and visits the numbers in the set.
class SparseSet {
 public:
  /// Empties the set and makes room for numbers below `count`.
  void resize(std::size_t count) {
    words_.assign(count / 64 + 1, 0);
    filled_.assign(count / 64 / 64 + 1, 0);
    any_ = false;
  }
  void add(std::uint32_t number) {
    words_[number / 64] |= std::uint64_t{1} << number % 64;
    filled_[number / 64 / 64] |= std::uint64_t{1} << number / 64 % 64;
    any_ = true;
  }
  bool any() const { return any_; }

  /// Calls `take` with each number in ascending order, and empties the set.
  template <typename Take>
  void empty(Take take) {
    for (std::size_t f = 0; f < filled_.size(); ++f) {
      for (std::uint64_t filled = filled_[f]; filled != 0; filled &= filled - 1) {
        const std::size_t w = f * 64 + static_cast<std::size_t>(std::countr_zero(filled));
        for (std::uint64_t word = words_[w]; word != 0; word &= word - 1) {
          take(static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(word)));
        }
        words_[w] = 0;
      }
      filled_[f] = 0;
    }
    any_ = false;
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> filled_;  // bit w: word w has a number
  bool any_ = false;
};

class VcdWriter {
 public:
  using Signal = std::uint32_t;
  using Time = std::int64_t;

  /// Throws InputError when the file cannot be created. When a later write fails, for example on a full disk,
  /// the rest is dropped and close() throws, so that the observed run is not lost.
  explicit VcdWriter(std::string path, Timescale timescale = Timescale());

  /// Opens a scope inside the current one. Names have no blanks and no brackets (GTKWave would take brackets
  /// for bit ranges).
  void scope(std::string_view name);
  void upscope();
  /// Declares a vector of 1 to 64 bits, 0 at first, `name[width-1:0]` when wider than one bit.
  Signal wire(std::string_view name, int width);
  /// Declares a string, empty at first.
  Signal text(std::string_view name);

  /// Ends the declarations and writes the present values of all signals at time `start`.
  void open(Time start);
  /// Sets the time of the changes that follow; it never decreases.
  void at(Time now) {
    if (now != now_ && changed_.any()) write_changes();
    now_ = now;
  }
  void set(Signal signal, std::uint64_t value) {
    if (signals_[signal].value == value) return;
    signals_[signal].value = value;
    mark(signal);
  }
  /// Sets any bytes; blanks and bytes that are not printable ASCII are escaped in the file.
  void set_text(Signal signal, std::string_view text) { set_escaped(signal, escaped(text)); }
  /// The text as it is written in the file.
  static std::string escaped(std::string_view text);
  void set_escaped(Signal signal, std::string_view text);
  /// Writes `end` as the last time and closes the file. Throws InputError when the file is not complete.
  void close(Time end);

  bool is_open() const { return is_open_; }
  std::int64_t bytes() const { return written_ + static_cast<std::int64_t>(buffer_.size()); }
  std::int64_t changes() const { return changes_; }
  const std::string& path() const { return path_; }

 private:
  static constexpr std::size_t kLongestIdentifier = 5;  // enough for 2^32 signals, with 94 characters

  struct State {
    std::uint64_t value = 0;    // for a string: its index in texts_
    std::uint64_t written = 0;  // value in the file
    std::uint8_t width = 0;     // 0: string
    std::uint8_t identifier_size = 0;
    std::array<char, kLongestIdentifier> identifier{};  // the signal's name in the changes
  };
  struct Text {
    std::string value, written;  // escaped
  };
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  Signal declare(std::string_view kind, std::string_view name, int width, State state);
  void mark(Signal signal) {
    if (is_open_) changed_.add(signal);
  }
  void write_changes();
  void write_change(Signal signal);
  void write_value(Signal signal);
  void write_time(Time time);
  void flush();
  void note_failure(const char* what, const std::string& why = std::strerror(errno));

  std::string path_;
  Timescale timescale_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::string buffer_;
  std::vector<State> signals_;
  std::vector<Text> texts_;
  SparseSet changed_;  // signals that changed at the present time
  Time now_ = 0;
  Time written_time_ = 0;
  std::int64_t written_ = 0;
  std::int64_t changes_ = 0;
  bool is_open_ = false;
  std::string failure_;  // the message of the first failure
};

}  // namespace torusim
