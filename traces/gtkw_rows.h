#pragma once
/// The rows of a GTKWave save file: signals, and groups around them.

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

namespace torusim::gtkw {

// Flags of a row, as GTKWave writes them.
inline constexpr const char* kHex = "22";
inline constexpr const char* kDecimal = "24";
inline constexpr const char* kBit = "28";
inline constexpr const char* kFiltered = "2022";  // hexadecimal, then looked up in a filter file
inline constexpr const char* kGroup = "800200";
inline constexpr const char* kGroupEnd = "1000200";
inline constexpr const char* kClosedGroup = "c00200";
inline constexpr const char* kClosedGroupEnd = "1401200";
inline constexpr int kLabelColor = 3;  // yellow

struct Counts {
  int signals = 0;  ///< lines that name a signal
  int rows = 0;     ///< rows of the signal list: signals, and beginnings and ends of groups
};

class Rows {
 public:
  Rows(std::string& text, std::string filter) : text_(text), filter_(std::move(filter)) {}

  void signal(const char* flags, const std::string& alias, const std::string& name) {
    add("@{}\n+{{{}}} {}\n", flags, alias, name);
    ++counts_.signals;
    ++counts_.rows;
  }
  void label(const std::string& alias, const std::string& name) {
    add("[color] {}\n", kLabelColor);
    signal(kHex, alias, name);
  }
  void state(const std::string& alias, const std::string& name) {
    add("@{}\n^1 {}\n+{{{}}} {}[1:0]\n", kFiltered, filter_, alias, name);
    ++counts_.signals;
    ++counts_.rows;
  }
  void begin(const std::string& name, bool closed) { group(closed ? kClosedGroup : kGroup, name); }
  void end(const std::string& name, bool closed) { group(closed ? kClosedGroupEnd : kGroupEnd, name); }
  Counts counts() const { return counts_; }

 private:
  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }
  void group(const char* flags, const std::string& name) {
    add("@{}\n-{}\n", flags, name);
    ++counts_.rows;
  }

  std::string& text_;
  std::string filter_;
  Counts counts_;
};

}  // namespace torusim::gtkw
