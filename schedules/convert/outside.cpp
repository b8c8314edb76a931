#include "schedules/convert/outside.h"

#include <stdexcept>

#include "schedules/convert/cm_reader.h"
#include "schedules/convert/cm_writer.h"
#include "schedules/convert/goal_reader.h"
#include "schedules/convert/goal_writer.h"
#include "schedules/convert/msccl_reader.h"
#include "schedules/convert/msccl_writer.h"
#include "schedules/text/tcs_writer.h"

namespace torusim {

std::optional<Format> format_of(const std::string& path) {
  for (const auto& [end, format] : {std::pair(".tcs", Format::kTcs),
                                    {".goal", Format::kGoal},
                                    {".cm", Format::kCm},
                                    {".xml", Format::kMsccl}}) {
    if (path.ends_with(end)) return format;
  }
  return std::nullopt;
}

OutsideSchedule read_outside(const std::string& path, Format format, const OutsideOptions& options) {
  switch (format) {
    case Format::kTcs:
      break;
    case Format::kGoal:
      return read_goal(path, options);
    case Format::kCm:
      return read_cm(path, options);
    case Format::kMsccl:
      return read_msccl(path, options);
  }
  throw std::logic_error("a .tcs file is read by read_tcs()");
}

void write_outside(Schedule& schedule, Format format, int flit_bytes, std::ostream& out) {
  switch (format) {
    case Format::kTcs:
      write_tcs(schedule, out);
      break;
    case Format::kGoal:
      write_goal(schedule, flit_bytes, out);
      break;
    case Format::kCm:
      write_cm(schedule, flit_bytes, out);
      break;
    case Format::kMsccl:
      write_msccl(schedule, out);
      break;
  }
}

}  // namespace torusim
