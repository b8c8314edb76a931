#pragma once
/// Functions that the writers of other formats share.

#include <cstdint>
#include <string>

#include "schedules/core/schedule.h"

namespace torusim {

/// The comment of an exported file begins with this, so that --force recognises files of torusim.
inline constexpr const char* kExportMark = "written by torusim";

/// The comment that names the schedule, without a line end.
std::string export_title(const ScheduleInfo& info);

/// Bytes of a message. Throws InputError when they are more than 2^62.
std::int64_t message_bytes(const ScheduleInfo& info, const Transfer& transfer, int flit_bytes);

}  // namespace torusim
