#pragma once
/// Cycles and flits in texts other than option values. Such a text may also give a time or a size (units.h).

#include <cstdint>
#include <string>

namespace torusim {

/// Cycles of `20`, or of `200ns` with a clock (Hz), rounded up. Throws UsageError `must be ..` outside 0 ..
/// most, or for a time without a clock (0).
std::int64_t cycles_of(const std::string& text, double clock, std::int64_t most);
/// Flits of `32`, or of `4KiB` with the bytes of a flit, rounded up. Throws UsageError as cycles_of().
std::int64_t flits_of(const std::string& text, int flit_bytes, std::int64_t most);

}  // namespace torusim
