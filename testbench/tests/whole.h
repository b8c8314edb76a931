#pragma once
/// How much of a long test runs: `./check` runs a part that takes each of its ways, the target nightly_whole
/// all of it.

#include <cstdlib>

namespace torusim::test {

inline bool whole() { return std::getenv("TORUSIM_WHOLE") != nullptr; }

}  // namespace torusim::test
