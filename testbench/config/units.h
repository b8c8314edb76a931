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
/// Cycles of `20`, or of `200ns` with a clock (Hz), rounded up. Throws UsageError `must be ..` outside 0 ..
/// most, or for a time without a clock (0).
std::int64_t cycles_of(const std::string& text, double clock, std::int64_t most);
/// Flits of `32`, or of `4KiB` with the bytes of a flit, rounded up. Throws UsageError as cycles_of().
std::int64_t flits_of(const std::string& text, int flit_bytes, std::int64_t most);
/// Bytes of `65536` or `64KiB`, rounded up. Throws UsageError as cycles_of().
std::int64_t bytes_of(const std::string& text, std::int64_t most);

/// Texts for people: "4.8 us", "13.65 GB/s", "64 KiB", "65.5 kB".
std::string time_text(double seconds);
std::string rate_text(double bytes_per_second);
std::string bytes_text(double bytes);
std::string bytes_text(double bytes, bool binary);

/// Time of a cycle and size of a flit for results; zeros if unspecified.
struct Scale {
  double clock = 0;
  int flit_bytes = 0;

  bool timed() const { return clock > 0; }
  bool sized() const { return flit_bytes > 0; }
  double seconds(double cycles) const { return cycles / clock; }
  double nanoseconds(double cycles) const { return cycles * 1e9 / clock; }
  double microseconds(double cycles) const { return cycles * 1e6 / clock; }
  /// Flits per cycle as bytes per second.
  double rate(double flits) const { return flits * flit_bytes * clock; }
};
Scale scale_of(const RunConfig& config);
/// " (4.8 us)" behind a number of cycles; empty without a clock.
std::string in_time(const Scale& scale, std::int64_t cycles);

/// Lets an option that is a number of cycles or flits also take a time or a size. convert_units() converts
/// its text later.
void accept_units(Option& option);

/// Bytes per second of `50GB/s`, `400Gbit/s`; "none": 0. Throws UsageError `must be ..`.
double parse_link(const std::string& text);
std::string link_text(const double& bytes_per_second);
/// Replaces --link by --clock, or by --flit-bytes if there is a clock. Without either a flit has 16 bytes.
/// Throws UsageError if the bytes of a flit are no whole number.
void settle_link(RunConfig& config);

/// Replaces values given in units by cycles and flits, and describes each conversion in config.converted.
/// Throws UsageError if --clock or --flit-bytes is missing, or a number is out of its option's range.
void convert_units(RunConfig& config);
/// Conversions that were rounded, for a report: "block: 1kB = 63 flits, rounded up".
std::vector<std::string> rounded_options(const RunConfig& config);

}  // namespace torusim
