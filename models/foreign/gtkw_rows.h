#pragma once
/// A GTKWave save file: its head, and its rows, which are signals and groups around them. The format is that
/// of GTKWave 3.3.118.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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
inline constexpr int kWrongColor = 1;  // red
inline constexpr int kLabelColor = 3;  // yellow

/// The first lines of a save file. Times are units of the waveform file.
struct Head {
  std::string waves, save;          ///< absolute paths of the waveform file and of this one
  std::int64_t first = 0, end = 1;  ///< the times that are shown
  std::int64_t cursor = -1;         ///< the primary marker; -1: unset
  std::vector<std::pair<std::int64_t, std::string>> marks{};  ///< named markers, at most 26
  std::string scope = "top";                                  ///< open in the tree of signals

  std::string text() const {
    constexpr int kWidth = 1600, kHeight = 900, kTreeWidth = 60, kNamesWidth = 220;
    // The width left for the waves beside tree, names and frame, and the pixels of one unit of time at zoom
    // 0.
    constexpr int kWavesWidth = kWidth - kTreeWidth - kNamesWidth - 80;
    constexpr double kPixelsPerUnit = 200;
    constexpr std::size_t kMarkers = 26;     // GTKWave has the markers A to Z
    constexpr std::size_t kMarkerName = 12;  // longer names of markers cover each other
    const double span = static_cast<double>(std::max<std::int64_t>(end - first, 1));
    std::string text = fmt::format(
        "[*] torusim\n[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] {}\n[size] {} {}\n[pos] -1 -1\n",
        waves, save, first, kWidth, kHeight);
    // One zoom step halves the pixels of a unit.
    text += fmt::format("*{:.6f} {}", -std::log2(span * kPixelsPerUnit / kWavesWidth), cursor);
    const std::size_t count = std::min(kMarkers, marks.size());
    for (std::size_t m = 0; m < kMarkers; ++m) text += fmt::format(" {}", m < count ? marks[m].first : -1);
    text += '\n';
    for (std::size_t m = 0; m < count; ++m) {
      text += fmt::format("[markername] {}{}\n", static_cast<char>('A' + m),
                          marks[m].second.substr(0, kMarkerName));
    }
    return text + fmt::format("[treeopen] {}.\n[sst_width] {}\n[signals_width] {}\n[sst_expanded] 0\n", scope,
                              kTreeWidth, kNamesWidth);
  }
};

struct Counts {
  int signals = 0;  ///< lines that name a signal
  int rows = 0;     ///< rows of the signal list: signals, and beginnings and ends of groups
};

class Rows {
 public:
  Rows(std::string& text, std::string filter) : text_(text), filter_(std::move(filter)) {}

  void signal(const char* flags, const std::string& alias, const std::string& name, int color = 0) {
    if (color != 0) add("[color] {}\n", color);
    add("@{}\n+{{{}}} {}\n", flags, alias, name);
    ++counts_.signals;
    ++counts_.rows;
  }
  /// `count` bits of a vector of `width` bits, from bit `lowest` on.
  void slice(const char* flags, const std::string& alias, const std::string& name, int width, int lowest,
             int count) {
    add("@{}\n{}{{{}}}", flags, count == 1 ? '+' : '#', alias);
    for (int bit = lowest + count; bit-- > lowest;) add(" ({}){}", width - 1 - bit, name);
    add("\n");
    ++counts_.signals;
    ++counts_.rows;
  }
  void label(const std::string& alias, const std::string& name) { signal(kHex, alias, name, kLabelColor); }
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
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...);
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
