#pragma once
/// Cycles and flits in ns and bytes: --clock is the frequency of cycles, --flit-bytes the size of a flit.
///
/// Conversions round up to whole cycles and flits: a wait is never shorter and a block never smaller than
/// requested. A value within a billionth of an integer is that integer.

#include <cstdint>
#include <string>
#include <vector>

namespace torusim {

struct Option;
struct RunConfig;

/// Hz of "1GHz", "312.5MHz"; "none": 0. All parse functions throw UsageError `must be ..`.
double parse_clock(const std::string& text);
/// A text that parse_clock() reads.
std::string clock_text(const double& hertz);

/// Whether the text is a number followed by letters: no number of cycles or flits, but perhaps a time or a
/// size.
bool has_unit(const std::string& text);
/// Seconds of "200ns", "1.5us", "3ms", "800ps", "2s".
long double parse_time(const std::string& text);
/// Bytes of "64B", "4KiB", "1MiB", "4kB" (1000 bytes).
long double parse_bytes(const std::string& text);

/// Texts for people: "4.8 us", "13.65 GB/s", "64 KiB", "65.5 kB".
std::string time_text(double seconds);
std::string rate_text(double bytes_per_second);
std::string bytes_text(double bytes);

/// Time of a cycle and size of a flit for results; zeros if unspecified.
struct Scale {
  double clock = 0;
  int flit_bytes = 0;

  bool timed() const { return clock > 0; }
  bool sized() const { return flit_bytes > 0; }
  double seconds(double cycles) const { return cycles / clock; }
  double nanoseconds(double cycles) const { return cycles * (1e9 / clock); }
  double microseconds(double cycles) const { return cycles * 1e6 / clock; }
  /// Flits per cycle as bytes per second.
  double rate(double flits) const { return flits * flit_bytes * clock; }
};
Scale scale_of(const RunConfig& config);

/// Lets an option that is a number of cycles or flits also take a time or a size. convert_units() converts
/// its text later.
void accept_units(Option& option);

/// Replaces values given in units by cycles and flits, and describes each conversion in config.converted.
/// Throws UsageError if --clock or --flit-bytes is missing, or a number is out of its option's range.
void convert_units(RunConfig& config);
/// Conversions that were rounded, for a report: "block: 1kB = 63 flits, rounded up".
std::vector<std::string> rounded_options(const RunConfig& config);

}  // namespace torusim
