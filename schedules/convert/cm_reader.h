#pragma once
/// Reads connection matrices (.cm) of htsim, the packet simulator of the UEC and NDP work: connections with
/// sizes, start times or triggers, and priorities.

#include "schedules/convert/outside.h"

namespace torusim {

/// A connection that a trigger starts waits for the connections that fire it: all of a barrier, the first (in
/// the file) of a oneshot, the k-th of a multishot for the k-th that it starts. One with a start time is in
/// no phase before the rank of that time among all start times. Throws InputError `file:line: ..`.
OutsideSchedule read_cm(const std::string& path, const OutsideOptions& options);
OutsideSchedule read_cm_text(std::string text, std::string name, const OutsideOptions& options);

}  // namespace torusim
