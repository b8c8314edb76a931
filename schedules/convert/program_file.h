#pragma once
/// What the reader of a program returns.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/program.h"

namespace torusim {

inline constexpr std::int64_t kMostRanks = 1 << 20;  ///< of a GOAL file or connection matrix

struct ProgramFile {
  Program program;                 ///< sizes in bytes
  std::vector<std::string> notes;  ///< what a person may not expect, one sentence each
};

}  // namespace torusim
