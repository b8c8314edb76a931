#pragma once
/// Cycles and flits in the units of people: --clock says how long a cycle is, --flit-bytes how much a flit
/// carries.
///
/// Conversions round up to whole cycles and flits: a wait is never shorter and a block never smaller than
/// requested. A value within a billionth of an integer is that integer.

#include <cstdint>
#include <string>
#include <vector>

namespace torusim {

struct Option;
struct RunConfig;

/// "1GHz", "312.5MHz": Hz. "none": 0. Throws UsageError `must be ..`, as all of these do.
double parse_clock(const std::string& text);
/// As parse_clock() reads it.
std::string clock_text(const double& hertz);

/// A number with letters behind it, which is no number of cycles or flits but may be a time or a size.
bool has_unit(const std::string& text);
/// "200ns", "1.5us", "3ms", "800ps", "2s": seconds.
long double parse_time(const std::string& text);
/// "64B", "4KiB", "1MiB", "4kB" (1000 bytes): bytes.
long double parse_bytes(const std::string& text);

/// For people: "4.8 us", "13.65 GB/s", "64 KiB", "65.5 kB".
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
  /// Flits per cycle as bytes per second.
  double rate(double flits) const { return flits * flit_bytes * clock; }
};
Scale scale_of(const RunConfig& config);

/// Of an option that is a number of cycles or flits: it also takes a time or a size, which stays as it was
/// given until convert_units().
void accept_units(Option& option);

/// Replaces what was given in units by cycles and flits, and keeps what became of it in config.converted.
/// Throws UsageError where --clock or --flit-bytes is missing, or the number is out of the option's range.
void convert_units(RunConfig& config);
/// Rounded values, for a report: "block: 1kB = 63 flits, rounded up".
std::vector<std::string> rounded_options(const RunConfig& config);

}  // namespace torusim
