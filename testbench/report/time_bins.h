#pragma once
/// Time cut into equal bins, and how much of each something takes.

#include <algorithm>
#include <string>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim {

class TimeBins {
 public:
  /// At most `most` bins for the cycles 0 .. last.
  TimeBins(Cycle last, Cycle most) : width_((last + most) / most), count_(last / width_ + 1) {}
  Cycle width() const { return width_; }
  std::size_t count() const { return static_cast<std::size_t>(count_); }

  /// Adds the cycles begin .. end - 1 to the bins that they fall into.
  void add(std::vector<double>& bins, Cycle begin, Cycle end) const {
    for (Cycle at = begin; at < end;) {
      const Cycle bin = at / width_, next = std::min(end, (bin + 1) * width_);
      if (bin < count_) bins[bin] += static_cast<double>(next - at);
      at = next;
    }
  }
  /// One character a bin: the share of its cycles, `0` none to `9`, `A` to `Z`, `a` to `z` all; trailing `0`
  /// are left out.
  std::string text(const std::vector<double>& bins) const {
    static constexpr char kLevels[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    constexpr int kHighest = sizeof kLevels - 2;
    std::string result;
    for (const double cycles : bins) {
      const double share = std::min(1.0, cycles / static_cast<double>(width_));
      const int level = static_cast<int>(share * kHighest + 0.5);
      result += kLevels[share > 0 ? std::max(level, 1) : 0];
    }
    result.erase(result.find_last_not_of('0') + 1);
    return result;
  }

 private:
  Cycle width_, count_;
};

}  // namespace torusim
