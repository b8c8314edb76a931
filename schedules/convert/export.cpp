#include "schedules/convert/export.h"

#include "schedules/convert/msccl_writer.h"
#include "schedules/convert/text_writers.h"
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

void write_as(Schedule& schedule, Format format, int flit_bytes, std::ostream& out) {
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
