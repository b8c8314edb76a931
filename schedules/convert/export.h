#pragma once
/// Schedules as files of other tools (docs/convert.md).

#include <optional>
#include <ostream>
#include <string>

#include "schedules/core/schedule.h"

namespace torusim {

/// The formats that a schedule is written in.
enum class Format { kTcs, kGoal, kCm, kMsccl };

/// By the end of a file name: `.tcs`, `.goal`, `.cm`, `.xml`; nothing for other names.
std::optional<Format> format_of(const std::string& path);

/// Leaves the schedule rewound. Throws InputError when the format cannot express it.
void write_as(Schedule& schedule, Format format, int flit_bytes, std::ostream& out);

}  // namespace torusim
