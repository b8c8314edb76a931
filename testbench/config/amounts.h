#pragma once
/// Cycles and flits in texts that are no options of their own, which may be times and sizes as those are
/// (units.h).

#include <cstdint>
#include <string>

namespace torusim {

/// `20`, or with a clock (Hz) `200ns`, rounded up. Throws UsageError `must be ..` outside 0 .. most, or where
/// the clock is missing (0).
std::int64_t cycles_of(const std::string& text, double clock, std::int64_t most);
/// `32`, or with the bytes of a flit `4KiB`, rounded up. Throws UsageError in the same way.
std::int64_t flits_of(const std::string& text, int flit_bytes, std::int64_t most);

}  // namespace torusim
