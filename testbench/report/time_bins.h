#pragma once
/// Time in equal bins: the busy share of each bin, or the mean of a quantity over each bin.

#include <algorithm>
#include <string>
#include <vector>

#include "models/contract/repeats.h"

namespace torusim {

class TimeBins {
 public:
  /// At most `most` bins for the cycles 0 .. last.
  TimeBins(Cycle last, Cycle most) : last_(last), width_((last + most) / most), count_(last / width_ + 1) {}
  Cycle last() const { return last_; }
  Cycle width() const { return width_; }
  std::size_t count() const { return static_cast<std::size_t>(count_); }
  Cycle end_of(Cycle bin) const { return std::min((bin + 1) * width_, last_ + 1); }
  /// The bin of a cycle, mostly that of the latest query.
  Cycle of(Cycle cycle) const {
    if (cycle < latest_ * width_ || cycle >= (latest_ + 1) * width_) latest_ = cycle / width_;
    return latest_;
  }

  /// Adds cycles, counted from cycle `first` on, to the bins that contain them.
  void add(std::vector<double>& bins, const Series& series, Cycle first) const {
    const Cycle begin = std::max(series.begin - first, Cycle{0}), end = series.last_end() - first;
    Cycle bin = of(begin);
    if (bin < count_ && end <= end_of(bin) && series.begin >= first) {
      bins[bin] += static_cast<double>(series.cycles());
      return;
    }
    for (; bin < count_ && bin * width_ < end; ++bin) {
      bins[bin] += static_cast<double>(series.within(first + bin * width_, first + end_of(bin)));
    }
  }
  /// One character a bin for the share of its cycles, from `0` (none) over `9`, `A`, `Z`, `a` to `z` (all);
  /// trailing `0` are omitted.
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
  Cycle last_, width_, count_;
  mutable Cycle latest_ = 0;
};

/// The mean of a quantity over each bin. The input is the ranges of cycles in which the quantity grows or
/// shrinks.
class FlowBins {
 public:
  explicit FlowBins(const TimeBins& bins) : bins_(bins), parts_(bins.count()) {}

  /// In each of the cycles begin .. end - 1 the quantity changes by `step`; cycles below 0 are before the
  /// first bin.
  void add(int step, Cycle begin, Cycle end) {
    const Cycle from = std::max<Cycle>(begin, 0), to = std::max<Cycle>(end, 0);
    before_ += step * ((from - begin) - (to - end));
    turn(step, from);
    turn(-step, to);
  }
  /// The same for all of the series, which counts from cycle 0.
  void add(int step, const Series& series) {
    const Cycle cycles = series.end - series.begin;
    for (Cycle n = 0; n < series.times; ++n) {
      const Cycle begin = series.begin + n * series.period;
      const Cycle left = begin < 0 || begin > bins_.last() ? 0 : bins_.end_of(begin / bins_.width()) - begin;
      const Cycle more = series.times == 1 ? 0 : std::min(series.times - n, (left - cycles) / series.period);
      if (left <= cycles || more < 2) {
        add(step, begin, begin + cycles);
        continue;
      }
      // So many of them turn twice within the bin.
      Part& part = parts_[static_cast<std::size_t>(begin / bins_.width())];
      const Cycle all_left = more * left - series.period * (more * (more - 1) / 2);
      part.sum += step * static_cast<double>(cycles * all_left - more * (cycles * (cycles - 1) / 2));
      part.level += step * cycles * more;
      n += more - 1;
    }
  }
  std::vector<double> means() const {
    std::vector<double> result;
    std::int64_t level = before_, slope = 0;  // before the bin
    for (std::size_t b = 0; b < parts_.size(); ++b) {
      const Cycle cycles = bins_.end_of(static_cast<Cycle>(b)) - static_cast<Cycle>(b) * bins_.width();
      const Part& part = parts_[b];
      const auto steady = static_cast<double>(level) * static_cast<double>(cycles) +
                          static_cast<double>(slope) * static_cast<double>(cycles * (cycles + 1) / 2);
      result.push_back((steady + part.sum) / static_cast<double>(bins_.width()));
      level += slope * cycles + part.level;
      slope += part.slope;
    }
    return result;
  }

 private:
  /// The changes by the turns within a bin: of its sum, of the level at its end, and of the slope after it.
  struct Part {
    double sum = 0;
    std::int64_t level = 0, slope = 0;
  };
  /// From cycle `at` on, every cycle adds `step` to the quantity.
  void turn(int step, Cycle at) {
    if (at > bins_.last()) return;
    const Cycle bin = bins_.of(at);
    Part& part = parts_[static_cast<std::size_t>(bin)];
    const Cycle left = bins_.end_of(bin) - at;
    part.sum += step * static_cast<double>(left * (left + 1) / 2);
    part.level += step * left;
    part.slope += step;
  }

  const TimeBins bins_;
  std::int64_t before_ = 0;  // the quantity before the first bin
  std::vector<Part> parts_;
};

}  // namespace torusim
