#pragma once
/// Schedules as files of other tools (docs/programs.md).

#include <optional>
#include <ostream>
#include <string>

#include "schedules/core/schedule.h"

namespace torusim {

/// The formats of a written schedule.
enum class Format { kTcs, kGoal, kCm, kMsccl };

/// The format by the end of a file name: `.tcs`, `.goal`, `.cm`, `.xml`; nullopt for other names.
std::optional<Format> format_of(const std::string& path);

/// Writes the schedule and leaves it rewound. Throws InputError when the format cannot express it.
void write_as(Schedule& schedule, Format format, int flit_bytes, std::ostream& out);

}  // namespace torusim
