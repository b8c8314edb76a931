#pragma once
/// Reads schedule text (.tcs), whose reference is docs/schedule-format.md.

#include <cstdint>
#include <memory>
#include <string>

#include "schedules/core/schedule.h"

namespace torusim {

/// Limits on what a short text can request, so that no file exhausts memory or runs for ever.
struct TcsLimits {
  std::int64_t combinations = 1 << 24;  ///< of one forall
  std::int64_t transfers = 1 << 24;     ///< of one phase
  std::int64_t boxes = 1 << 24;         ///< of blocks, of all transfers of one phase
};

/// Opens a schedule file. The whole file is read once here, so that a faulty one is refused before anything
/// runs; its phases are then read again one by one, so that only one lies in memory.
///
/// Throws InputError `file:line:column: what is wrong; the nearest valid thing`. next() of the schedule
/// throws it too, if the file has been changed meanwhile.
std::unique_ptr<Schedule> read_tcs(const std::string& path);

/// The same from text in memory; `name` stands for the file name in messages.
std::unique_ptr<Schedule> read_tcs_text(std::string text, std::string name, const TcsLimits& limits = {});

}  // namespace torusim
