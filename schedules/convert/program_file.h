#pragma once
/// The result of a reader of programs.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/program.h"

namespace torusim {

inline constexpr std::int64_t kMostRanks = 1 << 20;  ///< limit of a GOAL file or connection matrix

struct ProgramFile {
  Program program;                 ///< sizes in bytes
  std::vector<std::string> notes;  ///< notes on unexpected properties, one sentence each
};

}  // namespace torusim
