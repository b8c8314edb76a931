#pragma once
/// Reads schedule text (.tcs), whose reference is docs/schedule-format.md.

#include <cstdint>
#include <memory>
#include <string>

#include "schedules/core/schedule.h"

namespace torusim {

/// Limits on the work that a short text can request, so that no file exhausts memory or runs for ever.
struct TcsLimits {
  std::int64_t combinations = 1 << 24;  ///< limit of one forall
  std::int64_t transfers = 1 << 24;     ///< limit of one phase
  std::int64_t boxes = 1 << 24;         ///< limit of the boxes of all transfers of one phase
};

/// Opens a schedule file. read_tcs() reads the whole file once, so a faulty file is refused before any run.
/// The schedule then reads the phases again, so memory holds one phase at a time.
///
/// Throws InputError `file:line:column: problem; the nearest valid value`. next() of the schedule throws
/// InputError too, if the file has been changed since then.
std::unique_ptr<Schedule> read_tcs(const std::string& path);

/// Reads a schedule from text in memory; `name` is the file name in messages.
std::unique_ptr<Schedule> read_tcs_text(std::string text, std::string name, const TcsLimits& limits = {});

}  // namespace torusim
